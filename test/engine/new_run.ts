/** A run of given rows, as a dataset would make it. */
import type { Column } from '../../src/engine/column.ts';
import { quartersOf, type Run, stretchesOf } from '../../src/engine/run.ts';

export function newRun(
  event: string,
  actor: Uint32Array,
  time_ms: Float64Array,
  column: (property: string) => Column,
): Run {
  const stretches = stretchesOf(actor);
  return { event, rows: actor.length, actor, time_ms, stretches, quarters: () => quartersOf(time_ms), column };
}
