/** Defines properties again that have stored values but lost their definitions. */
import type { Column, Value } from '../../engine/frame/column.ts';
import type { Store } from '../../store/types/store.ts';
import { Definitions } from '../ingest/definitions.ts';
import { storedSpans } from './stored_lines.ts';

/** Derives types from the stored values. Returns how many properties were defined. */
export function defineAgain(store: Store, project_id: number): number {
  const { definitions, people, groups } = store;
  const before = definitions.properties(project_id, {});
  const known = new Set(before.map(({ owner, group_type_index, name }) => `${owner} ${group_type_index} ${name}`));
  const isNew = (owner: string, name: string): boolean => !known.has(`${owner} ${name}`);
  const noted = new Definitions(definitions, project_id);
  const without = (properties: Readonly<Record<string, unknown>>, owner: string) =>
    Object.fromEntries(Object.entries(properties).filter(([name]) => isNew(owner, name)));
  for (const span of storedSpans(store, project_id)) {
    for (const name of span.properties) {
      if (isNew('event -1', name)) noted.noteProperties(new Map([[name, valuesOf(span.column(name))]]));
    }
  }
  for (const { properties } of people.changedSince(project_id, -1)) {
    noted.notePersonProperties(without(properties, 'person -1'));
  }
  for (const { group_type_index } of groups.types(project_id)) {
    for (const { properties } of groups.changedSince(project_id, group_type_index, -1)) {
      noted.noteGroupProperties(group_type_index, without(properties, `group ${group_type_index}`));
    }
  }
  return definitions.properties(project_id, {}).length - before.length;
}

/** The distinct values without the first, because code 0 means missing. One number stands for a column of numbers. */
function valuesOf(column: Column | null): Value[] {
  if (column === null) return [];
  return column.kind === 'number' ? [0] : [...column.values].slice(1);
}
