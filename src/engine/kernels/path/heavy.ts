/**
 * The heaviest edges of a log without summing all of it.
 * Input: an edge log and how many edges are wanted. Output: exact sums of at least those. Pass one counts records per
 * hash cell; a cell counts at least as much as each of its edges, so edges in light cells are light. Only records in
 * heavy cells are summed. Cost: two cheap passes, plus the sums of a small part of the log, as most edges are rare.
 */
import { ascending } from '../../../base/ascending.ts';
import { counting, shareCounts, type Task, type Team } from '../../frame/team.ts';
import { type EdgeChunk, type EdgeLog, type EdgeSums, hashOf, recordsOf, roomFor, sumEdges } from './edges.ts';

/** Records per cell, so that even a short log is thinned out. */
const CELL_RECORDS_BITS = 4;
/** Cells fit L2. */
const CELL_BITS_MAX = 16;

/** A log, and the team that works on it. */
export interface Thinning {
  readonly chunks: readonly EdgeChunk[];
  readonly team: Team;
}

/** Sums of all edges that may be among the heaviest, and some more. */
export interface HeaviestEdges {
  readonly sums: EdgeSums;
  /** Whether these are all edges. */
  readonly is_whole: boolean;
}

/** Exact whatever the first guess is: it only decides where to start. */
export function sumHeaviest(log: Thinning, wanted: number): HeaviestEdges {
  const records = recordsOf(log.chunks);
  const cells = countCells(log);
  // A cell holds some rare edges besides the heavy one.
  let least = rankedCount(cells, wanted) - Math.ceil((2 * records) / cells.length);
  for (;;) {
    const heavy = heavyRecords(log, cells, least);
    const sums = sumEdges(heavy);
    const is_whole = recordsOf(heavy) === records;
    const reached = rankedCount(sums.count, wanted);
    if (is_whole || reached >= least) return { sums, is_whole };
    // That many edges reach this count, so the wanted ones are all in cells that do.
    least = reached;
  }
}

/** Sums of all edges with at least this many records, and of some others. */
export function sumFrom(log: Thinning, least: number): EdgeSums {
  return sumEdges(least > 1 ? heavyRecords(log, countCells(log), least) : log.chunks);
}

interface Counted {
  readonly chunks: readonly EdgeChunk[];
}

/** Morsels of chunks: cell -> records. */
export const COUNT_CELLS = counting<Counted>('count cells', ({ chunks }, cells, first, until) => {
  for (const chunk of chunks.slice(first, until)) countChunk(chunk, cells);
});

function countCells({ chunks, team }: Thinning): Uint32Array {
  const bits = Math.min(CELL_BITS_MAX, Math.max(1, 32 - Math.clz32(recordsOf(chunks)) - CELL_RECORDS_BITS));
  const cells = new Uint32Array(2 ** bits);
  shareCounts(team, COUNT_CELLS, [{ args: { chunks }, cuts: eachOf(chunks) }], cells);
  return cells;
}

/** One chunk per morsel. */
function eachOf(chunks: readonly EdgeChunk[]): Uint32Array {
  return ascending(chunks.length + 1);
}

function countChunk({ source, target, length }: EdgeChunk, cells: Uint32Array): void {
  const shift = shiftOf(cells);
  for (let at = 0; at < length; at++) cells[hashOf(source[at]!, target[at]!) >>> shift]!++;
}

/** The hash's upper bits choose the cell. */
function shiftOf(cells: Uint32Array): number {
  return 1 + Math.clz32(cells.length);
}

interface Heaviness extends Counted {
  readonly cells: Uint32Array;
  readonly least: number;
}

/** Morsels of chunks: records in cells with at least `least`. */
export const KEEP_HEAVY: Task<Heaviness, EdgeLog, readonly EdgeChunk[]> = {
  name: 'keep heavy edges',
  begin: () => [],
  add({ chunks, cells, least }, heavy, first, until) {
    for (const chunk of chunks.slice(first, until)) {
      for (let from = 0; from < chunk.length; from += BLOCK_RECORDS) {
        keepHeavy(chunk, [from, Math.min(from + BLOCK_RECORDS, chunk.length)], cells, least, heavy);
      }
    }
  },
  end: (heavy) => heavy,
};

/** Room is reserved block by block. */
const BLOCK_RECORDS = 4_096;

function heavyRecords({ chunks, team }: Thinning, cells: Uint32Array, least: number): readonly EdgeChunk[] {
  if (least <= 1) return chunks;
  return team.share(KEEP_HEAVY, { chunks, cells, least }, eachOf(chunks)).flat();
}

/** Records [from, until): each is appended and overwritten by the next unless heavy. */
function keepHeavy(
  { source, target, took_ms }: EdgeChunk,
  [from, until]: readonly [number, number],
  cells: Uint32Array,
  least: number,
  log: EdgeLog,
): void {
  const shift = shiftOf(cells);
  const heavy = roomFor(log, until - from);
  let kept = heavy.length;
  for (let at = from; at < until; at++) {
    heavy.source[kept] = source[at]!;
    heavy.target[kept] = target[at]!;
    heavy.took_ms[kept] = took_ms[at]!;
    kept += Number(cells[hashOf(source[at]!, target[at]!) >>> shift]! >= least);
  }
  heavy.length = kept;
}

/** Larger counts are ranked as this. */
const RANKED_MAX = 2 ** 16 - 1;

/** The largest count that at least `rank` of the counts reach; 0 if there are fewer. */
function rankedCount(counts: Uint32Array, rank: number): number {
  /** count -> how many have it. */
  const having = new Uint32Array(RANKED_MAX + 1);
  for (let at = 0; at < counts.length; at++) having[Math.min(counts[at]!, RANKED_MAX)]!++;
  let count = RANKED_MAX;
  for (let reaching = having[count]!; reaching < rank && count > 0; reaching += having[count]!) count--;
  return count;
}
