// src/model/tuning.ts
/**
* Values that callers cannot notice: sizes of caches and batches, pauses, thresholds for threads. Each was measured or
* chosen once and may change at any time; answers must not depend on them. Names contain the unit.
*/
const TUNING = {
	/** Persons looked at, one by one, before other work gets a turn. */
	people_a_turn: 2e3,
	/** Events per batch that is sent and confirmed. */
	remote_batch_events: 2e4,
	/** Batches that a move sends at once. */
	remote_batches_under_way: 3,
	/** How often a move sends a batch again if the database does not answer. */
	remote_retries: 5,
	/** Events per page that is read back, to be stored elsewhere. */
	remote_page_events: 5e4,
	/** Interval of sending, when nobody asks. */
	remote_send_ms: 1e3,
	/** Interval of rewriting events of merged people. */
	remote_squash_ms: 6e4,
	/** One statement of upkeep, which rewrites or reads a table. */
	remote_upkeep_ms: 36e5,
	/** How long browsers keep scripts of the browser library. */
	browser_script_kept_s: 3600,
	/** Projects with more events are always computed in a thread. */
	compute_events: 5e4,
	/** Longer computations move from the main thread to the computing thread. */
	compute_here_ms: 30,
	/** Helpers of the computing thread, at most. */
	compute_helpers: 7,
	/**
	* A cancelled computation that has not stopped by then is terminated with its thread, and the columns it has read. On
	* a crowded machine a thread may wait for seconds until it gets to see that it is cancelled.
	*/
	compute_stop_ms: 5e3,
	/** Heap of the computing thread without columns, and of each helper. Questions that need more fail. */
	compute_heap_mb: 2048,
	helper_heap_mb: 1024,
	/** By which a server's heaps grow beyond what is alive before all of it is looked through: 50 MB become 200. */
	heap_growing_percent: 300,
	/** Shared arrays a thread makes before it collects garbage, which V8 does not do because of them. */
	shared_garbage_bytes: 67108864,
	/** Share of the machine's memory for caches, and of that the main thread's: identities, and small projects. */
	memory_share: .25,
	memory_share_here: .25,
	/** Longer answers are transferred between threads; shorter ones are copied, which is cheaper. */
	handed_over_bytes: 65536,
	/** A commit waits this long for more requests. */
	commit_window_ms: 3,
	/** Events per shared commit, so that a long queue does not block everything else. */
	commit_events: 2e3,
	/** Names of properties per shared commit: a new one costs hundredths of a millisecond. */
	commit_names: 1e4,
	/** Rows times properties written as one chunk: a column is as long as its chunk, even that of a single row. */
	chunk_cells: 1e6,
	/** Longer tails are sealed. */
	tail_events: 1e5,
	/** Rows sealed at once, to keep the exchange short. Merged segments have this size, too. */
	seal_events: 2e5,
	/** This many small neighbours are merged, up to a number of rows. */
	compact_segments: 4,
	compact_rows: 5e5,
	/** A commit waits this long for an exchange; then it waits for the database's lock. */
	exchange_wait_ms: 50,
	/** Bytes of new segments per transaction, so that writers wait for hundredths of a second at most. */
	staged_bytes: 2097152,
	/** Pause between two such transactions. */
	staged_pause_ms: 2,
	/** Bytes of segments, about what is left of them, that an erasure examines in one snapshot. */
	erased_bytes: 67108864,
	/** Delay between the last erasure and cleaning the file. */
	scrub_after_ms: 1e4,
	/** How long a step of cleaning blocks writers, and the pause before a retry where readers are in its way. */
	scrub_step_ms: 15,
	scrub_retry_ms: 500,
	/** Tries of a command that waits until the file is clean. */
	scrub_tries: 20,
	/** Time at the end to send the collector its last spans. */
	tracing_close_ms: 1e3,
	/** Pause before each step of sealing and merging, where that has no thread of its own. */
	upkeep_pause_ms: 20,
	/** Decoded event ids, per project and thread. */
	decoded_bytes: 67108864,
	/** Ids of an event and month stay in memory, above its bound if need be, while one of the last so many transactions used them. */
	known_ids_held_transactions: 256,
	/** Ids that a transaction may read. If it needs more, they are read before it, and other transactions go first. */
	known_ids_read: 32768,
	/** How often such ids are read, if segments are merged away meanwhile. */
	known_ids_tries: 5,
	/** Event ids this recent are preloaded before a process takes its first events. */
	warm_known_ms: 12096e5,
	cached_ids: 4e5,
	cached_persons: 5e4,
	cached_merges: 1e5,
	cached_event_names: 1e4,
	/** Dictionary for packing persons' properties: entries, and length of each. */
	property_terms: 65536,
	term_chars: 100,
	/** Candidates for that dictionary, remembered until they occur again. */
	terms_seen_once: 16384,
	/** Imports whose files have fewer bytes together do without a thread. */
	import_here_bytes: 524288,
	/** Bytes per read, and in the first block of lines. */
	import_chunk_bytes: 1048576,
	import_block_bytes: 2097152,
	/** Rows per read, and rows examined to determine types. */
	import_rows: 5e3,
	/** Rows per transaction, so that others can write in between; fewer if they have many names or are long. */
	import_batch_rows: 1e4,
	/** Rows times properties. */
	import_batch_cells: 4e6,
	/** With more properties, those that a batch does not have are given up. */
	import_kept_columns: 1e3,
	import_batch_chars: 16777216,
	/** Time for a row group of a Parquet file, and by which share of it that grows for each MiB of the file. */
	parquet_group_ms: 1e4,
	parquet_share_of_mebibyte: .1,
	/** An import waits while more events than this are unsealed. */
	import_tail_events: 4e5,
	/** Imports of at least this many lines end with sealing everything. */
	import_sealed_lines: 5e3,
	/** Another product's API: attempts, the first wait between two (then twice as long), and the longest silence. */
	pull_attempts: 7,
	pull_backoff_ms: 1e3,
	pull_timeout_ms: 3e5,
	/** People of other products' exports whose ids are remembered. */
	import_people: 5e5,
	/** Rows per row group of Parquet files we write. */
	export_group_rows: 5e4,
	results_kept: 200,
	result_kept_bytes: 2097152,
	results_kept_bytes: 67108864,
	/** Piece size of long stored texts. */
	stored_piece_bytes: 1048576,
	/** Results in an answer to a write, which are read while it holds the database. */
	written_results_bytes: 4194304,
	/** Longer answers are sent in chunks of this size. */
	sent_chunk_bytes: 262144,
	alert_round_ms: 3e5,
	expiry_round_ms: 9e5,
	webhook_answer_bytes: 65536,
	/** Insights kept fresh: the most recently viewed. */
	warm_insights: 500,
	warm_viewed_ms: 12096e5,
	warm_round_ms: 6e5,
	/** Pause between two of them, and how long nobody must have asked anything. */
	warm_pause_ms: 1e3,
	warm_quiet_ms: 5e3,
	/** Made-up questions before the first real ones: after no request for this long, all within this time. */
	rehearsal_quiet_ms: 1e3,
	rehearsal_ms: 5e3,
	/** Share of the memory for columns that they fill at most. */
	rehearsal_memory_share: .25,
	/** Larger projects do without: reading their columns takes longer. */
	rehearsal_events: 1e7,
	/** Interval of checks for changes, while clients listen. */
	watch_ms: 1e3,
	/** Interval of progress messages, for calls with a progress token. */
	progress_ms: 1e3,
	/** Sessions unused this long make room for another key's. */
	mcp_session_spare_ms: 6e4,
	/** Delay of loading the MCP face after the start, when the first answers are out. */
	mcp_loaded_after_ms: 1e3,
	/** Over stdio, for calls sent before the input ended. */
	stop_answers_ms: 5e3,
	/** After the signal: time for running requests, then for queued events, then for threads, then for output. */
	stop_requests_ms: 1e3,
	stop_commit_ms: 300,
	stop_thread_ms: 300,
	stop_output_ms: 300,
	/** Unread log lines; further ones are dropped and counted. */
	log_queue_bytes: 262144,
	/** How long a serving thread waits for a lock, and how often a writer polls for it. */
	store_busy_serving_ms: 20,
	lock_retry_ms: 10,
	/** Pages in memory: of the connection that writes and looks up people, and of threads that read blobs once. */
	store_cache_bytes: 67108864,
	store_thread_cache_bytes: 8388608,
	/** Pages of 8 KiB: commits checkpoint the write-ahead log at 32 MiB, the sealing thread earlier. */
	store_checkpoint_pages: 4e3,
	store_wal_bytes: 33554432,
	/** Pages moved at a time when the file shrinks, or copied for a backup. */
	store_shrink_pages: 512,
	store_backup_pages: 4096
};
export { TUNING as t };
