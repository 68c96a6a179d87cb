/** A resolved condition in as few words as possible. */
import { formatDateTime, MAX_MS, MIN_MS } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import type { Behaviour, Predicate, ValueSource, ValueTest } from '../../model/question/predicate.ts';

const VALUES_TOLD = 3;

export function conditionText(where: Predicate): string {
  switch (where.kind) {
    case 'and':
    case 'or':
      return partsText(where.of, where.kind);
    case 'not':
      return `not (${conditionText(where.of)})`;
    case 'value':
      // A condition in HogQL, which must be true; only its parsed form is here.
      if (where.source.of === 'expression') return 'of type hogql';
      return `${sourceText(where.source)} ${testText(where.test)}`;
    case 'cohort':
      return where.label ?? 'a cohort';
    case 'any_distinct_id':
      return `distinct_id ${testText(where.test)}`;
    case 'behaviour':
      return behaviourText(where.behaviour);
    default:
      return 'a condition on people';
  }
}

function partsText(parts: readonly Predicate[], word: 'and' | 'or'): string {
  const more = parts.length - VALUES_TOLD;
  return [...parts.slice(0, VALUES_TOLD).map(conditionText), ...(more > 0 ? [`${more} more`] : [])].join(` ${word} `);
}

/** Names the events only; the rest is in the question. */
function behaviourText(behaviour: Behaviour): string {
  const matches = behaviour.op === 'regular' ? behaviour.matches : behaviour.deeds.matches;
  const names = matches.slice(0, VALUES_TOLD).map(({ event }) => (event === null ? 'anything' : quoted(event)));
  const how = matches.some(({ where }) => where.kind !== 'all') ? ' so' : '';
  return `people who did ${names.join(' or ')}${how}`;
}

function sourceText(source: Exclude<ValueSource, { readonly of: 'expression' }>): string {
  return source.of === 'person' || source.of === 'group' ? `${source.of} ${quoted(source.key)}` : quoted(source.key);
}

function testText(test: ValueTest): string {
  switch (test.op) {
    case 'set':
      return 'is set';
    case 'in':
      return test.values.length === 1 ? `= ${quoted(test.values[0]!)}` : `in ${listText(test.values)}`;
    case 'contains':
      return `contains ${listText(test.needles)}`;
    case 'matches':
      return `matches ${listText(test.patterns)}`;
    case 'number':
      return rangeText(test);
    case 'version':
      return 'is a version in that range';
    case 'time':
      return spanWords(test);
    case 'element':
      return `has an element whose ${test.part} ${testText(test.test)}`;
    default:
      return 'has an element of that selector';
  }
}

/** The times are those of the project's clock, as the filter means them. */
function spanWords(test: Extract<ValueTest, { readonly op: 'time' }>): string {
  const from = test.from_ms > MIN_MS ? [`from ${wallText(test.from_wall_ms)} on`] : [];
  const until = test.until_ms < MAX_MS ? [`before ${wallText(test.until_wall_ms)}`] : [];
  return `is a date ${[...from, ...until].join(' and ')}`;
}

function wallText(wall_ms: number): string {
  return formatDateTime('UTC', wall_ms).replace(/ 00:00:00$/, '');
}

function listText(texts: readonly string[]): string {
  const more = texts.length > VALUES_TOLD ? ', …' : '';
  return `${texts
    .slice(0, VALUES_TOLD)
    .map((text) => quoted(text))
    .join(', ')}${more}`;
}

function rangeText({ min, max, min_open, max_open }: Extract<ValueTest, { readonly op: 'number' }>): string {
  const low = Number.isFinite(min) ? [`${min_open ? '>' : '>='} ${min}`] : [];
  const high = Number.isFinite(max) ? [`${max_open ? '<' : '<='} ${max}`] : [];
  return [...low, ...high].join(' and ') || 'is a number';
}
