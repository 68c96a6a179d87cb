import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { r as findProject } from "./call-Do6ETd-V.js";
import { c as openFileBatch } from "./definitions-CZw4E_VW.js";
import { a as isZone } from "./zone-D9121KND.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { A as shownName, C as unusedMembers, D as plainColumns, E as jsonColumnsSaid, F as archived, L as itemOfLine, M as peeked, N as rawBytes, O as unusedColumns, P as unpacked, R as isParquet, S as isEventLike, T as jsonColumns, _ as originOf, a as decideForm, b as isWebLog, c as TIME_FIELDS, d as splitRows, f as utf8Of, g as isOriginName, h as ORIGINS, i as FileTimes, j as shownValue, k as shownLine, l as readError, m as originRows, o as formText, p as objectOfRow, s as timesIn, t as readAhead, u as readRows, v as Seen, w as csvColumns, x as eventsOf, y as isXes, z as parquetStart } from "./read_ahead-DZbQCbsm.js";
import { n as definedOnly, r as isObject } from "./json-GpSeq4qu.js";
import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { t as quoted } from "./visible-CP275gyV.js";
import { Ct as readJson } from "./wording-CGGP7Ahe.js";
import { I as record, L as strictObject, R as string } from "./format-wxDgD8CQ.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { i as prepareDatabase } from "./paths-DtsDNrVL.js";
import { n as durationText, r as openProgress, t as count } from "./progress-GH-rY4cR.js";
import { n as must } from "./assert-Cucc65-M.js";
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { once } from "node:events";
import { glob, readdir, realpath, stat } from "node:fs/promises";
// src/cli/files/foreign.ts
/** Recognises other kinds of files by their first bytes, and says what to do instead. */
const UNPACK = "Unpack it first.";
const EXPORT = "Export it as CSV or NDJSON first.";
/** First bytes, as Latin-1 -> kind. */
const MAGIC = [
	["PAR1", {
		name: "a Parquet file inside another file",
		hint: UNPACK
	}],
	["PK", {
		name: "a zip archive inside another file, or from stdin",
		hint: UNPACK
	}],
	["PK", {
		name: "an empty zip archive",
		hint: UNPACK
	}],
	["SQLite format 3\0", {
		name: "an SQLite database",
		hint: EXPORT
	}],
	["ÐÏà", {
		name: "an old Excel workbook",
		hint: "Export the sheet as CSV."
	}],
	["Obj", {
		name: "an Avro file",
		hint: EXPORT
	}],
	["ORC", {
		name: "an ORC file",
		hint: EXPORT
	}],
	["ARROW1", {
		name: "an Arrow file",
		hint: EXPORT
	}],
	["HDF", {
		name: "an HDF5 file",
		hint: EXPORT
	}],
	["PGDMP", {
		name: "a PostgreSQL dump",
		hint: EXPORT
	}],
	["BZh", {
		name: "a bzip2 file",
		hint: UNPACK
	}],
	["ý7zXZ", {
		name: "an xz file",
		hint: UNPACK
	}],
	["7z¼¯", {
		name: "a 7z archive",
		hint: UNPACK
	}],
	["\"M", {
		name: "an lz4 file",
		hint: UNPACK
	}],
	["Rar!", {
		name: "a rar archive",
		hint: UNPACK
	}],
	["", {
		name: "a gzip file inside another one",
		hint: UNPACK
	}],
	["(µ/ý", {
		name: "a zstd file inside another one",
		hint: UNPACK
	}],
	["%PDF", {
		name: "a PDF",
		hint: EXPORT
	}],
	["PNG", {
		name: "a picture",
		hint: ""
	}],
	["GIF8", {
		name: "a picture",
		hint: ""
	}],
	["ÿØÿ", {
		name: "a picture",
		hint: ""
	}],
	["ELF", {
		name: "a program",
		hint: ""
	}]
];
/** Position of a tar archive's signature. */
const TAR_AT = 257;
/** First words of text -> kind. */
const TEXTS = [
	[/^<(!doctype html|html|head|body)\b/i, {
		name: "a web page",
		hint: "Was the download an error page?"
	}],
	[/^<(\?xml|!|[a-z])/i, {
		name: "XML",
		hint: EXPORT
	}],
	[/^(--|\/\*|(create|drop|alter)\s+(table|database|schema|type)\b|insert\s+into\b|copy\s+\S+\s.*\bfrom\s+stdin|begin\s*;|begin\s+transaction|pragma\s+\w|set\s+\w+\s*=|start\s+transaction)/i, {
		name: "SQL",
		hint: "Load it into its database and export the table as CSV."
	}],
	[/^#(version|fields|software):/i, {
		name: "a web server's log",
		hint: "Write its lines as NDJSON or CSV first."
	}]
];
/** Text files have hardly any control characters. */
const CONTROLS_MAX = .02;
/** This many occur in text. */
const CONTROLS_ODD = 4;
/** @throws ServiceError not_supported if the decompressed bytes are of a binary kind */
function refuseBinary(block) {
	const start = block.subarray(0, 16).toString("latin1");
	const kind = MAGIC.find(([bytes]) => start.startsWith(bytes))?.[1];
	if (kind !== void 0) throw foreign(kind);
	if (block.subarray(TAR_AT, 262).toString("latin1") === "ustar") throw foreign({
		name: "a tar archive",
		hint: UNPACK
	});
}
/** @throws ServiceError not_supported if the bytes are no text in any encoding */
function refuseControls(block) {
	let controls = 0;
	for (const byte of block) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) controls++;
	if (controls > Math.max(CONTROLS_ODD, block.length * CONTROLS_MAX)) throw foreign({
		name: "no text",
		hint: "Is it the right file?"
	});
}
/** @throws ServiceError not_supported if the text is neither JSON nor CSV */
function refuseText(text) {
	const start = text.trimStart().slice(0, 4e3);
	const kind = TEXTS.find(([pattern]) => pattern.test(start))?.[1];
	if (kind !== void 0) throw foreign(kind);
}
/** For text of an unknown kind. */
function unknownText(text) {
	const line = text.trim().split(/\r?\n/)[0];
	return foreign({
		name: "neither JSON nor CSV",
		hint: `It begins with ${shownValue(line)}. If that is a header of CSV, say what separates its columns: --delimiter ";"`
	});
}
function foreign({ name, hint }) {
	const what = `This is ${name}. Events are read from NDJSON, a JSON list, CSV or Parquet, also packed with gzip or zstd.`;
	return new ServiceError("not_supported", hint === "" ? what : `${what} ${hint}`, { needs: "import format" });
}
// src/cli/files/sniff.ts
/** Detects compression, encoding and format from the first bytes; the file's name is ignored. */
const DELIMITERS = [
	",",
	";",
	"	",
	"|"
];
/** Records of a sample to examine. */
const RECORDS = 200;
/** Share of zeros at every other byte, from which text is UTF-16. */
const UTF16_ZEROS = .4;
/** Excel's declaration of the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
function packingOf(block) {
	if (block[0] === 31 && block[1] === 139) return "gzip";
	return block.length >= 4 && block.readUInt32LE(0) === 4247762216 ? "zstd" : null;
}
/** What is certain: UTF-8, or UTF-16 by its mark or zeros. */
function encodingOf(block) {
	if (block[0] === 255 && block[1] === 254) return "utf-16le";
	if (block[0] === 254 && block[1] === 255) return "utf-16be";
	const zeros = [0, 0];
	for (let at = 0; at < block.length; at++) if (block[at] === 0) zeros[at % 2]++;
	const most = block.length / 2 * UTF16_ZEROS;
	if (zeros[1] > most && zeros[0] < most / 10) return "utf-16le";
	if (zeros[0] > most && zeros[1] < most / 10) return "utf-16be";
	return "utf-8";
}
/**
* @param text the beginning of the file
* @param whole whether it is the whole file
* @throws ServiceError if it is neither format, or the delimiter is ambiguous
*/
function formatOf(text, whole, settings) {
	const start = text.trimStart();
	if (settings.delimiter === null) {
		if (start === "") return { kind: "ndjson" };
		if (start[0] === "[") return { kind: "values" };
		if (isXes(start)) return { kind: "xes" };
		if (isWebLog(firstLine(start))) return { kind: "web_log" };
		if (start[0] === "{") return isNdjson(start) ? { kind: "ndjson" } : { kind: "values" };
	}
	const line_end = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
	const said = SEPARATOR_LINE.exec(text);
	const skip_lines = said === null ? 0 : 1;
	const body = said === null ? text : text.slice(said[0].length);
	const delimiter = settings.delimiter ?? said?.[1] ?? delimiterOf(body, line_end, whole);
	if (delimiter === null) throw unknownText(text);
	return {
		kind: "csv",
		delimiter,
		line_end,
		skip_lines
	};
}
/** A BOM is gone by now. */
function firstLine(start) {
	return start.slice(0, start.search(/\r?\n|$/));
}
/** Whether lines hold whole objects; else objects span lines. */
function isNdjson(start) {
	const lines = start.split("\n");
	if (!/[{[,]\s*$/.test(lines[0])) return true;
	return lines.some((line) => {
		try {
			const value = line.trim().length > 2 ? JSON.parse(line) : null;
			return isObject(value);
		} catch {
			return false;
		}
	});
}
/** null if the first line has no delimiter. */
function delimiterOf(text, line_end, whole) {
	const [best, next] = DELIMITERS.map((delimiter) => ({
		delimiter,
		...judge(text, delimiter, line_end, whole)
	})).filter(({ columns }) => columns > 1).sort((one, other) => other.fitting - one.fitting || other.columns - one.columns);
	if (best === void 0) return null;
	if (next === void 0 || next.fitting < best.fitting || next.columns < best.columns) return best.delimiter;
	throw new ServiceError("invalid_input", `Columns could be separated by ${shown(best.delimiter)} or by ${shown(next.delimiter)}. Say which: --delimiter ${shown(best.delimiter)}`);
}
/** Columns of the first record, and how many records have as many. */
function judge(text, delimiter, line_end, whole) {
	const widths = [];
	let width = 1;
	let quoted = false;
	let cell_starts = true;
	let empty = true;
	for (let at = 0; at < text.length && widths.length < RECORDS; at++) {
		const char = text[at];
		if (quoted) {
			if (char === "\"" && text[at + 1] === "\"") at++;
			else if (char === "\"") quoted = false;
			continue;
		}
		if (char === "\"" && cell_starts) quoted = true;
		else if (char === delimiter) width++;
		else if (char === line_end) {
			if (!empty) widths.push(width);
			width = 1;
		}
		cell_starts = char === delimiter || char === line_end;
		empty = char === line_end || empty && char === "\r";
	}
	if (!empty && (whole || widths.length === 0)) widths.push(width);
	const columns = widths[0] ?? 0;
	return {
		columns,
		fitting: widths.filter((one) => one === columns).length / Math.max(1, widths.length)
	};
}
function shown(delimiter) {
	return delimiter === "	" ? "tab" : `"${delimiter}"`;
}
// src/cli/files/describe.ts
/** First look at a file: what it is, and how to read it. */
const BLOCK_BYTES = 65536;
/** Enough to detect compression. */
const MAGIC_BYTES = 512;
/** Rows that must all be of an origin. */
const ORIGIN_ROWS = 50;
/** @throws ServiceError if the file cannot be read, is of another kind, or is ambiguous */
async function describeFile(path, settings, archive = null) {
	const bytes = archive === null ? await sizeOf(path) : null;
	const head = [];
	const raw = rawBytes({
		path,
		archive,
		head: []
	}, (chunk) => {
		if (path === "-") head.push(chunk);
	});
	let packing = null;
	try {
		const start = await peeked(raw, (block) => block.length >= MAGIC_BYTES);
		packing = packingOf(start.block);
		if (isParquet(start.block)) return await describeParquet(path, bytes, settings);
		const content = unpacked(start.chunks, packing);
		const { block, ended, chunks } = await peeked(content, isEnough);
		const encoding = encodingFor(block, settings);
		const format = formatFor(block, ended, encoding, settings);
		const sample = await sampleOf(utf8Of(chunks, encoding), format);
		await content.return(void 0);
		return {
			path,
			archive,
			bytes,
			head,
			packing,
			encoding,
			settings,
			...read$1(sample, format, settings)
		};
	} catch (error) {
		throw readError({
			path,
			packing
		}, error);
	} finally {
		await raw.return(void 0);
	}
}
/** Its directory is at its end. */
async function describeParquet(path, bytes, settings) {
	if (bytes === null) throw new ServiceError("not_supported", "Parquet is read from files only. Save or unpack it first.", { needs: "import format" });
	const { format, rows } = await parquetStart(path);
	return {
		path,
		archive: null,
		bytes,
		head: [],
		packing: null,
		encoding: "utf-8",
		settings,
		...read$1({
			header: null,
			rows
		}, format, settings)
	};
}
/** What the first rows say about all. */
function read$1(sample, format, settings) {
	const plain = sample.header === null ? [] : plainColumns(sample.header, sample.rows.flatMap(cellsOf));
	const origin = settings.from === null ? originIn(sample, {
		format,
		columns: plain
	}, settings) : settings.from;
	const given = origin === null || origin === "none" ? null : origin;
	const columns = given === null ? columnsOf(sample, settings) : plain;
	return {
		format,
		origin: given,
		columns,
		times: timesOf(sample, {
			format,
			origin: given,
			columns,
			settings
		})
	};
}
async function sizeOf(path) {
	if (path === "-") return null;
	try {
		const found = await stat(path);
		if (found.isFile()) return found.size;
	} catch (error) {
		throw new ServiceError("invalid_input", `${path} cannot be read. Is the name right?`, { cause: error });
	}
	throw new ServiceError("invalid_input", `${path} cannot be read: it is no file.`);
}
/** Leading blank lines are skipped. */
function isEnough(block) {
	if (block.length < BLOCK_BYTES) return false;
	return block.length > LIMIT.import_row_chars || block.some((byte) => byte > 32);
}
/** @throws ServiceError if the bytes are no text, or their encoding must be given */
function encodingFor(block, settings) {
	refuseBinary(block);
	if (settings.encoding !== null) return settings.encoding;
	const encoding = encodingOf(block);
	if (encoding !== "utf-8") return encoding;
	refuseControls(block);
	return encoding;
}
function formatFor(block, ended, encoding, settings) {
	const text = new TextDecoder(encoding).decode(block, { stream: true }).trimStart();
	if (settings.delimiter === null && !isXes(text)) refuseText(text);
	return formatOf(text, ended, settings);
}
async function sampleOf(chunks, format) {
	let header = null;
	const { rows } = await firstRows(splitRows(chunks, format, (names) => header = names));
	return {
		header,
		rows
	};
}
async function firstRows(batches) {
	const rows = [];
	for await (const batch of batches) {
		rows.push(...batch.rows);
		if (rows.length > 0) break;
	}
	return {
		header: null,
		rows
	};
}
/** Who says which column is what need not be understood. */
function originIn({ rows }, file, { map }) {
	if (map.length > 0) return null;
	const values = rows.slice(0, ORIGIN_ROWS).flatMap((row) => "value" in row ? [objectOfRow(row.value, file)] : []);
	return originOf(values.filter((value) => value !== null));
}
/** Fields of columns. For JSON only renamed ones; lines of persons and groups need none. */
function columnsOf({ header, rows }, settings) {
	if (header !== null) return csvColumns(header, rows.flatMap(cellsOf), settings);
	const events = rows.flatMap((row) => "value" in row && isEventLike(row.value) ? [row.value] : []);
	if (events.length === 0) return jsonColumnsSaid(settings);
	const columns = jsonColumns(events, settings);
	return [...columns, ...unusedColumns(unusedMembers(events, columns))];
}
function cellsOf(row) {
	return "value" in row ? [row.value] : [];
}
function timesOf({ rows }, file) {
	const { origin } = file;
	const values = (origin === null ? rows.map(eventsOf(file)) : [...originRows(rows, origin, file, new Seen())]).map((event) => "value" in event ? event.value : null);
	const times = {};
	for (const field of TIME_FIELDS) {
		const form = decideForm(field, timesIn(values, field), file.settings);
		if (form !== null) times[field] = form;
	}
	return times;
}
// src/cli/files/tell.ts
/** Reports what was detected about files: nothing is decided silently. */
/** What systems allow. */
const PATH_CHARS = 4096;
const TYPE_TEXTS = {
	number: "number",
	decimal_comma: "number with a decimal comma",
	mixed: "number or text",
	text: "text",
	json: "JSON",
	empty: "empty so far"
};
/** Files with the same report share it. */
function tellFiles(files) {
	return [...Map.groupBy(files, (file) => {
		const forms = TIME_FIELDS.map((field) => file.times[field]?.form);
		return JSON.stringify([
			formatText(file),
			forms,
			findings({
				...file,
				times: {}
			})
		]);
	}).values()].map((group) => tellGroup(group)).join("");
}
function tellGroup(files) {
	const [first] = files;
	const more = files.length > 1 ? ` and ${files.length - 1} more like it` : "";
	const lines = findings(first).map((line) => `  ${line}\n`);
	return `${shownPath(first.path)}${more}: ${formatText(first)}\n${lines.join("")}`;
}
/** Names of files may come from strangers: those with unusual characters are quoted, so that they stay in their place. */
function shownPath(path) {
	return /^[\w.,@+~:/\\ -]+$/.test(path) ? path : quoted(path, PATH_CHARS);
}
function formatText({ format, packing, encoding, origin }) {
	const more = [...encoding === "utf-8" ? [] : [encoding], ...packing === null ? [] : [packing]];
	const whose = origin === null ? "" : `, an export of ${ORIGINS[origin].title}`;
	return `${kindText(format)}${more.length === 0 ? "" : ` (${more.join(", ")})`}${whose}`;
}
function kindText(format) {
	if (format.kind === "ndjson") return "NDJSON";
	if (format.kind === "values") return "JSON";
	if (format.kind === "parquet") return "Parquet";
	if (format.kind === "web_log") return "a web server's access log";
	if (format.kind === "xes") return "an XES log";
	return `CSV separated by ${format.delimiter === "	" ? "tabs" : `"${format.delimiter}"`}`;
}
function findings({ columns, times, settings }) {
	const lines = columns.flatMap((column) => matchText(column));
	for (const field of TIME_FIELDS) {
		const form = times[field];
		if (form !== void 0) lines.push(`${field}: ${formText(form, settings.timezone)}`);
	}
	const commas = columns.filter(({ role, type }) => role === "property" && type === "decimal_comma");
	if (commas.length > 0) lines.push(`numbers with a decimal comma: ${commas.map(({ as }) => shownName(as)).join(", ")}`);
	const unused = columns.filter(({ role }) => role === "unused");
	const unnamed = unused.filter(({ name }) => name === "").map(({ at }) => at + 1);
	if (unnamed.length > 0) lines.push(`left out, as they have no name: column ${unnamed.join(", ")}`);
	const beside = unused.filter(({ name }) => name !== "").map(({ name }) => shownName(name));
	if (beside.length > 0) lines.push(`left out, as they stand beside "properties": ${beside.join(", ")}`);
	return lines;
}
/** For a column that became a field of another name. */
function matchText({ name, as, role, matched }) {
	if (role !== "field" && role !== "opened" || matched !== "alias") return [];
	return [`${as}: column "${shownName(name)}" (another one: --map ${as}=<column>)`];
}
// src/cli/files/dry_run.ts
/** Reads a file to its end and stores nothing: reports what would be taken, what refused, and sample events. */
const SAMPLE_EVENTS = 5;
/** Most reasons shown for refused rows. */
const REASONS = 10;
const OTHER_REASONS = "other reasons";
const SAMPLE_CHARS = 500;
/** The report, and why the file could not be read to its end, or null. */
async function dryRun(file) {
	const outcome = {
		events: 0,
		others: 0,
		refused: /* @__PURE__ */ new Map(),
		samples: []
	};
	const times = new FileTimes(file);
	let failure = null;
	try {
		for await (const { rows } of readRows(file, () => {})) for (const row of times.decided(rows)) note(outcome, row, times);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		failure = error.message;
	}
	return {
		text: `${tellFiles([file])}${columnTable(file)}${outcomeText(outcome)}`,
		failure
	};
}
function note(outcome, row, times) {
	if ("reason" in row) {
		refuse(outcome, row.line, row.reason);
		return;
	}
	try {
		const item = itemOfLine(row.value, times.timeOf);
		if (item.kind === "event") outcome.events++;
		else outcome.others++;
		if (outcome.samples.length < SAMPLE_EVENTS) outcome.samples.push(shownLine(sampleText(item), SAMPLE_CHARS));
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code === "conflict") throw error;
		refuse(outcome, row.line, error.message);
	}
}
function refuse({ refused }, line, reason) {
	const told = refused.has(reason) || refused.size < REASONS ? reason : OTHER_REASONS;
	const { count, line: first_line } = refused.get(told) ?? {
		count: 0,
		line
	};
	refused.set(told, {
		count: count + 1,
		line: first_line
	});
}
function sampleText(item) {
	if (item.kind !== "event") return JSON.stringify(item.kind === "person" ? item.person : item.group);
	const { event, distinct_id, timestamp_ms, properties } = item.event;
	return JSON.stringify({
		event,
		distinct_id,
		timestamp: formatIso(timestamp_ms),
		properties
	});
}
function columnTable({ columns, format, origin }) {
	if (format.kind !== "csv" || origin !== null) return "";
	return `  columns:\n${columns.map((column) => `    ${shownName(column.name)}: ${roleText(column)}\n`).join("")}`;
}
function roleText({ name, as, role, type }) {
	if (role === "unused") return "left out, it has no name";
	if (role === "field") return as;
	if (role === "opened") return "its members become properties";
	return `property${as === name ? "" : ` ${shownName(as)}`}, ${TYPE_TEXTS[type]}`;
}
function outcomeText({ events, others, refused, samples }) {
	const count = [...refused.values()].reduce((sum, reason) => sum + reason.count, 0);
	const more = others === 0 ? "" : `, ${others} persons and groups`;
	const reasons = [...refused].map(([reason, { count, line }]) => `    ${count}: ${reason} (first in line ${line})\n`);
	const shown = samples.map((text) => `    ${text}\n`);
	return [
		`  would be taken: ${events} events${more}; refused: ${count}\n`,
		...reasons,
		samples.length === 0 ? "" : "  the first of them:\n",
		...shown,
		"  nothing was stored\n"
	].join("");
}
// src/cli/files/settings.ts
/** The user's settings for files; whatever is omitted is detected per file. */
const DELIMITER_NAMES = {
	comma: ",",
	semicolon: ";",
	tab: "	",
	"\\t": "	",
	pipe: "|"
};
const FORM_NAMES = {
	iso: "ymd",
	iso8601: "ymd",
	ymd: "ymd",
	dmy: "dmy",
	mdy: "mdy",
	named: "named",
	compact: "compact",
	yyyymmdd: "compact",
	"%y%m%d": "compact",
	s: "seconds",
	"%s": "seconds",
	seconds: "seconds",
	ms: "milliseconds",
	milliseconds: "milliseconds",
	us: "microseconds",
	microseconds: "microseconds",
	ns: "nanoseconds",
	nanoseconds: "nanoseconds"
};
/** @param saved further pairs of columns, unless the options give them @throws ServiceError for invalid options */
function parseFileOptions(options, saved = []) {
	const said = parseMap(options.map ?? "");
	const { delimiter, encoding, dateFormat, timezone, event, from } = options;
	return {
		map: [...said, ...saved.filter(({ name }) => said.every((pair) => pair.name !== name))],
		delimiter: delimiter === void 0 ? null : parseDelimiter(delimiter),
		encoding: encoding === void 0 ? null : parseEncoding(encoding),
		date_format: dateFormat === void 0 ? null : parseDateFormat(dateFormat),
		timezone: parseTimezone(timezone ?? "UTC"),
		event: event === void 0 ? null : parseEvent(event),
		from: from === void 0 ? null : parseFrom(from)
	};
}
/** `event=name,distinct_id=user_id` */
function parseMap(text) {
	return text.split(",").filter((pair) => pair.trim() !== "").map((pair) => {
		const [name, column, ...rest] = pair.split("=").map((part) => part.trim());
		if (!name || !column || rest.length > 0) throw invalid("map", `--map takes pairs like event=name,distinct_id=user_id; "${pair}" is none.`);
		return {
			name,
			column
		};
	});
}
function parseDelimiter(text) {
	const delimiter = DELIMITER_NAMES[text.toLowerCase()] ?? text;
	if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) throw invalid("delimiter", `--delimiter takes one character: , or ; or | or tab. "${text}" is none.`);
	return delimiter;
}
function parseEncoding(text) {
	try {
		return new TextDecoder(text).encoding;
	} catch {
		throw invalid("encoding", `There is no encoding "${text}". Known are utf-8, utf-16le, windows-1252, latin1 and others.`);
	}
}
/** A format's name, or a pattern such as DD/MM/YYYY HH:mm or %d.%m.%Y, of which only the order of parts counts. */
function parseDateFormat(text) {
	const named = FORM_NAMES[text.trim().toLowerCase()];
	if (named !== void 0) return named;
	const date = text.trim().split(/(?:T|\s+)?(?:%?[Hh]|%I)/)[0];
	if (/MMM|%b/i.test(date)) return "named";
	const order = date.toLowerCase().replace(/[^dmy]/g, "").replace(/(.)\1+/g, "$1");
	const form = FORM_NAMES[order];
	if (form !== void 0 && /[^a-z%]/i.test(date)) return form;
	throw invalid("date_format", `--date-format takes dmy, mdy, ymd, named, compact, seconds, milliseconds, microseconds or nanoseconds, or a pattern like DD/MM/YYYY; "${text}" is none.`);
}
function parseTimezone(text) {
	if (isZone(text)) return text;
	throw invalid("timezone", `There is no time zone "${text}". Write it as Europe/Berlin or UTC.`);
}
function parseFrom(text) {
	if (text === "none" || isOriginName(text)) return text;
	throw invalid("from", `--from takes ${Object.keys(ORIGINS).join(", ")}, or none; "${text}" is none of them.`);
}
function parseEvent(text) {
	if (text !== "" && text.length <= LIMIT.event_name_chars) return text;
	throw invalid("event", `--event takes a name of 1 to ${LIMIT.event_name_chars} characters.`);
}
// src/cli/files/mapping.ts
/** How files are read, as a small JSON file to save and to share: what options say, with what was found out. */
const Mapping = strictObject({
	/** Field or property -> column. */
	columns: record(string(), string()).optional(),
	event: string().optional(),
	delimiter: string().optional(),
	encoding: string().optional(),
	date_format: string().optional(),
	timezone: string().optional(),
	from: string().optional()
});
/** Options win over the mapping file. @throws ServiceError if either is invalid */
function settingsOf({ mapping, ...options }) {
	if (mapping === void 0) return parseFileOptions(options);
	const { columns = {}, date_format: dateFormat, ...saved } = readMapping(mapping);
	const pairs = Object.entries(columns).map(([name, column]) => ({
		name,
		column
	}));
	return parseFileOptions({
		...definedOnly({
			...saved,
			dateFormat
		}),
		...definedOnly(options)
	}, pairs);
}
function readMapping(path) {
	const text = attempt(path, "cannot be read", () => readFileSync(path, "utf8"));
	const { success, data, error } = Mapping.safeParse(attempt(path, "is no JSON", () => readJson(text)));
	if (success) return data;
	const [issue] = error.issues;
	const where = issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
	throw new ServiceError("invalid_input", `The mapping ${path} cannot be used${where}: ${issue.message}. It is an object as {"columns":{"distinct_id":"user_id"},"timezone":"Europe/Berlin"}.`);
}
/** What reads files like this one in the same way. @throws ServiceError if it cannot be written */
function saveMapping(path, { columns, origin, format, encoding, settings, times }) {
	const renamed = columns.filter(({ as, name, role }) => role !== "unused" && (role !== "property" || as !== name));
	const { timestamp } = times;
	const mapping = {
		...origin === null ? {} : { from: origin },
		columns: Object.fromEntries(renamed.map(({ as, name }) => [as, name])),
		...settings.event === null ? {} : { event: settings.event },
		...format.kind === "csv" ? { delimiter: format.delimiter } : {},
		...encoding === "utf-8" ? {} : { encoding },
		...timestamp === void 0 ? {} : { date_format: timestamp.form },
		timezone: settings.timezone
	};
	attempt(path, "cannot be written", () => writeFileSync(path, `${JSON.stringify(mapping, null, 2)}\n`));
}
function attempt(path, what, run) {
	try {
		return run();
	} catch (error) {
		throw new ServiceError("invalid_input", `The mapping ${path} ${what}.`, { cause: error });
	}
}
// src/cli/importing/import_counts.ts
/** Results of an import: lines per file, and rejected ones by reason. */
var Tally = class {
	files;
	lines = 0;
	#began_ms = performance.now();
	#reasons = /* @__PURE__ */ new Map();
	constructor(files) {
		this.files = files.map(({ path, source }) => ({
			file: path,
			source,
			taken: 0,
			known: 0,
			refused: 0,
			rejects: null,
			failure: null
		}));
	}
	at(place) {
		return must(this.files[place], "a file of this import");
	}
	add(file, taken, known) {
		file.taken += taken;
		file.known += known;
		this.lines += taken + known;
	}
	/** @param line of the file, if known */
	refuse(file, reason, line = null, times = 1) {
		file.refused += times;
		this.lines += times;
		const kept = this.#reasons.size < LIMIT.import_reasons || this.#reasons.has(reason) ? reason : "other reasons";
		const found = this.#reasons.get(kept) ?? {
			reason: kept,
			file: file.file,
			line,
			count: 0
		};
		this.#reasons.set(kept, found);
		found.count += times;
	}
	taken() {
		return this.files.reduce((total, { taken }) => total + taken, 0);
	}
	result(is_stopped, notes) {
		const sum = (of) => this.files.reduce((total, file) => total + file[of], 0);
		return {
			taken: this.taken(),
			known: sum("known"),
			refused: sum("refused"),
			seconds: Math.round(performance.now() - this.#began_ms) / 1e3,
			is_stopped,
			notes,
			reasons: [...this.#reasons.values()].sort((left, right) => right.count - left.count),
			files: this.files
		};
	}
};
/** A file that could not be read to its end, or gave nothing. */
function hasFailed({ taken, known, refused, failure }) {
	return failure !== null || taken + known === 0 && refused > 0;
}
/** Up to this many files get a line of their own. */
const FEW_FILES = 12;
/** The final table. */
function importText(imported, is_verbose) {
	const { files, reasons } = imported;
	const shown = is_verbose || files.length <= FEW_FILES ? files : files.filter(hasFailed);
	const total = {
		file: files.length === 1 ? "total" : `total of ${count(files.length)} files`,
		...sums(imported)
	};
	const parts = [table([
		"file",
		"taken",
		"known already",
		"refused"
	], (files.length === 1 ? shown : [...shown, total]).map(({ file, taken, known, refused }) => [
		file,
		count(taken),
		count(known),
		count(refused)
	]))];
	if (reasons.length > 0) parts.push(table([
		"why lines were refused",
		"lines",
		"first in"
	], reasons.map(({ reason, count: lines, file, line }) => [
		reason,
		count(lines),
		placeText(file, line)
	])));
	return parts.join("\n") + closing(imported);
}
function sums({ taken, known, refused }) {
	return {
		taken,
		known,
		refused
	};
}
function placeText(file, line) {
	return line === null ? basename(file) : `${basename(file)}, line ${line}`;
}
function closing({ files, taken, known, refused, seconds }) {
	const rejects = files.filter((file) => file.rejects !== null).map((file) => file.rejects);
	const where = rejects.length === 1 ? rejects[0] : `${rejects.length} files beside ${rejects[0]}`;
	const lines = taken + known + refused;
	const rate = seconds >= 1 ? ` (${count(Math.round(lines / seconds))} lines a second)` : "";
	return `\n${rejects.length === 0 ? "" : `Refused lines, each with its reason: ${where}\n`}${count(lines)} lines in ${durationText(seconds * 1e3)}${rate}\n`;
}
/** First column left-aligned, numbers right-aligned, the rest left-aligned. */
function table(head, rows) {
	const all = [head, ...rows];
	const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
	const isNumber = head.map((_, column) => rows.every((row) => /^[\d,]+$/.test(row[column])));
	const line = (row) => row.map((cell, column) => isNumber[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])).join("  ").trimEnd();
	return `${all.map(line).join("\n")}\n`;
}
// src/cli/importing/rejects.ts
/** Rejected lines as NDJSON: one file per input file with any, in one folder. */
/** Name ending of reject files; imports of folders ignore them. */
const REJECT_ENDING = ".reject.ndjson";
/** Created with the first rejected line. */
var RejectFolder = class {
	path;
	/** Names in use, in lower case: some file systems ignore case. */
	#names = /* @__PURE__ */ new Set();
	/** The current input file, and its reject file. */
	#open = null;
	constructor(path) {
		this.path = path;
	}
	/** Input files one after the other. Returns the reject file's path. @throws ServiceError */
	async add(input, lines) {
		if (this.#open?.of !== input) {
			await this.end();
			this.#open = {
				of: input,
				file: new RejectFile(join(this.path, this.#nameFor(input)))
			};
		}
		const { file } = this.#open;
		for (const line of lines) file.add(line);
		return file.path;
	}
	/** @throws ServiceError if lines could not be written */
	async end() {
		const open = this.#open;
		this.#open = null;
		await open?.file.end();
	}
	#nameFor(input) {
		mkdir(this.path);
		const base = basename(input);
		let name = base + REJECT_ENDING;
		for (let next = 2; this.#names.has(name.toLowerCase()); next++) name = `${base}.${next}${REJECT_ENDING}`;
		this.#names.add(name.toLowerCase());
		return name;
	}
};
function mkdir(path) {
	try {
		mkdirSync(path, { recursive: true });
	} catch (error) {
		throw unwritable(path, error);
	}
}
var RejectFile = class {
	path;
	#out;
	#count = 0;
	#failure = null;
	constructor(path) {
		this.path = path;
		this.#out = createWriteStream(path);
		this.#out.on("error", (error) => {
			this.#failure = error;
		});
	}
	add(line) {
		this.#count++;
		if (this.#count <= LIMIT.reject_lines) this.#out.write(`${line}\n`);
	}
	async end() {
		this.#out.end();
		if (!this.#out.closed) await once(this.#out, "close");
		if (this.#failure) throw unwritable(this.path, this.#failure);
	}
};
function unwritable(path, cause) {
	const detail = `Lines were refused and ${path} cannot be written. Name another folder with --reject.`;
	return new ServiceError("invalid_input", detail, { cause });
}
// src/cli/importing/input_files.ts
/** Name endings ignored in folders and patterns. */
const OTHERS = [
	REJECT_ENDING,
	".db",
	".db-wal",
	".db-shm"
];
const PACKED = /\.(gz|zst)$/i;
/** day-2 before day-10. */
const ORDER = new Intl.Collator("en", { numeric: true });
/**
* Names in the given order; contents of folders and patterns sorted; each file once.
* @throws ServiceError if an argument matches nothing
*/
async function inputFiles(args) {
	const paths = [];
	for (const arg of args) paths.push(...await filesOf(arg));
	if (paths.length === 0) throw new ServiceError("invalid_input", `There is no file in ${args.join(", ")}.`);
	const once = /* @__PURE__ */ new Map();
	for (const path of paths) {
		const real = path === "-" ? path : await realpath(path).catch(() => path);
		if (!once.has(real)) once.set(real, path);
	}
	return [...once.values()];
}
/** File name without compression suffix: packed or not, it is the same file. */
function unpackedName(path) {
	return path.replace(PACKED, "");
}
/** Default identity of a file's lines on re-import. */
function sourceOf(path) {
	return path === "-" ? "stdin" : basename(unpackedName(path)).normalize("NFC");
}
async function filesOf(arg) {
	if (arg === "-") return [arg];
	const found = await stat(arg).catch(() => null);
	if (found?.isDirectory()) return filesIn(arg);
	if (found !== null || !/[*?[{]/.test(arg)) return [arg];
	const matches = (await Array.fromAsync(glob(arg))).filter((path) => !isOther(path));
	if (matches.length === 0) throw new ServiceError("invalid_input", `No file fits ${arg}.`);
	const paths = [];
	for (const match of matches.sort(ORDER.compare)) paths.push(...await filesOf(match));
	return paths;
}
/** At any depth. */
async function filesIn(folder) {
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true
	}).catch((error) => {
		throw new ServiceError("invalid_input", `The folder ${folder} cannot be read.`, { cause: error });
	});
	const paths = [];
	for (const entry of entries) if (await isInput(entry, folder)) paths.push(join(entry.parentPath, entry.name));
	return paths.sort(ORDER.compare);
}
/** Hidden files and folders are ignored. */
async function isInput(entry, folder) {
	if (isOther(entry.name)) return false;
	if (join(entry.parentPath, entry.name).slice(folder.length).split(/[\\/]/).some((part) => part.startsWith(".") && part !== "." && part !== "..")) return false;
	return entry.isFile() || entry.isSymbolicLink() && isFile(join(entry.parentPath, entry.name));
}
function isOther(path) {
	return OTHERS.some((ending) => path.endsWith(ending));
}
async function isFile(path) {
	return (await stat(path).catch(() => null))?.isFile() === true;
}
// src/cli/importing/import.ts
/**
* `insights-mcp import`: files into a project, one transaction per batch; rejected lines are set aside with reasons.
*/
const REJECT_FOLDER = "rejects";
const FORMER_IMPORTS = "This project holds lines that an earlier version imported. Lines without a uuid are not known again among them: import those files into a new database instead.";
const GO_ON = "What was taken is stored. The same command again takes the rest and knows these lines again.";
/** Exit codes: 1 if a file failed (see `hasFailed`), for scripts that go on with the data; 130 when interrupted. */
async function importFiles(args, options) {
	const inputs = await lookAt(await inputFiles(args), options);
	if (inputs.every(({ file }) => "failure" in file)) {
		for (const { file } of inputs) if ("failure" in file) fail(file.failure);
		return;
	}
	if (options.saveMapping !== void 0) saveMapping(options.saveMapping, readable(inputs)[0]);
	if (options.dryRun) return showOnly(inputs);
	process.stderr.write(tellFiles(readable(inputs)));
	const service = openService({
		path: prepareDatabase(options.db),
		events: options.events ?? null,
		computing: { place: "here" }
	});
	const stop = stopSignal();
	try {
		reportImport(await importInto(service, inputs, {
			...options,
			signal: stop.signal
		}).catch(halfway), options);
	} finally {
		stop.end();
		await service.close();
	}
}
/** An import is many transactions, of which one has failed. */
function halfway(error) {
	if (!(error instanceof ServiceError)) throw error;
	throw error.saying(`${error.message} ${GO_ON}`);
}
/** A dry run: stores nothing and creates no database. */
async function showOnly(inputs) {
	for (const file of readable(inputs)) {
		const { text, failure } = await dryRun(file);
		process.stdout.write(text);
		if (failure !== null) fail(failure);
	}
	for (const { file } of inputs) if ("failure" in file) fail(file.failure);
}
function readable(inputs) {
	return inputs.flatMap(({ file }) => "failure" in file ? [] : [file]);
}
function fail(text) {
	tell(text);
	process.exitCode = 1;
}
function reportImport(imported, options) {
	const text = options.json ? JSON.stringify(imported, null, 2) : importText(imported, options.verbose);
	process.stdout.write(`${text.trimEnd()}\n`);
	if (imported.import_id !== null && !options.json) {
		const { import_id: id } = imported;
		process.stderr.write(`Import ${id}; taken back with ${typed(`imports delete ${id}`, resolve(options.db))}\n`);
	}
	for (const { failure } of imported.files) if (failure !== null) tell(failure);
	for (const note of imported.notes) tell(note);
	if (imported.files.some(hasFailed)) process.exitCode = 1;
	if (!imported.is_stopped) return;
	tell(`Stopped. ${GO_ON}`);
	process.exitCode = 130;
}
function tell(text) {
	process.stderr.write(`insights-mcp: ${text}\n`);
}
/** The first Ctrl-C ends the import after the current batch; the second ends the process, which is safe too. */
function stopSignal() {
	const controller = new AbortController();
	const stop = () => {
		end();
		controller.abort();
	};
	const end = () => {
		process.off("SIGINT", stop).off("SIGTERM", stop);
	};
	process.on("SIGINT", stop).on("SIGTERM", stop);
	return {
		signal: controller.signal,
		end
	};
}
/**
* One after the other: there may be more than can be open at once.
* @throws ServiceError for invalid options; problems of a file are reported with it
*/
async function lookAt(paths, options = {}) {
	const settings = settingsOf(options);
	const inputs = [];
	const seen = /* @__PURE__ */ new Map();
	for (const { path, archive } of await withArchived(paths)) {
		const twin = options.source === void 0 ? seen.get(unpackedName(path)) : void 0;
		if (twin === void 0) seen.set(unpackedName(path), path);
		const file = twin === void 0 ? await describe(path, settings, archive) : { failure: twinText(path, twin) };
		inputs.push({
			path,
			source: options.source ?? sourceOf(path),
			file
		});
	}
	return inputs;
}
/** A zip archive is as many files as are in it. */
async function withArchived(paths) {
	const all = [];
	for (const path of paths) {
		const inside = path === "-" ? null : await archived(path);
		if (inside === null) all.push({
			path,
			archive: null
		});
		else all.push(...inside.map((one) => ({
			path: one,
			archive: path
		})));
	}
	return all;
}
async function describe(path, settings, archive) {
	try {
		return await describeFile(path, settings, archive);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return { failure: error.message };
	}
}
function twinText(path, twin) {
	return `${path} was left out: ${twin} is the same file by its name. Import it by itself, which adds what is new in it, or name what both are parts of with --source.`;
}
/**
* All files into one project, as one document: see line_ids.ts. Unreadable files are reported and skipped.
* @throws ServiceError if the project does not exist, or nothing can be written
*/
async function importInto(service, inputs, options = {}) {
	const { ingest, store } = service;
	const project = findProject(service, localOwner(service), options.project ?? null);
	const isFormer = store.events.hasFormerImports(project.id);
	const sources = [...new Set(inputs.map(({ source }) => source))];
	const { id: import_id } = store.transaction(() => store.imports.begin(project.id, sources, service.now()));
	const run = new Run(inputs, options.reject === null ? null : new RejectFolder(options.reject ?? REJECT_FOLDER), options.bar ?? openProgress());
	const isStopped = () => options.signal?.aborted === true;
	try {
		for await (const batch of readAhead(run.files)) {
			const results = ingest.importBatch(project, {
				events: openFileBatch(batch.events),
				others: batch.others
			}, batch.parts.map(({ end }) => end), import_id);
			for (const [at, { taken, duplicates, left_out }] of results.entries()) {
				const part = batch.parts[at];
				run.tally.add(run.countsOf(part), taken, duplicates);
				if (left_out > 0) run.tally.refuse(run.countsOf(part), tooManyTypes(), null, left_out);
				await run.refuse(part);
			}
			await ingest.settle(project, TUNING.import_tail_events);
			run.progress(batch.bytes_read, batch.parts.at(-1));
			if (isStopped()) break;
		}
		await (!isStopped() && run.tally.lines >= TUNING.import_sealed_lines ? ingest.settle(project, 0) : ingest.flush());
	} finally {
		if (run.tally.taken() === 0) store.transaction(() => store.imports.remove(project.id, import_id));
		await run.end();
	}
	const imported = run.tally.result(isStopped(), isFormer ? [FORMER_IMPORTS] : []);
	return {
		...imported,
		import_id: imported.taken === 0 ? null : import_id
	};
}
function tooManyTypes() {
	return `A project has at most ${LIMIT.groups_per_project} group types, and this group is of a further one.`;
}
/** What is counted, set aside and shown along the way. */
var Run = class {
	tally;
	/** Readable files, and the index of each among all. */
	files;
	#places;
	/** null: refused lines are counted only. */
	#rejects;
	#bar;
	/** null if some length is unknown. */
	#bytes;
	constructor(inputs, rejects, bar) {
		this.tally = new Tally(inputs);
		this.#rejects = rejects;
		this.#bar = bar;
		const files = [];
		const places = [];
		for (const [place, { file, source }] of inputs.entries()) if ("failure" in file) this.tally.at(place).failure = file.failure;
		else {
			files.push({
				file,
				source
			});
			places.push(place);
		}
		this.files = files;
		this.#places = places;
		this.#bytes = files.reduce((sum, { file: { bytes } }) => sum === null || bytes === null ? null : sum + bytes, 0);
	}
	countsOf({ file }) {
		return this.tally.at(this.#places[file]);
	}
	async refuse(part) {
		const counts = this.countsOf(part);
		counts.failure = part.failure;
		if (part.refused.length === 0) return;
		for (const { reason, line } of part.refused) this.tally.refuse(counts, reason, line);
		if (this.#rejects === null) return;
		counts.rejects = await this.#rejects.add(counts.file, part.refused.map(({ json }) => json));
	}
	progress(bytes_read, { file }) {
		const name = this.files[file].file.path;
		const note = this.files.length === 1 ? name : `${name} (${file + 1} of ${this.files.length})`;
		const share = this.#bytes === null ? null : bytes_read / Math.max(this.#bytes, 1);
		this.#bar.update(share, this.tally.lines, note);
	}
	async end() {
		this.#bar.end();
		await this.#rejects?.end();
	}
};
export { reportImport as a, dryRun as c, readable as i, tellFiles as l, importInto as n, stopSignal as o, lookAt as r, inputFiles as s, importFiles as t };
