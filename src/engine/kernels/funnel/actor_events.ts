/**
 * Merges one actor's rows from several runs into time-ordered flat arrays, the input of the event-by-event kernels.
 * Input: sources (runs with step and exclusion bits per row) and the actor's row ranges. Output: ActorEvents. Cost: one
 * copy per row, plus a scan of the sources wherever the earliest one changes. Rows of one instant keep the order of the
 * sources, then of arrival.
 */
import type { Codes } from '../../frame/column.ts';
import type { ActorRanges, RankIndex } from '../../frame/run.ts';

/** A run whose rows carry step bits. All arrays are indexed by row. */
export interface EventSource {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** row -> bit k: it matches step k; null = `steps_any` for every row. */
  readonly steps: Uint32Array | null;
  /** Union of the bits of all rows. */
  readonly steps_any: number;
  /** row -> bit k: must not happen between steps k - 1 and k; null = `exclusions_any` for every row. */
  readonly exclusions: Uint32Array | null;
  readonly exclusions_any: number;
  /** row -> group of the breakdown; null = no breakdown. */
  readonly group: Codes | null;
}

/** A source whose actors can be looked up by rank. */
export interface FunnelSource extends EventSource {
  readonly ranges: ActorRanges;
  readonly index: RankIndex;
  /** row -> position in the timeline; only for second steps of strict funnels. */
  readonly positions: Uint32Array | null;
  /** Bitmap of step-less rows that count as "something in between" in a strict funnel; null = all of them. */
  readonly others: Uint32Array | null;
}

/** Row ranges of one actor. */
export interface ActorRows {
  /** source -> first row; valid for active sources. */
  readonly begin: Uint32Array;
  /** source -> row past the last one; valid for active sources. */
  readonly until: Uint32Array;
  /** index below active_count -> source that has rows, ascending. */
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

/** Arrays are indexed by event, below `length`. They grow and are reused. */
export interface ActorEvents {
  length: number;
  time_ms: Float64Array;
  steps: Uint32Array;
  exclusions: Uint32Array;
  group: Uint32Array;
  /** index among active sources -> time of the next row to take, infinite at the end. */
  readonly next_ms: Float64Array;
}

/** Rows with from_ms <= time < until_ms are taken. */
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

/** Overwrites `out` with the rows of the current actor. */
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

/** Makes room for `count` events; contents may be lost. */
export function reserveEvents(out: ActorEvents, count: number): void {
  if (count > out.time_ms.length) Object.assign(out, arrays(2 ** Math.ceil(Math.log2(count))));
}

/**
 * Repeatedly takes a batch: from the source with the earliest next row, all rows before any other source's next row.
 */
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

/** Takes row `begin`, then rows while they are before `stop_ms`. Returns the first row not taken. Bare arguments: called per few rows. */
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

/**
 * Orders the events of each instant by their earliest step, and those that may serve fewer later steps first, so that
 * storage order has no effect. What matches no step, as exclusions, comes before all.
 */
export function orderInstants(events: ActorEvents): void {
  const { length, time_ms } = events;
  let begin = 0;
  let is_ordered = true;
  for (let at = 1; at < length; at++) {
    if (time_ms[at] === time_ms[begin]) {
      is_ordered &&= compareEvents(events, at - 1, at) <= 0;
      continue;
    }
    if (!is_ordered) orderEvents(events, begin, at);
    begin = at;
    is_ordered = true;
  }
  if (!is_ordered) orderEvents(events, begin, length);
}

function orderEvents(events: ActorEvents, begin: number, end: number): void {
  const from = Uint32Array.from({ length: end - begin }, (_, at) => begin + at);
  from.sort((a, b) => compareEvents(events, a, b) || a - b);
  for (const column of [events.steps, events.exclusions, events.group]) {
    column.set(
      from.map((at) => column[at]!),
      begin,
    );
  }
}

function compareEvents({ steps, exclusions }: ActorEvents, a: number, b: number): number {
  const left = steps[a]!;
  const right = steps[b]!;
  return firstBit(left) - firstBit(right) || left - right || exclusions[a]! - exclusions[b]!;
}

/** The lowest bit of the mask, 0 if it has none. */
function firstBit(mask: number): number {
  return (mask & -mask) >>> 0;
}
