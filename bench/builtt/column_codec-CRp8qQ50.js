import { n as ServiceError } from "./error-CL6ANKLD.js";
import { a as isOneOf } from "./known-ShXk4LDt.js";
import { d as sharedNumbers, r as narrowCodes } from "./column-NKnza9zL.js";
import { c as toWall, d as MINUTE_MS, f as SECOND_MS, g as wallMs, h as daysInMonth, i as fromWall, l as DAY_MS, m as dayNumber, o as offsetChanges, p as civilOf, r as changeBetween, s as offsetMs, u as HOUR_MS, v as weekdayOfDay } from "./zone-D9121KND.js";
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";
// src/base/uuid.ts
/** UUIDs as 16 bytes, the form they are stored in. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Code of a character -> its value as a hexadecimal digit, -1 for all others. */
const DIGIT = (/* @__PURE__ */ new Int8Array(128)).fill(-1);
for (let value = 0; value < 16; value++) {
	const digit = value.toString(16);
	DIGIT[digit.charCodeAt(0)] = value;
	DIGIT[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH$1 = 45;
const DIGITS = 32;
/** 16 bytes, or null where the text is no UUID; dashes may be left out. Every event passes here: no regex, no pieces. */
function parseUuid(text) {
	if (text.length < DIGITS || text.length > 36) return null;
	const bytes = /* @__PURE__ */ new Uint8Array(16);
	let digits = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === DASH$1 && mayBreak(digits) && text.charCodeAt(at - 1) !== DASH$1) continue;
		const value = code < 128 ? DIGIT[code] : -1;
		if (value < 0 || digits === DIGITS) return null;
		bytes[digits >> 1] = bytes[digits >> 1] << 4 | value;
		digits++;
	}
	return digits === DIGITS ? bytes : null;
}
/** Dashes stand after 8, 12, 16 and 20 digits. */
function mayBreak(digits) {
	return digits === 8 || digits === 12 || digits === 16 || digits === 20;
}
function formatUuid(bytes, offset = 0) {
	let text = "";
	for (let i = 0; i < 16; i++) {
		if (i === 4 || i === 6 || i === 8 || i === 10) text += "-";
		text += HEX[bytes[offset + i]];
	}
	return text;
}
/** Marks 16 bytes as a UUID of that version (RFC 9562 variant), in place. */
function stampUuid(bytes, version) {
	bytes[6] = bytes[6] & 15 | version << 4;
	bytes[8] = bytes[8] & 63 | 128;
	return bytes;
}
// src/base/time_parts.ts
/** The parts that dates in text are made of: a day, a clock, an offset, the name of a month. For the readers of this folder. */
const MONTHS_IN_FULL = [
	"january",
	"february",
	"march",
	"april",
	"may",
	"june",
	"july",
	"august",
	"september",
	"october",
	"november",
	"december"
];
/** Names of offsets that RFC 822 knows, in hours. */
const OFFSET_NAMES = {
	z: 0,
	ut: 0,
	utc: 0,
	gmt: 0,
	est: -5,
	edt: -4,
	cst: -6,
	cdt: -5,
	mst: -7,
	mdt: -6,
	pst: -8,
	pdt: -7
};
/** 1 to 12 by English name, or at least its first three letters; 0 if it is no month. */
function monthOfName(name) {
	const word = name.toLowerCase();
	return word.length < 3 ? 0 : MONTHS_IN_FULL.findIndex((month) => month.startsWith(word)) + 1;
}
/** NaN if there is no such date. */
function dateMs(year, month, day) {
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return NaN;
	return dayNumber(year, month, day) * DAY_MS;
}
/** NaN if there is no such time; digits after milliseconds are dropped. */
function clockMs(hour, minute, second = "0", fraction = "") {
	if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return NaN;
	const millisecond = Number(fraction.slice(0, 3).padEnd(3, "0"));
	return Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS + millisecond;
}
/** `Z`, `+02`, `+0200`, `+02:00` or a name; NaN for an unknown one. */
function parseOffset(text) {
	const name = OFFSET_NAMES[text.toLowerCase()];
	if (name !== void 0) return name * HOUR_MS;
	const digits = text.slice(1).replace(":", "");
	const hours = Number(digits.slice(0, 2));
	const minutes = Number(digits.slice(2) || "0");
	if (!(hours < 24 && minutes < 60)) return NaN;
	return (text.startsWith("-") ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}
// src/base/time_text.ts
/**
* Dates as text, both ways. Three readers: `parseTimestamp` for events (fast), `parseAbsolute` for dates that people
* type into a question, `parseLooseDate` for property values, which come in every form that clients write.
*/
const TIME = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?`;
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME}$`, "i");
const YEAR_FIRST = new RegExp(`^(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})${TIME}$`, "i");
const DAY_FIRST = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${TIME}$`, "i");
/** The form of mail and HTTP headers: Wed, 02 Oct 2002 15:00:00 +0200 */
const MAIL = /^(?:[a-z]{3},\s*)?(\d{1,2})\s([a-z]{3})\s(\d{4})\s(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([a-z]{1,3}|[+-]\d{4})?$/i;
/** Numbers below are no dates (an age, a price); from here seconds since 1970 (March 1973 on), */
const SECONDS_MIN = 1e8;
/** from here milliseconds (the same month again), */
const MILLISECONDS_MIN = 1e11;
/** and from here nothing known. */
const MILLISECONDS_MAX = 0x5af3107a4000;
/** A date a person wrote: ISO date or date-time; without an offset it is read in the zone. Null where unreadable. */
function parseAbsolute(text, zone) {
	const date = parseIso(text.trim());
	if (date === null) return null;
	return {
		ms: date.zoned ? date.ms : fromWall(zone, date.ms),
		has_time: date.has_time
	};
}
/** A property's value read as a date: ISO, 31/12/2020 and its kin, RFC 822, seconds or milliseconds since 1970. */
function parseLooseDate(value) {
	if (typeof value === "number") return dateOfNumber(value);
	const text = value.trim();
	if (/^-?\d+(\.\d+)?$/.test(text)) return dateOfNumber(Number(text));
	return parseIso(text) ?? parseOrder(text, YEAR_FIRST, 1, 3) ?? parseOrder(text, DAY_FIRST, 3, 1) ?? parseMail(text);
}
const DASH = 45;
const POINT = 46;
const COLON = 58;
const CAPITAL_T = 84;
const CAPITAL_Z = 90;
/** The day read last, as year, month and day in one number, and its start. */
let last_date = -1;
let last_day_ms = 0;
/** The time of an event, as clients write it. A form other than their usual one goes the long way, in UTC. */
function parseTimestamp(text) {
	return parseUtcTimestamp(text) ?? parseAbsolute(text, "UTC")?.ms ?? null;
}
/**
* Almost all times of events are written `2026-11-20T15:35:42.676Z`: read digit by digit, with the day's start
* remembered, since neighbours share it. Null for any other form.
*/
function parseUtcTimestamp(text) {
	if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH || text.charCodeAt(10) !== CAPITAL_T) return null;
	if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null;
	const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
	const month = twoDigits(text, 5);
	const day = twoDigits(text, 8);
	const hour = twoDigits(text, 11);
	const minute = twoDigits(text, 14);
	const second = twoDigits(text, 17);
	const fraction_ms = readFraction(text);
	if (!(hour < 24 && minute < 60 && second < 60 && month >= 1 && month <= 12 && fraction_ms >= 0)) return null;
	const date = (year * 100 + month) * 100 + day;
	if (date !== last_date) {
		if (!(year >= 1 && day >= 1 && day <= daysInMonth(year, month))) return null;
		last_day_ms = dayNumber(year, month, day) * DAY_MS;
		last_date = date;
	}
	return last_day_ms + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction_ms;
}
/** 2020-01-31 */
function formatDay(zone, utc_ms) {
	return dayText(civilOf(toWall(zone, utc_ms)));
}
/** 2020-01-31 13:00:00 */
function formatDateTime(zone, utc_ms) {
	const civil = civilOf(toWall(zone, utc_ms));
	return `${dayText(civil)} ${clockText(civil)}`;
}
/** UTC; six digits of fraction, or none on a whole second, as the clients of this wire format expect. */
function formatIso(utc_ms) {
	const civil = civilOf(utc_ms);
	const fraction = civil.millisecond === 0 ? "" : `.${String(civil.millisecond).padStart(3, "0")}000`;
	return `${dayText(civil)}T${clockText(civil)}${fraction}Z`;
}
/** Milliseconds after a timestamp's seconds; NaN unless the text ends there with the sign of UTC. */
function readFraction(text) {
	let at = 19;
	let fraction_ms = 0;
	if (text.charCodeAt(at) === POINT) {
		for (let scale = 100;; scale = Math.floor(scale / 10)) {
			const digit = text.charCodeAt(++at) - 48;
			if (!(digit >= 0 && digit <= 9)) break;
			fraction_ms += digit * scale;
		}
		if (at === 20) return NaN;
	}
	if (at === text.length - 1 && text.charCodeAt(at) === CAPITAL_Z) return fraction_ms;
	return at === text.length - 6 && text.endsWith("+00:00") ? fraction_ms : NaN;
}
/** NaN where one of the two is no digit. */
function twoDigits(text, at) {
	const tens = text.charCodeAt(at) - 48;
	const ones = text.charCodeAt(at + 1) - 48;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
function parseIso(text) {
	return parseOrder(text, ISO, 1, 3);
}
/** A numeric form; `year_at` and `day_at` are the places of year and day among the pattern's groups. */
function parseOrder(text, form, year_at, day_at) {
	const match = form.exec(text);
	if (match === null) return null;
	return assemble(dateMs(Number(match[year_at]), Number(match[2]), Number(match[day_at])), match[4] === void 0 ? 0 : clockMs(match[4], match[5], match[6], match[7]), match[8], match[4] !== void 0);
}
function parseMail(text) {
	const match = MAIL.exec(text);
	if (match === null) return null;
	return assemble(dateMs(Number(match[3]), monthOfName(match[2]), Number(match[1])), clockMs(match[4], match[5], match[6], void 0), match[7], true);
}
function assemble(date_ms, time_ms, offset, has_time) {
	const offset_ms = offset === void 0 ? 0 : parseOffset(offset);
	const ms = date_ms + time_ms - offset_ms;
	return Number.isNaN(ms) ? null : {
		ms,
		zoned: offset !== void 0,
		has_time
	};
}
function dateOfNumber(value) {
	const size = Math.abs(value);
	if (!(size >= SECONDS_MIN && size < MILLISECONDS_MAX)) return null;
	return {
		ms: Math.floor(size < MILLISECONDS_MIN ? value * 1e3 : value),
		zoned: true,
		has_time: true
	};
}
function dayText(civil) {
	return `${String(civil.year).padStart(4, "0")}-${two(civil.month)}-${two(civil.day)}`;
}
function clockText(civil) {
	return `${two(civil.hour)}:${two(civil.minute)}:${two(civil.second)}`;
}
function two(value) {
	return value < 10 ? `0${value}` : String(value);
}
// src/base/date_form.ts
/**
* Dates in a known form: all values of a column are written alike, and values of another form are not read. `formsOf`
* lists the forms a value could have.
*/
/**
* `ymd`, `dmy`, `mdy`: numbers in this order; `named`: with the name of a month; `compact`: 20100112 or 20100112083000;
* the others count since 1970.
*/
const DATE_FORMS = [
	"ymd",
	"dmy",
	"mdy",
	"named",
	"compact",
	"seconds",
	"milliseconds",
	"microseconds",
	"nanoseconds"
];
const OFFSET = String.raw`(?:UTC|GMT|UT)?[+-]\d{2}(?::?\d{2})?|UTC|GMT|UT|Z`;
/** Groups: hour, minute, second, fraction, A or P, offset. */
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:\s?([AP])\.?M\.?)?(?:\s?(${OFFSET}))?`;
const AFTER_DATE = String.raw`(?:(?:T|,?\s+|\s+at\s+)${CLOCK})?$`;
const WEEKDAY = String.raw`^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+)?`;
const ORDERED = new RegExp(String.raw`^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})${AFTER_DATE}`, "i");
const COMPACT = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,12}))?)?()(${OFFSET})?)?$`, "i");
/** 1 Dec 2010, 01-Dec-2010, Wed, 1 December 2010 08:26:00 +0100, and servers' 10/Oct/2000:13:55:36 -0700 */
const DAY_NAMED = new RegExp(String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[\s/.-]*([a-z]{3,9})\.?,?[\s/.-]*(\d{4})(?:(?:T|:|,?\s+|\s+at\s+)${CLOCK})?$`, "i");
/** Dec 1, 2010 8:26 AM; a browser adds the zone's name in brackets. */
const MONTH_NAMED = new RegExp(String.raw`${WEEKDAY}([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:(?:,?\s+|\s+at\s+)${CLOCK}(?:\s\([^)]*\))?)?$`, "i");
/** Wed Dec  1 08:26:00 UTC 2010, and with the offset behind the year. */
const YEAR_LAST = new RegExp(String.raw`${WEEKDAY}([a-z]{3,9})\s+(\d{1,2})\s+${CLOCK}\s+(\d{4})(?:\s+([+-]\d{2}:?\d{2}))?$`, "i");
/** Two-digit years start here: nothing older can be stored. */
const FIRST_YEAR = 1970;
/** Compact dates of other years are taken for numbers. */
const COMPACT_YEARS = [1900, 2199];
/** Unit -> milliseconds, and the smallest number taken for it: March 1973. A thousand times that is the next unit. */
const COUNTS = {
	seconds: {
		per_ms: .001,
		min: 1e8
	},
	milliseconds: {
		per_ms: 1,
		min: 1e11
	},
	microseconds: {
		per_ms: 1e3,
		min: 0x5af3107a4000
	},
	nanoseconds: {
		per_ms: 1e6,
		min: 0x16345785d8a0000
	}
};
/** Forms that differ only in the order of equal numbers can be confused. */
function isDateOrder(form) {
	return form === "ymd" || form === "dmy" || form === "mdy";
}
/** Every form that the value could have. */
function formsOf(value) {
	const forms = DATE_FORMS.filter((form) => readDate(form, value) !== null);
	return forms.includes("compact") ? ["compact"] : forms;
}
/**
* @param any_size whether a number counts as said however small or large it is; else one that is more likely counted
*   in another unit is not read
* @returns null where the value does not have the form, or is no date
*/
function readDate(form, value, any_size = false) {
	if (typeof value === "number" && form !== "compact") return isCount(form) ? readCount(form, value, any_size) : null;
	const text = typeof value === "string" ? value.trim() : String(value);
	switch (form) {
		case "ymd": {
			const ms = parseUtcTimestamp(text);
			return ms === null ? readOrdered(form, text) : {
				ms,
				zoned: true
			};
		}
		case "dmy":
		case "mdy": return readOrdered(form, text);
		case "named": return readNamed(text);
		case "compact": return readCompact(text);
		default: return /^-?\d{1,25}(?:\.\d{0,25})?$/.test(text) ? readCount(form, Number(text), any_size) : null;
	}
}
function isCount(form) {
	return form in COUNTS;
}
function readCount(unit, value, any_size) {
	const { per_ms, min } = COUNTS[unit];
	if (!Number.isFinite(value) || !any_size && !(value >= min && value < min * 1e3)) return null;
	return {
		ms: Math.floor(unit === "seconds" ? value * 1e3 : value / per_ms),
		zoned: true
	};
}
function readOrdered(order, text) {
	const match = ORDERED.exec(text);
	if (match === null) return null;
	const [, first, , middle, last] = match;
	const year = order === "ymd" ? first : last;
	const month = order === "mdy" ? first : middle;
	const day = order === "ymd" ? last : order === "mdy" ? middle : first;
	if (month.length > 2 || day.length > 2 || year.length !== 4 && year.length !== 2) return null;
	return assembled(dateMs(fullYear(year), Number(month), Number(day)), match, 5);
}
function fullYear(text) {
	const year = Number(text);
	if (text.length === 4) return year;
	return year + (year < FIRST_YEAR % 100 ? 2e3 : 1900);
}
function readNamed(text) {
	const day_first = DAY_NAMED.exec(text);
	if (day_first !== null) return assembled(namedMs(day_first[3], day_first[2], day_first[1]), day_first, 4);
	const month_first = MONTH_NAMED.exec(text);
	if (month_first !== null) return assembled(namedMs(month_first[3], month_first[1], month_first[2]), month_first, 4);
	const year_last = YEAR_LAST.exec(text);
	if (year_last === null) return null;
	return assembled(namedMs(year_last[9], year_last[1], year_last[2]), year_last, 3, year_last[10] ?? year_last[8]);
}
function namedMs(year, month, day) {
	return dateMs(Number(year), monthOfName(month), Number(day));
}
function readCompact(text) {
	const match = COMPACT.exec(text);
	if (match === null) return null;
	const year = Number(match[1]);
	if (year < COMPACT_YEARS[0] || year > COMPACT_YEARS[1]) return null;
	return assembled(dateMs(year, Number(match[2]), Number(match[3])), match, 4);
}
/** @param clock_at place of the clock's first group */
function assembled(date_ms, match, clock_at, offset = match[clock_at + 5]) {
	const hour = hourOf(match[clock_at], match[clock_at + 4]);
	const time_ms = hour === null ? 0 : clockMs(hour, match[clock_at + 1], match[clock_at + 2], match[clock_at + 3]);
	const offset_ms = offset === void 0 ? 0 : parseOffset(offset.replace(/^[a-z]+(?=[+-])/i, ""));
	const ms = date_ms + time_ms - offset_ms;
	return Number.isNaN(ms) ? null : {
		ms,
		zoned: offset !== void 0
	};
}
/** Hour of 24 as text; null without a clock time, 'NaN' for a contradiction such as 13 PM. */
function hourOf(hour, half) {
	if (hour === void 0) return null;
	if (half === void 0 || half === "") return hour;
	const of_12 = Number(hour);
	if (of_12 < 1 || of_12 > 12) return "NaN";
	return String(of_12 % 12 + (half.toUpperCase() === "P" ? 12 : 0));
}
// src/base/time.ts
/**
* The product's only calendar: instants are epoch milliseconds, zones are IANA names, and daylight saving is handled
* only here. Import dates and times from this file, not from its parts.
*/
const ELAPSED_MS = {
	second: SECOND_MS,
	minute: MINUTE_MS,
	hour: HOUR_MS
};
/** Months in the unit; 0 if it consists of days. */
const MONTHS = {
	day: 0,
	week: 0,
	month: 1,
	quarter: 3,
	year: 12
};
const EPOCH_YEAR = 1970;
function toCivil(zone, utc_ms) {
	return civilOf(toWall(zone, utc_ms));
}
/**
* Start of the unit containing the instant. Hours and minutes follow the wall clock but never span a change of offset:
* an hour with a jump is two.
*/
function floorTo(zone, utc_ms, unit, week_start) {
	if (isElapsed(unit)) return floorElapsed(zone, utc_ms, ELAPSED_MS[unit]);
	return fromWall(zone, floorWall(toWall(zone, utc_ms), unit, week_start));
}
/** Elapsed time for seconds to hours; same wall-clock time for days and months. */
function addUnits(zone, utc_ms, count, unit) {
	if (isElapsed(unit)) return utc_ms + count * ELAPSED_MS[unit];
	return fromWall(zone, addWall(toWall(zone, utc_ms), count, unit));
}
/**
* Edges of all units touching [from_ms, until_ms), at least two. Stops one bucket past `max`: more than max + 1 edges
* means the range has too many.
*/
function bucketEdges({ timezone: zone, week_start }, { from_ms, until_ms }, unit, max) {
	if (isElapsed(unit)) return elapsedEdges(zone, from_ms, until_ms, ELAPSED_MS[unit], max);
	let wall_ms = floorWall(toWall(zone, from_ms), unit, week_start);
	let edge_ms = fromWall(zone, wall_ms);
	const edges = [edge_ms];
	do {
		wall_ms = addWall(wall_ms, 1, unit);
		const next_ms = fromWall(zone, wall_ms);
		if (next_ms <= edge_ms) continue;
		edges.push(next_ms);
		edge_ms = next_ms;
	} while (edge_ms < until_ms && edges.length <= max + 1);
	return Float64Array.from(edges);
}
/** Equal steps between two changes of offset, each of which is an edge too. */
function elapsedEdges(zone, from_ms, until_ms, unit_ms, max) {
	let edge_ms = floorElapsed(zone, from_ms, unit_ms);
	const last_ms = Math.min(until_ms, edge_ms + (max + 1) * unit_ms) + unit_ms;
	const { changes_ms, offsets_ms } = offsetChanges(zone, edge_ms, last_ms);
	const edges = [edge_ms];
	let at = 0;
	do {
		const offset_ms = offsets_ms[at];
		const next_ms = (Math.floor((edge_ms + offset_ms) / unit_ms) + 1) * unit_ms - offset_ms;
		const change_ms = changes_ms[at] ?? Number.POSITIVE_INFINITY;
		if (next_ms >= change_ms) at++;
		edge_ms = Math.min(next_ms, change_ms);
		edges.push(edge_ms);
	} while (edge_ms < until_ms && edges.length <= max + 1);
	return Float64Array.from(edges);
}
/** Months since 1970-01, in UTC. */
function monthOf(utc_ms) {
	const civil = civilOf(utc_ms);
	return (civil.year - EPOCH_YEAR) * 12 + civil.month - 1;
}
/** The inverse of monthOf. */
function monthStart(month) {
	const year = Math.floor(month / 12);
	return dayNumber(EPOCH_YEAR + year, month - year * 12 + 1, 1) * DAY_MS;
}
function isElapsed(unit) {
	return unit === "second" || unit === "minute" || unit === "hour";
}
function floorElapsed(zone, utc_ms, unit_ms) {
	const offset_ms = offsetMs(zone, utc_ms);
	const start_ms = Math.floor((utc_ms + offset_ms) / unit_ms) * unit_ms - offset_ms;
	if (offsetMs(zone, start_ms) === offset_ms) return start_ms;
	return changeBetween(zone, start_ms, utc_ms);
}
function floorWall(wall_ms, unit, week_start) {
	const day = Math.floor(wall_ms / DAY_MS);
	if (unit === "day") return day * DAY_MS;
	if (unit === "week") return (day - (weekdayOfDay(day) - week_start + 7) % 7) * DAY_MS;
	const civil = civilOf(wall_ms);
	const month = civil.month - (civil.month - 1) % MONTHS[unit];
	return dayNumber(civil.year, month, 1) * DAY_MS;
}
function addWall(wall_ms, count, unit) {
	if (MONTHS[unit] === 0) return wall_ms + count * (unit === "week" ? 7 : 1) * DAY_MS;
	const civil = civilOf(wall_ms);
	const months = civil.year * 12 + civil.month - 1 + count * MONTHS[unit];
	const year = Math.floor(months / 12);
	const month = months - year * 12 + 1;
	return wallMs({
		...civil,
		year,
		month,
		day: Math.min(civil.day, daysInMonth(year, month))
	});
}
// src/engine/storage/codec.ts
/**
* The frame around everything the engine writes: a few sections of bytes, each compressed when that pays, with magic,
* version, kind, row count and a checksum over all of it. What does not verify is an error, never a wrong number.
*
*   0 magic u32 | 4 version u8 | 5 kind u8 | 6 section count u8 | 7 zero | 8 rows u32
*   12 per section: encoding u8, packed u8, zero u16, stored bytes u32, raw bytes u32
*   the stored bytes of each section, one after the other | crc32 u32 of all before it
*
* Numbers are little-endian, and so are the typed arrays inside (as on every platform Node is released for, but s390x).
*/
const MAGIC = 1936158057;
const VERSION = 1;
const FIXED_BYTES = 12;
const SECTION_BYTES = 12;
const CRC_BYTES = 4;
/** Compressing less than this costs more than it saves. */
const WORTH_BYTES = 512;
/** Compressed bytes are kept when they are at most this share: reading plain bytes is several times faster. */
const WORTH_SHARE = .9;
/** What a frame holds. Numbers are on disk: never reuse one. */
const KIND = {
	/** Of a segment, up to format 5. */
	header: 1,
	distinct: 2,
	time: 3,
	uuid: 4,
	/** Codes and values of a property, up to format 5. */
	dictionary: 5,
	number: 6,
	quarters: 8,
	/** 7 was a chunk with its properties as JSON, before the first release. */
	chunk: 9,
	segment: 10,
	/** Distinct values of a property, apart from the codes of its rows. */
	values: 11,
	codes: 12,
	/** A chunk whose properties are in several lists. */
	chunk_lists: 13
};
function corrupted(what, cause) {
	return new ServiceError("data_corrupted", `Stored events are damaged (${what}), so this cannot be answered. Restore the data file from a backup.`, { cause });
}
function bytesOf(array) {
	return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
/** A section that is stored as it is. */
function plainSection(encoding, bytes) {
	return {
		encoding,
		packed: false,
		raw_bytes: bytes.length,
		bytes
	};
}
/** A section that is compressed when that pays. */
function packedSection(encoding, bytes) {
	if (bytes.length < WORTH_BYTES) return plainSection(encoding, bytes);
	const packed = zstdCompressSync(bytes, {
		chunkSize: bytes.length + (bytes.length >>> 7) + 1024,
		params: { [constants.ZSTD_c_compressionLevel]: 1 }
	});
	if (packed.length > bytes.length * WORTH_SHARE) return plainSection(encoding, bytes);
	return {
		encoding,
		packed: true,
		raw_bytes: bytes.length,
		bytes: packed
	};
}
function encodeFrame(kind, rows, sections) {
	const heading_bytes = FIXED_BYTES + sections.length * SECTION_BYTES;
	const stored_bytes = sections.reduce((sum, section) => sum + section.bytes.length, 0);
	const frame = new Uint8Array(heading_bytes + stored_bytes + CRC_BYTES);
	const view = new DataView(frame.buffer);
	view.setUint32(0, MAGIC, true);
	frame[4] = VERSION;
	frame[5] = kind;
	frame[6] = sections.length;
	view.setUint32(8, rows, true);
	let at = FIXED_BYTES;
	let payload_at = heading_bytes;
	for (const section of sections) {
		frame[at] = section.encoding;
		frame[at + 1] = section.packed ? 1 : 0;
		view.setUint32(at + 4, section.bytes.length, true);
		view.setUint32(at + 8, section.raw_bytes, true);
		frame.set(section.bytes, payload_at);
		at += SECTION_BYTES;
		payload_at += section.bytes.length;
	}
	view.setUint32(payload_at, crc32(frame.subarray(0, payload_at)), true);
	return frame;
}
/** The checksum a frame carries; frames that refer to others name them by it. */
function frameCrc(frame) {
	if (frame.length < 16) throw corrupted("too short");
	return viewOf(frame).getUint32(frame.length - CRC_BYTES, true);
}
/** @throws ServiceError data_corrupted */
function decodeFrame(frame, kinds) {
	const { kind, rows, sections } = openFrame(frame, kinds);
	return {
		kind,
		rows,
		sections: sections.map(({ encoding, unpacked }) => ({
			encoding,
			bytes: unpacked()
		}))
	};
}
/**
* `stored_frame`: whatever kind of byte array; sections are plain ones. A `slice` of Node's `Buffer` is no copy.
* @throws ServiceError data_corrupted, here and from the sections
*/
function openFrame(stored_frame, kinds) {
	const frame = bytesOf(stored_frame);
	const crc = frameCrc(frame);
	const view = viewOf(frame);
	if (view.getUint32(0, true) !== MAGIC) throw corrupted("unknown format");
	if (crc32(frame.subarray(0, frame.length - CRC_BYTES)) !== crc) throw corrupted("checksum does not match");
	if (frame[4] !== VERSION) throw corrupted(`format version ${frame[4]}; this program reads version ${VERSION}`);
	const kind = frame[5];
	if (!isOneOf(kinds, kind)) throw corrupted("a different kind of data than expected");
	const sections = [];
	let payload_at = FIXED_BYTES + frame[6] * SECTION_BYTES;
	if (payload_at + CRC_BYTES > frame.length) throw corrupted("incomplete");
	for (let i = 0; i < frame[6]; i++) {
		const at = FIXED_BYTES + i * SECTION_BYTES;
		const end = payload_at + view.getUint32(at + 4, true);
		const stored = frame.subarray(payload_at, end);
		const raw_bytes = view.getUint32(at + 8, true);
		const unpacked = frame[at + 1] === 1 ? () => unpack(stored, raw_bytes) : () => stored;
		sections.push({
			encoding: frame[at],
			unpacked
		});
		payload_at = end;
	}
	return {
		kind,
		rows: view.getUint32(8, true),
		sections
	};
}
/** A section that is in no frame yet. */
function openSection({ encoding, packed, raw_bytes, bytes }) {
	return {
		encoding,
		unpacked: packed ? () => unpack(bytes, raw_bytes) : () => bytes
	};
}
function unpack(stored, raw_bytes) {
	try {
		const raw = zstdDecompressSync(stored, {
			chunkSize: Math.max(64, raw_bytes + 1),
			maxOutputLength: raw_bytes + 1
		});
		if (raw.length === raw_bytes) return bytesOf(raw);
	} catch (error) {
		throw corrupted("cannot be decompressed", error);
	}
	throw corrupted("wrong length");
}
function viewOf(bytes) {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", {
	fatal: true,
	ignoreBOM: true
});
/** JSON text is always well-formed UTF-8, even around lone surrogates: JSON.stringify escapes them. */
function jsonBytes(value) {
	return ENCODER.encode(JSON.stringify(value));
}
/** @throws ServiceError data_corrupted */
function parseJsonBytes(bytes) {
	return named(() => JSON.parse(DECODER.decode(bytes)));
}
/** What decoding throws that makes no sense of the bytes, as damage. @throws ServiceError data_corrupted */
function named(decode) {
	try {
		return decode();
	} catch (error) {
		throw error instanceof ServiceError ? error : corrupted("makes no sense", error);
	}
}
// src/engine/storage/planes.ts
/**
* Reversible transforms that make arrays compress: differences between rows, and byte planes (all lowest bytes, then
* all second bytes, …).
*/
/** row -> difference to the previous row (modulo 2^32), zigzag encoded so that small stays small. */
function delta32(values) {
	const deltas = new Uint32Array(values.length);
	let before = 0;
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		const delta = value - before | 0;
		deltas[i] = delta << 1 ^ delta >> 31;
		before = value;
	}
	return deltas;
}
/** Bytes of numbers of that width, plane by plane. */
function toPlanes(bytes, width) {
	const count = bytes.length / width;
	const planes = new Uint8Array(bytes.length);
	for (let place = 0; place < width; place++) {
		const start = place * count;
		for (let i = 0, from = place; i < count; i++, from += width) planes[start + i] = bytes[from];
	}
	return planes;
}
/** Inverse of `toPlanes`. The result is aligned for any typed array. */
function fromPlanes(planes, width) {
	const count = planes.length / width;
	const bytes = new Uint8Array(planes.length);
	for (let place = 0; place < width; place++) {
		const start = place * count;
		for (let i = 0, to = place; i < count; i++, to += width) bytes[to] = planes[start + i];
	}
	return bytes;
}
/** 32-bit numbers to four planes in one pass: the common case. */
function toPlanes32(values) {
	const count = values.length;
	const planes = new Uint8Array(count * 4);
	const second = count;
	const third = count * 2;
	const fourth = count * 3;
	for (let i = 0; i < count; i++) {
		const value = values[i];
		planes[i] = value;
		planes[second + i] = value >>> 8;
		planes[third + i] = value >>> 16;
		planes[fourth + i] = value >>> 24;
	}
	return planes;
}
/** Inverse of `toPlanes32`. */
function fromPlanes32(planes) {
	const count = planes.length >>> 2;
	const values = new Uint32Array(count);
	const second = count;
	const third = count * 2;
	const fourth = count * 3;
	for (let i = 0; i < count; i++) values[i] = planes[i] | planes[second + i] << 8 | planes[third + i] << 16 | planes[fourth + i] << 24;
	return values;
}
/** Inverse of `delta32` and `toPlanes32` in one pass. */
function fromDeltaPlanes32(planes) {
	const count = planes.length >>> 2;
	const [first, second, third, fourth] = quarters(planes);
	const values = new Uint32Array(count);
	let value = 0;
	for (let i = 0; i < count; i++) {
		const folded = first[i] | second[i] << 8 | third[i] << 16 | fourth[i] << 24;
		value = value + (folded >>> 1 ^ -(folded & 1)) | 0;
		values[i] = value;
	}
	return values;
}
function quarters(planes) {
	const count = planes.length >>> 2;
	const quarter = (place) => planes.subarray(place * count, (place + 1) * count);
	return [
		quarter(0),
		quarter(1),
		quarter(2),
		quarter(3)
	];
}
// src/engine/storage/scaled_numbers.ts
/**
* Numbers as they are stored: whole multiples of 1/scale, in one, two or four bytes. Filters test them so; whatever
* computes gets them as numbers.
*/
/** As numbers; NaN is "missing". `target`: as many. */
function decodeScaled({ codes, base, scale }, target = sharedNumbers(codes.length)) {
	const first = base - 1;
	for (let row = 0; row < codes.length; row++) {
		const code = codes[row];
		target[row] = code === 0 ? NaN : (code + first) / scale;
	}
	return target;
}
/** First code of the column's width that stands for at least this number; one past the last if none does. */
function codeOfLeast({ codes, base, scale }, least) {
	let low = 1;
	for (let high = 2 ** (8 * codes.BYTES_PER_ELEMENT); low < high;) {
		const middle = Math.floor((low + high) / 2);
		if ((middle - 1 + base) / scale < least) low = middle + 1;
		else high = middle;
	}
	return low;
}
/** As everything but filters has it. */
function plainColumn(column) {
	return column.kind === "scaled" ? {
		kind: "number",
		values: decodeScaled(column)
	} : column;
}
// src/engine/storage/column_codec.ts
/**
* Columns <-> frames, lossless in value and type. Arrays are indexed by row. Encodings are numbered on disk: never
* reuse a number.
*/
const PLAIN = 0;
const PLANES_16 = 1;
const PLANES_32 = 2;
const DELTA_32 = 3;
const PLANES_64 = 4;
/** Numbers as multiples of 1/scale above a base; 0 = missing. */
const SCALED_32 = 6;
/** Largest power of ten tried to turn decimals into integers. */
const SCALE_MAX = 1e6;
/** Offsets from the base run from 1 to this. */
const OFFSET_MAX = 4294967295;
function encodeDistinct(values) {
	return encodeFrame(KIND.distinct, values.length, [deltaSection(values)]);
}
function decodeDistinct(bytes, rows) {
	return fromDeltaPlanes32(deltaBytes(decodeFrame(bytes, [KIND.distinct]), rows));
}
function encodeOffsets(offsets_ms) {
	return encodeFrame(KIND.time, offsets_ms.length, [deltaSection(offsets_ms)]);
}
function decodeOffsets(bytes, rows) {
	return fromDeltaPlanes32(deltaBytes(decodeFrame(bytes, [KIND.time]), rows));
}
function encodeValues(values) {
	return encodeFrame(KIND.values, values.length, [packedSection(PLAIN, jsonBytes(Array.from(values, toStored)))]);
}
function decodeValues(bytes, count) {
	const values = valuesIn(parseJsonBytes(valuesJson(bytes, count)));
	if (values.length !== count) throw corrupted("wrong number of values");
	return values;
}
/** Same as codes of a dictionary that learns them: code in the list -> code there. */
function decodeValuesInto(dictionary, bytes, count) {
	const codes = dictionary.addList(valuesJson(bytes, count), count);
	if (codes === null) throw corrupted("wrong number of values");
	return codes;
}
function valuesJson(bytes, count) {
	const frame = decodeFrame(bytes, [KIND.values]);
	if (frame.rows !== count) throw corrupted("wrong number of values");
	return sectionBytes(frame, 0);
}
/** `distinct`: number of values, including missing. */
function encodeCodes(codes, distinct) {
	return encodeFrame(KIND.codes, codes.length, [codesSection(codes, distinct)]);
}
function decodeCodes(bytes, rows, distinct) {
	const frame = decodeFrame(bytes, [KIND.codes]);
	if (frame.rows !== rows) throw corrupted("wrong row count");
	return codesOf(frame, distinct);
}
function encodeNumbers(values) {
	return encodeFrame(KIND.number, values.length, numberSections(values));
}
function decodeNumbers(bytes, rows) {
	const frame = decodeFrame(bytes, [KIND.number]);
	if (frame.rows !== rows) throw corrupted("wrong row count");
	return numbersOf(frame);
}
/** A column in format 5 or older: codes and values in one frame. */
function decodeColumn(bytes, rows) {
	const frame = decodeFrame(bytes, [KIND.dictionary, KIND.number]);
	if (frame.rows !== rows) throw corrupted("wrong row count");
	if (frame.kind === KIND.number) return plainColumn(numbersOf(frame));
	const values = valuesIn(parseJsonBytes(sectionBytes(frame, 1)));
	return {
		kind: "dictionary",
		codes: codesOf(frame, values.length),
		values
	};
}
/** As it stands in a JSON list of values: an object's text is wrapped in a one-element list, which no other value can be. */
function toStored(value) {
	return value !== null && typeof value === "object" ? [value.json] : value;
}
/** @throws ServiceError data_corrupted if it is no stored value */
function fromStored(value) {
	if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) return value;
	if (Array.isArray(value) && typeof value[0] === "string") return { json: value[0] };
	throw corrupted("no value");
}
/** @throws ServiceError data_corrupted if it is no list of stored values */
function valuesIn(list) {
	if (!Array.isArray(list)) throw corrupted("no list of values");
	return list.map(fromStored);
}
function codesSection(codes, distinct) {
	if (distinct <= 256) return packedSection(PLAIN, bytesOf(narrowCodes(codes, distinct)));
	const wide = new Uint32Array(codes);
	if (closeNeighbours(wide) * 2 > wide.length) return deltaSection(wide);
	if (distinct <= 65536) return packedSection(PLANES_16, toPlanes(bytesOf(narrowCodes(codes, distinct)), 2));
	return packedSection(PLANES_32, toPlanes32(wide));
}
function closeNeighbours(codes) {
	let close = 0;
	for (let i = 1; i < codes.length; i++) {
		const delta = codes[i] - codes[i - 1];
		if (delta >= -8 && delta <= 8) close++;
	}
	return close;
}
function codesOf(frame, distinct) {
	const { rows } = frame;
	const bytes = sectionBytes(frame, 0);
	switch (frame.sections[0].encoding) {
		case PLAIN:
			if (bytes.length !== rows) throw corrupted("wrong row count");
			return bytes;
		case PLANES_16:
			if (bytes.length !== rows * 2) throw corrupted("wrong row count");
			return new Uint16Array(fromPlanes(bytes, 2).buffer);
		case PLANES_32: return fromPlanes32(fourBytes(bytes, rows));
		case DELTA_32: return narrowCodes(fromDeltaPlanes32(fourBytes(bytes, rows)), distinct);
		default: throw corrupted("unknown encoding");
	}
}
function numberSections(values) {
	const scaled = scaledOffsets(values);
	if (scaled === null) return [packedSection(PLANES_64, toPlanes(bytesOf(values), 8))];
	return [packedSection(SCALED_32, toPlanes32(scaled.offsets)), plainSection(PLAIN, bytesOf(Float64Array.of(scaled.base, scaled.scale)))];
}
/**
* Integers and short decimals (prices) as 32-bit offsets; null if any value would not round-trip exactly, including the
* sign of zero.
*/
function scaledOffsets(values) {
	let scale = 1;
	let min = Number.POSITIVE_INFINITY;
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		while (scale <= SCALE_MAX && Math.round(value * scale) / scale !== value && !Number.isNaN(value)) scale *= 10;
		if (scale > SCALE_MAX) return null;
		if (value < min) min = value;
	}
	const base = min === Number.POSITIVE_INFINITY ? 0 : Math.round(min * scale);
	const offsets = new Uint32Array(values.length);
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		if (Number.isNaN(value)) continue;
		const offset = Math.round(value * scale) - base + 1;
		if (!(offset >= 1 && offset <= OFFSET_MAX && Object.is((offset - 1 + base) / scale, value))) return null;
		offsets[i] = offset;
	}
	return {
		offsets,
		base,
		scale
	};
}
function numbersOf(frame) {
	const { rows } = frame;
	const bytes = sectionBytes(frame, 0);
	if (frame.sections[0].encoding === PLANES_64) {
		if (bytes.length !== rows * 8) throw corrupted("wrong row count");
		return {
			kind: "number",
			values: new Float64Array(fromPlanes(bytes, 8).buffer)
		};
	}
	const [base, scale] = new Float64Array(sectionBytes(frame, 1).slice().buffer);
	if (base === void 0 || scale === void 0) throw corrupted("incomplete");
	return {
		kind: "scaled",
		codes: narrowFromPlanes(fourBytes(bytes, rows)),
		base,
		scale
	};
}
/** Four planes as the narrowest codes. */
function narrowFromPlanes(planes) {
	const count = planes.length >>> 2;
	if (!isZero(planes.subarray(count * 2))) return fromPlanes32(planes);
	if (isZero(planes.subarray(count, count * 2))) return planes.slice(0, count);
	return new Uint16Array(fromPlanes(planes.subarray(0, count * 2), 2).buffer);
}
function isZero(bytes) {
	for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false;
	return true;
}
function deltaSection(values) {
	return packedSection(DELTA_32, toPlanes32(delta32(values)));
}
/** For frames that hold only 32-bit differences. */
function deltaBytes(frame, rows) {
	if (frame.rows !== rows) throw corrupted("wrong row count");
	if (frame.sections[0]?.encoding !== DELTA_32) throw corrupted("unknown encoding");
	return fourBytes(sectionBytes(frame, 0), rows);
}
/** The bytes, if there are four per row. */
function fourBytes(bytes, rows) {
	if (bytes.length !== rows * 4) throw corrupted("wrong row count");
	return bytes;
}
function sectionBytes(frame, index) {
	const section = frame.sections[index];
	if (section === void 0) throw corrupted("incomplete");
	return section.bytes;
}
export { parseUuid as $, frameCrc as A, monthOf as B, toPlanes as C, corrupted as D, bytesOf as E, parseJsonBytes as F, readDate as G, toCivil as H, plainSection as I, formatIso as J, formatDateTime as K, addUnits as L, openFrame as M, openSection as N, decodeFrame as O, packedSection as P, formatUuid as Q, bucketEdges as R, fromPlanes32 as S, KIND as T, formsOf as U, monthStart as V, isDateOrder as W, parseLooseDate as X, parseAbsolute as Y, parseTimestamp as Z, decodeScaled as _, decodeOffsets as a, fromDeltaPlanes32 as b, encodeCodes as c, encodeOffsets as d, stampUuid as et, encodeValues as f, codeOfLeast as g, valuesIn as h, decodeNumbers as i, jsonBytes as j, encodeFrame as k, encodeDistinct as l, toStored as m, decodeColumn as n, decodeValues as o, fromStored as p, formatDay as q, decodeDistinct as r, decodeValuesInto as s, decodeCodes as t, encodeNumbers as u, plainColumn as v, toPlanes32 as w, fromPlanes as x, delta32 as y, floorTo as z };
