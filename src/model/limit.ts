/** Every limit of the product. Names carry the unit; each is refused one past it, with a message that names it. */
export const LIMIT = {
  // requests
  body_bytes: 20 * 1024 * 1024,
  body_inflated_bytes: 64 * 1024 * 1024,
  /** The body of a request that changes nothing. */
  question_bytes: 1024 * 1024,
  json_depth: 64,
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
  dashboard_tiles: 100,
  saved_files: 10_000,
  saved_file_bytes: 1024 * 1024,
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
  alert_round_ms: 5 * 60_000,
  webhook_ms: 10_000,
  webhook_answer_bytes: 64 * 1024,
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
  /** From here on a question is computed off the main thread. */
  compute_events: 50_000,
  /** From being asked to the answer. */
  compute_ms: 30_000,
  /** Threads that share the work of the computing thread. */
  compute_helpers: 7,
  /** A computation that was given up and has not stopped after so long is ended with its thread. */
  compute_stop_ms: 750,
  /** What takes longer on the main thread goes to the other one. */
  compute_here_ms: 30,
  /** Heaps of the computing thread, besides what it keeps of columns, and of each helper: past it a question is ended. */
  compute_heap_mb: 2_048,
  helper_heap_mb: 1_024,
  /** Questions that wait for the one that is computed. */
  computing_waiting: 64,
  client_query_id_chars: 200,
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
  /** Between two looks at what changed, while clients listen; changes told of one, and addresses of one client. */
  watch_ms: 1_000,
  changes_told: 200,
  subscriptions: 500,
  /** From there on a call that has a token for it says every second that it goes on. */
  progress_ms: 1_000,
  /** For whoever is asked to agree. */
  elicitation_ms: 120_000,
  mcp_sessions: 1_000,
  mcp_sessions_per_key: 20,
  /** Not used for so long, a session makes room for those of others. */
  mcp_session_spare_ms: 60_000,
  mcp_session_idle_ms: 3_600_000,
  // running
  connections: 2_000,
  /** A body of which less than so many bytes came in that time is not waited for, nor an answer that is not taken. */
  slow_ms: 10_000,
  slow_bytes: 16 * 1024,
  /** For calls over stdio whose sender has said all. */
  stop_answers_ms: 5_000,
  /** After the signal to stop, for requests under way. */
  stop_requests_ms: 1_000,
  /** Then for events that wait to be stored. */
  stop_commit_ms: 300,
  /** For threads to end by themselves. */
  stop_thread_ms: 300,
  /** Of lines that nobody has read yet; more are dropped and counted. */
  log_queue_bytes: 256 * 1024,
  /** At the end, for whoever reads the last of what was written. */
  stop_output_ms: 300,
  requests_per_minute: 240,
  requests_per_hour: 1_200,
  other_requests_per_minute: 480,
  other_requests_per_hour: 4_800,
  /** From one address, with credentials that open nothing. */
  refusals_per_minute: 60,
  // storing
  tail_events: 100_000,
  commit_window_ms: 3,
  /** For the exchange of rows for segments; past it a commit waits for the database's lock. */
  exchange_wait_ms: 50,
  /** Before each step of sealing and compacting, where there is no thread for it. */
  upkeep_pause_ms: 20,
  /** What waits may take so long at most before newcomers are asked to come again. */
  commit_wait_ms: 60,
  /** For requests with events that have arrived together; the rest is asked to come again. */
  turn_ms: 20,
  commit_queue_bytes: 64 * 1024 * 1024,
  /** Of one shared commit, so that a long queue does not hold up everything else. */
  commit_events: 2_000,
  /** An import waits when so many events are not sealed. */
  import_tail_events: 400_000,
  /** Read at a time, and looked at to decide what a file holds. */
  import_rows: 5_000,
  /** Of one transaction of an import: others must be able to write in between. */
  import_batch_rows: 10_000,
  /** Likewise where rows have ever other properties. */
  import_batch_properties: 1_000,
  /** Likewise, about, where rows are long. */
  import_batch_chars: 16 * 1024 * 1024,
  /** Files that are read without a thread of their own, all together. */
  import_here_bytes: 512 * 1024,
  /** From here on all is sealed after an import. */
  import_sealed_lines: 5_000,
  /** Sealed at once, so that the exchange is short; as are merged segments. */
  seal_events: 200_000,
  /** Ids of events that stay decoded for the next who needs them, a project and thread. */
  decoded_bytes: 64 * 1024 * 1024,
  /** So many small segments of one event and month are merged. */
  compact_segments: 4,
  compact_rows: 500_000,
  /** Ids of events since then are read before the first events of a process are taken. */
  warm_known_ms: 14 * 86_400_000,
  property_definitions: 10_000,
  cached_ids: 400_000,
  cached_persons: 50_000,
  cached_merges: 100_000,
  cached_event_names: 10_000,
  result_age_ms: 7 * 86_400_000,
  stored_piece_bytes: 1024 * 1024,
  results_kept: 200,
  /** Of results in the answer to a write, which are read while it holds the database. */
  written_results_bytes: 4 * 1024 * 1024,
  result_kept_bytes: 2 * 1024 * 1024,
  results_kept_bytes: 64 * 1024 * 1024,
  memory_share: 0.25,
  /** Of it, for the main thread: who was there already, and small projects. The rest is the computing thread's. */
  memory_share_here: 0.25,
  reject_lines: 100_000,
  /** Reasons that are told apart; what is refused for others is counted together. */
  import_reasons: 20,
  /** Of a file to import: past it the file is no list of rows. */
  import_row_chars: 16 * 1024 * 1024,
  /** Insights that are kept fresh: the first ones that somebody watches. */
  warm_insights: 500,
  warm_viewed_ms: 14 * 86_400_000,
  /** From one look at all of them to the next. */
  warm_round_ms: 10 * 60_000,
  /** Between two of them, and after the last request. */
  warm_pause_ms: 1_000,
  warm_quiet_ms: 5_000,
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
  /** Of a thread that others wait for; those who write wait beforehand, and look so often whether the lock is free. */
  store_busy_serving_ms: 20,
  lock_retry_ms: 10,
  store_cache_bytes: 64 * 1024 * 1024,
  /** Of 8 KiB: the write-ahead log is folded into the file at 32 MiB by whoever commits, earlier by the sealing thread. */
  store_checkpoint_pages: 4_000,
  /** Moved at once when the file shrinks. */
  store_shrink_pages: 512,
  store_wal_bytes: 32 * 1024 * 1024,
  store_backup_pages: 4_096,
  /** Names and values that persons' properties are packed with: so many, so long; values remembered until they come up again. */
  property_terms: 65_536,
  term_chars: 100,
  terms_seen_once: 16_384,
} as const;
