/** Tables for a terminal. */
import { graphemes, terminalColumns } from '../../base/letters/graphemes.ts';
import { visible } from '../../base/visible.ts';

/** Lines of columns with a head, and on demand a rule below it. All rows have as many cells. */
export function aligned(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
  has_rule = false,
): string[] {
  const widths = head.map((name, at) =>
    rows.reduce((widest, row) => Math.max(widest, terminalColumns(row[at]!)), terminalColumns(name)),
  );
  const is_right = head.map((_, at) => isRight(at));
  const padded = (cell: string, at: number): string => {
    const blanks = ' '.repeat(widths[at]! - terminalColumns(cell));
    return is_right[at] ? blanks + cell : cell + blanks;
  };
  const line = (row: readonly string[]) => row.map(padded).join('  ').trimEnd();
  const rule = has_rule ? [widths.map((width) => '-'.repeat(width)).join('  ')] : [];
  return [line(head), ...rule, ...rows.map(line)];
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
