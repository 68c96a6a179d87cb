/** Numbers combinations of codes: those that occur are found first, so that a loop over rows looks up what is known. */
import { count } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import { shortRowCuts } from '../../engine/frame/slices.ts';
import { alone, shareCounts, type Team } from '../../engine/frame/team.ts';
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

/**
 * The team, or this thread alone where that is faster: if arrays would have to be copied for others, or each would make
 * many counts.
 */
export function teamFor(team: Team, arrays: readonly ArrayBufferView[], counts: number): Team {
  const are_shared = arrays.every(({ buffer }) => buffer instanceof SharedArrayBuffer);
  return are_shared && counts <= SHARED_COUNTS ? team : alone(() => team.checkpoint());
}

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
  if (counts.length <= SHARED_COUNTS) {
    shareCounts(teamFor(team, arraysIn(columns, marks), 0), COUNT_CODES, [{ args, cuts }], counts);
    return counts;
  }
  for (let at = 0; at + 1 < cuts.length; at++) {
    team.checkpoint();
    COUNT_CODES.add(args, counts, cuts[at]!, cuts[at + 1]!);
  }
  return counts;
}

function arraysIn(columns: readonly CodeColumn[], marks: Uint32Array | null): ArrayBufferView[] {
  return [...columns.map(({ codes }) => codes), ...(marks === null ? [] : [marks])];
}

/** Cells of rows: the number of their combination + 1; 0 for rows without a mark. */
export class JointCells {
  readonly #joint: JointRows;
  readonly #team: Team;
  /** Combination -> rows */
  readonly #counts: Uint32Array;
  /** Combination -> cell */
  readonly #cell_of: Uint32Array;
  #cells: Int32Array | null = null;

  /** `numberOf`: numbers a combination. */
  constructor(joint: JointRows, numberOf: (joint: number) => number, team: Team) {
    this.#joint = joint;
    this.#team = team;
    this.#counts = jointCounts(joint, team);
    this.#cell_of = sharedWords(this.#counts.length);
    const [counts, cell_of] = [this.#counts, this.#cell_of];
    for (let at = 0; at < counts.length; at++) if (counts[at]! > 0) cell_of[at] = numberOf(at) + 1;
  }

  /** Row -> cell. Computed when first asked for. */
  get cells(): Int32Array {
    this.#cells ??= this.#filled();
    return this.#cells;
  }

  /** Adds how many rows each cell has. */
  readonly addCounts = (counts: Float64Array): void => {
    const [rows, cell_of] = [this.#counts, this.#cell_of];
    for (let at = 0; at < rows.length; at++) counts[cell_of[at]!]! += rows[at]!;
  };

  #filled(): Int32Array {
    const { columns, rows, marks } = this.#joint;
    const cells = new Int32Array(sharedWords(rows).buffer);
    const team = teamFor(this.#team, arraysIn(columns, marks), 0);
    team.share(FILL_CELLS, { columns, select: marks, cell_of: this.#cell_of, cells }, shortRowCuts(rows));
    return cells;
  }
}
