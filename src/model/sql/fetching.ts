/** The rows that are enough for a statement that lists events one by one. */
export interface FirstRows {
  readonly rows: number;
  /** If several rows have the last time, all of them are included. */
  readonly order: 'latest' | 'earliest' | 'any';
}
