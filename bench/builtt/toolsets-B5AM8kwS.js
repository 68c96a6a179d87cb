import { n as ServiceError } from "./error-CL6ANKLD.js";
// src/mcp/toolsets.ts
/** Which tools are listed. Each costs tokens in every conversation, so the default list is small. */
/** For questions, findings and everyday upkeep. */
const CORE = [
	"describe_project",
	...[
		"compute_trend",
		"compute_funnel",
		"compute_retention",
		"compute_path",
		"compute_funnel_correlation"
	],
	"explain_change",
	...[
		"list_persons",
		"list_events",
		"run_sql"
	],
	...[
		"list_insights",
		"get_insight",
		"create_insight",
		"update_insight",
		"soft_delete_insight",
		"share_insight"
	],
	...[
		"create_dashboard",
		"update_dashboard",
		"get_dashboard",
		"create_cohort",
		"create_action"
	],
	...[
		"create_annotation",
		"create_alert",
		"rename_group_type",
		"update_project"
	]
];
const TOOLSETS = {
	core: CORE,
	/** Managing what is saved. */
	saved: [
		...[
			"list_dashboards",
			"list_cohorts",
			"get_cohort",
			"update_cohort",
			"list_actions",
			"get_action",
			"update_action"
		],
		...[
			"list_annotations",
			"get_annotation",
			"update_annotation",
			"list_alerts",
			"get_alert",
			"update_alert"
		],
		...["get_insight_sharing", "refresh_insight_sharing"]
	],
	definitions: [
		"list_event_definitions",
		"list_property_definitions",
		"list_property_values",
		"list_group_types"
	],
	/** `import_events` is listed where `--import-from` allows it, whatever the toolsets. */
	projects: [
		"list_projects",
		"get_project",
		"create_project",
		"update_project",
		"import_events"
	],
	activity: [
		"get_activity",
		"list_audit_log",
		"my_last_viewed",
		"mark_insight_viewed"
	],
	operations: ["cancel_computation", "record_timing"]
};
const ALL = "all";
const TOOLSET_NAMES = [...Object.keys(TOOLSETS), ALL];
const DEFAULT_TOOLSETS = ["core"];
/** @throws ServiceError invalid_choice, listing the valid ones */
function readToolsets(text) {
	const names = text.split(/[\s,]+/).filter((name) => name !== "");
	const unknown = names.find((name) => !TOOLSET_NAMES.includes(name));
	if (unknown === void 0 && names.length > 0) return names;
	const which = unknown === void 0 ? "Name at least one toolset." : `There is no toolset ${unknown.slice(0, 40)}.`;
	throw new ServiceError("invalid_choice", `${which} Toolsets: ${TOOLSET_NAMES.join(", ")}.`, { attr: "toolsets" });
}
function isInToolsets(tool, toolsets) {
	return toolsets.some((name) => name === ALL || TOOLSETS[name].includes(tool));
}
/** A tool's position in lists: most needed first. */
function placeOf(tool) {
	const place = CORE.indexOf(tool);
	return place < 0 ? CORE.length : place;
}
export { readToolsets as a, placeOf as i, TOOLSET_NAMES as n, isInToolsets as r, DEFAULT_TOOLSETS as t };
