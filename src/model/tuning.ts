/**
 * Values that callers cannot notice: sizes of caches and batches, pauses, thresholds for threads. Each was measured or
 * chosen once and may change at any time. Answers must not depend on them. Names contain the unit.
 */
export const TUNING = {
  /** Persons that are looked at before other work gets a turn. */
  people_a_turn: 2_000,
  /** Values of events that are put into columns before other work gets a turn. A thousand take about a millisecond. */
  cells_a_turn: 8_000,
  /** Larger requests of events are put into columns before their commit, which keeps everybody waiting. */
  batch_ahead_bytes: 256 * 1024,
  /** Rows of a page (insights, alerts) that are made before other work gets a turn. Some take half a millisecond. */
  rows_a_turn: 20,
  /** Stored events that cross from the thread of the questions at once. */
  events_a_turn: 250,
  /** Lists of static cohorts that are remembered. The longest has about 700,000. */
  kept_members_chars: 8_000_000,

  // events in a database of their own
  /** Events per batch that is sent and confirmed. */
  remote_batch_events: 20_000,
  /** Batches that a move has under way at once. */
  remote_batches_under_way: 3,
  /** How often a move sends a batch again if the database does not answer. */
  remote_retries: 5,
  /** Events per page that is read back to store it elsewhere. */
  remote_page_events: 50_000,
  /** Events are sent this often, unless somebody asks before. */
  remote_send_ms: 1_000,
  /** Events of merged people are rewritten this often. */
  remote_squash_ms: 60_000,
  /** Time for one statement of upkeep, which rewrites or reads a table. */
  remote_upkeep_ms: 3_600_000,

  // HTTP
  /** Different reasons for which events of a project were refused that are remembered. */
  kept_refusals: 20,
  /** Fonts of this machine in one picture. Those of Chinese have 20 MB. */
  picture_font_bytes: 100 * 2 ** 20,
  /** How long browsers keep scripts of the browser library. */
  browser_script_kept_s: 3_600,

  // computing
  /** Projects with more events are always computed in a thread. */
  compute_events: 50_000,
  /** The thread of a larger file starts before all else. */
  ahead_bytes: 16 * 1024 * 1024,
  /** Longer computations move from the main thread to the computing thread. */
  compute_here_ms: 30,
  /** Most helpers of the computing thread. */
  compute_helpers: 7,
  /**
   * A cancelled computation that runs on for this long is terminated with its thread, which loses the columns it has read.
   * On a crowded machine a thread may need seconds to notice that it is cancelled.
   */
  compute_stop_ms: 5_000,
  /** Room for new objects that a thread begins with: it collects once before the first answer, and six times with V8's megabyte. */
  thread_young_mb: 16,
  /** Heap of the computing thread without columns, and of each helper. Questions that need more fail. */
  compute_heap_mb: 2_048,
  helper_heap_mb: 1_024,
  /** How much a server's heap may grow, in percent of what survived the last collection: 50 MB become 200. */
  heap_growing_percent: 300,
  /** Set this long after a server's start, when the MCP face is loaded, too, or with the computing thread's first collection. */
  collect_seldom_after_ms: 3_000,
  /** A thread collects its young objects, or all, once this many more bytes of arrays are in no cache. */
  young_garbage_bytes: 32 * 1024 * 1024,
  garbage_bytes: 128 * 1024 * 1024,
  /** Share of the machine's memory for caches; share of that for the main thread (identities, small projects). */
  memory_share: 0.25,
  memory_share_here: 0.25,
  /** Longer answers are transferred between threads. Shorter ones are copied, which is cheaper. */
  handed_over_bytes: 64 * 1024,

  // taking events in
  /** A commit waits this long for more requests. */
  commit_window_ms: 3,
  /** Events per shared commit. Bounded, so that a long queue does not block everything else. */
  commit_events: 2_000,
  /** Names of properties per shared commit. A new name costs hundredths of a millisecond. */
  commit_names: 10_000,
  /** Rows times properties per chunk: each column is as long as its chunk, even if only a single row has a value. */
  chunk_cells: 1_000_000,
  /** A longer tail is sealed. */
  tail_events: 100_000,
  /** Rows sealed at once. Few, to keep the exchange short. Merged segments have this size, too. */
  seal_events: 200_000,
  /** This many small neighbouring segments are merged, up to this many rows in all. */
  compact_segments: 4,
  compact_rows: 500_000,
  /** A commit waits this long for an exchange before it waits for the database's lock. */
  exchange_wait_ms: 50,
  /** Bytes of new segments per transaction. Few, so that writers wait for hundredths of a second at most. */
  staged_bytes: 2 * 1024 * 1024,
  /** Pause between two such transactions. */
  staged_pause_ms: 2,
  /** An erasure examines segments of about this many bytes in one snapshot. */
  erased_bytes: 64 * 1024 * 1024,
  /** For about how long a transaction of an erasure removes people, so many at once. */
  erasing_ms: 20,
  erased_people: 64,
  /** Delay between the last erasure and cleaning the file. */
  scrub_after_ms: 10_000,
  /** How long a step of cleaning blocks writers; the pause before a retry if readers are in its way. */
  scrub_step_ms: 15,
  scrub_retry_ms: 500,
  /** How often a command that waits for a clean file tries. */
  scrub_tries: 20,
  /** Time at the end for sending the last spans to the collector. */
  tracing_close_ms: 1_000,
  /** Commits do not start sealing again this soon after it failed. */
  upkeep_retry_ms: 10_000,
  /** Pause before each step of sealing and merging, if that has no thread of its own. */
  upkeep_pause_ms: 20,
  /** Most steps and states of a pattern's automaton. RE2 takes patterns that need more. */
  pattern_steps: 1_000,
  pattern_states: 1_000,
  /** How many results of tests each dictionary of a property keeps, and their bytes. */
  kept_tests: 32,
  kept_tests_bytes: 1024 * 1024,
  /** Listed people that are remembered until something is written. */
  people_remembered: 2_000,
  /** Decoded event ids, per project and thread. */
  decoded_bytes: 64 * 1024 * 1024,
  /** Pieces that are quickly decoded again: bound during a question, and what may stay for the next one. */
  brief_bytes: 256 * 1024 * 1024,
  brief_left_bytes: 1024 * 1024,
  /** Sets of owners that met a condition, for later questions. */
  owner_sets_bytes: 1024 * 1024,
  /** Ids of an event and month stay in memory, even above the bound, for this many transactions after their use. */
  known_ids_held_transactions: 256,
  /** Ids that a transaction may read. More are read before it begins, while other transactions go first. */
  known_ids_read: 32_768,
  /** Tries to read such ids, if segments are merged away meanwhile. */
  known_ids_tries: 5,
  /** Event ids this recent are loaded before a process takes its first events. */
  warm_known_ms: 14 * 86_400_000,
  cached_ids: 400_000,
  cached_persons: 50_000,
  cached_merges: 100_000,
  cached_event_names: 10_000,
  /** Dictionary for packing persons' properties: how many entries, and how long each. */
  property_terms: 65_536,
  term_chars: 100,
  /** Candidates for that dictionary. They are remembered until they occur again. */
  terms_seen_once: 16_384,

  // importing
  /** Imports of fewer bytes in all do without a thread. */
  import_here_bytes: 512 * 1024,
  /** Bytes per read, and in the first block of lines. */
  import_chunk_bytes: 1024 * 1024,
  import_block_bytes: 2 * 1024 * 1024,
  /** Rows per read, and rows examined to determine types. */
  import_rows: 5_000,
  /** Imports that remember whom they have told about completely. */
  imports_at_once: 8,
  /** Rows per transaction, so that others can write in between. Fewer if rows have many names or are long. */
  import_batch_rows: 10_000,
  /** Values, and what a column takes besides them. */
  import_batch_values: 1_000_000,
  /** Beyond this many properties, a batch gives up those it does not use. */
  import_kept_columns: 1_000,
  import_batch_chars: 16 * 1024 * 1024,
  /** Time for a row group of a Parquet file, and by what share of it the time grows for each MiB of the file. */
  parquet_group_ms: 10_000,
  parquet_share_of_mebibyte: 0.1,
  /** An import waits while more events than this are unsealed. */
  import_tail_events: 400_000,
  /** Imports of at least this many lines end with sealing everything. */
  import_sealed_lines: 5_000,
  /** Another product's API: attempts, the first wait between two (which then doubles), and the longest silence. */
  pull_attempts: 7,
  pull_backoff_ms: 1_000,
  pull_timeout_ms: 300_000,
  /** How many people of other products' exports an import remembers with their ids. */
  import_people: 500_000,
  /** Rows per row group of Parquet files that we write. */
  export_group_rows: 50_000,

  // what is kept of answers
  results_kept: 200,
  result_kept_bytes: 2 * 1024 * 1024,
  results_kept_bytes: 64 * 1024 * 1024,
  /** Piece size of long stored texts. */
  stored_piece_bytes: 1024 * 1024,
  /** Bytes of results in an answer to a write. They are read while the write holds the database. */
  written_results_bytes: 4 * 1024 * 1024,
  /** Longer answers are sent in chunks of this many bytes. */
  sent_chunk_bytes: 256 * 1024,

  // rounds in the background
  alert_round_ms: 5 * 60_000,
  expiry_round_ms: 15 * 60_000,
  /** To each host. */
  webhooks_at_once: 4,
  webhook_answer_bytes: 64 * 1024,
  /** How many insights are kept fresh: the most recently viewed. */
  warm_insights: 500,
  warm_viewed_ms: 14 * 86_400_000,
  warm_round_ms: 10 * 60_000,
  /** Pause between two insights; how long nobody may have asked anything before one is computed. */
  warm_pause_ms: 1_000,
  warm_quiet_ms: 5_000,
  /** Made-up questions before the first real ones: they start after this long without requests, and end within this time. */
  rehearsal_quiet_ms: 1_000,
  rehearsal_ms: 5_000,
  /** Share of the memory for columns that the rehearsal may fill. */
  rehearsal_memory_share: 0.25,
  /** Larger projects are not rehearsed, because reading their columns takes longer. */
  rehearsal_events: 10_000_000,
  /** Interval of checks for changes while clients listen. */
  watch_ms: 1_000,
  /** Interval of progress messages for calls with a progress token. */
  progress_ms: 1_000,
  /** Sessions unused for this long make room for those of another key. */
  mcp_session_spare_ms: 60_000,
  /** The MCP face is loaded this long after the start, when the first answers are out. */
  mcp_loaded_after_ms: 1_000,

  // stopping
  /** Over stdio: time for calls that were sent before the input ended. */
  stop_answers_ms: 5_000,
  /** After the signal: time for running requests, for queued events, for threads, and for output. */
  stop_requests_ms: 1_000,
  stop_commit_ms: 300,
  stop_thread_ms: 300,
  stop_output_ms: 300,
  /** Bytes of unread log lines. Further lines are dropped and counted. */
  log_queue_bytes: 256 * 1024,

  // the database file
  /** How long a serving thread waits for a lock, and how often a writer polls for it. */
  store_busy_serving_ms: 20,
  lock_retry_ms: 10,
  /** Memory for pages: of the connection that writes and looks up people, and of threads that read blobs once. */
  store_cache_bytes: 64 * 1024 * 1024,
  store_thread_cache_bytes: 8 * 1024 * 1024,
  /** In pages of 8 KiB: commits checkpoint the write-ahead log at 32 MiB. The sealing thread does so earlier. */
  store_checkpoint_pages: 4_000,
  store_wal_bytes: 32 * 1024 * 1024,
  /** Pages moved at a time when the file shrinks, or copied for a backup. */
  store_shrink_pages: 512,
  store_backup_pages: 4_096,
} as const;
