/** PathBody -> PathQuery: nothing is left to decide. */
import { isObject } from '../../base/json.ts';
import { MINUTE_MS } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { withoutSlash } from '../../engine/kinds/path/names.ts';
import { patternProblem } from '../../engine/select/values/pattern.ts';
import { invalid, tooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Expression } from '../../model/question/expression.ts';
import type {
  CleaningRule,
  PathBody,
  PathEvents,
  PathEventType,
  PathNaming,
  PathQuery,
} from '../../model/question/path.ts';
import { every } from '../../model/question/predicate.ts';
import type { ProjectContext } from '../contract/context.ts';
import { resolveRangeOrNone } from './dates/dates.ts';
import { expressionSetting, resolveValue } from './dates/expression.ts';
import { readStored } from './filters/setting.ts';
import { resolvePathFunnel } from './path_funnel.ts';
import { rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { refuseOtherKind } from './refuse.ts';

const DEFAULT_STEPS = 5;
const DEFAULT_EDGES = 50;
const SESSION_GAP_MS = 30 * MINUTE_MS;

export function resolvePath(context: ProjectContext, body: PathBody): PathQuery {
  refuseOtherKind(body, 'path');
  const types = typesOf(body);
  const excluded = checkedList(body.exclude_events, 'exclude_events', LIMIT.filter_values);
  const start_point = pointOf(body.start_point);
  const end_point = pointOf(body.end_point);
  const funnel = resolvePathFunnel(context, body);
  const is_whole = start_point !== null && end_point !== null;
  return {
    kind: 'path',
    timezone: context.project.timezone,
    range: resolveRangeOrNone({ ...rangeInput(context, body), interval: 'day', whole_first_day: false }),
    events: eventsOf(types, checkedList(body.include_custom_events, 'include_custom_events', LIMIT.filter_values)),
    where: every([resolveCommonFilter(context, body), sampleOf(body.sampling_factor)]),
    named: namedOf(types, excluded),
    expression: expressionOf(context, body, types),
    rules: rulesOf(context, body),
    groupings: checkedList(body.path_groupings, 'path_groupings', LIMIT.path_rules).filter((text) => text !== ''),
    excluded,
    session_gap_ms: funnel?.query.window_ms ?? SESSION_GAP_MS,
    ...{ start_point, end_point },
    step_limit: body.step_limit ?? DEFAULT_STEPS,
    // Paths between two points must be complete, so they need all edges.
    edge_limit: body.edge_limit ?? (is_whole ? LIMIT.path_edges : DEFAULT_EDGES),
    ...weightsOf(body),
    funnel,
  };
}

function typesOf(body: PathBody): readonly PathEventType[] {
  const types = body.path_type === undefined ? (body.include_event_types ?? []) : [body.path_type];
  if (types.includes('custom_event') && (body.include_custom_events ?? []).length > 0) {
    throw invalid(
      'include_custom_events',
      'Cannot include all custom events and specific custom events in the same query: leave one of the two out.',
    );
  }
  if (types.includes('hogql') && body.paths_hogql_expression === undefined) {
    throw invalid(
      'paths_hogql_expression',
      'The event type hogql needs the expression that names the steps.',
      'required',
    );
  }
  return types;
}

function eventsOf(types: readonly PathEventType[], custom_events: readonly string[]): PathEvents {
  const names = types.filter((type) => type === '$pageview' || type === '$screen');
  return {
    every: types.includes('hogql') || (types.length === 0 && custom_events.length === 0),
    custom: types.includes('custom_event'),
    names: [...names, ...custom_events],
  };
}

const NAMED: readonly PathNaming[] = [
  { event: '$pageview', key: '$current_url', is_url: true },
  { event: '$screen', key: '$screen_name', is_url: false },
];

/** If all events are steps, an excluded `$pageview` or `$screen` keeps its event name, by which it is excluded. */
function namedOf(types: readonly string[], excluded: readonly string[]): PathNaming[] {
  return NAMED.filter(({ event }) => (types.length === 0 ? !excluded.includes(event) : types.includes(event)));
}

/** The expression that names the other events: those of type hogql, or all if no type is given. */
function expressionOf(
  context: ProjectContext,
  { paths_hogql_expression: text }: PathBody,
  types: readonly PathEventType[],
): Expression | null {
  if (text === undefined || (types.length > 0 && !types.includes('hogql'))) return null;
  return resolveValue(expressionSetting(context), text, 'paths_hogql_expression');
}

/** Ignores a trailing slash. */
function pointOf(text: string | undefined): string | null {
  return text === undefined ? null : withoutSlash(text);
}

/** The project's rules if requested, then the question's own. */
function rulesOf(context: ProjectContext, body: PathBody): CleaningRule[] {
  const local = checkedList(body.local_path_cleaning_filters, 'local_path_cleaning_filters', LIMIT.path_rules);
  const own = local.map((rule, at) => resolveRule(rule, `local_path_cleaning_filters__${at}`));
  if (body.path_replacements !== true) return own;
  return [...projectRules(context), ...own];
}

function projectRules({ project }: ProjectContext): CleaningRule[] {
  const read = () => project.path_cleaning_filters.map((rule, at) => resolveRule(rule, String(at)));
  return readStored("In the project's path_cleaning_filters", 'path_replacements', read);
}

/** @throws ServiceError naming the field below `attr` */
export function resolveRule(sent: unknown, attr: string): CleaningRule {
  const { regex, alias } = isObject(sent) ? sent : {};
  const form = '{"regex":"/users/\\\\d+","alias":"/users/<id>"}';
  if (typeof regex !== 'string' || regex === '') throw invalid(`${attr}__regex`, `A rule is like ${form}.`, 'required');
  if (alias !== undefined && alias !== null && typeof alias !== 'string') {
    throw invalid(`${attr}__alias`, `The alias is a text, as in ${form}.`);
  }
  if (regex.length > LIMIT.regex_chars) throw tooLong(`${attr}__regex`, LIMIT.regex_chars, 'characters');
  const problem = patternProblem(regex);
  if (problem !== null) {
    throw invalid(`${attr}__regex`, `Not a pattern by RE2 rules: ${quoted(regex)}. ${problem} A rule is like ${form}.`);
  }
  return { regex, alias: alias ?? '' };
}

function weightsOf(body: PathBody): Pick<PathQuery, 'min_weight' | 'max_weight'> {
  const min = body.min_edge_weight ?? 0;
  const max = body.max_edge_weight ? body.max_edge_weight : Number.POSITIVE_INFINITY;
  if (max < min) throw invalid('max_edge_weight', "Max Edge weight can't be lower than min edge weight");
  // The limits are compared with counts of the sample, before these are scaled up.
  const share = body.sampling_factor ?? 1;
  return { min_weight: min * share, max_weight: max * share };
}

function checkedList<T>(sent: readonly T[] | undefined, attr: string, most: number): readonly T[] {
  const list = sent ?? [];
  if (list.length > most) throw tooLong(attr, most, 'items');
  return list;
}
