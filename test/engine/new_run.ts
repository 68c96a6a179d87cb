/** A run of given rows, as a dataset would make it. */
import { fromFlags, has } from '../../src/base/bitmap.ts';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { KeptPresence } from '../../src/engine/dataset/kept_presence.ts';
import type { Column } from '../../src/engine/frame/column.ts';
import { grainsOf, type Presence, type Run, rangesOf } from '../../src/engine/frame/run.ts';
import { selectColumn } from '../../src/engine/select/column_select.ts';
import { columnOfProperties } from '../../src/engine/select/expression/column.ts';

export function newRun(
  event: string,
  actor: Uint32Array,
  time_ms: Float64Array,
  column: (property: string) => Column,
): Run {
  const rows = actor.length;
  const ranges = rangesOf(actor);
  const grains = () => grainsOf(time_ms, ranges);
  const presence = presenceOf(actor, time_ms, grains);
  const kept = new Map<string, Uint32Array | null>();
  const selection: Run['selection'] = ({ name, each }, make) => {
    if (!kept.has(name)) kept.set(name, make([...each.keys()]));
    return kept.get(name)!;
  };
  const narrowed: Run['filtered'] = (name) => {
    const bits = kept.get(name);
    if (bits === undefined || bits === null) return null;
    return pickedRun(
      run,
      Uint32Array.from(actor.keys()).filter((row) => has(bits, row)),
    );
  };
  const passing: Run['passing'] = (all_of, team) => {
    const found = all_of.map(({ of, test, is_not }) => {
      const values =
        typeof of === 'string' ? column(of) : columnOfProperties(of, rows, column, () => team.checkpoint());
      const own = selectColumn(test, values, rows, team);
      return Array.from({ length: rows }, (_, row) => (own === null || has(own, row)) !== is_not);
    });
    const passes = Uint8Array.from({ length: rows }, (_, row) => Number(found.every((own) => own[row])));
    return passes.includes(0) ? fromFlags(passes) : null;
  };
  const hasText: Run['hasText'] = (property, text) => {
    const of = column(property);
    return of.kind === 'dictionary' && of.codes.some((code) => of.values.at(code) === text);
  };
  const run: Run = {
    ...{
      event,
      rows,
      actor,
      time_ms,
      ranges,
      presence,
      grains,
      selection,
      filtered: narrowed,
      computesStored: () => rows % 2 === 0,
      passing,
      hasText,
      column,
      storedColumn: column,
    },
  };
  return run;
}

function pickedRun(run: Run, picked: Uint32Array): Run {
  const actor = picked.map((row) => run.actor[row]!);
  const time_ms = Float64Array.from(picked, (row) => run.time_ms[row]!);
  return newRun(run.event, actor, time_ms, (property) => pickedColumn(run.column(property), picked));
}

function pickedColumn(column: Column, picked: Uint32Array): Column {
  if (column.kind === 'number')
    return { kind: 'number', values: Float64Array.from(picked, (row) => column.values[row]!) };
  return { ...column, codes: picked.map((row) => column.codes[row]!) };
}

export function presenceOf(actor: Uint32Array, time_ms: Float64Array, grains: Run['grains'] = () => null): Presence {
  const rows = { actor, time_ms, ranges: rangesOf(actor), grains, arrived: () => null };
  return new KeptPresence(rows, (actor.at(-1) ?? -1) + 1, new Budget(Number.POSITIVE_INFINITY));
}
