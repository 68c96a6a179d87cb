/** Funnels over time, the slow and obvious way: every bucket in which an actor enters has slots of its own. */
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import { byInstant, inOrder, isAlike, shortestQueue } from './funnel.ts';
import { type Cast, castsOf, type Moment, momentsOf } from './funnel_moments.ts';
import type { Happening } from './happening.ts';

export interface OracleEntries {
  /** bucket -> actors. */
  readonly reached_from: number[];
  readonly reached_to: number[];
}

/** What an actor's entry of a bucket came to. */
type Outcome = { readonly bucket: number; readonly level: number };

/** Value of the breakdown as JSON -> its entries; values nobody entered with are left out. */
export function entriesOracle(query: FunnelQuery, history: readonly Happening[]): Record<string, OracleEntries> {
  const found: Record<string, OracleEntries> = {};
  const buckets = query.edges_ms.length - 1;
  for (const actor of new Set(history.map((happening) => happening.actor))) {
    for (const cast of castsOf(query, momentsOf(query, actor, history))) {
      const outcomes = query.order === 'unordered' ? queued(query, cast) : entered(query, cast);
      for (const { bucket, level } of outcomes) {
        if (level <= query.from_step) continue;
        found[cast.value] ??= { reached_from: zeros(buckets), reached_to: zeros(buckets) };
        found[cast.value]!.reached_from[bucket]!++;
        if (level > query.to_step) found[cast.value]!.reached_to[bucket]!++;
      }
    }
  }
  return found;
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function bucketOf({ edges_ms }: FunnelQuery, time_ms: number): number {
  return edges_ms.findLastIndex((edge_ms) => edge_ms <= time_ms);
}

interface Entry {
  /** Level -> the attempt there. */
  slots: ({ start_ms: number; tainted: boolean } | undefined)[];
  level: number;
  level_ms: number;
  state: 'clean' | 'spoilt' | 'crossed' | 'through';
}

function entered(query: FunnelQuery, { moments, mayDo }: Cast): Outcome[] {
  const last = query.to_step + 1;
  const entries = new Map<number, Entry>();

  const enter = (time_ms: number): void => {
    const bucket = bucketOf(query, time_ms);
    const entry = entries.get(bucket);
    if (entry?.state === 'through') return;
    if (entry === undefined || (entry.level === 1 && entry.state !== 'clean')) {
      entries.set(bucket, { slots: [], level: 1, level_ms: time_ms, state: 'clean' });
    }
    entries.get(bucket)!.slots[1] = { start_ms: time_ms, tainted: false };
  };

  const waits = (entry: Entry, level: number, time_ms: number): boolean => {
    const before = entry.slots[level - 1];
    if (entry.state === 'through' || before === undefined) return false;
    return time_ms - before.start_ms <= query.window_ms && entry.slots[level]?.start_ms !== before.start_ms;
  };

  const spoil = (entry: Entry, level: number, time_ms: number): void => {
    if (!waits(entry, level, time_ms) || entry.slots[level - 1]!.tainted) return;
    entry.slots[level - 1]!.tainted = true;
    if (entry.level === level - 1 && time_ms - entry.level_ms <= query.window_ms) entry.state = 'spoilt';
  };

  const advance = (entry: Entry, level: number, time_ms: number): void => {
    if (!waits(entry, level, time_ms)) return;
    const before = entry.slots[level - 1]!;
    if (!before.tainted) {
      entry.slots[level] = { ...before };
      if (level === last) {
        Object.assign(entry, { level, state: 'through' });
        return;
      }
    }
    if (level < entry.level || (level === entry.level && entry.state !== 'spoilt')) return;
    Object.assign(entry, { level, level_ms: time_ms, state: before.tainted ? 'crossed' : 'clean' });
  };

  const step = (moment: Moment): void => {
    for (const level of [...moment.levels].reverse()) {
      if (level > last || !mayDo(moment, level)) continue;
      if (level === 1) enter(moment.time_ms);
      else for (const entry of entries.values()) advance(entry, level, moment.time_ms);
    }
  };

  const takeAlone = (moment: Moment): void => {
    for (const level of [...moment.spoils].reverse()) {
      if (level <= last) for (const entry of entries.values()) spoil(entry, level, moment.time_ms);
    }
    step(moment);
    if (query.order !== 'strict') return;
    for (const { slots } of entries.values()) {
      for (let level = 1; level <= last; level++) if (!moment.levels.includes(level)) slots[level] = undefined;
    }
  };

  for (const instant of byInstant(moments)) {
    if (instant.every((moment) => isAlike(moment, instant[0]!))) instant.forEach(takeAlone);
    else inOrder(instant).forEach(step);
  }
  const all = [...entries].map(([bucket, { level, state }]) => ({ bucket, level, state }));
  const crossed = all.some(({ state }) => state === 'crossed');
  return all.filter(({ state }) => state === 'through' || (state === 'clean' && !crossed));
}

function queued(query: FunnelQuery, { moments, mayBegin }: Cast): Outcome[] {
  let queues: number[][] = query.steps.map(() => []);
  const levels = new Map<number, number>();
  const filled = (): number => queues.filter((queue) => queue.length > 0).length;
  const dropWhile = (isOver: (oldest_ms: number) => boolean): void => {
    while (filled() > 0) {
      const oldest_ms = Math.min(...queues.flat());
      if (filled() < queues.length && !isOver(oldest_ms)) return;
      const bucket = bucketOf(query, oldest_ms);
      levels.set(bucket, Math.max(levels.get(bucket) ?? 0, filled()));
      queues.find((queue) => queue[0] === oldest_ms)!.shift();
    }
  };
  for (const moment of inOrder(moments)) {
    dropWhile((oldest_ms) => oldest_ms + query.window_ms < moment.time_ms);
    if (moment.spoils.length > 0) queues = queues.map(() => []);
    else if (moment.levels.length > 0 && (filled() > 0 || mayBegin(moment))) {
      shortestQueue(queues, moment).push(moment.time_ms);
    }
  }
  dropWhile(() => true);
  return [...levels].map(([bucket, level]) => ({ bucket, level }));
}
