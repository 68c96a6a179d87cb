/**
 * Names that existing clients send but that change no number: display, ownership, client. They are in snake_case as in
 * filters; query nodes use camelCase.
 */

/** Settings of charts and tables. */
const OF_CHARTS = [
  ...['layout', 'show_legend', 'show_labels_on_series', 'show_values_on_series', 'show_percent_stack_view'],
  ...['show_alert_threshold_lines', 'show_multiple_y_axes', 'show_trend_lines', 'show_full_urls', 'show_mean'],
  ...['show_confidence_intervals', 'confidence_level', 'show_moving_average', 'moving_average_intervals'],
  ...['show_annotations', 'hide_weekends', 'exclude_box_plot_outliers', 'y_axis_scale_type', 'goal_lines', 'stacked'],
  ...['aggregation_axis_format', 'aggregation_axis_prefix', 'aggregation_axis_postfix', 'legend_position'],
  ...['decimal_places', 'min_decimal_places', 'hidden_legend_keys', 'hidden_legend_indexes', 'toggled_lifecycles'],
  ...['hidden_legend_breakdowns', 'result_customizations', 'result_customization_by', 'funnel_step_reference'],
  ...['retention_reference', 'mean_retention_calculation', 'show_mean_retention', 'dashboard_display'],
  ...['selected_interval', 'detailed_results_aggregation_type', 'data_color_theme', 'funnel_advanced', 'use_udf'],
];

/** Further names in the filters of stored insights and in requests to compute them. */
export const OF_FILTERS: readonly string[] = [
  ...OF_CHARTS,
  ...['entity_type', 'new_entity', 'from_dashboard', 'dashboard_id', 'filters_hash', 'hogql_filters', 'version'],
  ...['cache_invalidation_key', 'session_id', 'export_name', 'export_insight_id', 'sharing_access_token', 'timings'],
  ...[
    'path_start_key',
    'path_end_key',
    'path_dropoff_key',
    'funnel_step',
    'funnel_step_breakdown',
    'include_recordings',
  ],
];

/** A computation may be requested with the body of an insight to be saved, which has these names, too. */
export const OF_INSIGHTS: readonly string[] = [
  ...['id', 'short_id', 'name', 'derived_name', 'order', 'deleted', 'dashboards', 'description', 'tags', 'favorited'],
  'saved',
];

/** Names in any query node. */
export const OF_NODES: readonly string[] = [
  ...['version', 'tags', 'modifiers', 'response', 'dataColorTheme', 'hidePersonsModal', 'trendsFilterLegend'],
  ...['funnelsFilterLegend', 'retentionFilterLegend', 'pathsFilterLegend', 'stickinessFilterLegend'],
  ...['lifecycleFilterLegend', 'lifecycleFilter', 'name', 'description', 'short_id'],
];

/** Names in one line of a series, or in one filter. */
export const OF_LINES: readonly string[] = [
  'type',
  'name',
  'index',
  'uuid',
  'kind',
  'version',
  'response',
  'limit',
  'orderBy',
];

export const OF_PROPERTIES: readonly string[] = [
  ...['values', 'label', 'cohort_name', 'group_key_names', 'bytecode', 'conditionHash', 'property_type'],
];

/** A name as query nodes spell it: `show_full_urls` becomes `showFullUrls`. */
export function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
