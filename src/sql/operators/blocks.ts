/** Loops over rows in blocks. */

/** A block of this size stays in a core's cache. */
export const BLOCK_ROWS = 4096;

/** Passes the rows on in blocks. What is called for each block is soon compiled; one long loop would begin uncompiled. */
export function byBlocks(rows: number, loop: (first: number, until: number) => void): void {
  for (let first = 0; first < rows; first += BLOCK_ROWS) loop(first, Math.min(first + BLOCK_ROWS, rows));
}
