/** The most frequent values of properties. Counted in the computing thread because there may be many. */
import type { ValuesNumbers, ValuesQuery } from '../../model/question/values.ts';
import type { ProjectContext } from '../contract/context.ts';

/** Values per key, in the order of keys given. @throws ServiceError cancelled, timeout, busy */
export function valuesOf(context: ProjectContext, query: ValuesQuery): Promise<ValuesNumbers> {
  return context.service.computing.numbers(context, { kind: 'values', query });
}

/** Returns those properties that have a value on any of the events (null means any event). @throws as `valuesOf` */
export async function propertiesOn(
  context: ProjectContext,
  events: readonly (string | null)[],
  names: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const event of events) {
    const keys = names.filter((name) => !found.has(name));
    if (keys.length === 0) break;
    const had = await context.service.computing.numbers(context, { kind: 'properties', query: { event, keys } });
    for (const key of had) found.add(key);
  }
  return found;
}
