/**
 * Funnels, the slow and obvious way: one actor at a time, the slot rule written down literally. Levels count from 1,
 * as the rule does; level k of an attempt is "has done k steps".
 */
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import { type Cast, castsOf, type Moment, momentsOf } from './funnel_moments.ts';
import type { Happening } from './happening.ts';

interface Attempt {
  readonly start_ms: number;
  readonly times_ms: readonly number[];
  readonly used: readonly Moment[];
  tainted: boolean;
}

/** Levels reached, 0 = none or left out, and when. */
interface Verdict {
  readonly level: number;
  readonly times_ms: readonly number[];
}

export interface OracleTable {
  readonly counts: number[];
  /** step -> times from the step before, zeros left out, ascending. */
  readonly times_ms: number[][];
}

/** Value of the breakdown as JSON ('[]' without one) -> its table. */
export function funnelOracle(query: FunnelQuery, history: readonly Happening[]): Record<string, OracleTable> {
  const tables: Record<string, OracleTable> = {};
  for (const { value, verdict } of verdictsOf(query, history)) {
    const steps = query.steps.map(() => 0);
    tables[value] ??= { counts: [...steps], times_ms: steps.map(() => []) };
    const { counts, times_ms: lists } = tables[value];
    for (let step = 0; step < verdict.level; step++) {
      counts[step]!++;
      const took = step === 0 ? 0 : verdict.times_ms[step]! - verdict.times_ms[step - 1]!;
      if (took > 0) lists[step]!.push(took);
    }
  }
  for (const table of Object.values(tables)) for (const list of table.times_ms) list.sort((a, b) => a - b);
  return tables;
}

/** Times from `from_step` to `to_step`, ascending, of actors that got there. */
export function timesOracle(query: FunnelQuery, history: readonly Happening[]): number[] {
  const { from_step, to_step } = query;
  return verdictsOf({ ...query, breakdown: null }, history)
    .filter(({ verdict }) => verdict.level > to_step)
    .map(({ verdict }) => verdict.times_ms[to_step]! - verdict.times_ms[from_step]!)
    .sort((a, b) => a - b);
}

/** Of every actor, once for each value that it counts for, if it did the first step. */
function verdictsOf(query: FunnelQuery, history: readonly Happening[]): { value: string; verdict: Verdict }[] {
  const actors = [...new Set(history.map((happening) => happening.actor))];
  return actors
    .flatMap((actor) => castsOf(query, momentsOf(query, actor, history)))
    .map((cast) => ({ value: cast.value, verdict: judge(query, cast) }))
    .filter(({ verdict }) => verdict.level > 0);
}

function judge(query: FunnelQuery, cast: Cast): Verdict {
  return query.order === 'unordered' ? judgeUnordered(query, cast) : judgeSlots(query, cast);
}

function judgeSlots(query: FunnelQuery, { moments, mayDo }: Cast): Verdict {
  const last = query.steps.length;
  /** Level -> the attempt that started last among those that reached it. */
  const slots: (Attempt | undefined)[] = [];
  let best: { level: number; attempt: Attempt } | undefined;

  const inWindow = (attempt: Attempt | undefined, time_ms: number): attempt is Attempt =>
    attempt !== undefined && time_ms - attempt.start_ms <= query.window_ms;

  const offer = (level: number, attempt: Attempt): void => {
    if (best === undefined || level > best.level || (level === best.level && best.attempt.tainted)) {
      best = { level, attempt };
    }
  };

  const reach = (level: number, moment: Moment, together: boolean): void => {
    const { time_ms } = moment;
    if (!mayDo(moment, level)) return;
    if (level === 1) {
      if (slots[1]?.start_ms === time_ms) return;
      slots[1] = { start_ms: time_ms, times_ms: [time_ms], used: [moment], tainted: false };
      offer(1, { ...slots[1] });
      return;
    }
    const before = slots[level - 1];
    if (!inWindow(before, time_ms) || slots[level]?.start_ms === before.start_ms) return;
    if (together && before.used.includes(moment)) return;
    const moved = { ...before, times_ms: [...before.times_ms, time_ms], used: [...before.used, moment] };
    if (!before.tainted) slots[level] = moved;
    offer(level, { ...moved });
  };

  const spoil = (level: number, moment: Moment): void => {
    const waiting = slots[level - 1];
    if (!inWindow(waiting, moment.time_ms) || slots[level]?.start_ms === waiting.start_ms) return;
    waiting.tainted = true;
    if (best?.level === level - 1 && inWindow(best.attempt, moment.time_ms)) best.attempt.tainted = true;
  };

  const takeAlone = (moment: Moment): void => {
    for (const level of moment.spoils) spoil(level, moment);
    for (const level of [...moment.levels].reverse()) reach(level, moment, false);
    if (query.order !== 'strict') return;
    for (let level = 1; level <= last; level++) if (!moment.levels.includes(level)) slots[level] = undefined;
  };

  for (const instant of byInstant(moments)) {
    if (instant.every((moment) => isAlike(moment, instant[0]!))) {
      for (const moment of instant) {
        takeAlone(moment);
        if (slots[last] !== undefined) break;
      }
    } else {
      for (const { level, moment } of splitBySteps(instant)) reach(level, moment, true);
    }
    if (slots[last] !== undefined) break;
  }
  if (best === undefined || best.attempt.tainted) return { level: 0, times_ms: [] };
  return { level: best.level, times_ms: best.attempt.times_ms };
}

export function byInstant(moments: readonly Moment[]): Moment[][] {
  const times = [...new Set(moments.map((moment) => moment.time_ms))];
  return times.map((time_ms) => moments.filter((moment) => moment.time_ms === time_ms));
}

export function isAlike(a: Moment, b: Moment): boolean {
  return a.levels.join() === b.levels.join() && a.spoils.join() === b.spoils.join();
}

/** The same for whole events: by the lowest level, then as above; what has none comes first. */
export function inOrder(moments: readonly Moment[]): Moment[] {
  return moments.toSorted(
    (a, b) =>
      a.time_ms - b.time_ms ||
      (a.levels[0] ?? 0) - (b.levels[0] ?? 0) ||
      weight(a.levels) - weight(b.levels) ||
      weight(a.spoils) - weight(b.spoils),
  );
}

function weight(levels: readonly number[]): number {
  return levels.reduce((sum, level) => sum + 2 ** level, 0);
}

/** Ascending levels; for one level the event first whose highest other levels are lowest. */
function splitBySteps(instant: readonly Moment[]): { level: number; moment: Moment }[] {
  return instant
    .flatMap((moment) => moment.levels.map((level) => ({ level, moment })))
    .sort((a, b) => a.level - b.level || weight(a.moment.levels) - weight(b.moment.levels));
}

function judgeUnordered(query: FunnelQuery, { moments, mayBegin }: Cast): Verdict {
  let queues: number[][] = query.steps.map(() => []);
  let best: Verdict = { level: 0, times_ms: [] };
  const filled = (): number[][] => queues.filter((queue) => queue.length > 0);
  const oldest = (): number => Math.min(...queues.flat());
  const note = (): void => {
    if (filled().length <= best.level) return;
    const times_ms = filled().map((queue) => queue[0]!);
    best = { level: times_ms.length, times_ms: times_ms.sort((a, b) => a - b) };
  };
  for (const moment of inOrder(moments)) {
    while (filled().length > 0 && oldest() + query.window_ms < moment.time_ms) {
      note();
      queues.find((queue) => queue[0] === oldest())!.shift();
    }
    if (moment.spoils.length > 0) queues = queues.map(() => []);
    else if (moment.levels.length > 0 && (filled().length > 0 || mayBegin(moment))) {
      shortestQueue(queues, moment).push(moment.time_ms);
    }
    if (filled().length === queues.length) break;
  }
  note();
  return best;
}

/** Of the queues of its steps the one that was last joined longest ago. */
export function shortestQueue(queues: readonly number[][], moment: Moment): number[] {
  const newest = (queue: number[]): number => queue.at(-1) ?? Number.NEGATIVE_INFINITY;
  const candidates = moment.levels.map((level) => queues[level - 1]!);
  return candidates.reduce((a, b) => (newest(b) < newest(a) ? b : a));
}
