/**
 * Strict funnels where each step has a run of its own, without a breakdown. Whoever did not do two steps in order is
 * settled at once; the others are judged by their steps and by what comes between these (see strict_log.ts).
 */
import { gatherEvents, gatherLater, newActorEvents, newActorRows } from './actor_events.ts';
import type { Audience, Judge } from './audience.ts';
import { type Chain, runChain } from './funnel_chain.ts';
import { entranceRow, type Visit, visitAndTell } from './funnel_visit.ts';
import { findActor } from './slice_rows.ts';
import { beginLog, cutLog, eventsAt, isOver, logActor, type StrictLog } from './strict_log.ts';

/** The sources of the visit are those of steps and exclusions, those of `whole` all. The chain fills the visit's attempt. */
export function judgeStrict(visit: Visit, chain: Chain, whole: Audience, judge: Judge, log: StrictLog): void {
  logCandidates(visit, chain, log);
  // The largest run settles the most.
  const others = whole.sources.filter(({ steps_any, gaps_any }) => (steps_any | gaps_any) === 0);
  for (const source of others.sort((a, b) => b.actor.length - a.actor.length)) cutLog(log, source);
  judgeLog(visit, log, whole, judge);
}

function logCandidates(visit: Visit, chain: Chain, log: StrictLog): void {
  const { audience, entrance, attempt, told } = visit;
  const { sources, window } = audience;
  beginLog(log, audience.first_actor, audience.until_actor);
  const events = newActorEvents(sources.length);
  const has_gaps = chain.gaps.length > 0;
  const entered = sources[entrance]!;
  const narrowed = { ...window };
  visitAndTell(visit, (rows, actor) => {
    const row = entranceRow(entered, rows.begin[entrance]!, rows.until[entrance]!, window);
    if (row < 0) return;
    runChain(chain, rows);
    if (attempt.level === 1 && !has_gaps) {
      told(0, actor);
      return;
    }
    // Before the first attempt that gets to the second step nothing can get there, but it can be spoilt.
    narrowed.from_ms = has_gaps ? window.from_ms : chain.start_ms[0]!;
    if (has_gaps || entered.steps !== null) gatherEvents(rows, sources, narrowed, events);
    else gatherLater(rows, sources, entrance, narrowed, events);
    logActor(log, actor, entered.time_ms[row]!, events);
  });
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
