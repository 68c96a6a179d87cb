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
  const quarters = () => quartersOf(time_ms, stretches);
  const presence = presenceOf(actor, time_ms, quarters);
  const kept = new Map<string, Uint32Array | null>();
  const selection: Run['selection'] = (name, make) => {
    if (!kept.has(name)) kept.set(name, make());
    return kept.get(name)!;
  };
  return { event, rows, actor, time_ms, stretches, presence, quarters, selection, column };
}

export function presenceOf(
  actor: Uint32Array,
  time_ms: Float64Array,
  quarters: Run['quarters'] = () => null,
): Presence {
  const rows = { actor, time_ms, stretches: stretchesOf(actor), quarters };
  return new KeptPresence(rows, new Budget(Number.POSITIVE_INFINITY));
}
