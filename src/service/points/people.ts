/** A question and a point of its answer, as sent -> PeoplePoint. The question is resolved as if it were computed. */
import { z } from 'zod';
import { hasKey } from '../../base/known.ts';
import { invalid } from '../../model/error.ts';
import { choiceField, jsonField, openJsonField, restOnly, textField, wholeField } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { KIND_NAMES, KINDS_OF_INSIGHT } from '../../model/question/kind.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import { ALL_KINDS, kindMeant, kindOf } from '../kinds/index.ts';
import type { FlatBody, InsightKind } from '../kinds/record/kind.ts';
import { POINT_FIELDS } from '../kinds/record/point.ts';
import type { ShownKind } from '../present/showing.ts';
import { inQuestion, normaliseBody } from '../resolve/body.ts';
import { keptQuestion } from '../resolve/kept_questions.ts';
import { namedKind } from '../resolve/refuse.ts';
import { directoryQuestion, everybody } from './everybody.ts';

/** Kind of a question that does not name one. */
const DEFAULT_KIND = 'trend';

const counted = ALL_KINDS.filter(({ people }) => people !== null);

const QuestionBody = z.looseObject({
  kind: choiceField(
    counted.map(({ kind }) => kind),
    `What is asked (default ${DEFAULT_KIND})`,
  ),
});

export const PeopleBody = z.object({
  question: jsonField(QuestionBody, 'The body as for the tool that computes it, with its kind'),
  q: restOnly(textField('Instead of it: what links call a question that was asked')),
  search: textField('Part of an email or name, or an id', LIMIT.search_chars),
  distinct_id: restOnly(textField('Without a question: who has this id')),
  email: restOnly(textField('Without a question: who has this email')),
  uuid: restOnly(textField('Without a question: those with these UUIDs, parted by commas')),
  id: restOnly(textField('The same as `uuid`')),
  properties: restOnly(
    openJsonField({ type: 'array' }, 'Without a question: who passes these filters, as members of a cohort do'),
  ),
  ...POINT_FIELDS,
  ...(Object.assign({}, ...counted.map(({ people }) => people?.fields)) as Record<never, never>),
  order: choiceField(['-count'], 'Trend: who has most of it first; each has matched_count', {
    most: '-count',
    most_active: '-count',
  }),
  limit: wholeField(`How many (default ${LIMIT.page_default})`, { min: 1, max: LIMIT.page_max }),
  offset: wholeField('How many to pass over', { min: 0 }),
});
export type PeopleBody = z.output<typeof PeopleBody>;

/** Arguments that mean something where events are counted. */
const OF_EVENTS = [
  ...['question', 'q', 'order'],
  ...Object.keys(POINT_FIELDS),
  ...counted.flatMap(({ people }) => Object.keys(people?.fields ?? {})),
];

/**
 * Who is listed, and the question that counts them; undefined if none does. Without a question, one is made if it takes
 * events to find them: for an order by how often, a point, or filters of events. @throws ServiceError
 */
export function resolvePeople(
  context: ProjectContext,
  sent: PeopleBody,
): { readonly point: PeoplePoint; readonly question: PeopleBody['question'] } {
  const takes_events = OF_EVENTS.some((name) => hasKey(sent, name) && sent[name] !== undefined);
  const whole = takes_events ? null : everybody(context, sent);
  if (whole !== null) return { point: whole, question: undefined };
  const body = withQuestion(context, sent);
  const point = inQuestion(PeopleBody, body, () => pointOf(context, body));
  if (body.order === undefined || point.kind === 'trend') return { point, question: body.question };
  throw invalid('order', 'Only the people of a trend are ordered by how often: send its question, "kind":"trend".');
}

/** Adds the stored question that the body refers to, or else the one of all events. @throws ServiceError gone */
function withQuestion(context: ProjectContext, body: PeopleBody): PeopleBody {
  const { question, search, distinct_id, email, properties } = body;
  if (question !== undefined && (search ?? distinct_id ?? email ?? properties) !== undefined) {
    throw invalid(
      'question',
      'Search among everybody without a question; filter the people of one by its "properties".',
    );
  }
  if (question !== undefined) return body;
  const asked = body.q === undefined ? directoryQuestion(context, body) : keptQuestion(context, body.q);
  return { ...body, question: QuestionBody.parse(asked) };
}

/** A question says its kind itself, or as a saved insight does: whoever has read one may send it as it is. */
export function kindAsked({ kind, ...raw }: FlatBody): ShownKind {
  return KINDS_OF_INSIGHT.find((known) => known === kind) ?? namedKind(raw) ?? DEFAULT_KIND;
}

function pointOf(context: ProjectContext, body: PeopleBody): PeoplePoint {
  const { kind: _, ...raw } = body.question ?? {};
  const kind = kindAsked(body.question ?? {});
  checkPoint(body, kind);
  const flat = normaliseBody(raw);
  return pointOfKind(kindMeant(kind, flat), { context, flat, sent: body });
}

const MEMBERS = ' The people of a saved cohort: {"properties":[{"type":"cohort","key":"id","value":1}]}.';

/** Refuses fields of other kinds' points, because ignoring them would list everybody. */
function checkPoint(body: Readonly<Record<string, unknown>>, kind: ShownKind): void {
  // If kinds share an operation, the question's body decides between them.
  const { operation } = KIND_NAMES[kind];
  const own =
    kind === DEFAULT_KIND ? counted.filter((one) => KIND_NAMES[one.kind].operation === operation) : [kindOf(kind)];
  const names = [...new Set(own.flatMap(pointFields))];
  const other = counted.flatMap(pointFields).find((name) => body[name] !== undefined && !names.includes(name));
  if (other === undefined) return;
  const of = counted.filter((one) => pointFields(one).includes(other)).map((one) => one.kind);
  const members = other === 'cohort' ? MEMBERS : '';
  throw invalid(
    other,
    `This names no point of a ${kind}: it belongs to a question of the kind ${of.join(' or ')}. Send ${names.join(', ')}, or the kind in the question.${members}`,
  );
}

function pointFields({ people }: Pick<InsightKind, 'people'>): string[] {
  return people === null ? [] : [...Object.keys(people.fields), ...people.shared];
}

interface Asking {
  readonly context: ProjectContext;
  readonly flat: FlatBody;
  readonly sent: PeopleBody;
}

function pointOfKind<K extends ShownKind>(kind: K, { context, flat, sent }: Asking): PeoplePoint {
  const { resolve, people } = kindOf(kind);
  if (people === null) throw invalid('question__kind', 'Nobody stands behind the numbers of this kind of question.');
  return people.point(sent, resolve(context, flat).asked.query);
}
