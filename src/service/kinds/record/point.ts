/** Points of answers, whose people are to be listed: arguments that all kinds read in the same way. */
import type { z } from 'zod';
import { quoted } from '../../../base/visible.ts';
import type { QueryOf } from '../../../engine/answer.ts';
import { invalid } from '../../../model/error.ts';
import { choiceField, openField, readJson, textField, wholeField } from '../../../model/fields.ts';
import { indexOfDayName } from '../../../model/question/day_name.ts';
import type { PeoplePoint } from '../../../model/question/people.ts';
import type { Breakdown, CohortGroup, GroupKey } from '../../../model/question/query.ts';
import { NULL_VALUE, OTHER_VALUE } from '../../present/ranking.ts';
import type { ShownKind } from '../../present/showing.ts';
import { NONE, OTHER } from '../../sentences/values.ts';
import { listed } from '../../words/lists.ts';

/** Arguments shared by several kinds' points. */
export const POINT_FIELDS = {
  breakdown_value: openField(
    { type: 'string' },
    'With a breakdown: which value, as in the answer; null where it says None',
  ),
  series: wholeField('Order of the line (default the first)', { min: 0 }),
  day: textField('Which of the days of the answer (default all); stickiness: how many periods'),
  period: choiceField(['current', 'previous'], 'Of two that are compared (default current)'),
};

type Fields = Readonly<Record<string, z.ZodType>>;
type Sent<F extends Fields> = { readonly [N in keyof F]?: z.output<F[N]> };

/** A point as sent: shared arguments, and those of one kind, `F`. */
export type SentPoint<F extends Fields = Fields> = Sent<typeof POINT_FIELDS> & Sent<F>;

/** Resolves points of a kind's answer. */
export interface PeopleOf<K extends ShownKind> {
  /** Those of POINT_FIELDS that its points use. */
  readonly shared: readonly (keyof typeof POINT_FIELDS)[];
  /** Further arguments, for its points only. */
  readonly fields: Fields;
  /**
   * Declared as a method, so that each kind can type its own fields.
   * @throws ServiceError if the answer has no such point
   */
  point(sent: SentPoint, query: QueryOf<K>): PeoplePoint;
}

export function nothingAsked(): Error {
  return invalid('question__events', 'The question counts nothing: it has neither events nor actions.', 'required');
}

export function periodOf<T>(
  { period }: SentPoint,
  { current, previous }: { readonly current: T; readonly previous: T | null },
): T {
  if (period !== 'previous') return current;
  if (previous !== null) return previous;
  throw invalid('period', 'This question compares no periods: send compare in it, or leave period out.');
}

export function entityOf({ series }: SentPoint, entities: readonly { readonly order: number }[]): number {
  const found = series === undefined ? 0 : entities.findIndex(({ order }) => order === series);
  if (entities[found] !== undefined) return found;
  if (entities.length === 0) throw nothingAsked();
  throw invalid('series', `Send the order of a line: ${entities.map(({ order }) => order).join(', ')}.`);
}

export function indexOfDay(days: readonly string[], day: string | undefined): number {
  const index = day === undefined ? -1 : indexOfDayName(days, day);
  if (index >= 0) return index;
  throw invalid('day', `Send one of the days of the answer, from "${days[0] ?? ''}" to "${days.at(-1) ?? ''}".`);
}

/** The group of `breakdown_value`. A missing value is sent as null, empty text or NULL_VALUE. */
export function keyOf({ breakdown_value: sent }: SentPoint, breakdown: Breakdown | null): GroupKey {
  if (breakdown === null) {
    if (sent === undefined) return [];
    throw invalid('breakdown_value', 'This question has no breakdown: send it in the question, or leave this out.');
  }
  if (sent === undefined) throw invalid('breakdown_value', 'Say of which value of the breakdown.', 'required');
  // In a query string, several values are JSON text; a single value is literal.
  const values = breakdown.kind === 'values' && breakdown.dimensions.length > 1 ? readJson(sent) : sent;
  const texts = (Array.isArray(values) ? values : [values]).map((value) => String(value ?? ''));
  if (breakdown.kind === 'cohorts') return [cohortKey(texts[0] ?? '', breakdown.cohorts)];
  if (texts.includes(OTHER_VALUE)) throw pooledValues();
  if (texts.length !== breakdown.dimensions.length) {
    if (texts[0] === OTHER) throw pooledValues();
    throw invalid('breakdown_value', `Send ${breakdown.dimensions.length} values, as a list.`);
  }
  return texts.map((text) => (text === '' || text === NULL_VALUE ? null : text));
}

/** A cohort is sent by its id, or by its name, which is what texts show. */
function cohortKey(sent: string, cohorts: readonly CohortGroup[]): string {
  const found =
    cohorts.find(({ id }) => String(id) === (sent === '0' ? 'all' : sent)) ?? cohorts.find(({ name }) => name === sent);
  if (found !== undefined) return String(found.id);
  const known = cohorts.map(({ id, name }) => `${id} (${quoted(name)})`);
  throw invalid('breakdown_value', `Send the id of a cohort of the breakdown: ${listed(known, 'or')}.`);
}

/**
 * Reads a key that the answer does not have as its text shows a missing value; null if the key has none.
 * @throws ServiceError if the text's word for the rest of the values is in it
 */
export function keyAsShown(key: GroupKey): GroupKey | null {
  if (key.includes(OTHER)) throw pooledValues();
  return key.includes(NONE) ? key.map((text) => (text === NONE ? null : text)) : null;
}

function pooledValues(): Error {
  return invalid('breakdown_value', 'The rest of the values is many groups: send one value, or raise breakdown_limit.');
}
