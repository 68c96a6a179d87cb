/**
 * What callers meet. Past most of these a request is refused with a message that names the limit; the others say how much of
 * an answer is told, and what holds where nothing is asked for. Changing one changes the contract. What only makes the
 * product faster or smaller is in `tuning.ts`; what kernels can hold at most is in `engine/limits.ts`. Names carry the unit.
 */
export const LIMIT = {
  // requests
  body_bytes: 20 * 1024 * 1024,
  body_inflated_bytes: 64 * 1024 * 1024,
  /** The body of a request that changes nothing. */
  question_bytes: 1024 * 1024,
  json_depth: 64,
  /** Content encodings one over the other, and layers of gzip inside of what is left. */
  body_encodings: 2,
  gzip_layers: 3,
  batch_events: 10_000,
  event_bytes: 1024 * 1024,
  event_name_chars: 200,
  distinct_id_chars: 200,
  api_token_chars: 64,
  future_ms: 23 * 3_600_000,
  groups_per_project: 5,
  idempotency_key_chars: 255,
  idempotency_age_ms: 24 * 3_600_000,
  // stored things
  name_chars: 400,
  description_chars: 400,
  tags: 50,
  tag_chars: 100,
  filters_bytes: 256 * 1024,
  keys_per_user: 100,
  key_age_ms: 10 * 365 * 24 * 3_600_000,
  audit_rows: 100_000,
  retention_days: 36_500,
  /** Deleted by one request. */
  persons_deleted: 1_000,
  /** Finished deletions that are remembered. */
  erasures_kept: 10_000,
  dashboard_tiles: 100,
  saved_files: 10_000,
  saved_file_bytes: 1024 * 1024,
  /** Of one tile: its places by screen size as JSON, and its colour. */
  layouts_chars: 10_000,
  color_chars: 50,
  /** Of one change: properties that are compared, values of each, cohorts, values told; and properties that are considered. */
  explained_properties: 16,
  explained_values: 200,
  explained_cohorts: 10,
  explained_rows: 100,
  properties_considered: 60,
  url_chars: 2_000,
  /** Beside one answer: the latest. */
  annotations_told: 20,
  /** Judged in one call. */
  alerts_judged: 50,
  webhook_ms: 10_000,
  // lists
  page_default: 100,
  page_max: 1_000,
  activity_page_default: 10,
  last_viewed: 5,
  search_chars: 200,
  definitions_page: 100,
  // questions
  entities: 26,
  funnel_steps: 20,
  exclusions: 20,
  funnel_bins: 90,
  funnel_bins_auto: 60,
  funnel_judged_events: 400_000_000,
  filter_leaves: 200,
  /** Names nobody knows that one answer tells. */
  unknown_names: 10,
  /** Names of properties that are looked up for one question, and of events besides its lines. */
  names_checked: 20,
  /** Of an empty answer: lines and their conditions that are looked into, values that are compared with one asked for, and told. */
  lines_explained: 5,
  conditions_explained: 10,
  values_compared: 5_000,
  values_told: 3,
  filter_values: 1_000,
  filter_depth: 8,
  regex_chars: 1_000,
  formulas: 26,
  formula_chars: 256,
  formula_depth: 32,
  expression_chars: 4_000,
  expression_depth: 64,
  expression_nodes: 500,
  /** Of a statement of SQL: its text, its parts, its selects. */
  sql_chars: 20_000,
  sql_nodes: 4_000,
  sql_selects: 50,
  /** Rows it answers: unless it says, and at most. */
  sql_rows_default: 100,
  sql_rows: 50_000,
  /** Rows that any step holds besides events themselves, and groups. */
  sql_rows_held: 2_000_000,
  /** Values that its steps hold together. */
  sql_values_held: 20_000_000,
  sql_list_items: 10_000,
  buckets: 10_000,
  retention_intervals: 200,
  breakdowns: 3,
  breakdown_default_trend: 25,
  breakdown_default_map: 250,
  breakdown_default_funnel: 10,
  breakdown_default_retention: 25,
  breakdown_max: 1_000,
  breakdown_bins: 500,
  breakdown_cohorts: 50,
  breakdown_value_chars: 400,
  breakdown_cells: 8_000_000,
  /** Of one answer: its series, values, points and periods multiplied; and as it is written. */
  answer_numbers: 150_000,
  answer_bytes: 32 * 1024 * 1024,
  action_steps: 50,
  selector_chars: 500,
  /** Cohorts that name cohorts that name cohorts, actions counted in. */
  reference_depth: 10,
  /** Of a static cohort. */
  cohort_members: 100_000,
  cohort_periods: 366,
  path_steps: 100,
  path_edges: 10_000,
  path_rules: 100,
  /** Of all different paths of a question by all rules; and of one, by one. */
  path_cleaning_chars: 100_000_000,
  path_cleaned_chars: 10_000_000,
  /** Different steps of one question's paths. */
  path_names: 2_000_000,
  correlation_names: 200,
  /** Times told of each of the people behind a number. */
  people_times: 10,
  /** Of a page of events, about; and of one that a model reads, which has to fit whole: its cursor goes on behind it. */
  events_page_bytes: 4_000_000,
  events_page_tokens: 7_000,
  /** Of a link to people, and of all that an answer has; what needs a longer one, or more of them, goes without. */
  people_link_chars: 4_000,
  people_links_chars: 48 * 1024,
  /** Of a question that links name, and how many a project keeps. */
  question_kept_chars: 32 * 1024,
  questions_kept: 2_000,
  window_ms: 100 * 366 * 86_400_000,
  /** From being asked to the answer. */
  compute_ms: 30_000,
  /** Questions that wait for the one that is computed. */
  computing_waiting: 64,
  client_query_id_chars: 200,
  /** Of one statement of a question, where events are in a database of their own. */
  remote_memory_bytes: 8 * 1024 ** 3,
  remote_rows_read: 20_000_000_000,
  remote_rows_answered: 20_000_000,
  /** For the kernels here, where SQL has no words for a question. */
  remote_rows_shipped: 5_000_000,
  timing_ms: 3_600_000,
  // answers
  /** Of the text of an answer: what a model reads of it unless it looks further. */
  text_tokens: 6_000,
  /** And of its structured form, which programs read. */
  structured_tokens: 15_000,
  mcp_message_chars: 4_000,
  mcp_description_chars: 1_024,
  mcp_input_schema_chars: 8_192,
  mcp_tools: 25,
  prompt_argument_chars: 400,
  changes_told: 200,
  subscriptions: 500,
  /** For whoever is asked to agree. */
  elicitation_ms: 120_000,
  /** A call that takes longer becomes a task, where the client knows how to wait for one; kept so long, and so many. */
  task_after_ms: 2_000,
  task_ms: 600_000,
  task_poll_ms: 1_000,
  tasks: 500,
  mcp_sessions: 1_000,
  mcp_sessions_per_key: 20,
  mcp_session_idle_ms: 3_600_000,
  /** A link that logs somebody in works so long, and once; the visit that it opens so long; so many of either. */
  login_ms: 600_000,
  logins: 1_000,
  visit_ms: 8 * 3_600_000,
  visits: 200,
  // running
  connections: 2_000,
  /** From the first byte to the end of the headers, and to the end of the body. */
  headers_ms: 2_000,
  request_ms: 60_000,
  /** A body of which less than so many bytes came in that time is not waited for, nor an answer that is not taken. */
  slow_ms: 10_000,
  slow_bytes: 16 * 1024,
  requests_per_minute: 240,
  requests_per_hour: 1_200,
  other_requests_per_minute: 480,
  other_requests_per_hour: 4_800,
  /** From one address, with credentials that open nothing. */
  refusals_per_minute: 60,
  // storing
  /** What waits may take so long at most before newcomers are asked to come again. */
  commit_wait_ms: 60,
  /** For requests with events that have arrived together; the rest is asked to come again. */
  turn_ms: 20,
  commit_queue_bytes: 64 * 1024 * 1024,
  property_definitions: 10_000,
  result_age_ms: 7 * 86_400_000,
  reject_lines: 100_000,
  /** Reasons that are told apart; what is refused for others is counted together. */
  import_reasons: 20,
  /** Of a file to import: past it the file is no list of rows. */
  import_row_chars: 16 * 1024 * 1024,
  // charts
  /** Of a line, whatever it has: more than a screen has columns nobody can tell apart. */
  chart_points: 1_000,
  /** Of the table beside it. */
  chart_rows: 400,
  chart_columns: 40,
  chart_cells: 4_000,
  /** Width of a picture that is asked for, in pixels. */
  picture_width_min: 280,
  picture_width_max: 2_000,
  pictures_waiting: 8,
  // the database file
  store_busy_ms: 5_000,
} as const;
