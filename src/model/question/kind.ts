/**
 * Names of each kind of insight: in filters, in query nodes, and its operation. They are defined only here; all tables of
 * kinds derive from this one, in this order.
 */
import { keysOf } from '../../base/known.ts';

export interface KindNames {
  /** The kind's `insight` in filters; null if it has none. */
  readonly insight: string | null;
  /** The kind's `kind` in query nodes; null if it has none. */
  readonly node: string | null;
  /** Operation that computes it. Kinds that share one differ in `insight`; the first of them is the default. */
  readonly operation: `compute_${string}` | 'run_sql';
  /** Settings that a node groups: topic -> setting -> filter key. Other settings keep their names. */
  readonly topics: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Defaults for filters that a node does not set. */
  readonly node_defaults?: Readonly<Record<string, unknown>>;
}

export const KIND_NAMES = {
  trend: {
    insight: 'TRENDS',
    node: 'TrendsQuery',
    operation: 'compute_trend',
    topics: { trendsFilter: { smoothingIntervals: 'smoothing_intervals' } },
  },
  lifecycle: { insight: 'LIFECYCLE', node: 'LifecycleQuery', operation: 'compute_trend', topics: {} },
  stickiness: {
    insight: 'STICKINESS',
    node: 'StickinessQuery',
    operation: 'compute_trend',
    topics: { stickinessFilter: { stickinessCriteria: 'stickiness_criteria', computedAs: 'computed_as' } },
  },
  funnel: {
    insight: 'FUNNELS',
    node: 'FunnelsQuery',
    operation: 'compute_funnel',
    topics: {
      funnelsFilter: {
        funnelVizType: 'funnel_viz_type',
        funnelOrderType: 'funnel_order_type',
        funnelWindowInterval: 'funnel_window_interval',
        funnelWindowIntervalUnit: 'funnel_window_interval_type',
        funnelFromStep: 'funnel_from_step',
        funnelToStep: 'funnel_to_step',
        funnelAggregateByHogQL: 'funnel_aggregate_by_hogql',
        binCount: 'bin_count',
        breakdownAttributionType: 'breakdown_attribution_type',
        breakdownAttributionValue: 'breakdown_attribution_value',
      },
    },
  },
  path: {
    insight: 'PATHS',
    node: 'PathsQuery',
    operation: 'compute_path',
    topics: {
      pathsFilter: {
        includeEventTypes: 'include_event_types',
        excludeEvents: 'exclude_events',
        startPoint: 'start_point',
        endPoint: 'end_point',
        stepLimit: 'step_limit',
        edgeLimit: 'edge_limit',
        minEdgeWeight: 'min_edge_weight',
        maxEdgeWeight: 'max_edge_weight',
        pathGroupings: 'path_groupings',
        pathReplacements: 'path_replacements',
        localPathCleaningFilters: 'local_path_cleaning_filters',
        pathsHogQLExpression: 'paths_hogql_expression',
      },
    },
    // Nodes apply the project's cleaning rules by default.
    node_defaults: { path_replacements: true },
  },
  retention: {
    insight: 'RETENTION',
    node: 'RetentionQuery',
    operation: 'compute_retention',
    topics: {
      retentionFilter: {
        targetEntity: 'target_entity',
        returningEntity: 'returning_entity',
        retentionType: 'retention_type',
        totalIntervals: 'total_intervals',
        minimumOccurrences: 'minimum_occurrences',
      },
    },
    node_defaults: { total_intervals: 7 },
  },
  /** A correlation uses the filters of a funnel. */
  correlation: { insight: null, node: null, operation: 'compute_funnel_correlation', topics: {} },
  /** A node of SQL has only a statement. */
  sql: { insight: null, node: 'HogQLQuery', operation: 'run_sql', topics: {} },
} as const satisfies Readonly<Record<string, KindNames>>;

export type KindName = keyof typeof KIND_NAMES;
export type InsightName = NonNullable<(typeof KIND_NAMES)[KindName]['insight']>;
export type ComputingOperation = (typeof KIND_NAMES)[KindName]['operation'];

export const KINDS_OF_INSIGHT: readonly KindName[] = keysOf(KIND_NAMES);

/** `insight` of filters -> kind. */
export const KIND_BY_INSIGHT: ReadonlyMap<string, KindName> = new Map<InsightName, KindName>(
  KINDS_OF_INSIGHT.flatMap((kind) => {
    const { insight } = KIND_NAMES[kind];
    return insight === null ? [] : [[insight, kind]];
  }),
);

/** Kind of a query node -> kind. */
export const KIND_BY_NODE: ReadonlyMap<string, KindName> = new Map(
  KINDS_OF_INSIGHT.flatMap((kind) => {
    const { node } = KIND_NAMES[kind];
    return node === null ? [] : [[node, kind]];
  }),
);

export const INSIGHT_NAMES: readonly InsightName[] = KINDS_OF_INSIGHT.flatMap((kind) => KIND_NAMES[kind].insight ?? []);

/** Kinds of query nodes that can be computed. */
export const NODE_NAMES: readonly string[] = [...KIND_BY_NODE.keys()];

/** Nodes that only say how to show the node inside them. */
export const WRAPPER_NODES: readonly string[] = ['InsightVizNode', 'DataVisualizationNode', 'DataTableNode'];

/** Kinds that old filters name as `shown_as`. */
export const SHOWN_AS = ['lifecycle', 'stickiness'] as const satisfies readonly KindName[];

export function namesOf(kind: KindName): KindNames {
  return KIND_NAMES[kind];
}
