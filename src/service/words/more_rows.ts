/** Of rows that were cut where nobody asked for it: a table of them looks whole. */
export function moreRows(rows: number): string {
  return `There are more than these ${rows} rows: limit and offset bring the others, grouping makes them fewer.`;
}
