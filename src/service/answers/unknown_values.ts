/** Warns of values that nobody has, which are usually typos. Reads all values, so it runs only if little was found. */
import { didYouMean, nearestNames, nearText, thereText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Missed } from '../../model/question/people.ts';
import { type GroupKey, keyText } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Compared, comparedIn } from '../nothing/compared.ts';
import { valuesOf } from './values.ts';

/** One warning per value that no event or person has, with the nearest. `query` is resolved. @throws as `valuesOf` */
export async function valueWarnings(context: ProjectContext, query: unknown): Promise<string[]> {
  const texts: string[] = [];
  for (const compared of comparedIn(query).slice(0, LIMIT.reason_conditions)) {
    texts.push(...(await aboutValues(context, compared)));
  }
  return [...new Set(texts)];
}

async function aboutValues(context: ProjectContext, { source, values }: Compared): Promise<string[]> {
  const { of: owner, key } = source;
  const limit = LIMIT.values_compared + 1;
  const [found = []] = await valuesOf(context, { owner, event: null, keys: [key], search: '', limit });
  const texts = found.map(({ value }) => value);
  // Properties without any value get another warning. Past the limit, the value may exist unseen.
  if (texts.length === 0 || texts.length > LIMIT.values_compared) return [];
  const missing = values.filter((value) => !texts.includes(value));
  return missing.slice(0, LIMIT.values_told).map((value) => {
    const help = nearText(value, texts) || thereText(texts.map((text) => quoted(text)));
    return unknownValueText(source, value, help);
  });
}

export function unknownValueText({ of, key }: Compared['source'], value: string, help: string): string {
  return `${of === 'event' ? 'No event has' : 'Nobody has'} ${quoted(value)} as ${quoted(key)}. ${help}`;
}

/** Warns of a point that the answer does not have, with the nearest that it has. */
export function missedTexts(missed: Missed | null): string[] {
  if (missed === null) return [];
  const names = new Map(missed.known.flatMap((key) => (key.includes(null) ? [] : [[keyText(key), keyShown(key)]])));
  const near = nearestNames(keyText(missed.key), [...names.keys()]).flatMap((name) => names.get(name) ?? []);
  const help = didYouMean(near) || thereText([...names.values()]);
  return [`Nothing in the answer is called ${keyShown(missed.key)}.${names.size === 0 ? '' : ` ${help}`}`];
}

/** As it is sent: one value, or a list of them. */
function keyShown(key: GroupKey): string {
  const texts = key.map((text) => (text === null ? 'null' : quoted(text)));
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}
