import { a as isOneOf } from "./known-ShXk4LDt.js";
// src/model/scope.ts
/** Permissions of a key. `x:write` includes `x:read`; `*` is everything. */
const SCOPES = [
	"*",
	"insight:read",
	"insight:write",
	"sharing_configuration:read",
	"sharing_configuration:write",
	"activity_log:read",
	"activity_log:write",
	"group:read",
	"group:write",
	"project:read",
	"project:write",
	"dashboard:read",
	"dashboard:write",
	"action:read",
	"action:write",
	"cohort:read",
	"cohort:write",
	"annotation:read",
	"annotation:write",
	"alert:read",
	"alert:write",
	"person:read",
	"person:write",
	"event_definition:read",
	"event_definition:write",
	"property_definition:read",
	"property_definition:write",
	"query:read"
];
function isScope(text) {
	return isOneOf(SCOPES, text);
}
function allows(granted, wanted) {
	if (granted.includes("*") || granted.includes(wanted)) return true;
	return wanted.endsWith(":read") && isOneOf(granted, wanted.replace(":read", ":write"));
}
export { allows as n, isScope as r, SCOPES as t };
