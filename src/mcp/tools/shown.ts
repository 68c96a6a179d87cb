/**
 * What hosts see of each tool: the arguments that most questions need, and the parts of an answer that a program would
 * read. Every conversation pays for it, so a test bounds its size. All other arguments work too:
 * `insights://help/{tool}` and error messages list them. `path: text` replaces the schema's description, `path:` drops
 * it, and `: text` describes the whole answer.
 */

interface Shown {
  readonly input: readonly string[];
  readonly output: readonly string[];
}

const STEPS = ['events', 'events.id:'];
const DATES = ['date_from: -30d, mStart, 2026-01-31 (default -7d)', 'date_to: Default now'];
const FILTERS = ['properties: Filters, as of compute_trend', 'filter_test_accounts: Leave out our own staff'];
const PAGE = ['limit:', 'offset:'];
const SEARCHED = ['search:', ...PAGE];

const INSIGHT = ['id', 'short_id', ': And name, filters, result in the form of its compute tool'];
const INSIGHT_FIELDS = ['name:', 'description:', 'filters: The question', 'tags:', 'favorited:'];
const DASHBOARD_FIELDS = [
  ...['name:', 'filters: Laid over all: date_from, properties', 'tiles: Insights to show'],
  'tiles.insight: id or short_id',
];
const DASHBOARD = ['id', 'tiles.id', ': And each tiles[].insight with its result, or text'];
const COHORT_FIELDS = [
  'name:',
  'filters: As in the example',
  'is_static: Only who is in distinct_ids',
  'distinct_ids:',
];
const COHORT = ['id', 'name', ': And count of people'];
const ACTION_FIELDS = [
  ...['name:', 'steps: Any of these', 'steps.event:', 'steps.properties: Filters', 'steps.url: Part of the URL'],
  'steps.text: Of what was clicked',
];
const ACTION = ['id', 'name'];
const SHARING = ['enabled', 'access_token'];

export const SHOWN: Readonly<Record<string, Shown>> = {
  describe_project: {
    input: [
      'section: summary (default), or in detail: events, properties, people (their properties), groups, cohorts, actions, dashboards, annotations, alerts (judged now)',
      'property: With properties or people: all values of this one',
      ...['search: In names, or in those values', 'event: Only properties of this event', 'limit:'],
    ],
    output: ['now', 'events.name', 'properties.name', 'properties.top_values'],
  },
  list_insights: {
    input: [
      'search:',
      'insight: TRENDS, FUNNELS …',
      'tags:',
      'favorited:',
      'deleted:',
      'basic: Without results',
      ...PAGE,
    ],
    output: ['count', 'results.id', 'results.short_id'],
  },
  import_events: {
    input: [
      'path: File, folder or pattern; without it the files are listed',
      'dry_run: Say how it is read, store nothing',
      'map: As distinct_id=user_id,event=action,timestamp=created_at,$set.email=mail',
      ...['event: Name where files have none', 'rows: events, people or groups:company', 'timezone:'],
      'date_format: dmy, mdy, ymd',
    ],
    output: ['files.file', 'files.taken', 'available.path'],
  },
  get_insight: { input: ['id: Number or short_id', 'refresh:'], output: INSIGHT },
  create_insight: { input: INSIGHT_FIELDS, output: INSIGHT },
  update_insight: { input: ['id:', ...INSIGHT_FIELDS, 'deleted:'], output: INSIGHT },
  soft_delete_insight: { input: ['id:'], output: ['id', 'deleted'] },
  compute_trend: {
    input: [
      ...['events', 'events.id: Name; "" is every event', 'events.properties: Filters on this line only'],
      'events.math: total (default), dau (people), weekly_active, monthly_active, unique_session, first_time_for_user; of math_property: sum, avg, median, p90 …',
      ...['events.math_property: Numeric', 'events.custom_name: Label'],
      'properties: Filters; all must hold',
      ...['properties.key', 'properties.value: Any of these'],
      'properties.operator: exact (default), is_not, icontains, not_icontains, regex, gt, gte, lt, lte, between, is_set, is_not_set, is_date_before, is_date_after',
      'properties.type: event (default), person, group, cohort, hogql, behavioral (key: an event people did; "negation":true: never)',
      'filter_test_accounts: Leave out our own staff, as update_project says',
      'date_from: Start (default -7d): YYYY-MM-DD, -30d, -24h, -1m, dStart, mStart, yStart, all',
      ...['date_to: Default now', 'interval', 'breakdown: Split by this property'],
      ...['breakdown_type: event (default), person, cohort, group, session, hogql', 'breakdown_limit: Values shown'],
      ...['compare', 'formula: One number out of lines: B / A', 'insight: TRENDS (default), LIFECYCLE, STICKINESS'],
    ],
    output: ['result.label', 'result.count', 'result.data', 'resolved'],
  },
  compute_funnel: {
    input: [
      ...STEPS,
      ...[...FILTERS, ...DATES, 'funnel_window_interval: Time to convert (default 14)'],
      'funnel_window_interval_type: second, minute, hour, day (default), week, month',
      'funnel_order_type: ordered (default), strict (nothing between), unordered',
      'funnel_viz_type: steps (default), trends, time_to_convert',
      ...['breakdown: Split by this property', 'breakdown_type: As of compute_trend'],
    ],
    output: ['resolved', ': result: steps {name, count, average_conversion_time}; by breakdown a list of those'],
  },
  compute_retention: {
    input: [
      ...['target_entity: What starts', 'target_entity.id', 'returning_entity: What is coming back'],
      ...['returning_entity.id', 'retention_type: retention_recurring (default), retention_first_time'],
      ...[
        'period: Hour, Day (default), Week, Month',
        'total_intervals: Periods (default 11)',
        ...FILTERS,
        'date_to: In the last period',
        'breakdown: Split by this property',
      ],
    ],
    output: ['result.label', 'result.values.count', 'resolved'],
  },
  compute_path: {
    input: [
      ...[
        'include_event_types: $pageview (by URL), $screen, custom_event; default all',
        'start_point: Only from this step on',
        'end_point: Only up to this step',
      ],
      ...['step_limit: Steps (default 5)', 'edge_limit: Edges (default 50)'],
      ...['path_groupings: Take as one: ["/users/*"]', ...FILTERS, ...DATES],
    ],
    output: ['result.source', 'result.target', 'result.value', 'resolved'],
  },
  compute_funnel_correlation: {
    input: [
      ...STEPS,
      ...FILTERS,
      ...DATES,
      'funnel_correlation_type: events (default) or properties',
      'funnel_correlation_names: Properties: ["$all"]',
    ],
    output: ['result.events', 'resolved'],
  },
  explain_change: {
    input: [
      ...['question: Arguments of compute_trend', 'insight: Or a saved trend: id or short_id'],
      ...[
        'date_from: Later period; default last 7 whole days',
        'date_to:',
        'before_from: Earlier period; default just before',
      ],
      ...['before_to:', 'properties: To look at; default the likely ones', 'limit:'],
    ],
    output: ['change', 'significant', 'result.property', 'result.change', 'result.share', 'result.p_value'],
  },
  list_persons: {
    input: [
      'question: Arguments of the compute tool',
      ...['question.kind', 'breakdown_value:', 'day: One of days (default all)'],
      'status: Lifecycle: new, returning, resurrecting, dormant',
      ...['funnel_step', 'cohort: Retention: row from 0', 'later: Periods after that'],
      ...['source: Path: 1_/pricing', 'target: Path: 2_/sign-up', 'order: -count: who did it most, first', ...PAGE],
    ],
    output: ['count', 'results.id', 'results.distinct_ids'],
  },
  list_events: {
    input: [
      'event:',
      'person: Id or distinct id',
      'after: Date, or -24h',
      'before:',
      'properties: Filters',
      'cursor: next_cursor',
      'limit:',
    ],
    output: ['results.event', 'results.timestamp', 'results.properties'],
  },
  run_sql: {
    input: [
      'query: insights://help/sql tells what there is',
      'values: What {name} stands for',
      'limit: Default 100',
      'explain: Tell how it was computed',
    ],
    output: ['columns', 'hasMore', ': And results: rows, whose cells are in the order of columns'],
  },
  list_group_types: { input: [], output: ['results.group_type', 'results.group_type_index'] },
  rename_group_type: {
    input: ['group_type:', 'name_singular:', 'name_plural:'],
    output: ['group_types.group_type'],
  },
  create_dashboard: { input: DASHBOARD_FIELDS, output: DASHBOARD },
  update_dashboard: {
    input: ['id:', 'name:', 'filters: As of create_dashboard', 'tiles: To add or take off', 'deleted:'],
    output: DASHBOARD,
  },
  get_dashboard: { input: ['id:', 'refresh:'], output: DASHBOARD },
  list_dashboards: { input: SEARCHED, output: ['count', 'results.id', 'results.name'] },
  create_cohort: { input: COHORT_FIELDS, output: COHORT },
  update_cohort: { input: ['id', ...COHORT_FIELDS, 'deleted'], output: COHORT },
  get_cohort: { input: ['id'], output: COHORT },
  list_cohorts: { input: SEARCHED, output: ['count', 'results.id', 'results.name'] },
  create_action: { input: ACTION_FIELDS, output: ACTION },
  update_action: { input: ['id', ...ACTION_FIELDS, 'deleted'], output: ACTION },
  get_action: { input: ['id'], output: ACTION },
  list_actions: { input: SEARCHED, output: ['count', 'results.id', 'results.name'] },
  list_annotations: { input: SEARCHED, output: ['count', 'results.id', 'results.content'] },
  create_annotation: { input: ['content:', 'date_marker: Default now'], output: ['id', 'date_marker'] },
  get_annotation: { input: ['id:'], output: ['id', 'content', 'date_marker'] },
  update_annotation: { input: ['id:', 'content', 'date_marker', 'deleted:'], output: ['id', 'content', 'date_marker'] },
  list_alerts: { input: SEARCHED, output: ['results.id', 'results.state', 'results.reason'] },
  create_alert: {
    input: [
      'name:',
      'insight: id or short_id of a saved trend',
      'lower:',
      'upper:',
      'series: Line, from 0',
      'webhook_url:',
    ],
    output: ['id', 'state', 'reason'],
  },
  get_alert: { input: ['id:'], output: ['id', 'state', 'reason'] },
  update_alert: {
    input: ['id:', 'name:', 'lower', 'upper', 'series', 'webhook_url', 'enabled: Whether it is checked', 'deleted:'],
    output: ['id', 'state', 'reason'],
  },
  get_insight_sharing: { input: ['insight_id'], output: SHARING },
  share_insight: { input: ['insight_id:', 'enabled:'], output: SHARING },
  refresh_insight_sharing: { input: ['insight_id'], output: SHARING },
  list_audit_log: { input: ['limit', 'before'], output: ['results.id', 'results.at', 'results.action', 'has_more'] },
  get_activity: { input: ['id', 'limit', 'page'], output: ['results.activity', 'results.created_at', 'total_count'] },
  my_last_viewed: { input: [], output: ['results.id', 'results.short_id'] },
  mark_insight_viewed: { input: ['id'], output: ['id', 'short_id'] },
  cancel_computation: { input: ['client_query_id'], output: ['query_status.cancelled'] },
  record_timing: { input: ['insight', 'milliseconds', 'event'], output: [] },
  list_event_definitions: { input: SEARCHED, output: ['count', 'results.name', 'results.count'] },
  list_property_definitions: { input: ['type', ...SEARCHED], output: ['count', 'results.name', 'results.type'] },
  list_property_values: {
    input: ['key', 'type', 'event', 'search', 'limit'],
    output: ['results.name', 'results.count'],
  },
  list_projects: { input: PAGE, output: ['count', 'results.id', 'results.name', 'results.timezone'] },
  get_project: { input: [], output: ['id', 'name', 'timezone'] },
  create_project: { input: ['name', 'timezone'], output: ['id', 'name', 'timezone', 'api_token'] },
  update_project: {
    input: [
      'name:',
      'timezone:',
      'week_start_day: 0 Sunday, 1 Monday',
      'test_account_filters: Hold for real people: [{"key":"email","operator":"not_icontains","value":"@us.com","type":"person"}]',
    ],
    output: ['id', 'timezone'],
  },
};
