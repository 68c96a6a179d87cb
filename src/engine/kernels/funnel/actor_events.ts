/**
 * All rows of one actor that matter, from several runs, in time order, as flat arrays: what funnels (and later paths
 * and retention) look at. Rows of one instant stand in the order of the sources, then of arrival.
 */
import type { Codes } from '../../frame/column.ts';
import type { RankIndex, ActorRanges } from '../../frame/run.ts';

/** One run with the steps its rows match. Arrays have the row as their index. */
export interface EventSource {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** row -> bit k: it matches step k; null = `steps_any` for every row. */
  readonly steps: Uint32Array | null;
  /** Bits that any of the rows may have. */
  readonly steps_any: number;
  /** row -> bit k: it must not happen between steps k - 1 and k; null = `gaps_any` for every row. */
  readonly exclusions: Uint32Array | null;
  readonly exclusions_any: number;
  /** row -> group of the breakdown; null where there is none. */
  readonly group: Codes | null;
}

/** A source whose actors are found by its morsels. */
export interface FunnelSource extends EventSource {
  readonly ranges: ActorRanges;
  readonly index: RankIndex;
  /** Of funnels with a breakdown that are not strict: position -> time of the actor's first row; null = only the rows tell. */
  readonly first_ms: Float64Array | null;
  /** Where every event counts, of second steps: row -> its position in the timeline. */
  readonly positions: Uint32Array | null;
  /** Where every event counts: bit set over rows of no step, whether the question is about them; null = all are. */
  readonly others: Uint32Array | null;
}

/** Where the rows of one actor are; a walk's current one. */
export interface ActorRows {
  /** source -> first row, of active sources. */
  readonly begin: Uint32Array;
  /** source -> row past the last one. */
  readonly until: Uint32Array;
  /** position below active_count -> source that has rows, ascending. */
  readonly active: Uint32Array;
  active_count: number;
}

export function newActorRows(sources: number): ActorRows {
  return {
    begin: new Uint32Array(sources),
    until: new Uint32Array(sources),
    active: new Uint32Array(sources),
    active_count: 0,
  };
}

/** The arrays have the position of the event as their index, below `length`; they grow and are used again. */
export interface ActorEvents {
  length: number;
  time_ms: Float64Array;
  steps: Uint32Array;
  exclusions: Uint32Array;
  group: Uint32Array;
  /** position among the walk's active sources -> time of the next row to take, infinite when there is none. */
  readonly next_ms: Float64Array;
}

/** Which rows to take. */
export interface RowWindow {
  readonly from_ms: number;
  readonly until_ms: number;
}

export function newActorEvents(sources: number): ActorEvents {
  return { length: 0, ...arrays(256), next_ms: new Float64Array(sources) };
}

function arrays(capacity: number): Omit<ActorEvents, 'length' | 'next_ms'> {
  return {
    time_ms: new Float64Array(capacity),
    steps: new Uint32Array(capacity),
    exclusions: new Uint32Array(capacity),
    group: new Uint32Array(capacity),
  };
}

/** Replaces what `out` holds by the rows of the walk's current actor. */
export function gatherEvents(
  walk: ActorRows,
  sources: readonly EventSource[],
  window: RowWindow,
  out: ActorEvents,
): void {
  reserve(walk, out);
  out.length = 0;
  if (walk.active_count === 1) {
    const source = walk.active[0]!;
    append(sources[source]!, walk.begin[source]!, walk.until[source]!, Number.POSITIVE_INFINITY, window, out);
    return;
  }
  mergeActive(walk, sources, window, out);
}

function reserve(walk: ActorRows, out: ActorEvents): void {
  let rows = 0;
  for (let at = 0; at < walk.active_count; at++) {
    const source = walk.active[at]!;
    rows += walk.until[source]! - walk.begin[source]!;
  }
  reserveEvents(out, rows);
}

/** Room for so many events; what was there may be lost. */
export function reserveEvents(out: ActorEvents, count: number): void {
  if (count > out.time_ms.length) Object.assign(out, arrays(2 ** Math.ceil(Math.log2(count))));
}

/** Takes morsels: from the source whose next row is earliest, all rows before the next row of any other. */
function mergeActive(walk: ActorRows, sources: readonly EventSource[], window: RowWindow, out: ActorEvents): void {
  const { active, active_count, begin, until } = walk;
  const { next_ms } = out;
  for (let at = 0; at < active_count; at++) {
    const source = active[at]!;
    const { time_ms } = sources[source]!;
    let row = begin[source]!;
    while (row < until[source]! && time_ms[row]! < window.from_ms) row++;
    begin[source] = row;
    next_ms[at] = row < until[source]! ? time_ms[row]! : Number.POSITIVE_INFINITY;
  }
  for (;;) {
    let first = 0;
    let first_ms = next_ms[0]!;
    let stop_ms = Number.POSITIVE_INFINITY;
    for (let at = 1; at < active_count; at++) {
      const time = next_ms[at]!;
      if (time < first_ms) {
        stop_ms = first_ms;
        first_ms = time;
        first = at;
      } else if (time < stop_ms) stop_ms = time;
    }
    if (!(first_ms < window.until_ms)) return;
    const source = active[first]!;
    const row = append(sources[source]!, begin[source]!, until[source]!, stop_ms, window, out);
    begin[source] = row;
    next_ms[first] = row < until[source]! ? sources[source]!.time_ms[row]! : Number.POSITIVE_INFINITY;
  }
}

/** At least row `begin`, then on while rows are before `stop_ms`; returns the first row not looked at. */
function append(
  source: EventSource,
  begin: number,
  until: number,
  stop_ms: number,
  window: RowWindow,
  out: ActorEvents,
): number {
  const { time_ms, steps, steps_any, exclusions, exclusions_any, group } = source;
  const { from_ms, until_ms } = window;
  let at = out.length;
  let row = begin;
  do {
    const time = time_ms[row]!;
    const step_bits = steps === null ? steps_any : steps[row]!;
    const exclusion_bits = exclusions === null ? exclusions_any : exclusions[row]!;
    if ((step_bits | exclusion_bits) !== 0 && time >= from_ms && time < until_ms) {
      out.time_ms[at] = time;
      out.steps[at] = step_bits;
      out.exclusions[at] = exclusion_bits;
      if (group !== null) out.group[at] = group[row]!;
      at++;
    }
    row++;
  } while (row < until && time_ms[row]! < stop_ms);
  out.length = at;
  return row;
}
