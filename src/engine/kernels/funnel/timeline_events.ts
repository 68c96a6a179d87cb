/**
 * Gathers events of strict funnels from a timeline, where they are in order already.
 * Input: a timeline, sources with bits per row, a list of actors. Output: ActorEvents per actor. Cost: one random read
 * per row between an actor's first and last step.
 */
import { has } from '../../../base/bitmap.ts';
import type { Timeline } from '../../frame/run.ts';
import { type ActorEvents, newActorEvents, reserveEvents } from './actor_events.ts';
import type { Audience } from './audience.ts';

/** Visits each of these actors with its events. */
export function visitTimeline(
  audience: Audience,
  timeline: Timeline,
  actors: Uint32Array,
  visit: (events: ActorEvents, actor: number) => void,
): void {
  const { sources, chooser } = audience;
  const events = newActorEvents(0);
  /** source -> its step bits, and its step and exclusion bits together. */
  const steps_of = Uint32Array.from(sources, ({ steps_any }) => steps_any);
  const bits_of = Uint32Array.from(sources, ({ steps_any, exclusions_any }) => steps_any | exclusions_any);
  for (let at = 0; at < actors.length; at++) {
    const actor = actors[at]!;
    const begin = timeline.begin[actor]!;
    const end = timeline.begin[actor + 1]!;
    // Without groups, events before the first step or after the last one change nothing.
    const first = chooser === null ? firstStep(timeline, begin, end, steps_of) : begin;
    const until = chooser === null ? lastStep(timeline, first, end, bits_of) : end;
    gatherTimeline(timeline, first, until, audience, events);
    visit(events, actor);
  }
}

/** First position that may do the first step, moved back so that no instant is split. */
function firstStep({ run }: Timeline, begin: number, end: number, steps_of: Uint32Array): number {
  let position = begin;
  while (position < end && (steps_of[run[position]! >>> 1]! & 1) === 0) position++;
  while (position > begin && position < end && (run[position]! & run[position - 1]! & 1) !== 0) position--;
  return position;
}

/** Position after the last row with step or exclusion bits, moved forward so that no instant is split. */
function lastStep({ run }: Timeline, begin: number, end: number, bits_of: Uint32Array): number {
  let until = end;
  while (until > begin && bits_of[run[until - 1]! >>> 1] === 0) until--;
  while (until > begin && until < end && (run[until]! & run[until - 1]! & 1) !== 0) until++;
  return until;
}

/**
 * Overwrites `out` with the rows at [begin, end) that count. Keeps only the first of consecutive step-less events
 * without ties or groups.
 */
export function gatherTimeline(
  { run, row }: Timeline,
  begin: number,
  end: number,
  { sources, window }: Audience,
  out: ActorEvents,
): void {
  const { from_ms, until_ms } = window;
  reserveEvents(out, end - begin);
  let at = 0;
  let is_idle = false;
  for (let position = begin; position < end; position++) {
    const code = run[position]!;
    const { time_ms, steps, steps_any, exclusions, exclusions_any, group, others } = sources[code >>> 1]!;
    const is_other = (steps_any | exclusions_any) === 0 && others === null && group === null && (code & 1) === 0;
    if (is_other && is_idle) continue;
    const of = row[position]!;
    const time = time_ms[of]!;
    if (time < from_ms) continue;
    if (time >= until_ms) break;
    const step_bits = steps === null ? steps_any : steps[of]!;
    const exclusion_bits = exclusions === null ? exclusions_any : exclusions[of]!;
    if ((step_bits | exclusion_bits) === 0 && others !== null && !has(others, of)) continue;
    is_idle = is_other;
    out.time_ms[at] = time;
    out.steps[at] = step_bits;
    out.exclusions[at] = exclusion_bits;
    if (group !== null) out.group[at] = group[of]!;
    at++;
  }
  out.length = at;
}
