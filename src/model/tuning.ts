/**
 * Values that no caller sees: sizes of caches and batches, pauses, what is worth a thread. Each was measured or chosen once
 * and may change without anybody being told; answers must not depend on them. Names carry the unit.
 */
export const TUNING = {
  // events in a database of their own
  /** Sent on at a time, and waited for. */
  remote_batch_events: 20_000,
  /** Between two looks at what is not sent on yet, where nobody asks. */
  remote_send_ms: 1_000,
  /** Between two times that events of merged people are stored again. */
  remote_squash_ms: 60_000,
  // computing
  /** A project with more events is computed in a thread from the start. */
  compute_events: 50_000,
  /** What takes longer on the main thread moves to that thread. */
  compute_here_ms: 30,
  /** Helpers of the computing thread, at most. */
  compute_helpers: 7,
  /** A computation that was given up is ended with its thread when it has not stopped by then. */
  compute_stop_ms: 750,
  /** Heap of the computing thread without its columns, and of each helper. A question that needs more is ended. */
  compute_heap_mb: 2_048,
  helper_heap_mb: 1_024,
  /** Share of the machine's memory that is kept, and of that the main thread's: identities, and small projects. */
  memory_share: 0.25,
  memory_share_here: 0.25,
  /** An answer with more bytes is handed over between threads; a shorter one is copied, which is cheaper. */
  handed_over_bytes: 64 * 1024,

  // taking events in
  /** A commit waits so long for more requests to share it. */
  commit_window_ms: 3,
  /** Events of one shared commit, so that a long queue does not hold up everything else. */
  commit_events: 2_000,
  /** A tail with more rows is sealed. */
  tail_events: 100_000,
  /** Rows sealed at once, so that the exchange is short. Merged segments are as large. */
  seal_events: 200_000,
  /** So many small neighbours are merged into one of at most so many rows. */
  compact_segments: 4,
  compact_rows: 500_000,
  /** A commit waits so long for the exchange of rows for segments; then it waits for the database's lock. */
  exchange_wait_ms: 50,
  /** Segments that an erasure has written anew are stored when they have so many bytes together. */
  erased_bytes: 256 * 1024 * 1024,
  /** After the last erasure the file is written anew: meanwhile nobody else can write. */
  scrub_after_ms: 30_000,
  /** How long emptying the write-ahead log waits for readers then, and when it is tried again. */
  scrub_wait_ms: 250,
  scrub_retry_ms: 2_000,
  /** By a command that waits for it. */
  scrub_tries: 5,
  /** Before each step of sealing and merging where no thread does it. */
  upkeep_pause_ms: 20,
  /** Decoded ids of events, per project and thread. */
  decoded_bytes: 64 * 1024 * 1024,
  /** Ids of events since then are read before a process takes its first events. */
  warm_known_ms: 14 * 86_400_000,
  cached_ids: 400_000,
  cached_persons: 50_000,
  cached_merges: 100_000,
  cached_event_names: 10_000,
  /** Names and values that properties of persons are packed with: how many, how long. */
  property_terms: 65_536,
  term_chars: 100,
  /** Values remembered until they come a second time. */
  terms_seen_once: 16_384,

  // importing
  /** Files that are read without a thread of their own, all together. */
  import_here_bytes: 512 * 1024,
  /** Bytes read from a file at a time, and in the first block of lines. */
  import_chunk_bytes: 1024 * 1024,
  import_block_bytes: 2 * 1024 * 1024,
  /** Rows read at a time, and looked at to decide what a file holds. */
  import_rows: 5_000,
  /** Rows of one transaction, so that others can write in between; fewer where they have many names or are long. */
  import_batch_rows: 10_000,
  import_batch_properties: 1_000,
  import_batch_chars: 16 * 1024 * 1024,
  /** An import waits while so many events are not sealed. */
  import_tail_events: 400_000,
  /** After an import of at least so many lines everything is sealed. */
  import_sealed_lines: 5_000,

  // what is kept of answers
  results_kept: 200,
  result_kept_bytes: 2 * 1024 * 1024,
  results_kept_bytes: 64 * 1024 * 1024,
  /** Long texts are stored in pieces of this size. */
  stored_piece_bytes: 1024 * 1024,
  /** Of results in the answer to a write: they are read while it holds the database. */
  written_results_bytes: 4 * 1024 * 1024,
  /** An answer of more bytes is sent in chunks of that size. */
  sent_chunk_bytes: 256 * 1024,

  // rounds in the background
  alert_round_ms: 5 * 60_000,
  expiry_round_ms: 15 * 60_000,
  webhook_answer_bytes: 64 * 1024,
  /** Insights that are kept fresh: the first ones that somebody has looked at lately. */
  warm_insights: 500,
  warm_viewed_ms: 14 * 86_400_000,
  warm_round_ms: 10 * 60_000,
  /** Between two of them, and after the last request. */
  warm_pause_ms: 1_000,
  warm_quiet_ms: 5_000,
  /** Between two looks at what changed, while clients listen. */
  watch_ms: 1_000,
  /** A call with a progress token says so often that it goes on. */
  progress_ms: 1_000,
  /** A session unused for so long makes room for another key's. */
  mcp_session_spare_ms: 60_000,
  /** The MCP face is loaded so long after the start: the first answers are over by then. */
  mcp_loaded_after_ms: 1_000,

  // stopping
  /** Over stdio, for calls that were sent before the input ended. */
  stop_answers_ms: 5_000,
  /** After the signal: for requests under way, then for events that wait to be stored, then for threads, then for output. */
  stop_requests_ms: 1_000,
  stop_commit_ms: 300,
  stop_thread_ms: 300,
  stop_output_ms: 300,
  /** Log lines that nobody has read yet; more are dropped and counted. */
  log_queue_bytes: 256 * 1024,

  // the database file
  /** How long a thread that others wait for waits for a lock, and how often a writer looks whether it is free. */
  store_busy_serving_ms: 20,
  lock_retry_ms: 10,
  store_cache_bytes: 64 * 1024 * 1024,
  /** Pages of 8 KiB: a commit folds the write-ahead log into the file at 32 MiB, the sealing thread does so earlier. */
  store_checkpoint_pages: 4_000,
  store_wal_bytes: 32 * 1024 * 1024,
  /** Pages moved at a time when the file shrinks, and copied at a time for a backup. */
  store_shrink_pages: 512,
  store_backup_pages: 4_096,
} as const;
