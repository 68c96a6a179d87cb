/**
 * Funnels, the slow and obvious way: one actor at a time, the slot rule written down literally. Levels count from 1,
 * as the rule does; level k of an attempt is "has done k steps".
 */
import type { FunnelOrder, FunnelQuery } from '../../src/model/funnel.ts';
import { type Happening, isWithin, matchesAny, textOfProperty } from './happening.ts';

/** One event as the rule sees it. */
interface Moment {
  readonly time_ms: number;
  /** Levels this event may reach, ascending; empty for an event of no step. */
  readonly levels: readonly number[];
  /** Levels before which this event is an exclusion, ascending. */
  readonly spoils: readonly number[];
  readonly text: string;
}

interface Attempt {
  readonly start_ms: number;
  readonly times_ms: readonly number[];
  readonly used: readonly Moment[];
  tainted: boolean;
}

interface ActorResult {
  /** Levels reached, 0 = none or left out. */
  readonly level: number;
  readonly times_ms: readonly number[];
  readonly value: string;
}

export interface OracleTable {
  readonly counts: number[];
  /** step -> times from the step before, zeros left out, ascending. */
  readonly times_ms: number[][];
}

/** Value of the breakdown ('' without one) -> its table. */
export function funnelOracle(query: FunnelQuery, history: readonly Happening[]): Record<string, OracleTable> {
  const tables: Record<string, OracleTable> = {};
  for (const actor of new Set(history.map((happening) => happening.actor))) {
    const own = history.filter((happening) => happening.actor === actor);
    const { level, times_ms, value } = actorOracle(query, own);
    if (level === 0) continue;
    const steps = query.steps.map(() => 0);
    tables[value] ??= { counts: [...steps], times_ms: steps.map(() => []) };
    const { counts, times_ms: lists } = tables[value];
    for (let step = 0; step < level; step++) {
      counts[step]!++;
      const took = step === 0 ? 0 : times_ms[step]! - times_ms[step - 1]!;
      if (took > 0) lists[step]!.push(took);
    }
  }
  for (const table of Object.values(tables)) for (const list of table.times_ms) list.sort((a, b) => a - b);
  return tables;
}

/** `own`: all events of one actor in order of arrival. */
function actorOracle(query: FunnelQuery, own: readonly Happening[]): ActorResult {
  const moments = momentsOf(query, own);
  const best = query.order === 'unordered' ? judgeUnordered(query, moments) : judgeSlots(query, query.order, moments);
  const value = moments.find((moment) => moment.text !== '')?.text ?? '';
  return { ...best, value };
}

/** In time order; of one instant by event name, then as they arrived. */
function momentsOf(query: FunnelQuery, own: readonly Happening[]): Moment[] {
  return own
    .filter((happening) => isWithin(query.range, happening))
    .sort((a, b) => a.time_ms - b.time_ms || (a.event < b.event ? -1 : a.event > b.event ? 1 : 0))
    .map((happening) => ({
      time_ms: happening.time_ms,
      levels: query.steps.flatMap((step, index) => (matchesAny(step.matches, happening) ? [index + 1] : [])),
      spoils: spoiledLevels(query, happening),
      text: query.breakdown === null ? '' : textOfProperty(happening, query.breakdown.source.key),
    }))
    .filter((moment) => query.order === 'strict' || moment.levels.length > 0 || moment.spoils.length > 0);
}

/** An exclusion of steps from..to (zero-based) stands before levels from + 2 ... to + 1. */
function spoiledLevels(query: FunnelQuery, happening: Happening): number[] {
  return query.steps.flatMap((_, step) =>
    query.exclusions.some(
      (exclusion) =>
        exclusion.from_step < step && step <= exclusion.to_step && matchesAny(exclusion.matches, happening),
    )
      ? [step + 1]
      : [],
  );
}

interface Verdict {
  readonly level: number;
  readonly times_ms: readonly number[];
}

function judgeSlots(query: FunnelQuery, order: FunnelOrder, moments: readonly Moment[]): Verdict {
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
    if (order !== 'strict') return;
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

function byInstant(moments: readonly Moment[]): Moment[][] {
  const times = [...new Set(moments.map((moment) => moment.time_ms))];
  return times.map((time_ms) => moments.filter((moment) => moment.time_ms === time_ms));
}

function isAlike(a: Moment, b: Moment): boolean {
  return a.levels.join() === b.levels.join() && a.spoils.join() === b.spoils.join();
}

/** Ascending levels; for one level the event first whose highest other levels are lowest. */
function splitBySteps(instant: readonly Moment[]): { level: number; moment: Moment }[] {
  const weight = (moment: Moment): number => moment.levels.reduce((sum, level) => sum + 2 ** level, 0);
  return instant
    .flatMap((moment) => moment.levels.map((level) => ({ level, moment })))
    .sort((a, b) => a.level - b.level || weight(a.moment) - weight(b.moment));
}

function judgeUnordered(query: FunnelQuery, moments: readonly Moment[]): Verdict {
  let queues: number[][] = query.steps.map(() => []);
  let best: Verdict = { level: 0, times_ms: [] };
  const filled = (): number[][] => queues.filter((queue) => queue.length > 0);
  const oldest = (): number => Math.min(...queues.flat());
  const note = (): void => {
    if (filled().length <= best.level) return;
    const times_ms = filled().map((queue) => queue[0]!);
    best = { level: times_ms.length, times_ms: times_ms.sort((a, b) => a - b) };
  };
  for (const moment of moments) {
    while (filled().length > 0 && oldest() + query.window_ms < moment.time_ms) {
      note();
      queues.find((queue) => queue[0] === oldest())!.shift();
    }
    if (moment.spoils.length > 0) queues = queues.map(() => []);
    else if (moment.levels.length > 0) {
      const candidates = moment.levels.map((level) => queues[level - 1]!);
      const newest = (queue: number[]): number => queue.at(-1) ?? Number.NEGATIVE_INFINITY;
      candidates.reduce((a, b) => (newest(b) < newest(a) ? b : a)).push(moment.time_ms);
    }
    if (filled().length === queues.length) break;
  }
  note();
  return best;
}
