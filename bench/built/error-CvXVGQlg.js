// src/model/limit.ts
/**
* What callers meet. Past most of these a request is refused with a message that names the limit; the others say how much of
* an answer is told, and what holds where nothing is asked for. Changing one changes the contract. What only makes the
* product faster or smaller is in `tuning.ts`; what kernels can hold at most is in `engine/limits.ts`. Names carry the unit.
*/
const LIMIT = {
	body_bytes: 20971520,
	body_inflated_bytes: 67108864,
	/** The body of a request that changes nothing. */
	question_bytes: 1048576,
	json_depth: 64,
	/** Content encodings one over the other, and layers of gzip inside of what is left. */
	body_encodings: 2,
	gzip_layers: 3,
	batch_events: 1e4,
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
	audit_rows: 1e5,
	dashboard_tiles: 100,
	saved_files: 1e4,
	saved_file_bytes: 1048576,
	/** Of one tile: its places by screen size as JSON, and its colour. */
	layouts_chars: 1e4,
	color_chars: 50,
	/** Of one change: properties that are compared, values of each, cohorts, values told; and properties that are considered. */
	explained_properties: 16,
	explained_values: 200,
	explained_cohorts: 10,
	explained_rows: 100,
	properties_considered: 60,
	url_chars: 2e3,
	/** Beside one answer: the latest. */
	annotations_told: 20,
	/** Judged in one call. */
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
	/** Names nobody knows that one answer tells. */
	unknown_names: 10,
	/** Names of properties that are looked up for one question, and of events besides its lines. */
	names_checked: 20,
	/** Of an empty answer: lines and their conditions that are looked into, values that are compared with one asked for, and told. */
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
	/** Of a statement of SQL: its text, its parts, its selects. */
	sql_chars: 2e4,
	sql_nodes: 4e3,
	sql_selects: 50,
	/** Rows it answers: unless it says, and at most. */
	sql_rows_default: 100,
	sql_rows: 5e4,
	/** Rows that any step holds besides events themselves, and groups. */
	sql_rows_held: 2e6,
	/** Values that its steps hold together. */
	sql_values_held: 2e7,
	sql_list_items: 1e4,
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
	/** Of one answer: its series, values, points and periods multiplied; and as it is written. */
	answer_numbers: 15e4,
	answer_bytes: 33554432,
	action_steps: 50,
	selector_chars: 500,
	/** Cohorts that name cohorts that name cohorts, actions counted in. */
	reference_depth: 10,
	/** Of a static cohort. */
	cohort_members: 1e5,
	cohort_periods: 366,
	path_steps: 100,
	path_edges: 1e4,
	path_rules: 100,
	/** Of all different paths of a question by all rules; and of one, by one. */
	path_cleaning_chars: 1e8,
	path_cleaned_chars: 1e7,
	/** Different steps of one question's paths. */
	path_names: 2e6,
	correlation_names: 200,
	/** Times told of each of the people behind a number. */
	people_times: 10,
	/** Of a page of events, about; and of one that a model reads, which has to fit whole: its cursor goes on behind it. */
	events_page_bytes: 4e6,
	events_page_tokens: 7e3,
	/** Of a link to people, and of all that an answer has; what needs a longer one, or more of them, goes without. */
	people_link_chars: 4e3,
	people_links_chars: 49152,
	/** Of a question that links name, and how many a project keeps. */
	question_kept_chars: 32768,
	questions_kept: 2e3,
	window_ms: 316224e7,
	/** From being asked to the answer. */
	compute_ms: 3e4,
	/** Questions that wait for the one that is computed. */
	computing_waiting: 64,
	client_query_id_chars: 200,
	/** Of one statement of a question, where events are in a database of their own. */
	remote_memory_bytes: 8 * 1024 ** 3,
	remote_rows_read: 2e10,
	remote_rows_answered: 2e7,
	/** For the kernels here, where SQL has no words for a question. */
	remote_rows_shipped: 5e6,
	timing_ms: 36e5,
	/** Of the text of an answer: what a model reads of it unless it looks further. */
	text_tokens: 6e3,
	/** And of its structured form, which programs read. */
	structured_tokens: 15e3,
	mcp_message_chars: 4e3,
	mcp_description_chars: 1024,
	mcp_input_schema_chars: 8192,
	mcp_tools: 25,
	prompt_argument_chars: 400,
	changes_told: 200,
	subscriptions: 500,
	/** For whoever is asked to agree. */
	elicitation_ms: 12e4,
	/** A call that takes longer becomes a task, where the client knows how to wait for one; kept so long, and so many. */
	task_after_ms: 2e3,
	task_ms: 6e5,
	task_poll_ms: 1e3,
	tasks: 500,
	mcp_sessions: 1e3,
	mcp_sessions_per_key: 20,
	mcp_session_idle_ms: 36e5,
	/** A link that logs somebody in works so long, and once; the visit that it opens so long; so many of either. */
	login_ms: 6e5,
	logins: 1e3,
	visit_ms: 288e5,
	visits: 200,
	connections: 2e3,
	/** From the first byte to the end of the headers, and to the end of the body. */
	headers_ms: 2e3,
	request_ms: 6e4,
	/** A body of which less than so many bytes came in that time is not waited for, nor an answer that is not taken. */
	slow_ms: 1e4,
	slow_bytes: 16384,
	requests_per_minute: 240,
	requests_per_hour: 1200,
	other_requests_per_minute: 480,
	other_requests_per_hour: 4800,
	/** From one address, with credentials that open nothing. */
	refusals_per_minute: 60,
	/** What waits may take so long at most before newcomers are asked to come again. */
	commit_wait_ms: 60,
	/** For requests with events that have arrived together; the rest is asked to come again. */
	turn_ms: 20,
	commit_queue_bytes: 67108864,
	property_definitions: 1e4,
	result_age_ms: 6048e5,
	reject_lines: 1e5,
	/** Reasons that are told apart; what is refused for others is counted together. */
	import_reasons: 20,
	/** Of a file to import: past it the file is no list of rows. */
	import_row_chars: 16777216,
	/** Of a line, whatever it has: more than a screen has columns nobody can tell apart. */
	chart_points: 1e3,
	/** Of the table beside it. */
	chart_rows: 400,
	chart_columns: 40,
	chart_cells: 4e3,
	/** Width of a picture that is asked for, in pixels. */
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

//# sourceMappingURL=error-CvXVGQlg.js.map