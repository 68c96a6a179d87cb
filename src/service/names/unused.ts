/** Options that were sent but change nothing in a question of that kind, or beside another option. */
import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { quoted } from '../../base/visible.ts';
import type { KindName } from '../../model/question/kind.ts';
import { AGGREGATES } from '../../model/question/trend.ts';
import { vizOf } from '../resolve/funnel.ts';
import { ACTOR_MATHS } from '../resolve/stickiness.ts';
import { TOTAL_DISPLAYS } from '../resolve/trend.ts';
import { listed } from '../words/lists.ts';

type Body = Readonly<Record<string, unknown>>;

interface Unused {
  /** Those of these options that were sent are ignored. */
  readonly names: readonly string[];
  /** Why: a sentence that begins with the names. */
  readonly why: string;
  /** Whether it is so in this question; always, if left out. */
  readonly when?: (body: Body) => boolean;
}

/** What existing clients send for "not asked for", besides nothing and `false`. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
  smoothing_intervals: 1,
  interval_count: 1,
  computed_as: 'non_cumulative',
};

const FIRST_TIMES = ['first_time_for_user', 'first_matching_event_for_user'];
const SPLITS = ['breakdown', 'breakdowns', 'breakdown_histogram_bin_count', 'breakdown_normalize_url'];
const FORMULAS = ['formula', 'formulas', 'formulaNodes'];
const OF_STICKINESS = ['stickiness_criteria', 'computed_as', 'interval_count'];

const hasTotalDisplay: Unused['when'] = ({ display }) => isOneOf(TOTAL_DISPLAYS, display);

const UNUSED: Readonly<Partial<Record<KindName, readonly Unused[]>>> = {
  trend: [
    { names: OF_STICKINESS, why: 'only stickiness has: send "insight":"STICKINESS" for it' },
    { names: ['breakdown'], why: 'gives way to breakdowns', when: has('breakdowns') },
    { names: ['formula', 'formulas'], why: 'gives way to formulaNodes', when: has('formulaNodes') },
    { names: ['formula'], why: 'gives way to formulas', when: has('formulas') },
    { names: ['offset'], why: 'pages through the values of a breakdown', when: lacks('breakdown', 'breakdowns') },
  ],
  lifecycle: [
    { names: [...SPLITS, ...FORMULAS, ...OF_STICKINESS, 'compare', 'compare_to'], why: 'a lifecycle does not have' },
    { names: ['smoothing_intervals', 'explicit_date'], why: 'a lifecycle does not have, as its periods are whole' },
    { names: ['display'], why: 'would be one number, and a lifecycle has one each period', when: hasTotalDisplay },
  ],
  stickiness: [
    { names: [...SPLITS, ...FORMULAS, 'smoothing_intervals'], why: 'stickiness does not have' },
    { names: ['display'], why: 'would be one number, and stickiness has several', when: hasTotalDisplay },
  ],
  funnel: [
    {
      names: SPLITS,
      why: 'does not split times to convert',
      when: (body) => vizOf(body) === 'time_to_convert',
    },
    { names: ['breakdown'], why: 'gives way to breakdowns', when: has('breakdowns') },
    {
      names: ['breakdown_attribution_value'],
      why: 'needs "breakdown_attribution_type":"step"',
      when: ({ breakdown_attribution_type }) => breakdown_attribution_type !== 'step',
    },
    {
      names: ['funnel_from_step', 'funnel_to_step'],
      why: 'cut trends and times to convert; the view of steps shows all',
      when: (body) => vizOf(body) === 'steps',
    },
    {
      names: ['funnel_window_interval', 'funnel_window_interval_type'],
      why: 'gives way to funnel_window_days',
      when: has('funnel_window_days'),
    },
  ],
  correlation: [
    { names: SPLITS, why: 'a correlation does not have' },
    {
      names: ['funnel_correlation_names', 'funnel_correlation_exclude_names'],
      why: 'needs "funnel_correlation_type":"properties"',
      when: ({ funnel_correlation_type }) => funnel_correlation_type !== 'properties',
    },
    {
      names: ['funnel_correlation_event_names', 'funnel_correlation_event_exclude_property_names'],
      why: 'needs "funnel_correlation_type":"event_with_properties"',
      when: ({ funnel_correlation_type }) => funnel_correlation_type !== 'event_with_properties',
    },
  ],
  path: [
    { names: ['funnel_filter'], why: 'needs funnel_paths', when: lacks('funnel_paths') },
    {
      names: ['paths_hogql_expression'],
      why: 'needs "hogql" in include_event_types',
      when: ({ include_event_types: types, path_type }) =>
        path_type !== 'hogql' && Array.isArray(types) && types.length > 0 && !types.includes('hogql'),
    },
  ],
};

/** @param body flat and checked */
export function unusedOptions(kind: KindName, body: Body): string[] {
  const of_kind = (UNUSED[kind] ?? []).flatMap(({ names, why, when }) => {
    const sent = names.filter((name) => isSent(body, name));
    if (sent.length === 0 || when?.(body) === false) return [];
    return [ignored(listed(sent), why, sent.length)];
  });
  return [...of_kind, ...mathOptions(kind, body)];
}

function ignored(names: string, why: string, count: number): string {
  return `${names} ${why}: ${count === 1 ? 'it is' : 'they are'} ignored.`;
}

function isSent(body: Body, name: string): boolean {
  const value = body[name];
  if (value === undefined || value === null || value === '' || value === false || value === NEUTRAL[name]) return false;
  return !(Array.isArray(value) && value.length === 0);
}

function has(name: string): (body: Body) => boolean {
  return (body) => isSent(body, name);
}

function lacks(...names: readonly string[]): (body: Body) => boolean {
  return (body) => !names.some((name) => isSent(body, name));
}

/** What lines say of numbers that their math does not compute. */
function mathOptions(kind: KindName, body: Body): string[] {
  if (kind !== 'trend' && kind !== 'lifecycle') return [];
  return ['events', 'actions'].flatMap((list) => {
    const lines = body[list];
    if (!Array.isArray(lines)) return [];
    return lines
      .filter(isObject)
      .flatMap((line, at) => mathWarnings(kind, line, `${list}[${at}]`, asksForGroups(body)));
  });
}

function asksForGroups(body: Body): boolean {
  return isSent(body, 'aggregation_group_type') || Number(body['aggregation_group_type_index'] ?? 0) > 0;
}

function mathWarnings(kind: 'trend' | 'lifecycle', line: Body, place: string, of_groups: boolean): string[] {
  const math = isSent(line, 'math') ? String(line['math']) : 'total';
  if (kind === 'lifecycle') {
    return ACTOR_MATHS.includes(math)
      ? []
      : [ignored(`math ${quoted(math)} of ${place}`, 'a lifecycle does not have, it counts people or groups', 1)];
  }
  const found: string[] = [];
  const takesProperty = AGGREGATES.some((name) => name === math);
  if (isSent(line, 'math_property') && !takesProperty) {
    found.push(
      ignored(`math_property of ${place}`, `needs a math such as "sum" or "avg", and this is ${quoted(math)}`, 1),
    );
  }
  if (isSent(line, 'math_hogql') && math !== 'hogql') {
    found.push(ignored(`math_hogql of ${place}`, `needs "math":"hogql", and this is ${quoted(math)}`, 1));
  }
  if (FIRST_TIMES.includes(math) && (of_groups || isSent(line, 'math_group_type_index'))) {
    found.push(`${quoted(math)} of ${place} counts people: the group type is ignored.`);
  }
  return found;
}
