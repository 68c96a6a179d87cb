/** Warns of values that nobody has, which are usually typos. Reads all values, so it runs only if little was found. */
import { isObject } from '../../base/json.ts';
import { nearestNames } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Missed } from '../../model/question/people.ts';
import { type GroupKey, keyText } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';
import { valuesOf } from './values.ts';

interface Wanted {
  readonly owner: 'event' | 'person';
  readonly key: string;
  readonly values: readonly string[];
}

/** One warning per value that no event or person has, with the nearest. `query` is resolved. @throws as `valuesOf` */
export async function valueWarnings(context: ProjectContext, query: unknown): Promise<string[]> {
  const texts: string[] = [];
  for (const wanted of wantedIn(query).slice(0, LIMIT.reason_conditions)) {
    texts.push(...(await aboutValues(context, wanted)));
  }
  return [...new Set(texts)];
}

async function aboutValues(context: ProjectContext, { owner, key, values }: Wanted): Promise<string[]> {
  const limit = LIMIT.values_compared + 1;
  const [found = []] = await valuesOf(context, { owner, event: null, keys: [key], search: '', limit });
  const texts = found.map(({ value }) => value);
  // Properties without any value get another warning. Past the limit, the value may exist unseen.
  if (texts.length === 0 || texts.length > LIMIT.values_compared) return [];
  const missing = values.filter((value) => !texts.includes(value));
  return missing.slice(0, LIMIT.values_told).map((value) => {
    const who = owner === 'event' ? 'No event has' : 'Nobody has';
    return `${who} ${quoted(value)} as ${quoted(key)}. ${helpWith(value, texts, quoted)}`;
  });
}

function helpWith(value: string, texts: readonly string[], shown: (text: string) => string): string {
  const near = nearestNames(value, texts);
  const told = (near.length > 0 ? near : texts.slice(0, LIMIT.values_told)).map((text) => shown(text));
  return near.length > 0 ? `Did you mean ${told.join(' or ')}?` : `Values there are: ${told.join(', ')}.`;
}

/** Warns of a point that the answer does not have, with the nearest that it has. */
export function missedTexts(missed: Missed | null): string[] {
  if (missed === null) return [];
  const names = new Map(missed.known.flatMap((key) => (key.includes(null) ? [] : [[keyText(key), key]])));
  const help =
    names.size === 0
      ? ''
      : ` ${helpWith(keyText(missed.key), [...names.keys()], (text) => keyShown(names.get(text) ?? []))}`;
  return [`Nothing in the answer is called ${keyShown(missed.key)}.${help}`];
}

/** As it is sent: one value, or a list of them. */
function keyShown(key: GroupKey): string {
  const texts = key.map((text) => (text === null ? 'null' : quoted(text)));
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}

/** Finds conditions "equals one of these texts" anywhere in a query, except in saved cohorts. */
function wantedIn(node: unknown): Wanted[] {
  if (Array.isArray(node)) return typeof node[0] === 'object' ? node.flatMap(wantedIn) : [];
  if (!isObject(node) || ArrayBuffer.isView(node) || node['kind'] === 'cohort') return [];
  const { kind, source, test } = node;
  if (kind === 'value' && isObject(source) && isObject(test)) return wantedBy(source, test);
  return Object.values(node).flatMap(wantedIn);
}

function wantedBy({ of, key }: Record<string, unknown>, { op, values }: Record<string, unknown>): Wanted[] {
  if ((of !== 'event' && of !== 'person') || typeof key !== 'string' || op !== 'in' || !Array.isArray(values))
    return [];
  // For numbers, a similar spelling means nothing.
  const texts = values.filter((value) => typeof value === 'string' && Number.isNaN(Number(value)));
  return texts.length === 0 ? [] : [{ owner: of, key, values: texts }];
}
