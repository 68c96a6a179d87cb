// src/model/question/kind.ts
const KIND_NAMES = {
	trend: {
		insight: "TRENDS",
		node: "TrendsQuery",
		operation: "compute_trend",
		topics: { trendsFilter: { smoothingIntervals: "smoothing_intervals" } }
	},
	lifecycle: {
		insight: "LIFECYCLE",
		node: "LifecycleQuery",
		operation: "compute_trend",
		topics: {}
	},
	stickiness: {
		insight: "STICKINESS",
		node: "StickinessQuery",
		operation: "compute_trend",
		topics: { stickinessFilter: {
			stickinessCriteria: "stickiness_criteria",
			computedAs: "computed_as"
		} }
	},
	funnel: {
		insight: "FUNNELS",
		node: "FunnelsQuery",
		operation: "compute_funnel",
		topics: { funnelsFilter: {
			funnelVizType: "funnel_viz_type",
			funnelOrderType: "funnel_order_type",
			funnelWindowInterval: "funnel_window_interval",
			funnelWindowIntervalUnit: "funnel_window_interval_type",
			funnelFromStep: "funnel_from_step",
			funnelToStep: "funnel_to_step",
			funnelAggregateByHogQL: "funnel_aggregate_by_hogql",
			binCount: "bin_count",
			breakdownAttributionType: "breakdown_attribution_type",
			breakdownAttributionValue: "breakdown_attribution_value"
		} }
	},
	path: {
		insight: "PATHS",
		node: "PathsQuery",
		operation: "compute_path",
		topics: { pathsFilter: {
			includeEventTypes: "include_event_types",
			excludeEvents: "exclude_events",
			startPoint: "start_point",
			endPoint: "end_point",
			stepLimit: "step_limit",
			edgeLimit: "edge_limit",
			minEdgeWeight: "min_edge_weight",
			maxEdgeWeight: "max_edge_weight",
			pathGroupings: "path_groupings",
			pathReplacements: "path_replacements",
			localPathCleaningFilters: "local_path_cleaning_filters",
			pathsHogQLExpression: "paths_hogql_expression"
		} },
		node_defaults: { path_replacements: true }
	},
	retention: {
		insight: "RETENTION",
		node: "RetentionQuery",
		operation: "compute_retention",
		topics: { retentionFilter: {
			targetEntity: "target_entity",
			returningEntity: "returning_entity",
			retentionType: "retention_type",
			totalIntervals: "total_intervals",
			minimumOccurrences: "minimum_occurrences"
		} },
		node_defaults: { total_intervals: 7 }
	},
	/** Its filters are those of a funnel. */
	correlation: {
		insight: null,
		node: null,
		operation: "compute_funnel_correlation",
		topics: {}
	},
	/** Says all in its node: a statement. */
	sql: {
		insight: null,
		node: "HogQLQuery",
		operation: "run_sql",
		topics: {}
	}
};
const ENTRIES = Object.entries(KIND_NAMES);
const KINDS_OF_INSIGHT = ENTRIES.map(([kind]) => kind);
/** `insight` of filters -> kind. */
const KIND_BY_INSIGHT = new Map(ENTRIES.flatMap(([kind, { insight }]) => insight === null ? [] : [[insight, kind]]));
/** Kind of a query node -> kind. */
const KIND_BY_NODE = new Map(ENTRIES.flatMap(([kind, { node }]) => node === null ? [] : [[node, kind]]));
const INSIGHT_NAMES = [...KIND_BY_INSIGHT.keys()];
/** Kinds of query nodes that are computed. */
const NODE_NAMES = [...KIND_BY_NODE.keys()];
function namesOf(kind) {
	return KIND_NAMES[kind];
}
export { KIND_NAMES as a, KIND_BY_NODE as i, KINDS_OF_INSIGHT as n, NODE_NAMES as o, KIND_BY_INSIGHT as r, namesOf as s, INSIGHT_NAMES as t };

//# sourceMappingURL=kind-B0dmymjM.js.map