/** A question and the point of its answer, as sent -> PeoplePoint. The question is resolved as where it is computed. */
import { z } from 'zod';
import { CorrelationBody } from '../../model/correlation.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { choiceField, jsonField, openField, readJson, restOnly, textField, wholeField } from '../../model/fields.ts';
import { FunnelBody } from '../../model/funnel.ts';
import { STATUSES } from '../../model/lifecycle.ts';
import { LIMIT } from '../../model/limit.ts';
import { PathBody } from '../../model/path.ts';
import type { PeoplePoint } from '../../model/people.ts';
import type { Breakdown, GroupKey } from '../../model/query.ts';
import { RetentionBody } from '../../model/retention.ts';
import { TrendBody, type TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { NULL_VALUE, OTHER_VALUE } from '../present/ranking.ts';
import { axisOf } from '../words/labels.ts';
import { normaliseBody, readBody } from './body.ts';
import { resolveCorrelation } from './correlation.ts';
import { resolveFunnel } from './funnel.ts';
import { keptQuestion } from './kept_questions.ts';
import { resolveLifecycle } from './lifecycle.ts';
import { resolvePath } from './path.ts';
import { askedKind } from './refuse.ts';
import { resolveRetention } from './retention.ts';
import { resolveStickiness } from './stickiness.ts';
import { isTotalDisplay, resolveTrend } from './trend.ts';

const PEOPLE_KINDS = ['trend', 'lifecycle', 'stickiness', 'funnel', 'path', 'retention', 'correlation'] as const;
type PeopleKind = (typeof PEOPLE_KINDS)[number];

const QuestionBody = z.looseObject({ kind: choiceField(PEOPLE_KINDS, 'What is asked (default trend)') });

export const PeopleBody = z.object({
  question: jsonField(QuestionBody, 'The body as for the tool that computes it, with its kind'),
  q: restOnly(textField('Instead of it: what links call a question that was asked')),
  breakdown_value: openField({ type: 'string' }, 'With a breakdown: which value, as in the answer'),
  series: wholeField('Order of the line (default the first)', { min: 0 }),
  day: textField('Which of the days of the answer (default all); stickiness: how many periods'),
  period: choiceField(['current', 'previous'], 'Of two that are compared (default current)'),
  status: choiceField(STATUSES, 'Lifecycle: which status'),
  funnel_step: wholeField('Funnel: 2 = got to step 2, -2 = dropped off before it'),
  cohort: wholeField('Retention: which row, from 0', { min: 0 }),
  later: wholeField('Retention: periods after the start (default 0: all who started)', { min: 0 }),
  source: textField('Path: where the edge begins: 1_/pricing'),
  target: textField('Path: where the edge ends: 2_/sign-up'),
  correlated: textField('Correlation: the event or property::value'),
  outcome: choiceField(['success', 'failure'], 'Correlation: who came through (default) or did not'),
  order: choiceField(['-count'], 'Trend: who has most of it first; each has matched_count'),
  limit: wholeField(`How many (default ${LIMIT.page_default})`, { min: 1, max: LIMIT.page_max }),
  offset: wholeField('How many to pass over', { min: 0 }),
});
export type PeopleBody = z.output<typeof PeopleBody>;

/** What is sent with the question that it names. @throws ServiceError gone */
export function withQuestion(context: ProjectContext, body: PeopleBody): PeopleBody {
  if (body.q === undefined || body.question !== undefined) return body;
  return { ...body, question: QuestionBody.parse(keptQuestion(context, body.q)) };
}

export function resolvePeople(context: ProjectContext, body: PeopleBody): PeoplePoint {
  const point = inQuestion(body, () => pointOf(context, body));
  if (body.order === undefined || point.kind === 'trend') return point;
  throw invalid('order', 'Only the people of a trend are ordered by how often: send its question, "kind":"trend".');
}

/** What is wrong with the question stands in it. */
function inQuestion<T>(body: PeopleBody, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.attr === null || body.question === undefined) throw error;
    const name = error.attr.split('__', 1)[0]!;
    const is_outside =
      Object.hasOwn(PeopleBody.shape, name) &&
      (body[name as keyof PeopleBody] !== undefined || !Object.hasOwn(body.question, name));
    if (is_outside) throw error;
    const needs = error.needs === null ? {} : { needs: error.needs };
    throw new ServiceError(error.code, error.message, { attr: `question__${error.attr}`, ...needs, cause: error });
  }
}

function pointOf(context: ProjectContext, body: PeopleBody): PeoplePoint {
  if (body.question === undefined) {
    throw invalid('question', 'Say whose number it is: {"kind":"trend","events":[{"id":"sign up"}]}.', 'required');
  }
  const { kind = 'trend', ...raw } = body.question;
  checkPoint(body, kind);
  switch (kind) {
    case 'trend':
    case 'lifecycle':
    case 'stickiness':
      return ofSeries(context, body, kind, raw);
    case 'funnel':
      return ofFunnel(context, body, raw);
    case 'path':
      return ofPath(context, body, raw);
    case 'retention':
      return ofRetention(context, body, raw);
    case 'correlation':
      return ofCorrelation(context, body, raw);
  }
}

/** Which fields name the point of an answer. Those of another kind would be passed over, and everybody be told instead. */
const POINTS: Readonly<Record<PeopleKind, readonly (keyof PeopleBody)[]>> = {
  trend: ['series', 'day', 'period', 'breakdown_value'],
  lifecycle: ['series', 'day', 'status'],
  stickiness: ['series', 'day', 'period'],
  funnel: ['funnel_step', 'breakdown_value'],
  path: ['source', 'target'],
  retention: ['cohort', 'later', 'breakdown_value'],
  correlation: ['correlated', 'outcome'],
};
const ALL_POINTS = [...new Set(Object.values(POINTS).flat())];

function checkPoint(body: PeopleBody, kind: PeopleKind): void {
  const own = kind === 'trend' ? [...POINTS.trend, ...POINTS.lifecycle, ...POINTS.stickiness] : POINTS[kind];
  const other = ALL_POINTS.find((name) => body[name] !== undefined && !own.includes(name));
  if (other === undefined) return;
  const of = Object.keys(POINTS).filter((one) => POINTS[one as PeopleKind].includes(other));
  throw invalid(
    other,
    `This names no point of a ${kind}: it belongs to a question of the kind ${of.join(' or ')}. Send ${[...new Set(own)].join(', ')}, or the kind in the question.`,
  );
}

type Raw = Readonly<Record<string, unknown>>;

/** All three come through the body of a trend, which may say itself which it is. */
function ofSeries(context: ProjectContext, body: PeopleBody, kind: PeopleKind, raw: Raw): PeoplePoint {
  const asked = askedKind(normaliseBody(raw)).kind.toLowerCase();
  const sent = readBody(TrendBody, raw);
  switch (asked === 'lifecycle' || asked === 'stickiness' ? asked : kind) {
    case 'lifecycle': {
      const { query } = resolveLifecycle(context, sent);
      const status = STATUSES.indexOf(body.status ?? 'new');
      if (query.entity === null) throw nothingAsked();
      const { days } = axisOf(query.timezone, query.interval, query.range, query.edges_ms.subarray(1));
      return { kind: 'lifecycle', query, status, bucket: placeOf(days, body.day) };
    }
    case 'stickiness': {
      const { query: current, previous } = resolveStickiness(context, sent);
      const query = periodOf(body, { current, previous });
      const periods = Number(body.day);
      if (!Number.isInteger(periods) || periods < 1 || periods >= query.edges_ms.length) {
        throw invalid('day', 'Say in how many periods they were active, as the days of the answer do: 1, 2, …');
      }
      return { kind: 'stickiness', query, entity: entityOf(body, query.entities), periods };
    }
    default: {
      const { query: current, previous } = resolveTrend(context, sent);
      return ofTrend(body, periodOf(body, { current, previous }));
    }
  }
}

function ofTrend(body: PeopleBody, query: TrendQuery): PeoplePoint {
  const entity = entityOf(body, query.entities);
  const key = keyOf(body, query.breakdown);
  const buckets = query.edges_ms.length - 1;
  const all = { kind: 'trend', query, entity, key, first: 0, until: buckets } as const;
  if (body.day === undefined || isTotalDisplay(query.display)) return all;
  const { days } = axisOf(query.timezone, query.interval, query.range, query.edges_ms);
  const first = placeOf(days, body.day);
  // Where numbers add up along time, everybody up to there is behind one.
  return { ...all, first: query.display === 'ActionsLineGraphCumulative' ? 0 : first, until: first + 1 };
}

function ofFunnel(context: ProjectContext, body: PeopleBody, raw: Raw): PeoplePoint {
  const query = resolveFunnel(context, readBody(FunnelBody, raw));
  const step = body.funnel_step ?? query.steps.length;
  const last = query.steps.length;
  if (last === 0) throw nothingAsked();
  if (step === 0 || step === -1 || Math.abs(step) > last) {
    throw invalid('funnel_step', `Send 1 to ${last} for who got there, -2 to -${last} for who dropped off before.`);
  }
  const [least, most] = step > 0 ? [step, last] : [-step - 1, -step - 1];
  return { kind: 'funnel', query, key: keyOf(body, query.breakdown), least, most };
}

function ofPath(context: ProjectContext, body: PeopleBody, raw: Raw): PeoplePoint {
  const query = resolvePath(context, readBody(PathBody, raw));
  const source = placedName('source', body.source);
  const target = placedName('target', body.target);
  if (target.step !== source.step + 1) throw invalid('target', 'An edge ends one step after it begins.');
  return { kind: 'path', query, step: source.step, source: source.name, target: target.name };
}

function placedName(attr: 'source' | 'target', text: string | undefined): { step: number; name: string } {
  const found = /^(\d{1,4})_(.*)$/su.exec(text ?? '');
  if (found !== null && Number(found[1]) > 0) return { step: Number(found[1]), name: found[2]! };
  throw invalid(attr, 'Send both ends of the edge as in the answer: "source":"1_/pricing", "target":"2_/sign-up".');
}

function ofRetention(context: ProjectContext, body: PeopleBody, raw: Raw): PeoplePoint {
  const { query } = resolveRetention(context, readBody(RetentionBody, raw));
  const size = query.edges_ms.length - 1;
  const { cohort, later = 0 } = body;
  if ((cohort ?? 0) + later >= size) throw invalid('later', `There are ${size} periods: cohort and later go beyond.`);
  const rows = cohort === undefined ? { first: 0, until: size } : { first: cohort, until: cohort + 1 };
  return { kind: 'retention', query, key: keyOf(body, query.breakdown), later, ...rows };
}

function ofCorrelation(context: ProjectContext, body: PeopleBody, raw: Raw): PeoplePoint {
  const query = resolveCorrelation(context, readBody(CorrelationBody, raw), readBody(FunnelBody, raw));
  if (query.funnel.steps.length === 0) throw nothingAsked();
  if (body.correlated === undefined) throw invalid('correlated', 'Say which event or value it is.', 'required');
  return { kind: 'correlation', query, key: body.correlated, is_success: body.outcome !== 'failure' };
}

function nothingAsked(): Error {
  return invalid('question__events', 'The question counts nothing: it has neither events nor actions.', 'required');
}

function periodOf<T>(body: PeopleBody, { current, previous }: { current: T; previous: T | null }): T {
  if (body.period !== 'previous') return current;
  if (previous !== null) return previous;
  throw invalid('period', 'This question compares no periods: send compare in it, or leave period out.');
}

function entityOf(body: PeopleBody, entities: readonly { readonly order: number }[]): number {
  const found = body.series === undefined ? 0 : entities.findIndex(({ order }) => order === body.series);
  if (entities[found] !== undefined) return found;
  if (entities.length === 0) throw nothingAsked();
  throw invalid('series', `Send the order of a line: ${entities.map(({ order }) => order).join(', ')}.`);
}

function placeOf(days: readonly string[], day: string | undefined): number {
  const place = day === undefined ? -1 : days.indexOf(day);
  if (place >= 0) return place;
  throw invalid('day', `Send one of the days of the answer, from "${days[0] ?? ''}" to "${days.at(-1) ?? ''}".`);
}

/** What has no value is an empty text on the wire, or a mark of its own. */
function keyOf({ breakdown_value: sent }: PeopleBody, breakdown: Breakdown | null): GroupKey {
  if (breakdown === null) {
    if (sent === undefined) return [];
    throw invalid('breakdown_value', 'This question has no breakdown: send it in the question, or leave this out.');
  }
  if (sent === undefined) throw invalid('breakdown_value', 'Say of which value of the breakdown.', 'required');
  // In a query string several values are JSON text; one value is as it is, whatever it looks like.
  const values = breakdown.kind === 'values' && breakdown.parts.length > 1 ? readJson(sent) : sent;
  const texts = (Array.isArray(values) ? values : [values]).map(String);
  if (breakdown.kind === 'cohorts') {
    const cohort = breakdown.cohorts.find(({ id }) => String(id) === (texts[0] === '0' ? 'all' : texts[0]));
    if (cohort !== undefined) return [String(cohort.id)];
    throw invalid('breakdown_value', 'Send the id of a cohort of the breakdown.');
  }
  if (texts.includes(OTHER_VALUE)) {
    throw invalid(
      'breakdown_value',
      'The rest of the values is many groups: send one value, or raise breakdown_limit.',
    );
  }
  if (texts.length !== breakdown.parts.length) {
    throw invalid('breakdown_value', `Send ${breakdown.parts.length} values, as a list.`);
  }
  return texts.map((text) => (text === '' || text === NULL_VALUE ? null : text));
}
