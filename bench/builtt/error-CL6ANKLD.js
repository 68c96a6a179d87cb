// src/model/limit.ts
/**
* Limits that callers can notice. Past most of them a request is refused with a message that names the limit; others
* say how much of an answer is shown, or are defaults. Changing one changes the contract. Values that only affect speed
* or size are in `tuning.ts`; capacities of kernels are in `engine/limits.ts`. Names contain the unit.
*/
const LIMIT = {
	body_bytes: 20971520,
	body_inflated_bytes: 67108864,
	/** Body of a request that changes nothing. */
	question_bytes: 1048576,
	json_depth: 64,
	/** Members and items of a request of events: a hundred for each event of the largest batch. */
	json_values: 1e6,
	/** Nested content encodings, and gzip layers within the result. */
	body_encodings: 2,
	gzip_layers: 3,
	batch_events: 1e4,
	/** Different names of properties in a request of events. */
	batch_properties: 5e3,
	event_bytes: 1048576,
	event_name_chars: 200,
	distinct_id_chars: 200,
	api_token_chars: 64,
	future_ms: 828e5,
	groups_per_project: 5,
	idempotency_key_chars: 255,
	idempotency_age_ms: 864e5,
	name_chars: 400,
	description_chars: 400,
	tags: 50,
	tag_chars: 100,
	filters_bytes: 262144,
	keys_per_user: 100,
	key_age_ms: 31536e7,
	audit_fields: 50,
	audit_rows: 1e5,
	retention_days: 36500,
	/** Per request. */
	persons_deleted: 1e3,
	/** Finished erasures in the record. */
	erasures_kept: 1e4,
	dashboard_tiles: 100,
	saved_files: 1e4,
	saved_file_bytes: 1048576,
	/** Per tile: its layouts by screen size as JSON, its colour, its text. */
	layouts_chars: 1e4,
	color_chars: 50,
	tile_text_chars: 4e3,
	/** Per explained change: properties compared, values of each, cohorts, values reported; properties considered. */
	explained_properties: 16,
	explained_values: 200,
	explained_cohorts: 10,
	explained_rows: 100,
	properties_considered: 60,
	url_chars: 2e3,
	/** Per answer; the latest ones. */
	annotations_told: 20,
	/** Per call. */
	alerts_judged: 50,
	webhook_ms: 1e4,
	page_default: 100,
	page_max: 1e3,
	activity_page_default: 10,
	last_viewed: 5,
	search_chars: 200,
	definitions_page: 100,
	entities: 26,
	funnel_steps: 20,
	exclusions: 20,
	funnel_bins: 90,
	funnel_bins_auto: 60,
	funnel_judged_events: 4e8,
	filter_leaves: 200,
	/** Unknown names reported per answer. */
	unknown_names: 10,
	/** Per question: property names looked up, and events other than lines. */
	names_checked: 20,
	/** Per empty answer: lines and conditions examined, values compared with the requested one, values reported. */
	lines_explained: 5,
	conditions_explained: 10,
	values_compared: 5e3,
	values_told: 3,
	filter_values: 1e3,
	filter_depth: 8,
	regex_chars: 1e3,
	formulas: 26,
	formula_chars: 256,
	formula_depth: 32,
	expression_chars: 4e3,
	expression_depth: 64,
	expression_nodes: 500,
	/** Per SQL statement: characters, nodes, selects. */
	sql_chars: 2e4,
	sql_nodes: 4e3,
	sql_selects: 50,
	/** Rows in an answer: default and maximum. */
	sql_rows_default: 100,
	sql_rows: 5e4,
	/** Rows (besides events) and groups held by any step. */
	sql_rows_held: 2e6,
	/** Values held by all steps together. */
	sql_values_held: 2e7,
	sql_list_items: 1e4,
	/** Characters of the lists that one expression makes. */
	sql_list_chars: 64e6,
	/** Characters of the lists that a window makes, a new one for each row. */
	sql_window_chars: 64e6,
	buckets: 1e4,
	retention_intervals: 200,
	breakdowns: 3,
	breakdown_default_trend: 25,
	breakdown_default_map: 250,
	breakdown_default_funnel: 10,
	breakdown_default_retention: 25,
	breakdown_max: 1e3,
	breakdown_bins: 500,
	breakdown_cohorts: 50,
	breakdown_value_chars: 400,
	breakdown_cells: 8e6,
	/** Per answer: product of series, values, points and periods; bytes written. */
	answer_numbers: 15e4,
	answer_bytes: 33554432,
	action_steps: 50,
	selector_chars: 500,
	/** Nesting of cohorts and actions that name each other. */
	reference_depth: 10,
	/** Per static cohort. */
	cohort_members: 1e5,
	cohort_periods: 366,
	path_steps: 100,
	path_edges: 1e4,
	path_rules: 100,
	/** Characters of all distinct paths times rules; of one path and one rule. */
	path_cleaning_chars: 1e8,
	path_cleaned_chars: 1e7,
	/** Distinct steps in the paths of a question. */
	path_names: 2e6,
	correlation_names: 200,
	/** Times listed per person behind a number. */
	people_times: 10,
	/** Approximate size of a page of events; and of one for a model, which must fit completely (the cursor continues). */
	events_page_bytes: 4e6,
	events_page_tokens: 7e3,
	/** Per link to people, and for all links of an answer; longer or further ones are omitted. */
	people_link_chars: 4e3,
	people_links_chars: 49152,
	/** Size of a stored question, and number per project. */
	question_kept_chars: 32768,
	questions_kept: 2e3,
	window_ms: 316224e7,
	/** From request to answer. */
	compute_ms: 3e4,
	/** Questions in the queue behind the current one. */
	computing_waiting: 64,
	client_query_id_chars: 200,
	/** Per statement, if events are in a database of their own. */
	remote_memory_bytes: 8 * 1024 ** 3,
	remote_rows_read: 2e10,
	remote_rows_answered: 2e7,
	/** For the embedded kernels, if SQL cannot express a question. */
	remote_rows_shipped: 5e6,
	remote_bytes_shipped: 1024 ** 3,
	/** To say why an answer is empty. */
	remote_rows_explained: 2e4,
	timing_ms: 36e5,
	/** Per answer's text, which a model reads first. */
	text_tokens: 6e3,
	/** Per answer's structured form, for programs. */
	structured_tokens: 15e3,
	mcp_message_chars: 4e3,
	mcp_description_chars: 1024,
	mcp_input_schema_chars: 8192,
	mcp_tools: 25,
	prompt_argument_chars: 400,
	changes_told: 200,
	subscriptions: 500,
	/** For the user's reply. */
	elicitation_ms: 12e4,
	/** Longer calls become tasks, for clients that support them; lifetime and number of tasks. */
	task_after_ms: 2e3,
	task_ms: 6e5,
	task_poll_ms: 1e3,
	tasks: 500,
	mcp_sessions: 1e3,
	mcp_sessions_per_key: 20,
	mcp_session_idle_ms: 36e5,
	/** Lifetime of a one-time login link, of the visit it opens, and number of either. */
	login_ms: 6e5,
	logins: 1e3,
	visit_ms: 288e5,
	visits: 200,
	connections: 2e3,
	/** From the first byte to the end of the headers, and of the body. Node counts time in which it stood still itself. */
	headers_ms: 6e3,
	request_ms: 6e4,
	/** Connections that send, or read, less than this many bytes in that time are closed. */
	slow_ms: 1e4,
	slow_bytes: 16384,
	requests_per_minute: 240,
	requests_per_hour: 1200,
	other_requests_per_minute: 480,
	other_requests_per_hour: 4800,
	/** Per address, with invalid credentials. */
	refusals_per_minute: 60,
	/** Longest estimated wait in the queue; past it newcomers are told to retry, unless few events wait. */
	commit_wait_ms: 60,
	commit_wait_events: 200,
	/** Processing time for capture requests that arrived together; the rest is told to retry, unless they were few. */
	turn_ms: 20,
	/** A request is checked three times. */
	turn_checks: 64,
	commit_queue_bytes: 67108864,
	property_definitions: 1e4,
	result_age_ms: 6048e5,
	reject_lines: 1e5,
	/** Distinct reasons counted; refusals for others are counted together. */
	import_reasons: 20,
	/** Per row of an imported file; past it the file is no list of rows. */
	import_row_chars: 16777216,
	/** Of another product's API: bytes of a page, and the longest wait between two attempts. */
	pulled_page_bytes: 268435456,
	pull_wait_ms: 6e5,
	/** Per row group of a Parquet file; bytes unpacked. */
	import_group_rows: 1e7,
	import_group_bytes: 1073741824,
	/** Per line: more cannot be told apart on a screen. */
	chart_points: 1e3,
	/** Of the table beside a chart. */
	chart_rows: 400,
	chart_columns: 40,
	chart_cells: 4e3,
	/** Pixels. */
	picture_width_min: 280,
	picture_width_max: 2e3,
	pictures_waiting: 8,
	store_busy_ms: 5e3
};
// src/model/error.ts
/**
* Every error a caller can meet, as a closed table of codes. Messages say what was wrong and what to send instead,
* never internals or secrets.
*/
const ERRORS = {
	parse_error: {
		status: 400,
		type: "invalid_request"
	},
	required: {
		status: 400,
		type: "validation_error"
	},
	invalid_input: {
		status: 400,
		type: "validation_error"
	},
	invalid_choice: {
		status: 400,
		type: "validation_error"
	},
	null: {
		status: 400,
		type: "validation_error"
	},
	max_length: {
		status: 400,
		type: "validation_error"
	},
	does_not_exist: {
		status: 400,
		type: "validation_error"
	},
	not_a_list: {
		status: 400,
		type: "validation_error"
	},
	/** Understood, but this version cannot compute it; `needs` names the missing piece. */
	not_supported: {
		status: 400,
		type: "validation_error"
	},
	not_authenticated: {
		status: 401,
		type: "authentication_error"
	},
	authentication_failed: {
		status: 401,
		type: "authentication_error"
	},
	permission_denied: {
		status: 403,
		type: "authentication_error"
	},
	not_found: {
		status: 404,
		type: "invalid_request"
	},
	method_not_allowed: {
		status: 405,
		type: "invalid_request"
	},
	conflict: {
		status: 409,
		type: "invalid_request"
	},
	/** It existed, and may be created again. */
	gone: {
		status: 410,
		type: "invalid_request"
	},
	too_large: {
		status: 413,
		type: "invalid_request"
	},
	unsupported_media_type: {
		status: 415,
		type: "invalid_request"
	},
	throttled: {
		status: 429,
		type: "throttled_error"
	},
	cancelled: {
		status: 400,
		type: "invalid_request"
	},
	timeout: {
		status: 504,
		type: "server_error"
	},
	busy: {
		status: 503,
		type: "server_error"
	},
	/** Nothing is stored until the server restarts. */
	read_only: {
		status: 503,
		type: "server_error"
	},
	data_corrupted: {
		status: 500,
		type: "server_error"
	},
	error: {
		status: 500,
		type: "server_error"
	}
};
var ServiceError = class ServiceError extends Error {
	code;
	attr;
	/** For `not_supported`: the missing piece in a few stable words, e.g. `display WorldMap`. */
	needs;
	constructor(code, detail, options = {}) {
		super(detail, options.cause === void 0 ? void 0 : { cause: options.cause });
		this.name = "ServiceError";
		this.code = code;
		this.attr = options.attr ?? null;
		this.needs = options.needs ?? null;
	}
	get status() {
		return ERRORS[this.code].status;
	}
	/** The same error with another message. */
	saying(detail) {
		const { attr, needs, cause } = this;
		const options = {
			...attr === null ? {} : { attr },
			...needs === null ? {} : { needs },
			cause
		};
		return new ServiceError(this.code, detail, options);
	}
	body() {
		return {
			type: ERRORS[this.code].type,
			code: this.code,
			detail: this.message,
			attr: this.attr
		};
	}
};
/** A 400 on one field. */
function invalid(attr, detail, code = "invalid_input") {
	return new ServiceError(code, detail, { attr });
}
/** A 400 for what this version cannot compute yet. */
function notSupported(needs, attr, detail) {
	return new ServiceError("not_supported", detail, {
		attr,
		needs
	});
}
export { LIMIT as a, notSupported as i, ServiceError as n, invalid as r, ERRORS as t };
