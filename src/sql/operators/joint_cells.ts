/** Numbers combinations of codes: those that occur are found first, so that a loop over rows looks up what is known. */
import { count } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import { shortRowCuts } from '../../engine/frame/slices.ts';
import { alone, shareCounts, type Team } from '../../engine/frame/team.ts';
import { FILL_CELLS } from '../../engine/kernels/rows/code_cells.ts';
import { COUNT_CODES, type CodeColumn } from '../../engine/kernels/rows/code_counts.ts';
import { byBlocks } from './blocks.ts';

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

/** Column -> its codes in these combinations. */
export function membersOf(joint: Uint32Array, columns: readonly { readonly many: number }[]): Uint32Array[] {
  let after = product(columns);
  return columns.map(({ many }) => {
    after /= many;
    if (after === 1 && columns.length === 1) return joint;
    const codes = joint.slice();
    for (let at = 0; at < codes.length; at++) codes[at] = Math.floor(codes[at]! / after) % many;
    return codes;
  });
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

/** Combinations that have rows. Without a branch: which these are follows no pattern. */
export function usedIn(counts: Uint32Array): Uint32Array {
  const used = new Uint32Array(counts.length);
  let length = 0;
  byBlocks(counts.length, (first, until) => {
    length += noteUsed(counts.subarray(first, until), first, used.subarray(length));
  });
  return used.subarray(0, length);
}

function noteUsed(counts: Uint32Array, first: number, used: Uint32Array): number {
  let length = 0;
  for (let at = 0; at < counts.length; at++) {
    used[length] = first + at;
    length += Number(counts[at]! > 0);
  }
  return length;
}

/** Cells of rows: the number of their combination + 1; 0 for rows without a mark. */
export class JointCells {
  readonly #joint: JointRows;
  readonly #team: Team;
  /** Combination -> rows */
  readonly #counts: Uint32Array;
  /** Combinations that have rows, and their cells. */
  readonly #used: Uint32Array;
  readonly #of_used: Uint32Array;
  #cells: Int32Array | null = null;

  /** `cellsOf`: combination -> cell. */
  constructor(joint: JointRows, cellsOf: (used: Uint32Array) => Uint32Array, team: Team) {
    this.#joint = joint;
    this.#team = team;
    this.#counts = jointCounts(joint, team);
    this.#used = usedIn(this.#counts);
    this.#of_used = cellsOf(this.#used);
  }

  /** Row -> cell. Computed when first asked for. */
  get cells(): Int32Array {
    this.#cells ??= this.#filled();
    return this.#cells;
  }

  /** Adds how many rows each cell has. */
  readonly addCounts = (counts: Float64Array): void => {
    const [used, cells, rows] = [this.#used, this.#of_used, this.#counts];
    byBlocks(used.length, (first, until) =>
      addRows(used.subarray(first, until), cells.subarray(first, until), rows, counts),
    );
  };

  #filled(): Int32Array {
    const { columns, rows, marks } = this.#joint;
    // Only combinations that have rows are looked up.
    const cell_of = tables.take(this.#counts.length);
    for (let at = 0; at < this.#used.length; at++) cell_of[this.#used[at]!] = this.#of_used[at]!;
    const room = rooms.take(rows);
    const cells = new Int32Array(room.buffer, room.byteOffset, rows);
    const team = teamFor(this.#team, arraysIn(columns, marks), 0);
    team.share(FILL_CELLS, { columns, select: marks, cell_of, cells }, shortRowCuts(rows));
    tables.giveBack(cell_of);
    return cells;
  }

  /** Call when nobody reads the cells any more: the next batch gets their memory. */
  release(): void {
    if (this.#cells !== null) rooms.giveBack(new Uint32Array(this.#cells.buffer));
    this.#cells = null;
  }
}

/** Memory of this thread for its next statement: freeing what threads share takes a whole collection of garbage. */
class Spare {
  #spare: Uint32Array | null = null;

  /** Of any content. */
  take(length: number): Uint32Array {
    const spare = this.#spare;
    if (spare === null || spare.length < length) return sharedWords(length);
    this.#spare = null;
    return spare.subarray(0, length);
  }

  giveBack({ buffer }: Uint32Array): void {
    const is_longer = this.#spare === null || this.#spare.byteLength < buffer.byteLength;
    if (is_longer && buffer.byteLength <= SPARE_BYTES) this.#spare = new Uint32Array(buffer);
  }
}

const SPARE_BYTES = 1 << 24;
const rooms = new Spare();
const tables = new Spare();

function addRows(used: Uint32Array, cells: Uint32Array, rows: Uint32Array, counts: Float64Array): void {
  for (let at = 0; at < used.length; at++) counts[cells[at]!]! += rows[used[at]!]!;
}
