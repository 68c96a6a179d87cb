/** A run of given rows, as a dataset would make it. */
import type { Column } from '../../src/engine/column.ts';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { KeptPresence } from '../../src/engine/dataset/kept_presence.ts';
import { type Presence, quartersOf, type Run, stretchesOf } from '../../src/engine/run.ts';

export function newRun(
  event: string,
  actor: Uint32Array,
  time_ms: Float64Array,
  column: (property: string) => Column,
): Run {
  const rows = actor.length;
  const stretches = stretchesOf(actor);
  const presence = presenceOf(actor, time_ms);
  return { event, rows, actor, time_ms, stretches, presence, quarters: () => quartersOf(time_ms), column };
}

export function presenceOf(actor: Uint32Array, time_ms: Float64Array): Presence {
  return new KeptPresence({ actor, time_ms, stretches: stretchesOf(actor) }, new Budget(Number.POSITIVE_INFINITY));
}
