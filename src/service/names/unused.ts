/** Options that were sent but change nothing in a question of that kind, or beside another option. */
import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { quoted } from '../../base/visible.ts';
import { isSent } from '../../model/fields.ts';
import type { KindName } from '../../model/question/kind.ts';
import { STICKINESS_OPTIONS } from '../../model/question/stickiness.ts';
import { AGGREGATES, FORMULAS } from '../../model/question/trend.ts';
import { FIRST_STEP_MATHS, vizOf } from '../resolve/funnel.ts';
import { ACTOR_MATHS } from '../resolve/stickiness.ts';
import { TOTAL_DISPLAYS } from '../resolve/trend.ts';
import { listed } from '../words/lists.ts';

type Body = Readonly<Record<string, unknown>>;

interface Unused {
  /** Those of these options that were sent are ignored. */
  readonly names: readonly string[];
  readonly why: string;
  /** Whether it is so in this question; always, if left out. */
  readonly when?: (body: Body) => boolean;
}

/** What existing clients send for "not asked for", besides nothing and `false`. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
  smoothing_intervals: 1,
  interval_count: 1,
  aggregation_group_type_index: 0,
  computed_as: 'non_cumulative',
  bin_count: 'auto',
  math_multiplier: 1,
  breakdown_attribution_type: 'first_touch',
};

const FIRST_TIMES = ['first_time_for_user', 'first_matching_event_for_user'];
/** Maths to which it is all the same who did it. */
const EVENT_MATHS: readonly string[] = ['total', 'unique_session', 'hogql', ...AGGREGATES];
const OF_AMOUNTS = ['math_property', 'math_multiplier'];
const WAYS_TO_SPLIT = [
  'breakdown_histogram_bin_count',
  'breakdown_normalize_url',
  'breakdown_limit',
  'breakdown_hide_other_aggregation',
  'breakdown_group_type_index',
  'breakdown_attribution_type',
];
const SPLITS = ['breakdown', 'breakdowns', ...WAYS_TO_SPLIT];
const GROUP_TYPES = ['aggregation_group_type', 'aggregation_group_type_index'];
const GROUP_INDEX: Unused = {
  names: ['aggregation_group_type_index'],
  why: 'aggregation_group_type was sent as well',
  when: has('aggregation_group_type'),
};
/** Of the names that are passed over (`passed_over.ts`), the one that would leave out numbers; the second is of nodes. */
const WEEKENDS: Unused = { names: ['hide_weekends', 'hideWeekends'], why: 'answers and charts show all days' };
const HOW_TO_SPLIT: Unused = {
  names: WAYS_TO_SPLIT,
  why: 'no breakdown was sent',
  when: lacks('breakdown', 'breakdowns'),
};

/** With `formulaNodes`, both are ignored. */
const hasPlainFormulas: Unused['when'] = (body) => has('formulas')(body) && !has('formulaNodes')(body);
const hasTotalDisplay = ({ display }: Body): boolean => isOneOf(TOTAL_DISPLAYS, display);

const UNUSED: Readonly<Partial<Record<KindName, readonly Unused[]>>> = {
  trend: [
    GROUP_INDEX,
    WEEKENDS,
    { names: STICKINESS_OPTIONS, why: 'only stickiness has such options, send "insight":"STICKINESS" for it' },
    { names: ['breakdown'], why: 'breakdowns was sent as well', when: has('breakdowns') },
    { names: ['formula', 'formulas'], why: 'formulaNodes was sent as well', when: has('formulaNodes') },
    { names: ['formula'], why: 'formulas was sent as well', when: hasPlainFormulas },
    { names: ['offset'], why: 'it pages through the values of a breakdown', when: lacks('breakdown', 'breakdowns') },
    {
      names: GROUP_TYPES,
      why: 'no line counts groups, as one with "math":"dau" would',
      when: countsEventsOnly,
    },
    { names: ['smoothing_intervals'], why: 'the display is one number', when: hasTotalDisplay },
    {
      names: ['date_from'],
      why: 'one number of "weekly_active" or "monthly_active" is of the 7 or 30 days up to date_to',
      when: (body) => hasTotalDisplay(body) && lacks('compare', 'compare_to')(body) && countsLatelyOnly(body),
    },
    HOW_TO_SPLIT,
  ],
  lifecycle: [
    GROUP_INDEX,
    WEEKENDS,
    {
      names: [...SPLITS, ...FORMULAS, ...STICKINESS_OPTIONS, 'compare', 'compare_to'],
      why: 'a lifecycle has no such options',
    },
    { names: ['smoothing_intervals', 'explicit_date'], why: 'the periods of a lifecycle are whole' },
    { names: ['display'], why: 'a lifecycle has a number for each period and none for all', when: hasTotalDisplay },
  ],
  stickiness: [
    GROUP_INDEX,
    { names: [...SPLITS, ...FORMULAS, 'smoothing_intervals'], why: 'stickiness has no such options' },
    { names: ['display'], why: 'stickiness has several numbers and none for all', when: hasTotalDisplay },
  ],
  funnel: [
    GROUP_INDEX,
    { names: SPLITS, why: 'times to convert are not split', when: (body) => vizOf(body) === 'time_to_convert' },
    { names: ['breakdown'], why: 'breakdowns was sent as well', when: has('breakdowns') },
    {
      names: ['breakdown_attribution_value'],
      why: 'it goes with "breakdown_attribution_type":"step"',
      when: ({ breakdown_attribution_type }) => breakdown_attribution_type !== 'step',
    },
    {
      names: ['funnel_from_step', 'funnel_to_step'],
      why: 'the view of steps shows all; only trends and times to convert are cut',
      when: (body) => vizOf(body) === 'steps',
    },
    {
      names: ['funnel_window_interval', 'funnel_window_interval_type'],
      why: 'funnel_window_days was sent as well',
      when: has('funnel_window_days'),
    },
    {
      names: ['bin_count'],
      why: 'it goes with "funnel_viz_type":"time_to_convert"',
      when: (body) => vizOf(body) !== 'time_to_convert',
    },
    { names: ['funnel_aggregate_by_hogql'], why: 'a group type was sent as well', when: asksForGroups },
    HOW_TO_SPLIT,
  ],
  retention: [
    GROUP_INDEX,
    { names: ['date_from'], why: 'total_intervals says how many periods there are, back from date_to' },
    { names: ['explicit_date'], why: 'the periods of retention are whole' },
    HOW_TO_SPLIT,
  ],
  correlation: [
    GROUP_INDEX,
    { names: SPLITS, why: 'a correlation has no breakdown' },
    {
      names: ['funnel_correlation_names', 'funnel_correlation_exclude_names'],
      why: 'such lists go with "funnel_correlation_type":"properties"',
      when: ({ funnel_correlation_type }) => funnel_correlation_type !== 'properties',
    },
    {
      names: ['funnel_correlation_event_names', 'funnel_correlation_event_exclude_property_names'],
      why: 'such lists go with "funnel_correlation_type":"event_with_properties"',
      when: ({ funnel_correlation_type }) => funnel_correlation_type !== 'event_with_properties',
    },
  ],
  path: [
    { names: ['funnel_filter'], why: 'it goes with funnel_paths', when: lacks('funnel_paths') },
    {
      names: ['include_event_types'],
      why: 'path_type was sent as well',
      when: ({ path_type, include_event_types }) =>
        path_type !== undefined && JSON.stringify(include_event_types) !== JSON.stringify([path_type]),
    },
    {
      names: ['paths_hogql_expression'],
      why: 'it goes with "hogql" in include_event_types',
      when: ({ include_event_types: types, path_type }) =>
        path_type !== 'hogql' && Array.isArray(types) && types.length > 0 && !types.includes('hogql'),
    },
  ],
};

/** Each is told once, by the first reason there is. @param body flat and checked */
export function unusedOptions(kind: KindName, body: Body): string[] {
  const told = new Set<string>();
  const of_kind = (UNUSED[kind] ?? []).flatMap(({ names, why, when }) => {
    const sent = names.filter((name) => changes(body, name) && !told.has(name));
    if (sent.length === 0 || when?.(body) === false) return [];
    for (const name of sent) told.add(name);
    return [ignored(sent, why)];
  });
  return [...of_kind, ...mathOptions(kind, body)];
}

function ignored(names: readonly string[], why: string): string {
  return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} ignored: ${why}.`;
}

/** Whether the option was sent and asks for something that is not so anyway. */
function changes(body: Body, name: string): boolean {
  return isSent(body[name]) && body[name] !== NEUTRAL[name];
}

function has(name: string): (body: Body) => boolean {
  return (body) => changes(body, name);
}

function lacks(...names: readonly string[]): (body: Body) => boolean {
  return (body) => !names.some((name) => changes(body, name));
}

function countsEventsOnly(body: Body): boolean {
  return linesOf(body).every(({ line }) => EVENT_MATHS.includes(mathOf(line)));
}

function countsLatelyOnly(body: Body): boolean {
  return linesOf(body).every(({ line }) => ['weekly_active', 'monthly_active'].includes(mathOf(line)));
}

function mathOf(line: Body): string {
  return isSent(line['math']) ? String(line['math']) : 'total';
}

function linesOf(body: Body): { line: Body; place: string }[] {
  return ['events', 'actions'].flatMap((list) => {
    const lines = body[list];
    if (!Array.isArray(lines)) return [];
    return lines.filter(isObject).map((line, at) => ({ line, place: `${list}[${at}]` }));
  });
}

/** What lines say of numbers that their math does not compute. */
function mathOptions(kind: KindName, body: Body): string[] {
  const of_groups = asksForGroups(body);
  return linesOf(body).flatMap(({ line, place }) => {
    if (kind === 'trend') return mathWarnings(line, place, of_groups);
    const meant = MEANT_MATHS[kind];
    if (meant === undefined || meant.names.includes(mathOf(line))) return [];
    return [ignored([`math ${quoted(mathOf(line))} of ${place}`], meant.why)];
  });
}

const OF_STEPS = {
  names: ['total', 'dau', ...FIRST_STEP_MATHS],
  why: `a funnel counts who did a step, or did it for the first time by ${listed(
    FIRST_STEP_MATHS.map((name) => quoted(name)),
    'or',
  )}`,
};

/** Kinds that count in one way of their own: maths that ask for that, and what they count. */
const MEANT_MATHS: Readonly<Partial<Record<KindName, { readonly names: readonly string[]; readonly why: string }>>> = {
  lifecycle: { names: ACTOR_MATHS, why: 'a lifecycle counts people or groups' },
  funnel: OF_STEPS,
  correlation: OF_STEPS,
};

function asksForGroups(body: Body): boolean {
  return GROUP_TYPES.some((name) => changes(body, name));
}

function mathWarnings(line: Body, place: string, of_groups: boolean): string[] {
  const math = mathOf(line);
  const found: string[] = [];
  for (const name of isOneOf(AGGREGATES, math) ? [] : OF_AMOUNTS.filter((option) => changes(line, option))) {
    found.push(
      ignored([`${name} of ${place}`], `it goes with a math such as "sum" or "avg", and this is ${quoted(math)}`),
    );
  }
  if (isSent(line['math_hogql']) && math !== 'hogql') {
    found.push(ignored([`math_hogql of ${place}`], `it goes with "math":"hogql", and this is ${quoted(math)}`));
  }
  if (isSent(line['math_group_type_index']) && EVENT_MATHS.includes(math)) {
    const why = `it goes with a math that counts groups, as "unique_group", and this is ${quoted(math)}`;
    found.push(ignored([`math_group_type_index of ${place}`], why));
  }
  if (FIRST_TIMES.includes(math) && (of_groups || isSent(line['math_group_type_index']))) {
    found.push(ignored([`the group type of ${place}`], `${quoted(math)} counts people`));
  }
  return found;
}
