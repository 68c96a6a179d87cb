/** Values that a question asks for and nobody has: most often a slip. Looked up where little was found, as all values are read. */
import { isObject } from '../../base/json.ts';
import { nearestNames } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ProjectContext } from '../contract/context.ts';
import { valuesOf } from './values.ts';

interface Wanted {
  readonly owner: 'event' | 'person';
  readonly key: string;
  readonly values: readonly string[];
}

/** `query`: resolved. Each value that no event or person has, with those that come nearest. @throws as `valuesOf` */
export async function valueWarnings(context: ProjectContext, query: unknown): Promise<string[]> {
  const texts: string[] = [];
  for (const wanted of wantedIn(query).slice(0, LIMIT.conditions_explained)) {
    texts.push(...(await aboutValues(context, wanted)));
  }
  return [...new Set(texts)];
}

async function aboutValues(context: ProjectContext, { owner, key, values }: Wanted): Promise<string[]> {
  const limit = LIMIT.values_compared;
  const [found = []] = await valuesOf(context, { owner, event: null, keys: [key], search: '', limit });
  const texts = found.map(({ value }) => value);
  // Of a name without values other warnings tell; where there are more than are compared, one may be there.
  if (texts.length === 0 || texts.length >= limit) return [];
  const missing = values.filter((value) => !texts.includes(value));
  return missing.slice(0, LIMIT.values_told).map((value) => {
    const near = nearestNames(value, texts);
    const help =
      near.length > 0
        ? `Did you mean ${listText(near, ' or ')}?`
        : `Values there are: ${listText(texts.slice(0, LIMIT.values_told), ', ')}.`;
    const who = owner === 'event' ? 'No event has' : 'Nobody has';
    return `${who} ${quoted(value)} as ${quoted(key)}. ${help}`;
  });
}

function listText(texts: readonly string[], between: string): string {
  return texts.map((text) => quoted(text)).join(between);
}

/** Conditions that a value is one of some texts, wherever they stand, save in saved cohorts. */
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
  // One number is as near as another.
  const texts = values.filter((value) => typeof value === 'string' && Number.isNaN(Number(value)));
  return texts.length === 0 ? [] : [{ owner: of, key, values: texts }];
}
