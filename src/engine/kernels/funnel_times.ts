/** How long the part of a funnel between two steps took, of every actor that got through it. */
import type { Task } from '../team.ts';
import { type FunnelPlan, newAttempt } from './attempt.ts';
import { type Audience, type FunnelArgs, ofActors, type StepOrder } from './audience.ts';
import { judgeActors } from './funnel_actors.ts';

/** A log in the order of actors. */
interface TimeLog {
  count: number;
  /** entry below `count` -> milliseconds. */
  took_ms: Float64Array;
}

function newTimeLog(): TimeLog {
  return { count: 0, took_ms: new Float64Array(1024) };
}

/** Adds the actors of the audience that reached `to_step`. */
function logTimes(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  from_step: number,
  to_step: number,
  log: TimeLog,
): void {
  const attempt = newAttempt(plan.steps);
  judgeActors(audience, plan, order, to_step + 1, attempt, () => {
    add(log, attempt.time_ms[to_step]! - attempt.time_ms[from_step]!);
  });
}

function add(log: TimeLog, took_ms: number): void {
  if (log.count === log.took_ms.length) {
    const larger = new Float64Array(log.count * 2);
    larger.set(log.took_ms);
    log.took_ms = larger;
  }
  log.took_ms[log.count++] = took_ms;
}

interface TimesArgs extends FunnelArgs {
  readonly from_step: number;
  readonly to_step: number;
}

/** Over actors. What comes of it: milliseconds, in the order of actors. */
export const FUNNEL_TIMES: Task<TimesArgs, TimeLog, Float64Array> = {
  name: 'funnel times',
  begin: newTimeLog,
  add: ({ audience, plan, order, from_step, to_step }, log, first, until) =>
    logTimes(ofActors(audience, first, until), plan, order, from_step, to_step, log),
  end: (log) => log.took_ms.slice(0, log.count),
};
