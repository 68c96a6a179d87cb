/** Tables for a terminal. */
import { graphemes, terminalColumns } from '../../base/letters/graphemes.ts';
import { visible } from '../../base/visible.ts';

/** Lines of columns: those of numbers end below each other, others begin so. All rows have as many cells. */
export function aligned(rows: readonly (readonly string[])[], is_right: readonly boolean[]): string[] {
  const widths = widthsOf(rows);
  const padded = (cell: string, at: number): string => {
    const blanks = ' '.repeat(widths[at]! - terminalColumns(cell));
    return is_right[at] ? blanks + cell : cell + blanks;
  };
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}

/** Columns of the terminal that each column of the table takes. */
export function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const [first = []] = rows;
  return first.map((_, at) => rows.reduce((widest, row) => Math.max(widest, terminalColumns(row[at]!)), 0));
}

/** One line of at most so many columns, with nothing in it that controls a terminal or turns around what follows. */
export function shortened(text: string, columns: number): string {
  const plain = visible(text.replace(/\p{Cc}+/gu, ' '));
  if (terminalColumns(plain) <= columns) return plain;
  let shown = '';
  let taken = 1;
  for (const letter of graphemes(plain)) {
    taken += terminalColumns(letter);
    if (taken > columns) break;
    shown += letter;
  }
  return `${shown}…`;
}
