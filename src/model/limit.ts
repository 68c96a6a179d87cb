/**
 * Limits that callers can notice. Beyond most of them a request is refused with a message that names the limit. Others
 * bound what an answer shows, or are defaults. Changing one changes the contract. Values that only affect speed or size
 * are in `tuning.ts`; capacities of kernels are in `engine/limits.ts`. Names contain the unit.
 */
export const LIMIT = {
  // requests
  body_bytes: 20 * 1024 * 1024,
  body_inflated_bytes: 64 * 1024 * 1024,
  /** Body of a request that changes no data. */
  question_bytes: 1024 * 1024,
  json_depth: 64,
  /** Members and items of a request of events: a hundred for each event of the largest batch. */
  json_values: 1_000_000,
  /** The same of any other request or message; a static cohort may list 100,000 people. */
  body_values: 250_000,
  /** Nested content encodings, and gzip layers within the result. */
  body_encodings: 2,
  gzip_layers: 3,
  /** Forms in lz64, which is unpacked digit by digit, while others wait: as sent, and what comes of it. */
  lz64_chars: 512 * 1024,
  lz64_text_chars: 4 * 1024 * 1024,
  batch_events: 10_000,
  /** Different names of properties in a request of events. */
  batch_properties: 5_000,
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
  audit_fields: 50,
  audit_rows: 100_000,
  retention_days: 36_500,
  /** Per request. */
  persons_deleted: 1_000,
  /** Finished erasures that stay on record. */
  erasures_kept: 10_000,
  dashboard_tiles: 100,
  saved_files: 10_000,
  /** A static cohort of as many people as may be listed fits, with the longest ids. */
  saved_file_bytes: 32 * 1024 * 1024,
  /** Per tile: its layouts by screen size as JSON, its colour, its text. */
  layouts_chars: 10_000,
  color_chars: 50,
  tile_text_chars: 4_000,
  /** Per change: compared properties, values of each, cohorts, reported values; then considered properties. */
  change_properties: 16,
  change_values: 200,
  change_cohorts: 10,
  change_rows: 100,
  properties_considered: 60,
  url_chars: 2_000,
  /** Per answer. The latest ones are shown. */
  annotations_told: 20,
  /** Per call. */
  alerts_judged: 50,
  webhook_ms: 10_000,
  // lists
  page_default: 100,
  page_max: 1_000,
  events_offset: 50_000,
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
  /** Unknown names reported per answer. */
  unknown_names: 10,
  /** Per question: looked up names of properties, and of events that are not lines. */
  names_checked: 20,
  /** Per empty answer: examined lines and conditions, values compared with the requested one, reported values. */
  reason_lines: 5,
  reason_conditions: 10,
  values_compared: 5_000,
  values_told: 3,
  filter_values: 1_000,
  filter_depth: 8,
  regex_chars: 1_000,
  /** Of a pattern with all that it repeats written out; and of all patterns in the filters of a question. */
  regex_steps: 2_000,
  regex_steps_asked: 20_000,
  formulas: 26,
  formula_chars: 256,
  formula_depth: 32,
  expression_chars: 4_000,
  expression_depth: 64,
  expression_nodes: 500,
  /** Per SQL statement: characters, nodes, selects. */
  sql_chars: 20_000,
  sql_nodes: 4_000,
  sql_selects: 50,
  /** Rows in an answer: default and maximum. */
  sql_rows_default: 100,
  sql_rows: 50_000,
  /** Rows (besides events) and groups held by any step. */
  sql_rows_held: 2_000_000,
  /** Values held by all steps together. */
  sql_values_held: 20_000_000,
  sql_list_items: 10_000,
  /** Characters of the lists, and of the texts longer than an event, that one function of an expression makes. */
  sql_list_chars: 64_000_000,
  /** Characters of the lists that a window makes, a new one for each row. */
  sql_window_chars: 64_000_000,
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
  /** Per answer: product of series, values, points and periods; bytes written. */
  answer_numbers: 150_000,
  answer_bytes: 32 * 1024 * 1024,
  action_steps: 50,
  selector_chars: 500,
  /** Nesting of cohorts and actions that refer to each other. */
  reference_depth: 10,
  /** Per static cohort. */
  cohort_members: 100_000,
  cohort_periods: 366,
  path_steps: 100,
  path_edges: 10_000,
  path_rules: 100,
  /** Characters of all distinct paths times rules; of one path and one rule. */
  path_cleaning_chars: 100_000_000,
  path_cleaned_chars: 10_000_000,
  /** Distinct steps in the paths of a question. */
  path_names: 2_000_000,
  correlation_names: 200,
  /** Times listed per person behind a number. */
  people_times: 10,
  /**
   * A page of events: how many, as connectors ask that take a shorter one for the last; their approximate size; and that
   * of one for a model, which must fit completely (the cursor continues).
   */
  events_page: 10_000,
  events_page_bytes: 32_000_000,
  events_page_tokens: 7_000,
  /** Per link to people, and for all links of an answer. Longer or further links are omitted. */
  people_link_chars: 4_000,
  people_links_chars: 48 * 1024,
  /** Size of a stored question, and number per project. */
  question_kept_chars: 32 * 1024,
  questions_kept: 2_000,
  window_ms: 100 * 366 * 86_400_000,
  /** Time from request to answer. */
  compute_ms: 30_000,
  /** Questions in the queue behind the current one. */
  computing_waiting: 64,
  client_query_id_chars: 200,
  /** Per statement, where events are in a database of their own. */
  remote_memory_bytes: 8 * 1024 ** 3,
  remote_rows_read: 20_000_000_000,
  remote_rows_answered: 20_000_000,
  /** For the embedded kernels, where SQL cannot express a question. */
  remote_rows_shipped: 5_000_000,
  remote_bytes_shipped: 1024 ** 3,
  /** Read for the reasons of an empty answer. */
  remote_reason_rows: 20_000,
  timing_ms: 3_600_000,
  // answers
  /** Per answer's text, which a model reads first. */
  text_tokens: 6_000,
  /** Per answer's structured form, for programs. */
  structured_tokens: 15_000,
  mcp_message_chars: 4_000,
  prompt_argument_chars: 400,
  changes_told: 200,
  subscriptions: 500,
  /** Time for the user's reply. */
  elicitation_ms: 120_000,
  /** Longer calls become tasks if the client supports them; lifetime and number of tasks. */
  task_after_ms: 2_000,
  task_ms: 600_000,
  task_poll_ms: 1_000,
  tasks: 500,
  mcp_sessions: 1_000,
  mcp_sessions_per_key: 20,
  mcp_session_idle_ms: 3_600_000,
  /** Lifetime of a one-time login link, of the visit it opens, and number of either. */
  login_ms: 600_000,
  logins: 1_000,
  visit_ms: 8 * 3_600_000,
  visits: 200,
  // running
  connections: 2_000,
  /** Time from the first byte to the end of the headers, and of the body. Node includes time when it was blocked itself. */
  headers_ms: 6_000,
  request_ms: 60_000,
  /** Connections that send or read fewer than this many bytes in this time are closed. */
  slow_ms: 10_000,
  slow_bytes: 16 * 1024,
  requests_per_minute: 240,
  requests_per_hour: 1_200,
  other_requests_per_minute: 480,
  other_requests_per_hour: 4_800,
  /** Per address, with invalid credentials. */
  refusals_per_minute: 60,
  // storing
  /** Longest estimated wait in the queue. Later requests are told to retry, unless few events wait. */
  commit_wait_ms: 60,
  commit_wait_events: 200,
  /** Processing time for capture requests that arrived together. The rest are told to retry, unless there were few. */
  turn_ms: 20,
  /** Checks before the time counts. Each request is checked three times. */
  turn_checks: 64,
  commit_queue_bytes: 64 * 1024 * 1024,
  property_definitions: 10_000,
  result_age_ms: 7 * 86_400_000,
  reject_lines: 100_000,
  /** Distinct reasons that are counted. Refusals for other reasons are counted together. */
  import_reasons: 20,
  /** Per row of an imported file. A file with longer rows is not a list of rows. */
  import_row_chars: 16 * 1024 * 1024,
  /** For another product's API: bytes of a page, and the longest wait between two attempts. */
  pulled_page_bytes: 256 * 1024 * 1024,
  pull_wait_ms: 600_000,
  /** Per row group of a Parquet file: rows, and bytes unpacked. */
  import_group_rows: 10_000_000,
  import_group_bytes: 1024 * 1024 * 1024,
  // charts
  /** Per line. More points cannot be told apart on a screen. */
  chart_points: 1_000,
  /** For the table beside a chart. */
  chart_rows: 400,
  chart_columns: 40,
  chart_cells: 4_000,
  /** Pixels. */
  picture_width_min: 280,
  picture_width_max: 2_000,
  pictures_waiting: 8,
  // the database file
  store_busy_ms: 5_000,
} as const;
