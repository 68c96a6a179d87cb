/** Paths: what people do in sequence, as edges between the steps of their sessions. */
import { z } from 'zod';
import {
  choiceField,
  flagField,
  listField,
  numberField,
  openField,
  openJsonField,
  textField,
  wholeField,
} from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { QUESTION_FIELDS } from './body.ts';
import type { Expression } from './expression.ts';
import type { FunnelQuery } from './funnel.ts';
import type { Predicate } from './predicate.ts';
import type { TimeRange } from './query.ts';
import { RESULT_FIELDS } from './result.ts';

const PATH_EVENT_TYPES = ['$pageview', '$screen', 'custom_event', 'hogql'] as const;
export type PathEventType = (typeof PATH_EVENT_TYPES)[number];

const FUNNEL_PATHS = ['funnel_path_after_step', 'funnel_path_before_step', 'funnel_path_between_steps'] as const;
type FunnelPathsType = (typeof FUNNEL_PATHS)[number];

/** Which events are steps: those that any member names. */
export interface PathEvents {
  readonly every: boolean;
  /** Events whose name does not start with $. */
  readonly custom: boolean;
  readonly names: readonly string[];
}

/** How the steps of one event are named. */
export interface PathNaming {
  readonly event: string;
  /** Event property that holds the name. */
  readonly key: string;
  /** A trailing slash is ignored, unless it is the whole value. */
  readonly is_url: boolean;
}

/** Replaces all matches of the pattern (RE2) by the alias; \1 to \9 stand for groups. */
export interface CleaningRule {
  readonly regex: string;
  readonly alias: string;
}

/** Restricts paths to people of a funnel, and to events around one of its steps. */
export interface PathFunnel {
  readonly query: FunnelQuery;
  readonly around: FunnelPathsType;
  /** n > 0: those who reached step n; n < -1: those who did step -n - 1 and nothing after. */
  readonly step: number;
}

export interface PathQuery {
  readonly kind: 'path';
  readonly timezone: string;
  readonly range: TimeRange;
  readonly events: PathEvents;
  /** Condition on every event. */
  readonly where: Predicate;
  /** Namings for some events. Other events are steps under their own names. */
  readonly named: readonly PathNaming[];
  /** Names the steps of events that are not in `named`; null = their event names do. */
  readonly expression: Expression | null;
  /** Applied in order. */
  readonly rules: readonly CleaningRule[];
  /** Patterns with * for any text. A matching name becomes the pattern. */
  readonly groupings: readonly string[];
  /** Names that are not steps. */
  readonly excluded: readonly string[];
  /** A pause of at least this long starts a new path. */
  readonly session_gap_ms: number;
  readonly start_point: string | null;
  readonly end_point: string | null;
  readonly step_limit: number;
  readonly edge_limit: number;
  /** Bounds on how many paths take an edge, inclusive; 0 and infinity mean none. */
  readonly min_weight: number;
  readonly max_weight: number;
  readonly funnel: PathFunnel | null;
}

/** An edge whose people are asked for. `step`: depth of the source, from 1. */
export interface PathPoint {
  readonly kind: 'path';
  readonly query: PathQuery;
  readonly step: number;
  readonly source: string;
  readonly target: string;
}

/** `count` paths go from one step to the next. */
export interface PathEdge {
  /** Depth of the source, from 1. The target's is one more. */
  readonly step: number;
  readonly source: string;
  readonly target: string;
  readonly count: number;
  /** Sum of all durations. */
  readonly total_ms: number;
}

/** The requested edges, largest first. */
export interface PathNumbers {
  readonly edges: readonly PathEdge[];
  /** Whether there were more edges than `edge_limit`. */
  readonly is_cut: boolean;
}

/** A rule of `local_path_cleaning_filters`. */
const CleaningRuleBody = z.looseObject({
  alias: openField({ type: 'string' }, 'What a match becomes: /users/<id>'),
  regex: openField({ type: 'string' }, 'Pattern by RE2 rules, found anywhere: /users/\\d+'),
});

const namesField = (description: string) => listField(z.string(), description);

const weightField = (description: string) => wholeField(description, { min: 0 });

/** The question on the wire. */
export const PathBody = z.looseObject({
  include_event_types: listField(
    z.enum(PATH_EVENT_TYPES),
    'Which events are steps: $pageview (by URL), $screen, custom_event (names that do not begin with $); all events unless given',
  ),
  include_custom_events: namesField('Events that are steps, by name, besides the types'),
  exclude_events: namesField('Steps to leave out, as they are named in the answer'),
  path_type: choiceField(PATH_EVENT_TYPES, 'Deprecated: the one type of include_event_types'),
  start_point: textField('Only paths that come by this step, from there on'),
  end_point: textField('Only paths that come by this step, up to there'),
  step_limit: wholeField('Most steps of a path (default 5)', { min: 1, max: LIMIT.path_steps }),
  edge_limit: wholeField('Most edges in the answer (default 50)', { min: 1, max: LIMIT.path_edges }),
  min_edge_weight: weightField('Only edges that at least so many paths take'),
  max_edge_weight: weightField('Only edges that at most so many paths take'),
  path_groupings: namesField('Steps to take as one, * for anything: ["/users/*"]'),
  path_replacements: flagField("Apply the project's path cleaning rules"),
  local_path_cleaning_filters: listField(CleaningRuleBody, 'Cleaning rules of this question only, applied in order'),
  paths_hogql_expression: textField('Names the steps when include_event_types has hogql'),
  funnel_paths: choiceField(FUNNEL_PATHS, 'Only what people of a funnel did around a step of it'),
  funnel_filter: openJsonField(
    { type: 'object' },
    'The funnel of funnel_paths, with funnel_step: 2 = who got to step 2, -2 = who did not get to step 2 after step 1',
  ),
  properties: QUESTION_FIELDS.properties,
  filter_test_accounts: QUESTION_FIELDS.filter_test_accounts,
  date_from: QUESTION_FIELDS.date_from,
  date_to: QUESTION_FIELDS.date_to,
  explicit_date: QUESTION_FIELDS.explicit_date,
  sampling_factor: numberField('Follow this share of people only, above 0 up to 1, and scale the numbers up', {
    above: 0,
    max: 1,
  }),
  refresh: QUESTION_FIELDS.refresh,
  client_query_id: QUESTION_FIELDS.client_query_id,
});
export type PathBody = z.output<typeof PathBody>;

const EdgeSchema = z.object({
  /** Depth and name: 1_/pricing. */
  source: z.string(),
  target: z.string(),
  /** How many paths take the edge. */
  value: z.number(),
  /** Milliseconds from source to target. */
  average_conversion_time: z.number(),
  /** Address that lists the people. */
  persons_url: z.string().nullable().optional(),
});
export type Edge = z.infer<typeof EdgeSchema>;

export const PathResult = z.object({ ...RESULT_FIELDS, result: z.array(EdgeSchema) });
export type PathResult = z.infer<typeof PathResult>;
