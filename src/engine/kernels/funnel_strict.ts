/**
 * Strict funnels where each step has a run of its own, without a breakdown. Whoever did not do two steps in order is
 * settled at once; the others are judged by their steps and by what comes between these (see strict_log.ts).
 */
import { gatherEvents, newActorEvents, newActorRows, type RowWindow } from './actor_events.ts';
import type { Audience, Judge } from './audience.ts';
import { type Chain, runChain } from './funnel_chain.ts';
import { entranceRow, type Visit, visitAndTell } from './funnel_visit.ts';
import { findActor, noteActive, type PlaceWalk } from './place_walk.ts';
import { cutLog, eventsAt, isOver, logActor, newStrictLog, type StrictLog } from './strict_log.ts';

/** The sources of the visit are those of steps and exclusions, those of `whole` all. The chain fills the visit's attempt. */
export function judgeStrict(visit: Visit, chain: Chain, whole: Audience, judge: Judge): void {
  const log = logCandidates(visit, chain);
  // The largest run settles the most.
  const others = whole.sources.filter(({ steps_any, gaps_any }) => (steps_any | gaps_any) === 0);
  for (const source of others.sort((a, b) => b.actor.length - a.actor.length)) cutLog(log, source);
  judgeLog(visit, log, whole, judge);
}

function logCandidates(visit: Visit, chain: Chain): StrictLog {
  const { audience, entrance, attempt, told } = visit;
  const { sources, window } = audience;
  const log = newStrictLog(audience.first_actor, audience.until_actor);
  const rows = newActorRows(sources.length);
  const events = newActorEvents(sources.length);
  const narrowed = { ...window };
  visitAndTell(visit, (walk, actor) => {
    const row = entranceRow(sources[entrance]!, walk.begin[entrance]!, walk.until[entrance]!, window);
    if (row < 0) return;
    runChain(chain, walk);
    const has_gaps = chain.gaps.length > 0;
    if (attempt.level === 1 && !has_gaps) {
      told(0, actor);
      return;
    }
    const entered_ms = sources[entrance]!.time_ms[row]!;
    // Only what is between the first attempt to get to the second step and the last step can get there, or spoil it.
    narrowed.from_ms = has_gaps ? entered_ms : attempt.time_ms[0]!;
    narrowed.until_ms = has_gaps ? window.until_ms : untilLater(visit, walk, window);
    noteActive(walk, rows);
    gatherEvents(rows, sources, narrowed, events);
    logActor(log, actor, entered_ms, events);
  });
  return log;
}

function untilLater({ audience, entrance }: Visit, { begin, until }: PlaceWalk, window: RowWindow): number {
  let last_ms = Number.NEGATIVE_INFINITY;
  for (let source = 0; source < begin.length; source++) {
    if (source === entrance || begin[source] === until[source]) continue;
    last_ms = Math.max(last_ms, audience.sources[source]!.time_ms[until[source]! - 1]!);
  }
  return Math.min(window.until_ms, last_ms + 1);
}

function judgeLog({ attempt, told }: Visit, log: StrictLog, whole: Audience, judge: Judge): void {
  const rows = newActorRows(whole.sources.length);
  const events = newActorEvents(whole.sources.length);
  const stretches = whole.sources.map((source) => source.stretches);
  for (let place = 0; place < log.places; place++) {
    const actor = log.actor[place]!;
    if (isOver(log, place)) {
      attempt.level = 1;
      attempt.tainted = false;
    } else if (log.is_tied[place] === 1) {
      findActor(stretches, actor, rows);
      gatherEvents(rows, whole.sources, whole.window, events);
      judge(events, 0);
    } else {
      eventsAt(log, place, events);
      judge(events, 0);
    }
    if (attempt.level === 1) attempt.time_ms[0] = log.entered_ms[place]!;
    told(0, actor);
  }
}
