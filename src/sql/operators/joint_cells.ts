/** Numbers combinations of codes: those that occur are found first, so that a loop over rows looks up what is known. */
import { count } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import { shortRowCuts } from '../../engine/frame/slices.ts';
import { shareCounts, type Team } from '../../engine/frame/team.ts';
import { FILL_CELLS } from '../../engine/kernels/rows/code_cells.ts';
import { COUNT_CODES, type CodeColumn } from '../../engine/kernels/rows/code_counts.ts';

/** Rows of some columns. */
export interface JointRows {
  readonly columns: readonly CodeColumn[];
  readonly rows: number;
  /** Bitmap of the rows that count; null = all. */
  readonly marks: Uint32Array | null;
}

/** Adding up more counts of several threads takes longer than counting in one. */
const SHARED_COUNTS = 1 << 16;

/** How many combinations there may be. */
export function product(columns: readonly { readonly many: number }[]): number {
  return columns.reduce((all, { many }) => all * many, 1);
}

/** The columns' codes of a combination. */
export function membersOf(joint: number, columns: readonly { readonly many: number }[]): number[] {
  let left = joint;
  const codes: number[] = [];
  for (let column = columns.length - 1; column >= 0; column--) {
    const { many } = columns[column]!;
    codes[column] = left % many;
    left = Math.floor(left / many);
  }
  return codes;
}

/** Combination -> rows. */
export function jointCounts({ columns, rows, marks }: JointRows, team: Team): Uint32Array {
  const counts = new Uint32Array(product(columns));
  if (columns.length === 0) return counts.fill(marks === null ? rows : count(marks));
  const args = { columns, select: marks, zeros: counts };
  const cuts = shortRowCuts(rows);
  if (counts.length <= SHARED_COUNTS) shareCounts(team, COUNT_CODES, [{ args, cuts }], counts);
  else
    for (let at = 0; at + 1 < cuts.length; at++) {
      team.checkpoint();
      COUNT_CODES.add(args, counts, cuts[at]!, cuts[at + 1]!);
    }
  return counts;
}

/** Row -> number of its combination + 1; 0 for rows without a mark. `numberOf` numbers a combination. */
export function jointCells(
  { columns, rows, marks }: JointRows,
  numberOf: (joint: number) => number,
  team: Team,
): Int32Array {
  const counts = jointCounts({ columns, rows, marks }, team);
  const cell_of = sharedWords(counts.length);
  for (let joint = 0; joint < counts.length; joint++) if (counts[joint]! > 0) cell_of[joint] = numberOf(joint) + 1;
  const cells = new Int32Array(sharedWords(rows).buffer);
  team.share(FILL_CELLS, { columns, select: marks, cell_of, cells }, shortRowCuts(rows));
  return cells;
}
