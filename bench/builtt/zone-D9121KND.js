// src/base/civil.ts
/**
* The proleptic Gregorian calendar as arithmetic on day numbers (day 0 is 1970-01-01). No zones, no Date objects:
* the formulas count days in eras of 400 years that begin on the first of March, so that the leap day comes last.
*/
const SECOND_MS = 1e3;
const MINUTE_MS = 6e4;
const HOUR_MS = 36e5;
const DAY_MS = 864e5;
const ERA_DAYS = 146097;
/** Days from 0000-03-01, where eras begin, to 1970-01-01. */
const EPOCH_SHIFT_DAYS = 719468;
/** The day number of a date. */
function dayNumber(year, month, day) {
	const march_year = month <= 2 ? year - 1 : year;
	const era = Math.floor(march_year / 400);
	const year_of_era = march_year - era * 400;
	const day_of_year = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
	const day_of_era = year_of_era * 365 + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100) + day_of_year;
	return era * ERA_DAYS + day_of_era - EPOCH_SHIFT_DAYS;
}
/** Wall-clock milliseconds: epoch milliseconds as if the wall clock showed UTC. */
function wallMs(civil) {
	return dayNumber(civil.year, civil.month, civil.day) * DAY_MS + civil.hour * HOUR_MS + civil.minute * MINUTE_MS + civil.second * SECOND_MS + civil.millisecond;
}
/** The inverse of wallMs. */
function civilOf(wall_ms) {
	const days = Math.floor(wall_ms / DAY_MS);
	const rest_ms = wall_ms - days * DAY_MS;
	const shifted = days + EPOCH_SHIFT_DAYS;
	const era = Math.floor(shifted / ERA_DAYS);
	const day_of_era = shifted - era * ERA_DAYS;
	const year_of_era = Math.floor((day_of_era - Math.floor(day_of_era / 1460) + Math.floor(day_of_era / 36524) - Math.floor(day_of_era / 146096)) / 365);
	const day_of_year = day_of_era - (365 * year_of_era + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100));
	const march_month = Math.floor((5 * day_of_year + 2) / 153);
	const month = march_month < 10 ? march_month + 3 : march_month - 9;
	return {
		year: era * 400 + year_of_era + (month <= 2 ? 1 : 0),
		month,
		day: day_of_year - Math.floor((153 * march_month + 2) / 5) + 1,
		hour: Math.floor(rest_ms / HOUR_MS),
		minute: Math.floor(rest_ms / MINUTE_MS) % 60,
		second: Math.floor(rest_ms / SECOND_MS) % 60,
		millisecond: Math.floor(rest_ms) % SECOND_MS
	};
}
/** 0 is Sunday. */
function weekday(civil) {
	return weekdayOfDay(dayNumber(civil.year, civil.month, civil.day));
}
/** 0 is Sunday; day 0 was a Thursday. */
function weekdayOfDay(day_number) {
	return ((day_number + 4) % 7 + 7) % 7;
}
function daysInMonth(year, month) {
	if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
// src/base/zone.ts
/**
* Offsets of time zones from the platform's database. A query costs microseconds, so each zone is split into windows of
* 50 days whose offsets are found once and cached.
*/
/** Years 1 to 9999; instants outside have the offset of the nearer end. */
const MIN_MS = dayNumber(1, 1, 2) * DAY_MS;
const MAX_MS = dayNumber(9999, 12, 31) * DAY_MS - 1;
const WINDOW_MS = 2 ** 32;
/** No zone ever changed its offset twice within a shorter time: Boa Vista had summer time for seven days. */
const PROBE_MS = 6 * DAY_MS;
/** Offsets change at whole seconds. */
const GRAIN_MS = 1e3;
const NOWHERE = {
	from_ms: 1,
	until_ms: 0,
	offset_ms: 0
};
const zones = /* @__PURE__ */ new Map();
/** Whether it is an IANA zone name, e.g. Europe/Berlin or UTC; bare offsets are not. */
function isZone(name) {
	if (zones.has(name)) return true;
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		openZone(name);
		return true;
	} catch {
		return false;
	}
}
/** How far the wall clock is ahead of UTC. */
function offsetMs(zone, utc_ms) {
	if (zone === "UTC") return 0;
	const found = zones.get(zone) ?? openZone(zone);
	if (utc_ms >= found.last.from_ms && utc_ms < found.last.until_ms) return found.last.offset_ms;
	found.last = stretchAt(found, utc_ms);
	return found.last.offset_ms;
}
/** Wall-clock reading as epoch milliseconds, as if it were UTC. */
function toWall(zone, utc_ms) {
	return utc_ms + offsetMs(zone, utc_ms);
}
/** Instant of a wall-clock reading: the earlier of two; skipped readings move on by the gap. */
function fromWall(zone, wall_ms) {
	const before_ms = offsetMs(zone, wall_ms - DAY_MS);
	const after_ms = offsetMs(zone, wall_ms + DAY_MS);
	const first_ms = wall_ms - before_ms;
	if (before_ms === after_ms || offsetMs(zone, first_ms) === before_ms) return first_ms;
	const second_ms = wall_ms - after_ms;
	return offsetMs(zone, second_ms) === after_ms ? second_ms : first_ms;
}
/** First instant with the offset of until_ms; from_ms and until_ms enclose one change. */
function changeBetween(zone, from_ms, until_ms) {
	const goal_ms = offsetMs(zone, until_ms);
	return bisect(from_ms, until_ms, (at_ms) => offsetMs(zone, at_ms) === goal_ms);
}
/** Offsets within [from_ms, until_ms): offsets_ms[i] holds before changes_ms[i]. */
function offsetChanges(zone, from_ms, until_ms) {
	if (zone === "UTC") return {
		changes_ms: [],
		offsets_ms: [0]
	};
	const found = zones.get(zone) ?? openZone(zone);
	const changes_ms = [];
	const offsets_ms = [offsetMs(zone, from_ms)];
	for (let at_ms = from_ms; at_ms < Math.min(until_ms, MAX_MS);) {
		const stretch = stretchAt(found, at_ms);
		if (stretch.offset_ms !== offsets_ms.at(-1)) {
			changes_ms.push(stretch.from_ms);
			offsets_ms.push(stretch.offset_ms);
		}
		at_ms = stretch.until_ms;
	}
	return {
		changes_ms,
		offsets_ms
	};
}
function openZone(name) {
	const zone = {
		format: new Intl.DateTimeFormat("en-US", {
			timeZone: name,
			hourCycle: "h23",
			calendar: "gregory",
			numberingSystem: "latn",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric"
		}),
		windows: /* @__PURE__ */ new Map(),
		last: NOWHERE
	};
	zones.set(name, zone);
	return zone;
}
function stretchAt(zone, utc_ms) {
	const at_ms = Math.min(Math.max(utc_ms, MIN_MS), MAX_MS);
	const number = Math.floor(at_ms / WINDOW_MS);
	let window = zone.windows.get(number);
	if (window === void 0) {
		window = stretchesOf(zone.format, number * WINDOW_MS, (number + 1) * WINDOW_MS);
		zone.windows.set(number, window);
	}
	for (const stretch of window) if (at_ms < stretch.until_ms) return stretch;
	return NOWHERE;
}
function stretchesOf(format, from_ms, until_ms) {
	const found = [];
	let start_ms = from_ms;
	let offset_ms = askOffset(format, from_ms);
	for (let at_ms = from_ms; at_ms < until_ms; at_ms += PROBE_MS) {
		const probe_ms = Math.min(at_ms + PROBE_MS, until_ms - 1);
		const next_ms = askOffset(format, probe_ms);
		if (next_ms === offset_ms) continue;
		const change_ms = bisect(at_ms, probe_ms, (middle_ms) => askOffset(format, middle_ms) === next_ms);
		found.push({
			from_ms: start_ms,
			until_ms: change_ms,
			offset_ms
		});
		start_ms = change_ms;
		offset_ms = next_ms;
	}
	found.push({
		from_ms: start_ms,
		until_ms,
		offset_ms
	});
	return found;
}
/** First grain after from_ms for which `after` holds; it holds at until_ms. */
function bisect(from_ms, until_ms, after) {
	let low = Math.floor(from_ms / GRAIN_MS);
	let high = Math.ceil(until_ms / GRAIN_MS);
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (after(middle * GRAIN_MS)) high = middle;
		else low = middle;
	}
	return high * GRAIN_MS;
}
function askOffset(format, utc_ms) {
	const at_ms = Math.floor(Math.min(Math.max(utc_ms, MIN_MS), MAX_MS) / GRAIN_MS) * GRAIN_MS;
	const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format.format(at_ms).split(/\D+/).map(Number);
	return dayNumber(year, month, day) * DAY_MS + (hour * 3600 + minute * 60 + second) * 1e3 - at_ms;
}
export { weekday as _, isZone as a, toWall as c, MINUTE_MS as d, SECOND_MS as f, wallMs as g, daysInMonth as h, fromWall as i, DAY_MS as l, dayNumber as m, MIN_MS as n, offsetChanges as o, civilOf as p, changeBetween as r, offsetMs as s, MAX_MS as t, HOUR_MS as u, weekdayOfDay as v };
