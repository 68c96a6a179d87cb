/** Which rows are enough for a statement that lists events one by one. */
export interface FirstRows {
  readonly rows: number;
  /** Of equal times all are. */
  readonly order: 'latest' | 'earliest' | 'any';
}
