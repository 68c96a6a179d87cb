/**
 * The heaviest edges of a log, without summing up all of it. Entries are counted in a fixed number of cells by a hash of
 * the edge. A cell counts at least what each of its edges does; so edges in cells below a bound are below it themselves,
 * and only the entries of the other cells are summed up. As most edges are rare, that is a small part of the log.
 */
import { type EdgeChunk, type EdgeLog, type EdgeSums, entriesOf, hashOf, newChunk, sumEdges } from './path_edges.ts';

/** About so many entries to a cell, so that even a short log is thinned out. */
const CELL_ENTRIES_BITS = 4;
/** So many cells stay in the second-level cache. */
const CELL_BITS_MAX = 16;

/** Sums of all edges that may be among so many heaviest ones, and of some more. */
export interface HeaviestEdges {
  readonly sums: EdgeSums;
  /** Whether these are all edges there are. */
  readonly is_whole: boolean;
}

/** Exact, whatever the first bound is: it is only a guess of where the wanted edges begin. */
export function sumHeaviest(log: EdgeLog, wanted: number): HeaviestEdges {
  const entries = entriesOf(log);
  const cells = countCells(log, cellBits(entries));
  // A cell has some rare edges besides the heavy one.
  let least = rankedCount(cells, wanted) - Math.ceil((2 * entries) / cells.length);
  for (;;) {
    const heavy = heavyEntries(log, cells, least);
    const sums = sumEdges(heavy);
    const is_whole = entriesOf(heavy) === entries;
    const reached = rankedCount(sums.count, wanted);
    if (is_whole || reached >= least) return { sums, is_whole };
    // So many edges reach that: the wanted ones are all in cells that do.
    least = reached;
  }
}

/** Sums of all edges with at least so many entries, and of some others. */
export function sumFrom(log: EdgeLog, least: number): EdgeSums {
  return sumEdges(least > 1 ? heavyEntries(log, countCells(log, cellBits(entriesOf(log))), least) : log);
}

function cellBits(entries: number): number {
  return Math.min(CELL_BITS_MAX, Math.max(1, 32 - Math.clz32(entries) - CELL_ENTRIES_BITS));
}

/** cell -> entries. Those of several logs add up. */
function countCells(log: EdgeLog, bits: number): Uint32Array {
  const cells = new Uint32Array(2 ** bits);
  for (const chunk of log.chunks) countChunk(chunk, 32 - bits, cells);
  return cells;
}

function countChunk({ source, target, length }: EdgeChunk, shift: number, cells: Uint32Array): void {
  for (let at = 0; at < length; at++) cells[hashOf(source[at]!, target[at]!) >>> shift]!++;
}

/** The entries in cells of at least so many. */
function heavyEntries(log: EdgeLog, cells: Uint32Array, least: number): EdgeLog {
  if (least <= 1) return log;
  let entries = 0;
  for (const count of cells) if (count >= least) entries += count;
  const heavy = newChunk(entries);
  for (const chunk of log.chunks) keepHeavy(chunk, cells, least, heavy);
  return { chunks: [heavy] };
}

function keepHeavy(
  { source, target, took_ms, length }: EdgeChunk,
  cells: Uint32Array,
  least: number,
  heavy: EdgeChunk,
): void {
  const shift = 1 + Math.clz32(cells.length);
  let kept = heavy.length;
  for (let at = 0; at < length; at++) {
    if (cells[hashOf(source[at]!, target[at]!) >>> shift]! < least) continue;
    heavy.source[kept] = source[at]!;
    heavy.target[kept] = target[at]!;
    heavy.took_ms[kept++] = took_ms[at]!;
  }
  heavy.length = kept;
}

/** Counts are ranked up to here; a larger one counts as so much. */
const RANKED_MAX = 2 ** 16 - 1;

/** The largest count, up to a bound, that at least `rank` of them reach; 0 where there are not so many. */
function rankedCount(counts: Uint32Array, rank: number): number {
  /** count -> how many are so large. */
  const having = new Uint32Array(RANKED_MAX + 1);
  for (let at = 0; at < counts.length; at++) having[Math.min(counts[at]!, RANKED_MAX)]!++;
  let count = RANKED_MAX;
  for (let reaching = having[count]!; reaching < rank && count > 0; reaching += having[count]!) count--;
  return count;
}
