/** Questions of all kinds as a sentence: what was counted, of whom, under which conditions, split by what. */
import type { CorrelationQuery } from '../../model/question/correlation.ts';
import type { FunnelBody, FunnelQuery } from '../../model/question/funnel.ts';
import type { LifecycleQuery } from '../../model/question/lifecycle.ts';
import type { PathBody, PathQuery } from '../../model/question/path.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { RetentionBody, RetentionQuery } from '../../model/question/retention.ts';
import type { StickinessQuery } from '../../model/question/stickiness.ts';
import type { Display, TrendBody } from '../../model/question/trend.ts';
import type { SqlBody } from '../../model/sql/body.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isTotalDisplay, type TrendAsked } from '../resolve/trend.ts';
import { claused, counted, listed } from '../words/lists.ts';
import { spanText } from '../words/periods.ts';
import { commonWords, linesOf, type QuestionWords, said, wholes } from './clauses.ts';
import { spanWords } from './durations.ts';
import { eventLines, trendLines } from './lines.ts';
import { actorWords, named } from './names.ts';
import { splitWords } from './splits.ts';

const NAMES_SHOWN = 5;

export function trendWords(context: ProjectContext, body: TrendBody, asked: TrendAsked): QuestionWords {
  const { query, formulas } = asked;
  const { display, interval, entities, breakdown } = query;
  const lines = trendLines(context, entities);
  const pace = isTotalDisplay(display) ? 'Over the whole range' : `Trend by ${interval}`;
  const letters = lines.map(({ whole }, at) => (formulas.length === 0 ? whole : `${letterOf(at)} = ${whole}`));
  const split = splitWords(context, body, breakdown, body.breakdown_hide_other_aggregation ? '' : ', then Other');
  return said(lines, [
    `${pace} of ${formulas.length === 0 ? '' : `${listed(formulas.map(({ text }) => `formula ${named(text)}`))} with `}${linesOf(letters)}`,
    ...commonWords(context, body),
    split,
    ...shapeWords(display, asked.smoothing_points),
  ]);
}

function shapeWords(display: Display, smoothing_points: number): (string | null)[] {
  return [
    display === 'ActionsLineGraphCumulative' ? 'summed up from the start' : null,
    smoothing_points > 1 ? `each point the mean of ${smoothing_points} up to it` : null,
  ];
}

export function lifecycleWords(context: ProjectContext, body: TrendBody, query: LifecycleQuery): QuestionWords {
  const lines = eventLines(context, query.entity === null ? [] : [query.entity]);
  return said(lines, [
    `Lifecycle by ${query.interval} of ${actorWords(context, query.actor)} who did ${linesOf(wholes(lines))}`,
    ...commonWords(context, body),
  ]);
}

export function stickinessWords(context: ProjectContext, body: TrendBody, query: StickinessQuery): QuestionWords {
  const { entities, interval, cumulative, min_rows, max_rows } = query;
  const lines = eventLines(context, entities);
  const length = body.interval_count ?? 1;
  const periods = length === 1 ? `${interval}s` : `periods of ${counted(length, interval)}`;
  const most = max_rows === Number.POSITIVE_INFINITY ? '' : ` and at most ${max_rows}`;
  const events =
    min_rows === 1 && most === '' ? null : `only periods with at least ${counted(min_rows, 'event')}${most}`;
  const whom = [...new Set(entities.map(({ actor }) => actorWords(context, actor)))];
  return said(lines, [
    `Stickiness: ${listed(whom) || 'people'} by the number of ${periods} with ${linesOf(wholes(lines))}`,
    cumulative ? 'so many or more' : null,
    events,
    ...commonWords(context, body),
  ]);
}

export function funnelWords(context: ProjectContext, body: FunnelBody, query: FunnelQuery): QuestionWords {
  const lines = eventLines(context, query.steps);
  return said(lines, [
    `${FUNNEL_TITLES[query.viz]}${query.viz === 'trends' ? ` by ${query.interval}` : ''} of ${stepsWords(context, query, body)}`,
    query.viz === 'steps' || query.steps.length < 3 ? null : `from step ${query.from_step + 1} to ${query.to_step + 1}`,
    ...commonWords(context, body),
    splitWords(context, body, query.breakdown, query.viz === 'steps' ? ', then Other' : ''),
    // People count for each cohort that they are in, whatever their events.
    query.breakdown?.kind === 'values' ? attributionWords(query) : null,
  ]);
}

export const FUNNEL_TITLES: Readonly<Record<FunnelQuery['viz'], string>> = {
  steps: 'Funnel',
  trends: 'Conversion',
  time_to_convert: 'Times to convert',
};

const ORDERS: Readonly<Record<FunnelQuery['order'], string>> = {
  ordered: 'in this order',
  strict: 'in this order with nothing between',
  unordered: 'in any order',
};

/** Words for actors, steps, order, window and exclusions. */
function stepsWords(
  context: ProjectContext,
  { steps, exclusions, order, window_ms, actor }: FunnelQuery,
  { funnel_aggregate_by_hogql: by }: Pick<FunnelBody, 'funnel_aggregate_by_hogql'>,
): string {
  const whom = actor.kind === 'expression' && by !== undefined ? `values of ${named(by)}` : actorWords(context, actor);
  const spoils = eventLines(context, exclusions).map(({ whole }, at) => {
    const { from_step, to_step } = exclusions[at]!;
    return `${whole} between steps ${from_step + 1} and ${to_step + 1}`;
  });
  return claused([
    `${whom} through ${wholes(eventLines(context, steps)).join(' -> ') || 'nothing'}`,
    `${ORDERS[order]} within ${spanWords(window_ms)} of the first step`,
    spoils.length === 0 ? null : `without ${listed(spoils, 'or', NAMES_SHOWN)}`,
  ]);
}

function attributionWords({ attribution }: FunnelQuery): string {
  switch (attribution.kind) {
    case 'first_touch':
      return 'each by their first value (first touch)';
    case 'last_touch':
      return 'each by their last value (last touch)';
    case 'all_events':
      return 'each value over its own events only (all events)';
    case 'step':
      return `each by the value at step ${attribution.step + 1}`;
  }
}

export function correlationWords(context: ProjectContext, body: FunnelBody, query: CorrelationQuery): QuestionWords {
  const { funnel } = query;
  return said(eventLines(context, funnel.steps), [
    `${correlated(context, query)} that go with completing the funnel of ${stepsWords(context, funnel, body)}`,
    ...uncorrelated(query),
    ...commonWords(context, body),
  ]);
}

function correlated(context: ProjectContext, { type, properties, events, funnel }: CorrelationQuery): string {
  if (type === 'events') return 'Events';
  if (type === 'event_with_properties')
    return `Properties of the events ${listed(events.map(named), 'and', NAMES_SHOWN)}`;
  return properties === null
    ? `Properties of ${actorWords(context, funnel.actor)}`
    : `Values of ${listed(properties.map(named), 'and', NAMES_SHOWN)}`;
}

/** What is left out besides the funnel's own events. */
function uncorrelated(query: CorrelationQuery): (string | null)[] {
  const { type, funnel, excluded_events, excluded_properties, excluded_event_properties } = query;
  const own = new Set(funnel.steps.flatMap(({ matches }) => matches.map(({ event }) => event)));
  const events = type === 'properties' ? [] : excluded_events.filter((event) => !own.has(event));
  const properties = { events: [], properties: excluded_properties, event_with_properties: excluded_event_properties };
  return [withoutWords('events', events), withoutWords('properties', properties[type])];
}

function withoutWords(what: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : `without the ${what} ${listed(names.map(named), 'or', NAMES_SHOWN)}`;
}

const STARTS: Readonly<Record<RetentionQuery['start'], string>> = {
  every: 'did',
  first_time: 'did for the first time',
  first_ever: 'did as their first such event ever',
};

export function retentionWords(context: ProjectContext, body: RetentionBody, query: RetentionQuery): QuestionWords {
  const { target, returning, actor, interval, start, minimum_occurrences, cumulative, breakdown } = query;
  const lines = eventLines(context, [target, returning]);
  const times = minimum_occurrences === 1 ? '' : ` at least ${minimum_occurrences} times`;
  return said(lines, [
    `Retention by ${interval}: ${actorWords(context, actor)} who ${STARTS[start]} ${lines[0]!.whole} and came back with ${lines[1]!.whole}${times}`,
    cumulative ? 'who came back later counts as having stayed' : null,
    ...commonWords(context, body),
    splitWords(context, body, breakdown, ', then Other'),
    returnsWords(query),
  ]);
}

/** Where a value is not the person's but the event's, who returns with another one has not come back. */
function returnsWords({ breakdown, split_returns }: RetentionQuery): string | null {
  if (!split_returns || breakdown?.kind !== 'values') return null;
  const isOfEvents = breakdown.dimensions.some(({ source }) => source.of !== 'person');
  return isOfEvents ? 'and only returns with the same value count' : null;
}

export function pathWords(context: ProjectContext, body: PathBody, query: PathQuery): QuestionWords {
  const { events, step_limit, edge_limit, start_point, end_point, session_gap_ms, funnel } = query;
  const kinds = [
    ...(events.every ? ['all events'] : []),
    ...(events.custom ? ['all custom events'] : []),
    ...events.names.map(named),
  ];
  return said(
    kinds.map((name) => ({ short: name, whole: name })),
    [
      `Paths of people over ${listed(kinds, 'and', NAMES_SHOWN)}`,
      start_point === null ? null : `from ${named(start_point)}`,
      end_point === null ? null : `to ${named(end_point)}`,
      `at most ${counted(step_limit, 'step')}, ended by a pause of ${spanWords(session_gap_ms)}`,
      funnel === null ? null : `${aroundWords(funnel)} of the funnel of ${stepsWords(context, funnel.query, {})}`,
      ...namingWords(body, query),
      query.excluded.length === 0 ? null : `without ${listed(query.excluded.map(named), 'or', NAMES_SHOWN)}`,
      ...weightWords(query),
      ...commonWords(context, body),
      `the ${edge_limit} edges most often taken`,
    ],
  );
}

/** What makes steps out of events, if these do not keep their own names. */
function namingWords({ paths_hogql_expression }: PathBody, query: PathQuery): (string | null)[] {
  const { expression, groupings, rules } = query;
  return [
    expression === null ? null : `named by expression ${named(String(paths_hogql_expression))}`,
    rules.length === 0 ? null : `names cleaned by ${counted(rules.length, 'rule')}`,
    groupings.length === 0 ? null : `names like ${listed(groupings.map(named), 'or', NAMES_SHOWN)} as one`,
  ];
}

function aroundWords({ around, step }: NonNullable<PathQuery['funnel']>): string {
  const who = step > 0 ? `step ${step}` : `those who dropped off before step ${-step}`;
  if (around === 'funnel_path_after_step') return `after ${who}`;
  return around === 'funnel_path_before_step' ? `before ${who}` : `between step ${step - 1} and ${who}`;
}

function weightWords({ min_weight, max_weight }: PathQuery): (string | null)[] {
  return [
    min_weight > 0 ? `edges of at least ${min_weight}` : null,
    max_weight === Number.POSITIVE_INFINITY ? null : `edges of at most ${max_weight}`,
  ];
}

function letterOf(at: number): string {
  return String.fromCharCode(65 + at);
}

/** The statement says what it asks; these are the words of what came beside it and stands where it has {filters}. */
export function sqlWords(context: ProjectContext, body: SqlBody, { range, is_filtered }: FilteredSql): QuestionWords {
  const { timezone } = context.project;
  const period = range === null ? null : `${spanText(range, timezone, Number.POSITIVE_INFINITY)}, ${timezone}`;
  const filters = is_filtered ? claused([period, ...commonWords(context, body)]) : '';
  return said([], [filters === '' ? 'SQL' : `SQL with {filters}: ${filters}`]);
}

interface FilteredSql {
  /** null if no dates were sent. */
  readonly range: TimeRange | null;
  /** Whether the statement has {filters}. */
  readonly is_filtered: boolean;
}
