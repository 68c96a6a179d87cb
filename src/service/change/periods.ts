/** The two periods of a change, and a trend line's numbers in them, computed like any trend. */
import type { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { quoted, visibleJson } from '../../base/visible.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { isSent } from '../../model/fields.ts';
import type { ChangeBody } from '../../model/question/change.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Resolved } from '../../model/question/result.ts';
import { FORMULAS, type Series, TrendBody, type TrendEntity, type TrendMath } from '../../model/question/trend.ts';
import { compute } from '../answers/compute.ts';
import type { ProjectContext } from '../contract/context.ts';
import { liveInsight } from '../insights/find.ts';
import { unknownWarnings } from '../names/unknown.ts';
import { unusedOptions } from '../names/unused.ts';
import { type Question, questionOfKind } from '../questions/question.ts';
import { checked, normaliseBody, readBody } from '../resolve/body.ts';
import { rangeBefore } from '../resolve/dates/dates.ts';
import { askedKind } from '../resolve/refuse.ts';
import { see } from '../words/operation_names.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** A line of a trend, without dates and breakdown. */
export interface Line {
  readonly question: Raw;
  /** Warns of names and values in the body as sent; `question` has other places and names. */
  readonly warnings: () => readonly string[];
  readonly entity: TrendEntity;
  /** Whether rows are counted, whose number per person says how unlike people are. */
  readonly of_rows: boolean;
  /** Whether parts add up to the whole. Counts of people do not: a person with two values counts in both. */
  readonly adds_up: boolean;
}

export interface Periods {
  readonly before: TimeRange;
  readonly after: TimeRange;
}

/** Arguments about display, breakdown and dates. They do not belong to the line. */
const NOT_THE_LINE = [
  ...['date_from', 'date_to', 'explicit_date', 'compare', 'compare_to', 'display', 'interval'],
  ...['breakdown', 'breakdown_type', 'breakdowns', 'breakdown_limit', 'breakdown_group_type_index', 'breakdownFilter'],
  ...['breakdown_normalize_url', 'breakdown_histogram_bin_count', 'breakdown_hide_other_aggregation'],
  ...['smoothing_intervals', ...FORMULAS, 'refresh', 'client_query_id', 'limit', 'offset'],
];
const WITH_PARTS = ['total', 'unique', 'unique_session'];

/** @throws ServiceError if parts of the line cannot be compared */
export function lineOf(context: ProjectContext, { series = 0 }: ChangeBody, sent: Raw): Line {
  const body = normaliseBody(sent);
  refuseOthers(body);
  for (const name of FORMULAS) {
    if (!isSent(body[name])) continue;
    throw notSupported(
      'the change of a formula',
      name,
      'A formula has no parts to compare: explain one of its lines, by "series".',
    );
  }
  const question = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_THE_LINE.includes(name)));
  const { entities } = questionOfKind(context, 'trend', { ...question, date_from: '-1d' }).asked.query.current;
  const entity = entities[series];
  if (entity === undefined) {
    throw invalid(
      'series',
      entities.length === 0 ? 'The question counts nothing: send events.' : `Send 0 to ${entities.length - 1}.`,
    );
  }
  const { kind } = entity.math;
  if (!WITH_PARTS.includes(kind) && !(entity.math.kind === 'property' && entity.math.aggregate === 'sum')) {
    throw notSupported(
      `the change of the math ${entity.math_name}`,
      'question__events',
      'Only what is counted or summed up has parts: send "math" total, dau, unique_session or sum.',
    );
  }
  return {
    question,
    warnings: () => [...unknownWarnings(TrendBody, sent), ...unusedOptions('trend', checked(TrendBody, question))],
    entity,
    of_rows: kind === 'total',
    adds_up: kind === 'total' || kind === 'property',
  };
}

/** @throws ServiceError not_supported for other kinds, whose lines would be explained as a trend */
function refuseOthers(body: Raw): void {
  const { name, kind, attr } = askedKind(body);
  if (name === '' || kind === 'trend') return;
  const { events } = body;
  const first = Array.isArray(events) && isObject(events[0]) ? events[0]['id'] : undefined;
  const example = visibleJson({ events: [{ id: first ?? 'sign up' }] });
  throw notSupported(
    `the change of ${name}`,
    attr,
    `Only the change of a trend is explained, and this is ${quoted(name)}. Send what it counts as a trend: "question": ${example}.`,
  );
}

/** The question whose number changed, as the body of a trend. */
export function askedTrend(context: ProjectContext, { question, insight }: ChangeBody): Raw {
  if (question !== undefined && insight !== undefined) {
    throw invalid('insight', 'Send "question" or "insight", not both.');
  }
  if (question !== undefined) return question;
  if (insight === undefined)
    throw invalid('question', `Send the arguments of ${see('compute_trend')}, or the insight.`, 'required');
  const { filters, query } = liveInsight(context, insight);
  return { filters, query };
}

/** @throws ServiceError if dates are invalid or overlap */
export function periodsOf(context: ProjectContext, sent: Raw, line: Line, body: ChangeBody): Periods {
  const own = readBody(TrendBody, sent);
  const date_from = body.date_from ?? own.date_from;
  // A range begins seven days ago by default. Today is not over yet, and would look like a quiet day.
  const last = date_from === undefined ? '-1dEnd' : undefined;
  const after = rangeOf(context, line, { date_from, date_to: body.date_to ?? own.date_to ?? last });
  if (body.before_from === undefined && body.before_to === undefined) {
    return { before: rangeBefore(context.project.timezone, after), after };
  }
  const before = rangeOf(context, line, { date_from: body.before_from, date_to: body.before_to });
  if (before.until_ms <= after.from_ms || after.until_ms <= before.from_ms) return { before, after };
  throw invalid('before_to', 'The two periods overlap: end the earlier one before the later one begins.');
}

function rangeOf(
  context: ProjectContext,
  { question }: Line,
  dates: Pick<z.output<typeof TrendBody>, 'date_from' | 'date_to'>,
): TimeRange {
  return questionOfKind(context, 'trend', { ...question, ...dates }).range;
}

/** No body says these maths. */
function withMath(sent: Question<'trend'>, math: TrendMath | null): Question<'trend'> {
  if (math === null) return sent;
  const { cached_as, asked } = sent;
  const entities = asked.query.current.entities.map((entity) => ({ ...entity, math }));
  const query = { ...asked.query, current: { ...asked.query.current, entities } };
  return { ...sent, cached_as: [cached_as, math], asked: { ...asked, query } };
}

export interface Counted {
  readonly series: readonly Series[];
  readonly resolved: Resolved;
  /** Whether there are more values than on this page. */
  readonly has_more: boolean;
}

/** All series of the line in a period: one number each, unless `more` asks for points. `math` replaces the line's. */
export async function countLine(
  context: ProjectContext,
  { question, entity, warnings }: Line,
  { from_ms, until_ms }: TimeRange,
  more: Raw = {},
  math: TrendMath | null = null,
): Promise<Counted> {
  const dates = { date_from: formatIso(from_ms), date_to: formatIso(until_ms - 1_000), explicit_date: true };
  // Without an address no links are made; nobody needs them here.
  const body = { ...question, ...dates, display: 'ActionsBarValue', ...more };
  const asked = withMath(questionOfKind(context, 'trend', body), math);
  const { answer } = await compute({ ...context, url: null }, { ...asked, warnings });
  const all = await answer.result.read();
  const series = all.filter(({ action }) => action?.['order'] === entity.order || all.length === 1);
  return { series, resolved: answer.resolved, has_more: answer.has_more };
}

/** The one number of a series without points. */
export function numberOf(series: Series | undefined): number {
  return series?.aggregated_value ?? 0;
}
