import { t as quoted } from "./visible-CP275gyV.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { n as call } from "./call-Do6ETd-V.js";
import { it as plural, l as describeProject, nt as counted } from "./wording-CGGP7Ahe.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { t as opened } from "./opened-RfwCdNoq.js";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
// src/cli/describe.ts
/** `insights-mcp describe`: what a database contains, for people at a prompt. */
const MEGABYTE = 1e6;
/** Lists show only their number. */
const NONE = {
	limit: 1,
	offset: 0
};
async function describe(options) {
	const path = resolve(options.db);
	if (!existsSync(path)) throw new ServiceError("does_not_exist", `There is no database at ${path} yet. Import a file, which makes it: ${typed("import events.ndjson", path)}`);
	const service = opened(path);
	try {
		const projects = await Promise.all(service.store.projects.list().map(({ id }) => describedProject(service, id)));
		const bytes = statSync(path).size;
		const text = options.json ? JSON.stringify({
			database: path,
			bytes,
			projects
		}, null, 2) : [`Database ${path} (${(bytes / MEGABYTE).toFixed(1)} MB)`, ...projects.map(projectText)].join("\n\n");
		process.stdout.write(`${text}\n`);
	} finally {
		await service.close();
	}
}
async function describedProject(service, id) {
	const asked = {
		section: "summary",
		limit: LIMIT.definitions_page
	};
	const options = { project_id: String(id) };
	const description = await call(service, localOwner(service), describeProject, asked, options);
	const { definitions, insights, dashboards, actions, cohorts } = service.store;
	const saved = {
		insight: insights.list(id, NONE).count,
		dashboard: dashboards.list(id, NONE).count,
		action: actions.list(id, NONE).count,
		cohort: cohorts.list(id, NONE).count
	};
	const events_count = definitions.events(id).reduce((sum, { count }) => sum + count, 0);
	return {
		...description,
		events_count,
		saved
	};
}
function projectText(described) {
	const { project, data_range, people, hint, saved } = described;
	const range = data_range === null ? "" : `, from ${minuteOf(data_range.from)} to ${minuteOf(data_range.to)}`;
	return [
		`Project ${project.id} ${quoted(project.name)}, time zone ${project.timezone}`,
		...hint === null ? [`  ${counted(described.events_count, "event")} of ${counted(people, "person")}${range}`, ...tablesOf(described)] : hint.split("\n").map((line) => `  ${line}`),
		`  Saved: ${Object.entries(saved).map(([noun, count]) => counted(count, noun)).join(", ")}`
	].join("\n");
}
function tablesOf({ events, events_total, properties, properties_total, group_types }) {
	const names = [...Object.entries(Object.groupBy(properties, ({ of, group_type }) => ownerOf(of, group_type)))];
	return [
		"",
		...columnsOf([[
			"event",
			"count",
			"first",
			"last"
		], ...events.map(({ name, count, first_seen, last_seen }) => [...[
			quoted(name),
			String(count),
			minuteOf(first_seen),
			minuteOf(last_seen)
		]])]),
		...moreOf(events.length, events_total),
		"",
		...names.map(([owner, list = []]) => `  Properties of ${owner}: ${list.map(propertyText).join(", ")}`),
		...moreOf(properties.length, properties_total),
		...group_types.length === 0 ? [] : [`  Group types: ${group_types.map(({ group_type }) => quoted(group_type)).join(", ")}`]
	];
}
function ownerOf(of, group_type) {
	return group_type === null ? plural(of) : `groups of type ${quoted(group_type)}`;
}
function propertyText({ name, type }) {
	return `${quoted(name)} (${type ?? "mixed"})`;
}
function moreOf(shown, all) {
	return shown === all ? [] : [`  … and ${all - shown} more`];
}
/** 2026-03-01T09:30:00+01:00 -> 2026-03-01 09:30 */
function minuteOf(time) {
	return time.slice(0, 16).replace("T", " ");
}
/** Names left-aligned, numbers right-aligned. */
function columnsOf(rows) {
	const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
	return rows.map((row) => {
		return `    ${row.map((cell, at) => at === 1 ? cell.padStart(widths[at]) : cell.padEnd(widths[at])).join("  ")}`.trimEnd();
	});
}
export { describe };
