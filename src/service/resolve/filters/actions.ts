/**
 * A saved action -> its rows: those that fulfil all conditions of at least one step. A step without an event matches
 * every event. So does an action without steps.
 */

import { literalPattern } from '../../../base/pattern_text.ts';
import { notOneOf } from '../../../model/error.ts';
import { ALL, type EventMatch, every, type ValueTest } from '../../../model/question/predicate.ts';
import type { ActionStep, StringMatching } from '../../../model/saved/action.ts';
import { STRING_MATCHINGS } from '../../../model/saved/action.ts';
import { elementFilter, selectorFilter } from './element_filters.ts';
import { type FilterSetting, resolveFilters } from './filters.ts';
import { readPattern } from './operators.ts';

/** @throws ServiceError naming the field below `attr` */
export function resolveSteps(steps: readonly ActionStep[], attr: string, setting: FilterSetting): EventMatch[] {
  if (steps.length === 0) return [{ event: null, where: ALL }];
  return steps.map((step, at) => resolveStep(step, `${attr}__${at}`, setting));
}

function resolveStep(step: ActionStep, attr: string, setting: FilterSetting): EventMatch {
  const url = textTest(step.url, { how: step.url_matching ?? 'contains', attr: `${attr}__url`, setting }, urlContains);
  const href = textTest(step.href, { how: step.href_matching ?? 'exact', attr: `${attr}__href`, setting }, contains);
  const text = textTest(step.text, { how: step.text_matching ?? 'exact', attr: `${attr}__text`, setting }, contains);
  const where = every([
    resolveFilters(step.properties, `${attr}__properties`, setting),
    url === null ? ALL : { kind: 'value', source: { of: 'event', key: '$current_url' }, test: url },
    step.selector === undefined ? ALL : selectorFilter([step.selector], `${attr}__selector`),
    step.tag_name === undefined ? ALL : elementFilter('tag_name', { op: 'in', values: [step.tag_name] }),
    href === null ? ALL : elementFilter('href', href),
    text === null ? ALL : elementFilter('text', text),
  ]);
  return { event: step.event ?? null, where };
}

interface Matching {
  readonly how: string;
  readonly attr: string;
  readonly setting: FilterSetting;
}

/** null if there is no condition. */
function textTest(
  value: string | undefined,
  { how: sent, attr, setting }: Matching,
  toContain: (value: string) => ValueTest,
): ValueTest | null {
  const how = readMatching(sent, `${attr}_matching`);
  if (value === undefined) return null;
  if (how === 'exact') return { op: 'in', values: [value] };
  if (how === 'regex') return { op: 'matches', patterns: [readPattern(value, attr, setting)] };
  return toContain(value);
}

function readMatching(sent: string, attr: string): StringMatching {
  const found = STRING_MATCHINGS.find((known) => known === sent);
  if (found !== undefined) return found;
  throw notOneOf(attr, STRING_MATCHINGS);
}

function contains(value: string): ValueTest {
  return { op: 'contains', needles: [value] };
}

/** URLs are case-sensitive. `%` stands for any text and `_` for any character. */
function urlContains(value: string): ValueTest {
  const pattern = literalPattern(value).replaceAll('%', '.*').replaceAll('_', '.');
  return { op: 'matches', patterns: [`(?s)${pattern}`] };
}
