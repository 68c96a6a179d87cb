/**
 * Strict funnels where each step has a run of its own, without a breakdown. Whoever did not do two steps in order is
 * settled at once; the others are judged by their steps and by what comes between these (see strict_log.ts).
 */
import { gatherEvents, gatherLater, newActorEvents, newActorRows } from './actor_events.ts';
import { addAttempt } from './attempt.ts';
import type { Audience, Judge } from './audience.ts';
import { type Chain, entranceRow, firstStart } from './funnel_links.ts';
import { linkClimbers } from './funnel_ordered.ts';
import type { FunnelWork } from './funnel_work.ts';
import { findRows } from './slice_actors.ts';
import { beginLog, cutLog, eventsAt, isOver, logActor } from './strict_log.ts';

/** The sources of the chain, and of `climbing`, are those of steps and exclusions, those of `whole` all. */
export function judgeStrict(
  chain: Chain,
  climbing: Audience,
  whole: Audience,
  needs: number,
  judge: Judge,
  work: FunnelWork,
): void {
  logCandidates(chain, climbing, needs, work);
  // The largest run settles the most.
  const others = whole.sources.filter(({ steps_any, gaps_any }) => (steps_any | gaps_any) === 0);
  for (const source of others.sort((a, b) => b.actor.length - a.actor.length)) cutLog(work.log, source);
  judgeLog(whole, needs, judge, work);
}

function logCandidates(chain: Chain, climbing: Audience, needs: number, work: FunnelWork): void {
  const { sources, window, entrance, gaps } = chain;
  const { links, log, attempts } = work;
  const first = linkClimbers(chain, climbing, needs, null, work);
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  const entered = sources.indexOf(entrance);
  const narrowed = { ...window };
  beginLog(log, climbing.first_actor, climbing.until_actor);
  for (let at = first; at < attempts.count; at++) {
    const level = attempts.level[at]!;
    if (level < needs || (level === 1 && gaps.length === 0)) continue;
    attempts.level[at] = 0;
    const actor = attempts.actor[at]!;
    findRows(sources, actor, rows);
    const row = entranceRow(entrance, rows.begin[entered]!, rows.until[entered]!, window);
    // Before the first attempt that gets to the second step nothing can get there, but it can be spoilt.
    narrowed.from_ms = gaps.length > 0 ? window.from_ms : firstStart(links, attempts, at);
    if (gaps.length > 0 || entrance.steps !== null) gatherEvents(rows, sources, narrowed, events);
    else gatherLater(rows, sources, entered, narrowed, events);
    logActor(log, actor, entrance.time_ms[row]!, events);
  }
}

function judgeLog({ sources, window }: Audience, needs: number, judge: Judge, work: FunnelWork): void {
  const { log, attempt, attempts } = work;
  const rows = newActorRows(sources.length);
  const events = newActorEvents(sources.length);
  for (let place = 0; place < log.places; place++) {
    const actor = log.actor[place]!;
    if (isOver(log, place)) {
      attempt.level = 1;
      attempt.tainted = false;
    } else if (log.is_tied[place] === 1) {
      findRows(sources, actor, rows);
      gatherEvents(rows, sources, window, events);
      judge(events, 0);
    } else {
      eventsAt(log, place, events);
      judge(events, 0);
    }
    if (attempt.level === 1) attempt.time_ms[0] = log.entered_ms[place]!;
    addAttempt(attempts, actor, 0, needs, attempt);
  }
}
