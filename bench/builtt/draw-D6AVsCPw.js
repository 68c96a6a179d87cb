import { t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
import { G as huePaint, K as paintOf, W as dashOf, at as drawOdds, dt as line$1, ft as px, lt as element, ot as Canvas, pt as rect, q as themeCss, st as measureAnyFont } from "./wording-CGGP7Ahe.js";
import { a as longTime, i as full, l as share, n as compact, o as momentOf, r as duration, s as percent, t as change, u as shortTime } from "./format-wxDgD8CQ.js";
// src/chart/frame.ts
const TITLE = 15;
const TITLE_LINE = 20;
const LINE = 17;
const LEGEND_ROW = 20;
const SWATCH = 16;
const ENTRY_MAX = 220;
function head(canvas, chart) {
	const lines_max = canvas.is_narrow ? 4 : 2;
	const title = canvas.wrapped(chart.title, canvas.room, lines_max, TITLE, true);
	const lines = chart.subtitle.flatMap((text) => canvas.wrapped(text, canvas.room, lines_max, 12));
	const below = 16 + title.length * TITLE_LINE;
	return {
		marks: [...title.map((text, at) => canvas.text(16, 16 + (at + 1) * TITLE_LINE - 5, text, {
			size: TITLE,
			bold: true,
			paint: "ink"
		})), ...lines.map((text, at) => canvas.text(16, below + (at + 1) * LINE - 4, text))],
		bottom: below + lines.length * LINE + 6
	};
}
/** Rows of entries; counts those that do not fit. */
function legend(canvas, entries, top) {
	if (entries.length === 0) return {
		marks: [],
		bottom: top
	};
	const marks = [];
	let x = 16;
	let row = 0;
	for (const [at, entry] of entries.entries()) {
		const width = 22 + Math.min(ENTRY_MAX, canvas.widthOf(entry.name));
		if (x > 16 && x + width > canvas.width - 16) {
			x = 16;
			row++;
		}
		const y = top + row * LEGEND_ROW;
		if (row === 3 && at < entries.length - 1 && x > 16) {
			marks.push(canvas.text(x, y + 14, `and ${entries.length - at} more`));
			break;
		}
		marks.push(swatch(canvas, entry, x, y + 10));
		marks.push(canvas.text(x + SWATCH + 6, y + 14, entry.name, {
			paint: "ink",
			width: Math.min(ENTRY_MAX, canvas.room - SWATCH - 6)
		}));
		x += width + 18;
	}
	return {
		marks,
		bottom: top + (row + 1) * LEGEND_ROW + 4
	};
}
function swatch(canvas, { form, hue }, x, y) {
	const color = canvas.paint(huePaint(hue));
	switch (form) {
		case "block": return element("rect", {
			x: x + 2,
			y: y - 6,
			width: 12,
			height: 12,
			rx: 3,
			fill: color
		});
		case "line": return line$1(x, y, x + SWATCH, y, {
			stroke: color,
			"stroke-width": 2.5,
			"stroke-dasharray": dashOf(hue)
		});
		case "previous": return line$1(x, y, x + SWATCH, y, {
			stroke: canvas.paint("line"),
			"stroke-width": 1.5
		});
		case "open": return [line$1(x, y, x + 10, y, {
			stroke: canvas.paint("muted"),
			"stroke-width": 2,
			"stroke-dasharray": "4 3"
		}), element("circle", {
			cx: x + 13,
			cy: y,
			r: 2.5,
			fill: canvas.paint("ground"),
			stroke: canvas.paint("muted"),
			"stroke-width": 1.5
		})].join("");
	}
}
/** Below the picture. */
function notes(canvas, texts, top) {
	const lines = texts.flatMap((text) => canvas.wrapped(text, canvas.room, 3, 11));
	return {
		marks: lines.map((text, at) => canvas.text(16, top + 14 + at * 15, text, { size: 11 })),
		bottom: top + lines.length * 15 + (lines.length > 0 ? 6 : 0)
	};
}
const EMPTY_HEIGHT = 150;
/** The reason, centred on an empty grid. */
function empty(canvas, reason, top) {
	const lines = canvas.wrapped(reason, Math.min(420, canvas.room - 32), 5, 12);
	const height = Math.max(EMPTY_HEIGHT, lines.length * LINE + 60);
	const middle = top + height / 2 - (lines.length - 1) * LINE / 2;
	const rules = [
		0,
		1,
		2,
		3
	].map((at) => {
		const y = top + 8 + at * (height - 16) / 3;
		return line$1(16, y, canvas.width - 16, y, { stroke: canvas.paint("grid") });
	});
	const words = lines.map((text, at) => canvas.text(canvas.width / 2, middle + at * LINE + 4, text, {
		anchor: "middle",
		paint: "ink",
		halo: true
	}));
	return {
		marks: [...rules, ...words],
		bottom: top + height
	};
}
// node_modules/d3-array/dist/d3-array.mjs
function ascending(a, b) {
	return a == null || b == null ? NaN : a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
}
function descending(a, b) {
	return a == null || b == null ? NaN : b < a ? -1 : b > a ? 1 : b >= a ? 0 : NaN;
}
function bisector(f) {
	let compare1, compare2, delta;
	if (f.length !== 2) {
		compare1 = ascending;
		compare2 = (d, x) => ascending(f(d), x);
		delta = (d, x) => f(d) - x;
	} else {
		compare1 = f === ascending || f === descending ? f : zero;
		compare2 = f;
		delta = f;
	}
	function left(a, x, lo = 0, hi = a.length) {
		if (lo < hi) {
			if (compare1(x, x) !== 0) return hi;
			do {
				const mid = lo + hi >>> 1;
				if (compare2(a[mid], x) < 0) lo = mid + 1;
				else hi = mid;
			} while (lo < hi);
		}
		return lo;
	}
	function right(a, x, lo = 0, hi = a.length) {
		if (lo < hi) {
			if (compare1(x, x) !== 0) return hi;
			do {
				const mid = lo + hi >>> 1;
				if (compare2(a[mid], x) <= 0) lo = mid + 1;
				else hi = mid;
			} while (lo < hi);
		}
		return lo;
	}
	function center(a, x, lo = 0, hi = a.length) {
		const i = left(a, x, lo, hi - 1);
		return i > lo && delta(a[i - 1], x) > -delta(a[i], x) ? i - 1 : i;
	}
	return {
		left,
		center,
		right
	};
}
function zero() {
	return 0;
}
function number(x) {
	return x === null ? NaN : +x;
}
const ascendingBisect = bisector(ascending);
ascendingBisect.right;
ascendingBisect.left;
bisector(number).center;
Array.prototype.slice;
const e10 = Math.sqrt(50);
const e5 = Math.sqrt(10);
const e2 = Math.sqrt(2);
function tickSpec(start, stop, count) {
	const step = (stop - start) / Math.max(0, count), power = Math.floor(Math.log10(step)), error = step / Math.pow(10, power), factor = error >= e10 ? 10 : error >= e5 ? 5 : error >= e2 ? 2 : 1;
	let i1, i2, inc;
	if (power < 0) {
		inc = Math.pow(10, -power) / factor;
		i1 = Math.round(start * inc);
		i2 = Math.round(stop * inc);
		if (i1 / inc < start) ++i1;
		if (i2 / inc > stop) --i2;
		inc = -inc;
	} else {
		inc = Math.pow(10, power) * factor;
		i1 = Math.round(start / inc);
		i2 = Math.round(stop / inc);
		if (i1 * inc < start) ++i1;
		if (i2 * inc > stop) --i2;
	}
	if (i2 < i1 && .5 <= count && count < 2) return tickSpec(start, stop, count * 2);
	return [
		i1,
		i2,
		inc
	];
}
function tickIncrement(start, stop, count) {
	stop = +stop, start = +start, count = +count;
	return tickSpec(start, stop, count)[2];
}
function tickStep(start, stop, count) {
	stop = +stop, start = +start, count = +count;
	const reverse = stop < start, inc = reverse ? tickIncrement(stop, start, count) : tickIncrement(start, stop, count);
	return (reverse ? -1 : 1) * (inc < 0 ? 1 / -inc : inc);
}
// src/chart/scale.ts
/** Scales of numbers and times. */
const TICK_PX = 46;
/** From zero or below to a round number at or above the largest. `top` and `bottom` in pixels. */
function valueScale(values, bottom, top, is_whole) {
	let least = 0;
	let most = 0;
	for (const value of values) {
		if (value < least) least = value;
		if (value > most) most = value;
	}
	if (least === 0 && most === 0) most = 1;
	const count = Math.max(2, Math.min(6, Math.floor((bottom - top) / TICK_PX)));
	const rough = tickStep(least, most, count);
	const step = is_whole ? Math.max(1, Math.round(rough)) : rough;
	const first = Math.floor(least / step);
	const last = Math.ceil(most / step - 1e-9);
	const ticks = Array.from({ length: last - first + 1 }, (_, at) => cleaned((first + at) * step));
	const from = first * step;
	const span = (last - first) * step;
	return {
		ticks,
		at: (value) => bottom - (value - from) / span * (bottom - top)
	};
}
/** Removes float noise: 0.1 * 3 is 0.3. */
function cleaned(value) {
	return Number(value.toPrecision(12));
}
const GAP_PX$1 = 12;
const LABEL_PX = 64;
/** Which points may carry a label, in ever longer steps. If none fits, every nth does. */
const STEPS = {
	minute: [
		() => true,
		...[
			5,
			10,
			30
		].map((step) => ({ minute }) => minute % step === 0),
		...[
			1,
			3,
			6,
			12,
			24
		].map((step) => ({ minute, hour }) => minute === 0 && hour % step === 0)
	],
	hour: [
		...[
			1,
			3,
			6,
			12,
			24
		].map((step) => ({ hour }) => hour % step === 0),
		({ hour, weekday }) => hour === 0 && weekday === 1,
		({ hour, day }) => hour === 0 && day === 1
	],
	day: [
		() => true,
		({ weekday }) => weekday === 1,
		({ day }) => day === 1,
		({ day, month }) => day === 1 && month % 3 === 1,
		({ day, month }) => day === 1 && month === 1
	],
	week: [() => true],
	month: [
		() => true,
		({ month }) => month % 3 === 1,
		({ month }) => month % 6 === 1,
		({ month }) => month === 1,
		({ month, year }) => month === 1 && year % 5 === 0
	]
};
/** Labelled points; `xs`: their positions. `is_thinned`: points do not follow the calendar. */
function timeTicks(starts, interval, xs, widthOf) {
	const moments = starts.map(momentOf);
	const chosen = fittingPoints(moments, interval, xs);
	const ticks = [];
	let right = Number.NEGATIVE_INFINITY;
	let before = null;
	for (const at of chosen) {
		const text = shortTime(moments[at], interval, before);
		const half = widthOf(text) / 2;
		const x = xs[at];
		const left = Math.max(xs[0] - 8, x - half);
		if (left < right + GAP_PX$1) continue;
		ticks.push({
			at,
			text
		});
		right = left + 2 * half;
		before = moments[at];
	}
	return ticks;
}
function fittingPoints(moments, interval, xs) {
	const span = (xs.at(-1) ?? 0) - (xs[0] ?? 0);
	const most = Math.max(2, Math.floor(span / LABEL_PX) + 1);
	for (const fits of STEPS[interval] ?? []) {
		const found = moments.flatMap((moment, at) => fits(moment) ? [at] : []);
		if (found.length <= most && found.length >= 2) return found;
		if (found.length < 2) break;
	}
	return everyFew(moments.length, most);
}
function everyFew(count, most) {
	const step = Math.max(1, Math.ceil(count / most));
	return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}
/** As many names as fit side by side. */
function nameTicks(names, xs, widthOf) {
	const widest = names.reduce((most, name) => Math.max(most, widthOf(name)), 0);
	const span = (xs.at(-1) ?? 0) - (xs[0] ?? 0);
	const step_px = names.length < 2 ? span : span / (names.length - 1);
	const step = step_px <= 0 ? 1 : Math.max(1, Math.ceil(Math.min(widest + GAP_PX$1, 120) / step_px));
	return names.flatMap((text, at) => at % step === 0 ? [{
		at,
		text
	}] : []);
}
function ticksOf(axis, xs, widthOf) {
	return axis.kind === "time" ? timeTicks(axis.starts, axis.interval, xs, widthOf) : nameTicks(axis.names, xs, widthOf);
}
// src/chart/cohorts.ts
const CELL_HEIGHT = 26;
const CELL_MIN = 40;
const CELL_MAX = 96;
const ROWS_MAX$1 = 31;
/** Opacity of a cell, for the smallest and the largest share. */
const [FAINT, STRONG] = [.06, .82];
const CURVE_HEIGHT = 220;
/** Thin lines behind the mean, at most. */
const CURVES_MAX = 60;
function drawCohorts(canvas, chart, top) {
	return chart.form === "curve" ? curve(canvas, chart, top) : triangle(canvas, chart, top);
}
/** Drops the first column if there is little room, since it is always 100 %. */
function layoutOf(canvas, { rows, columns }) {
	const widest = (texts) => texts.reduce((most, text) => Math.max(most, canvas.widthOf(text)), 0);
	const names_px = Math.min(canvas.room * .3, Math.max(widest(rows.map(({ name }) => name)), canvas.widthOf("All starts", 12, true))) + 10;
	const sizes_px = canvas.width < 480 ? 0 : Math.max(widest(rows.map(({ size }) => full(size, "count"))), canvas.widthOf("People")) + 12;
	const first = canvas.width < 480 ? 1 : 0;
	const room = canvas.room - names_px - sizes_px;
	const fitting = Math.max(1, Math.min(columns.length - first, Math.floor(room / CELL_MIN)));
	return {
		names_px,
		sizes_px,
		first,
		columns: fitting,
		cell: Math.min(CELL_MAX, room / fitting)
	};
}
/** Number of columns that do not fit. */
function columnsLeftOut(canvas, chart) {
	const { first, columns } = layoutOf(canvas, chart);
	return chart.form === "curve" ? 0 : Math.max(0, chart.columns.length - first - columns);
}
function triangle(canvas, chart, top) {
	const layout = layoutOf(canvas, chart);
	const { names_px, sizes_px, first, columns, cell } = layout;
	const left = 16 + names_px + sizes_px;
	const shown = chart.rows.slice(0, ROWS_MAX$1);
	const most = largestShare(shown);
	const short = (name) => name.replace(/^\w+ (?=\d+$)/, "");
	const titles = chart.columns.slice(first, first + columns).map((name, at) => {
		const x = left + (at + .5) * cell;
		const text = canvas.widthOf(name, 11) <= cell - 6 ? name : short(name);
		return canvas.text(x, top + 16, text, {
			anchor: "middle",
			size: 11,
			width: cell - 4
		});
	});
	const mean = chart.mean.slice(first, first + columns).map((value, at) => value === null ? "" : canvas.text(left + (at + .5) * cell, top + 26 + 17, cellText(value, cell), {
		anchor: "middle",
		bold: true,
		paint: "ink"
	}));
	const has_mean = chart.mean.some((value) => value !== null);
	const body = top + 26 + (has_mean ? CELL_HEIGHT : 0);
	return {
		marks: [
			...sizes_px === 0 ? [] : [canvas.text(left - 12, top + 16, "People", {
				anchor: "end",
				size: 11
			})],
			...titles,
			...has_mean ? [canvas.text(16, top + 43, "All starts", {
				bold: true,
				paint: "ink"
			}), ...mean] : [],
			...shown.flatMap((row, at) => rowMarks(canvas, chart, row, {
				...layout,
				top: body + at * CELL_HEIGHT,
				most
			}))
		],
		bottom: body + shown.length * CELL_HEIGHT + 6
	};
}
/** Without the first column, to which the others are compared. */
function largestShare(rows) {
	return rows.flatMap(({ values, size }) => values.slice(1).map((value) => size === 0 ? 0 : (value ?? 0) / size)).reduce((most, value) => Math.max(most, value), 0) || 1;
}
function cellText(value, cell) {
	return cell < 52 ? `${Math.round(value)}%` : percent(value);
}
function rowMarks(canvas, chart, row, layout) {
	const { names_px, sizes_px, first, columns, cell, top: y, most } = layout;
	const left = 16 + names_px + sizes_px;
	const cells = row.values.slice(first, first + columns).map((value, index) => {
		const at = index + first;
		if (value === null) return "";
		const box = {
			x: left + index * cell + 1,
			y: y + 1,
			width: cell - 2,
			height: 24
		};
		const part = row.size === 0 ? 0 : value / row.size;
		const is_open = at >= row.open_from;
		const strength = row.size === 0 ? 0 : FAINT + (STRONG - FAINT) * (part / most);
		const fill = at === 0 ? { fill: canvas.paint("grid") } : {
			fill: canvas.paint("hue0"),
			"fill-opacity": strength.toFixed(2)
		};
		const rim = is_open ? {
			stroke: canvas.paint("muted"),
			"stroke-dasharray": "3 2"
		} : {};
		const text = row.size === 0 ? "–" : cellText(part * 100, cell);
		const drawn = [rect(box, {
			rx: 3,
			...fill,
			...rim
		}), canvas.text(box.x + box.width / 2, y + 17, text, {
			anchor: "middle",
			paint: at === 0 ? "ink" : strength > .72 ? "strong_ink" : "faint_ink"
		})].join("");
		const column = chart.columns[at] ?? "";
		const lines = [`${row.name}, ${column}${is_open ? ", not over yet" : ""}`, `${full(value, "count")} of ${full(row.size, "count")} (${share(value, row.size)})`];
		return canvas.hit(drawn, lines, row.people === null ? null : {
			...row.people,
			later: at
		});
	});
	return [
		canvas.text(16, y + 17, row.name, {
			paint: "ink",
			width: names_px - 8
		}),
		...sizes_px === 0 ? [] : [canvas.text(left - 12, y + 17, full(row.size, "count"), { anchor: "end" })],
		...cells
	];
}
function curve(canvas, chart, top) {
	const { mean, columns } = chart;
	const shown = legend(canvas, mean.some((value) => value !== null) ? [{
		name: "All starts",
		hue: 0,
		form: "line"
	}, {
		name: "Each start",
		hue: 0,
		form: "previous"
	}] : [], top);
	const plot_top = shown.bottom + 10;
	const bottom = plot_top + CURVE_HEIGHT;
	const y = valueScale([100], bottom, plot_top, false);
	const left = 16 + canvas.widthOf("100%") + 8;
	const right = canvas.width - 16 - 6;
	const xs = columns.map((_, at) => left + 6 + (columns.length < 2 ? 0 : at / (columns.length - 1) * (right - left - 6)));
	const path = (values, style) => {
		const points = values.flatMap((value, at) => value === null ? [] : [`${px(xs[at])} ${px(y.at(value))}`]);
		return points.length === 0 ? "" : element("path", {
			d: `M${points.join("L")}`,
			fill: "none",
			"stroke-linejoin": "round",
			...style
		});
	};
	const band = (xs[1] ?? right) - xs[0];
	return {
		marks: [
			...shown.marks,
			...y.ticks.flatMap((value) => [line$1(left, y.at(value), canvas.width - 16, y.at(value), { stroke: canvas.paint(value === 0 ? "line" : "grid") }), canvas.text(left - 8, y.at(value) + 4, percent(value), { anchor: "end" })]),
			...columnNames(canvas, columns, xs, left - 8, bottom + 17),
			...sharesOf(chart).map((values) => path(values, {
				stroke: canvas.paint("line"),
				"stroke-width": 1,
				"stroke-opacity": .5
			})),
			path(mean, {
				stroke: canvas.paint("hue0"),
				"stroke-width": 2.5
			}),
			...columns.map((name, at) => {
				const box = {
					x: xs[at] - band / 2,
					y: plot_top,
					width: band,
					height: bottom - plot_top
				};
				const value = mean[at] ?? null;
				return canvas.hit(rect(box, { fill: "transparent" }), [name, ...value === null ? [] : [`${percent(value)} of all starts whose ${name.toLowerCase()} is over`]]);
			})
		],
		bottom: bottom + 26
	};
}
/** Of each drawn start, in per cent; null where a column is not over yet. */
function sharesOf({ rows }) {
	return rows.slice(0, CURVES_MAX).map(({ values, size, open_from }) => values.map((value, at) => value === null || size === 0 || at >= open_from ? null : value / size * 100));
}
/** Under the curve, as many as there is room for. */
function columnNames(canvas, columns, xs, left, y) {
	return nameTicks(columns, xs, (text) => canvas.widthOf(text)).map(({ at, text }) => {
		const width = canvas.widthOf(text);
		const x = Math.max(left + width / 2, Math.min(canvas.width - 8 - width / 2, xs[at]));
		return canvas.text(x, y, text, { anchor: "middle" });
	});
}
// node_modules/d3-sankey/node_modules/d3-array/dist/d3-array.js
var require_d3_array = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	(function(global, factory) {
		typeof exports === "object" && typeof module !== "undefined" ? factory(exports) : typeof define === "function" && define.amd ? define(["exports"], factory) : (global = typeof globalThis !== "undefined" ? globalThis : global || self, factory(global.d3 = global.d3 || {}));
	})(this$4, (function(exports) {
		"use strict";
		function ascending(a, b) {
			return a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
		}
		function bisector(f) {
			let delta = f;
			let compare = f;
			if (f.length === 1) {
				delta = (d, x) => f(d) - x;
				compare = ascendingComparator(f);
			}
			function left(a, x, lo, hi) {
				if (lo == null) lo = 0;
				if (hi == null) hi = a.length;
				while (lo < hi) {
					const mid = lo + hi >>> 1;
					if (compare(a[mid], x) < 0) lo = mid + 1;
					else hi = mid;
				}
				return lo;
			}
			function right(a, x, lo, hi) {
				if (lo == null) lo = 0;
				if (hi == null) hi = a.length;
				while (lo < hi) {
					const mid = lo + hi >>> 1;
					if (compare(a[mid], x) > 0) hi = mid;
					else lo = mid + 1;
				}
				return lo;
			}
			function center(a, x, lo, hi) {
				if (lo == null) lo = 0;
				if (hi == null) hi = a.length;
				const i = left(a, x, lo, hi - 1);
				return i > lo && delta(a[i - 1], x) > -delta(a[i], x) ? i - 1 : i;
			}
			return {
				left,
				center,
				right
			};
		}
		function ascendingComparator(f) {
			return (d, x) => ascending(f(d), x);
		}
		function number(x) {
			return x === null ? NaN : +x;
		}
		function* numbers(values, valueof) {
			if (valueof === void 0) {
				for (let value of values) if (value != null && (value = +value) >= value) yield value;
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (value = +value) >= value) yield value;
			}
		}
		const ascendingBisect = bisector(ascending);
		const bisectRight = ascendingBisect.right;
		const bisectLeft = ascendingBisect.left;
		const bisectCenter = bisector(number).center;
		function count(values, valueof) {
			let count = 0;
			if (valueof === void 0) {
				for (let value of values) if (value != null && (value = +value) >= value) ++count;
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (value = +value) >= value) ++count;
			}
			return count;
		}
		function length$1(array) {
			return array.length | 0;
		}
		function empty(length) {
			return !(length > 0);
		}
		function arrayify(values) {
			return typeof values !== "object" || "length" in values ? values : Array.from(values);
		}
		function reducer(reduce) {
			return (values) => reduce(...values);
		}
		function cross(...values) {
			const reduce = typeof values[values.length - 1] === "function" && reducer(values.pop());
			values = values.map(arrayify);
			const lengths = values.map(length$1);
			const j = values.length - 1;
			const index = new Array(j + 1).fill(0);
			const product = [];
			if (j < 0 || lengths.some(empty)) return product;
			while (true) {
				product.push(index.map((j, i) => values[i][j]));
				let i = j;
				while (++index[i] === lengths[i]) {
					if (i === 0) return reduce ? product.map(reduce) : product;
					index[i--] = 0;
				}
			}
		}
		function cumsum(values, valueof) {
			var sum = 0, index = 0;
			return Float64Array.from(values, valueof === void 0 ? (v) => sum += +v || 0 : (v) => sum += +valueof(v, index++, values) || 0);
		}
		function descending(a, b) {
			return b < a ? -1 : b > a ? 1 : b >= a ? 0 : NaN;
		}
		function variance(values, valueof) {
			let count = 0;
			let delta;
			let mean = 0;
			let sum = 0;
			if (valueof === void 0) {
				for (let value of values) if (value != null && (value = +value) >= value) {
					delta = value - mean;
					mean += delta / ++count;
					sum += delta * (value - mean);
				}
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (value = +value) >= value) {
					delta = value - mean;
					mean += delta / ++count;
					sum += delta * (value - mean);
				}
			}
			if (count > 1) return sum / (count - 1);
		}
		function deviation(values, valueof) {
			const v = variance(values, valueof);
			return v ? Math.sqrt(v) : v;
		}
		function extent(values, valueof) {
			let min;
			let max;
			if (valueof === void 0) {
				for (const value of values) if (value != null) {
					if (min === void 0) {
						if (value >= value) min = max = value;
					} else {
						if (min > value) min = value;
						if (max < value) max = value;
					}
				}
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null) {
					if (min === void 0) {
						if (value >= value) min = max = value;
					} else {
						if (min > value) min = value;
						if (max < value) max = value;
					}
				}
			}
			return [min, max];
		}
		class Adder {
			constructor() {
				this._partials = /* @__PURE__ */ new Float64Array(32);
				this._n = 0;
			}
			add(x) {
				const p = this._partials;
				let i = 0;
				for (let j = 0; j < this._n && j < 32; j++) {
					const y = p[j], hi = x + y, lo = Math.abs(x) < Math.abs(y) ? x - (hi - y) : y - (hi - x);
					if (lo) p[i++] = lo;
					x = hi;
				}
				p[i] = x;
				this._n = i + 1;
				return this;
			}
			valueOf() {
				const p = this._partials;
				let n = this._n, x, y, lo, hi = 0;
				if (n > 0) {
					hi = p[--n];
					while (n > 0) {
						x = hi;
						y = p[--n];
						hi = x + y;
						lo = y - (hi - x);
						if (lo) break;
					}
					if (n > 0 && (lo < 0 && p[n - 1] < 0 || lo > 0 && p[n - 1] > 0)) {
						y = lo * 2;
						x = hi + y;
						if (y == x - hi) hi = x;
					}
				}
				return hi;
			}
		}
		function fsum(values, valueof) {
			const adder = new Adder();
			if (valueof === void 0) {
				for (let value of values) if (value = +value) adder.add(value);
			} else {
				let index = -1;
				for (let value of values) if (value = +valueof(value, ++index, values)) adder.add(value);
			}
			return +adder;
		}
		function fcumsum(values, valueof) {
			const adder = new Adder();
			let index = -1;
			return Float64Array.from(values, valueof === void 0 ? (v) => adder.add(+v || 0) : (v) => adder.add(+valueof(v, ++index, values) || 0));
		}
		class InternMap extends Map {
			constructor(entries, key = keyof) {
				super();
				Object.defineProperties(this, {
					_intern: { value: /* @__PURE__ */ new Map() },
					_key: { value: key }
				});
				if (entries != null) for (const [key, value] of entries) this.set(key, value);
			}
			get(key) {
				return super.get(intern_get(this, key));
			}
			has(key) {
				return super.has(intern_get(this, key));
			}
			set(key, value) {
				return super.set(intern_set(this, key), value);
			}
			delete(key) {
				return super.delete(intern_delete(this, key));
			}
		}
		class InternSet extends Set {
			constructor(values, key = keyof) {
				super();
				Object.defineProperties(this, {
					_intern: { value: /* @__PURE__ */ new Map() },
					_key: { value: key }
				});
				if (values != null) for (const value of values) this.add(value);
			}
			has(value) {
				return super.has(intern_get(this, value));
			}
			add(value) {
				return super.add(intern_set(this, value));
			}
			delete(value) {
				return super.delete(intern_delete(this, value));
			}
		}
		function intern_get({ _intern, _key }, value) {
			const key = _key(value);
			return _intern.has(key) ? _intern.get(key) : value;
		}
		function intern_set({ _intern, _key }, value) {
			const key = _key(value);
			if (_intern.has(key)) return _intern.get(key);
			_intern.set(key, value);
			return value;
		}
		function intern_delete({ _intern, _key }, value) {
			const key = _key(value);
			if (_intern.has(key)) {
				value = _intern.get(value);
				_intern.delete(key);
			}
			return value;
		}
		function keyof(value) {
			return value !== null && typeof value === "object" ? value.valueOf() : value;
		}
		function identity(x) {
			return x;
		}
		function group(values, ...keys) {
			return nest(values, identity, identity, keys);
		}
		function groups(values, ...keys) {
			return nest(values, Array.from, identity, keys);
		}
		function rollup(values, reduce, ...keys) {
			return nest(values, identity, reduce, keys);
		}
		function rollups(values, reduce, ...keys) {
			return nest(values, Array.from, reduce, keys);
		}
		function index(values, ...keys) {
			return nest(values, identity, unique, keys);
		}
		function indexes(values, ...keys) {
			return nest(values, Array.from, unique, keys);
		}
		function unique(values) {
			if (values.length !== 1) throw new Error("duplicate key");
			return values[0];
		}
		function nest(values, map, reduce, keys) {
			return (function regroup(values, i) {
				if (i >= keys.length) return reduce(values);
				const groups = new InternMap();
				const keyof = keys[i++];
				let index = -1;
				for (const value of values) {
					const key = keyof(value, ++index, values);
					const group = groups.get(key);
					if (group) group.push(value);
					else groups.set(key, [value]);
				}
				for (const [key, values] of groups) groups.set(key, regroup(values, i));
				return map(groups);
			})(values, 0);
		}
		function permute(source, keys) {
			return Array.from(keys, (key) => source[key]);
		}
		function sort(values, ...F) {
			if (typeof values[Symbol.iterator] !== "function") throw new TypeError("values is not iterable");
			values = Array.from(values);
			let [f = ascending] = F;
			if (f.length === 1 || F.length > 1) {
				const index = Uint32Array.from(values, (d, i) => i);
				if (F.length > 1) {
					F = F.map((f) => values.map(f));
					index.sort((i, j) => {
						for (const f of F) {
							const c = ascending(f[i], f[j]);
							if (c) return c;
						}
					});
				} else {
					f = values.map(f);
					index.sort((i, j) => ascending(f[i], f[j]));
				}
				return permute(values, index);
			}
			return values.sort(f);
		}
		function groupSort(values, reduce, key) {
			return (reduce.length === 1 ? sort(rollup(values, reduce, key), (([ak, av], [bk, bv]) => ascending(av, bv) || ascending(ak, bk))) : sort(group(values, key), (([ak, av], [bk, bv]) => reduce(av, bv) || ascending(ak, bk)))).map(([key]) => key);
		}
		var slice = Array.prototype.slice;
		function constant(x) {
			return function() {
				return x;
			};
		}
		var e10 = Math.sqrt(50), e5 = Math.sqrt(10), e2 = Math.sqrt(2);
		function ticks(start, stop, count) {
			var reverse, i = -1, n, ticks, step;
			stop = +stop, start = +start, count = +count;
			if (start === stop && count > 0) return [start];
			if (reverse = stop < start) n = start, start = stop, stop = n;
			if ((step = tickIncrement(start, stop, count)) === 0 || !isFinite(step)) return [];
			if (step > 0) {
				let r0 = Math.round(start / step), r1 = Math.round(stop / step);
				if (r0 * step < start) ++r0;
				if (r1 * step > stop) --r1;
				ticks = new Array(n = r1 - r0 + 1);
				while (++i < n) ticks[i] = (r0 + i) * step;
			} else {
				step = -step;
				let r0 = Math.round(start * step), r1 = Math.round(stop * step);
				if (r0 / step < start) ++r0;
				if (r1 / step > stop) --r1;
				ticks = new Array(n = r1 - r0 + 1);
				while (++i < n) ticks[i] = (r0 + i) / step;
			}
			if (reverse) ticks.reverse();
			return ticks;
		}
		function tickIncrement(start, stop, count) {
			var step = (stop - start) / Math.max(0, count), power = Math.floor(Math.log(step) / Math.LN10), error = step / Math.pow(10, power);
			return power >= 0 ? (error >= e10 ? 10 : error >= e5 ? 5 : error >= e2 ? 2 : 1) * Math.pow(10, power) : -Math.pow(10, -power) / (error >= e10 ? 10 : error >= e5 ? 5 : error >= e2 ? 2 : 1);
		}
		function tickStep(start, stop, count) {
			var step0 = Math.abs(stop - start) / Math.max(0, count), step1 = Math.pow(10, Math.floor(Math.log(step0) / Math.LN10)), error = step0 / step1;
			if (error >= e10) step1 *= 10;
			else if (error >= e5) step1 *= 5;
			else if (error >= e2) step1 *= 2;
			return stop < start ? -step1 : step1;
		}
		function nice(start, stop, count) {
			let prestep;
			while (true) {
				const step = tickIncrement(start, stop, count);
				if (step === prestep || step === 0 || !isFinite(step)) return [start, stop];
				else if (step > 0) {
					start = Math.floor(start / step) * step;
					stop = Math.ceil(stop / step) * step;
				} else if (step < 0) {
					start = Math.ceil(start * step) / step;
					stop = Math.floor(stop * step) / step;
				}
				prestep = step;
			}
		}
		function sturges(values) {
			return Math.ceil(Math.log(count(values)) / Math.LN2) + 1;
		}
		function bin() {
			var value = identity, domain = extent, threshold = sturges;
			function histogram(data) {
				if (!Array.isArray(data)) data = Array.from(data);
				var i, n = data.length, x, values = new Array(n);
				for (i = 0; i < n; ++i) values[i] = value(data[i], i, data);
				var xz = domain(values), x0 = xz[0], x1 = xz[1], tz = threshold(values, x0, x1);
				if (!Array.isArray(tz)) {
					const max = x1, tn = +tz;
					if (domain === extent) [x0, x1] = nice(x0, x1, tn);
					tz = ticks(x0, x1, tn);
					if (tz[tz.length - 1] >= x1) {
						if (max >= x1 && domain === extent) {
							const step = tickIncrement(x0, x1, tn);
							if (isFinite(step)) {
								if (step > 0) x1 = (Math.floor(x1 / step) + 1) * step;
								else if (step < 0) x1 = (Math.ceil(x1 * -step) + 1) / -step;
							}
						} else tz.pop();
					}
				}
				var m = tz.length;
				while (tz[0] <= x0) tz.shift(), --m;
				while (tz[m - 1] > x1) tz.pop(), --m;
				var bins = new Array(m + 1), bin;
				for (i = 0; i <= m; ++i) {
					bin = bins[i] = [];
					bin.x0 = i > 0 ? tz[i - 1] : x0;
					bin.x1 = i < m ? tz[i] : x1;
				}
				for (i = 0; i < n; ++i) {
					x = values[i];
					if (x0 <= x && x <= x1) bins[bisectRight(tz, x, 0, m)].push(data[i]);
				}
				return bins;
			}
			histogram.value = function(_) {
				return arguments.length ? (value = typeof _ === "function" ? _ : constant(_), histogram) : value;
			};
			histogram.domain = function(_) {
				return arguments.length ? (domain = typeof _ === "function" ? _ : constant([_[0], _[1]]), histogram) : domain;
			};
			histogram.thresholds = function(_) {
				return arguments.length ? (threshold = typeof _ === "function" ? _ : Array.isArray(_) ? constant(slice.call(_)) : constant(_), histogram) : threshold;
			};
			return histogram;
		}
		function max(values, valueof) {
			let max;
			if (valueof === void 0) {
				for (const value of values) if (value != null && (max < value || max === void 0 && value >= value)) max = value;
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (max < value || max === void 0 && value >= value)) max = value;
			}
			return max;
		}
		function min(values, valueof) {
			let min;
			if (valueof === void 0) {
				for (const value of values) if (value != null && (min > value || min === void 0 && value >= value)) min = value;
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (min > value || min === void 0 && value >= value)) min = value;
			}
			return min;
		}
		function quickselect(array, k, left = 0, right = array.length - 1, compare = ascending) {
			while (right > left) {
				if (right - left > 600) {
					const n = right - left + 1;
					const m = k - left + 1;
					const z = Math.log(n);
					const s = .5 * Math.exp(2 * z / 3);
					const sd = .5 * Math.sqrt(z * s * (n - s) / n) * (m - n / 2 < 0 ? -1 : 1);
					quickselect(array, k, Math.max(left, Math.floor(k - m * s / n + sd)), Math.min(right, Math.floor(k + (n - m) * s / n + sd)), compare);
				}
				const t = array[k];
				let i = left;
				let j = right;
				swap(array, left, k);
				if (compare(array[right], t) > 0) swap(array, left, right);
				while (i < j) {
					swap(array, i, j), ++i, --j;
					while (compare(array[i], t) < 0) ++i;
					while (compare(array[j], t) > 0) --j;
				}
				if (compare(array[left], t) === 0) swap(array, left, j);
				else ++j, swap(array, j, right);
				if (j <= k) left = j + 1;
				if (k <= j) right = j - 1;
			}
			return array;
		}
		function swap(array, i, j) {
			const t = array[i];
			array[i] = array[j];
			array[j] = t;
		}
		function quantile(values, p, valueof) {
			values = Float64Array.from(numbers(values, valueof));
			if (!(n = values.length)) return;
			if ((p = +p) <= 0 || n < 2) return min(values);
			if (p >= 1) return max(values);
			var n, i = (n - 1) * p, i0 = Math.floor(i), value0 = max(quickselect(values, i0).subarray(0, i0 + 1));
			return value0 + (min(values.subarray(i0 + 1)) - value0) * (i - i0);
		}
		function quantileSorted(values, p, valueof = number) {
			if (!(n = values.length)) return;
			if ((p = +p) <= 0 || n < 2) return +valueof(values[0], 0, values);
			if (p >= 1) return +valueof(values[n - 1], n - 1, values);
			var n, i = (n - 1) * p, i0 = Math.floor(i), value0 = +valueof(values[i0], i0, values);
			return value0 + (+valueof(values[i0 + 1], i0 + 1, values) - value0) * (i - i0);
		}
		function freedmanDiaconis(values, min, max) {
			return Math.ceil((max - min) / (2 * (quantile(values, .75) - quantile(values, .25)) * Math.pow(count(values), -1 / 3)));
		}
		function scott(values, min, max) {
			return Math.ceil((max - min) / (3.5 * deviation(values) * Math.pow(count(values), -1 / 3)));
		}
		function maxIndex(values, valueof) {
			let max;
			let maxIndex = -1;
			let index = -1;
			if (valueof === void 0) for (const value of values) {
				++index;
				if (value != null && (max < value || max === void 0 && value >= value)) max = value, maxIndex = index;
			}
			else for (let value of values) if ((value = valueof(value, ++index, values)) != null && (max < value || max === void 0 && value >= value)) max = value, maxIndex = index;
			return maxIndex;
		}
		function mean(values, valueof) {
			let count = 0;
			let sum = 0;
			if (valueof === void 0) {
				for (let value of values) if (value != null && (value = +value) >= value) ++count, sum += value;
			} else {
				let index = -1;
				for (let value of values) if ((value = valueof(value, ++index, values)) != null && (value = +value) >= value) ++count, sum += value;
			}
			if (count) return sum / count;
		}
		function median(values, valueof) {
			return quantile(values, .5, valueof);
		}
		function* flatten(arrays) {
			for (const array of arrays) yield* array;
		}
		function merge(arrays) {
			return Array.from(flatten(arrays));
		}
		function minIndex(values, valueof) {
			let min;
			let minIndex = -1;
			let index = -1;
			if (valueof === void 0) for (const value of values) {
				++index;
				if (value != null && (min > value || min === void 0 && value >= value)) min = value, minIndex = index;
			}
			else for (let value of values) if ((value = valueof(value, ++index, values)) != null && (min > value || min === void 0 && value >= value)) min = value, minIndex = index;
			return minIndex;
		}
		function pairs(values, pairof = pair) {
			const pairs = [];
			let previous;
			let first = false;
			for (const value of values) {
				if (first) pairs.push(pairof(previous, value));
				previous = value;
				first = true;
			}
			return pairs;
		}
		function pair(a, b) {
			return [a, b];
		}
		function range(start, stop, step) {
			start = +start, stop = +stop, step = (n = arguments.length) < 2 ? (stop = start, start = 0, 1) : n < 3 ? 1 : +step;
			var i = -1, n = Math.max(0, Math.ceil((stop - start) / step)) | 0, range = new Array(n);
			while (++i < n) range[i] = start + i * step;
			return range;
		}
		function least(values, compare = ascending) {
			let min;
			let defined = false;
			if (compare.length === 1) {
				let minValue;
				for (const element of values) {
					const value = compare(element);
					if (defined ? ascending(value, minValue) < 0 : ascending(value, value) === 0) {
						min = element;
						minValue = value;
						defined = true;
					}
				}
			} else for (const value of values) if (defined ? compare(value, min) < 0 : compare(value, value) === 0) {
				min = value;
				defined = true;
			}
			return min;
		}
		function leastIndex(values, compare = ascending) {
			if (compare.length === 1) return minIndex(values, compare);
			let minValue;
			let min = -1;
			let index = -1;
			for (const value of values) {
				++index;
				if (min < 0 ? compare(value, value) === 0 : compare(value, minValue) < 0) {
					minValue = value;
					min = index;
				}
			}
			return min;
		}
		function greatest(values, compare = ascending) {
			let max;
			let defined = false;
			if (compare.length === 1) {
				let maxValue;
				for (const element of values) {
					const value = compare(element);
					if (defined ? ascending(value, maxValue) > 0 : ascending(value, value) === 0) {
						max = element;
						maxValue = value;
						defined = true;
					}
				}
			} else for (const value of values) if (defined ? compare(value, max) > 0 : compare(value, value) === 0) {
				max = value;
				defined = true;
			}
			return max;
		}
		function greatestIndex(values, compare = ascending) {
			if (compare.length === 1) return maxIndex(values, compare);
			let maxValue;
			let max = -1;
			let index = -1;
			for (const value of values) {
				++index;
				if (max < 0 ? compare(value, value) === 0 : compare(value, maxValue) > 0) {
					maxValue = value;
					max = index;
				}
			}
			return max;
		}
		function scan(values, compare) {
			const index = leastIndex(values, compare);
			return index < 0 ? void 0 : index;
		}
		var shuffle = shuffler(Math.random);
		function shuffler(random) {
			return function shuffle(array, i0 = 0, i1 = array.length) {
				let m = i1 - (i0 = +i0);
				while (m) {
					const i = random() * m-- | 0, t = array[m + i0];
					array[m + i0] = array[i + i0];
					array[i + i0] = t;
				}
				return array;
			};
		}
		function sum(values, valueof) {
			let sum = 0;
			if (valueof === void 0) {
				for (let value of values) if (value = +value) sum += value;
			} else {
				let index = -1;
				for (let value of values) if (value = +valueof(value, ++index, values)) sum += value;
			}
			return sum;
		}
		function transpose(matrix) {
			if (!(n = matrix.length)) return [];
			for (var i = -1, m = min(matrix, length), transpose = new Array(m); ++i < m;) for (var j = -1, n, row = transpose[i] = new Array(n); ++j < n;) row[j] = matrix[j][i];
			return transpose;
		}
		function length(d) {
			return d.length;
		}
		function zip() {
			return transpose(arguments);
		}
		function every(values, test) {
			if (typeof test !== "function") throw new TypeError("test is not a function");
			let index = -1;
			for (const value of values) if (!test(value, ++index, values)) return false;
			return true;
		}
		function some(values, test) {
			if (typeof test !== "function") throw new TypeError("test is not a function");
			let index = -1;
			for (const value of values) if (test(value, ++index, values)) return true;
			return false;
		}
		function filter(values, test) {
			if (typeof test !== "function") throw new TypeError("test is not a function");
			const array = [];
			let index = -1;
			for (const value of values) if (test(value, ++index, values)) array.push(value);
			return array;
		}
		function map(values, mapper) {
			if (typeof values[Symbol.iterator] !== "function") throw new TypeError("values is not iterable");
			if (typeof mapper !== "function") throw new TypeError("mapper is not a function");
			return Array.from(values, (value, index) => mapper(value, index, values));
		}
		function reduce(values, reducer, value) {
			if (typeof reducer !== "function") throw new TypeError("reducer is not a function");
			const iterator = values[Symbol.iterator]();
			let done, next, index = -1;
			if (arguments.length < 3) {
				({done, value} = iterator.next());
				if (done) return;
				++index;
			}
			while ({done, value: next} = iterator.next(), !done) value = reducer(value, next, ++index, values);
			return value;
		}
		function reverse(values) {
			if (typeof values[Symbol.iterator] !== "function") throw new TypeError("values is not iterable");
			return Array.from(values).reverse();
		}
		function difference(values, ...others) {
			values = new Set(values);
			for (const other of others) for (const value of other) values.delete(value);
			return values;
		}
		function disjoint(values, other) {
			const iterator = other[Symbol.iterator](), set = /* @__PURE__ */ new Set();
			for (const v of values) {
				if (set.has(v)) return false;
				let value, done;
				while ({value, done} = iterator.next()) {
					if (done) break;
					if (Object.is(v, value)) return false;
					set.add(value);
				}
			}
			return true;
		}
		function set(values) {
			return values instanceof Set ? values : new Set(values);
		}
		function intersection(values, ...others) {
			values = new Set(values);
			others = others.map(set);
			out: for (const value of values) for (const other of others) if (!other.has(value)) {
				values.delete(value);
				continue out;
			}
			return values;
		}
		function superset(values, other) {
			const iterator = values[Symbol.iterator](), set = /* @__PURE__ */ new Set();
			for (const o of other) {
				if (set.has(o)) continue;
				let value, done;
				while ({value, done} = iterator.next()) {
					if (done) return false;
					set.add(value);
					if (Object.is(o, value)) break;
				}
			}
			return true;
		}
		function subset(values, other) {
			return superset(other, values);
		}
		function union(...others) {
			const set = /* @__PURE__ */ new Set();
			for (const other of others) for (const o of other) set.add(o);
			return set;
		}
		exports.Adder = Adder;
		exports.InternMap = InternMap;
		exports.InternSet = InternSet;
		exports.ascending = ascending;
		exports.bin = bin;
		exports.bisect = bisectRight;
		exports.bisectCenter = bisectCenter;
		exports.bisectLeft = bisectLeft;
		exports.bisectRight = bisectRight;
		exports.bisector = bisector;
		exports.count = count;
		exports.cross = cross;
		exports.cumsum = cumsum;
		exports.descending = descending;
		exports.deviation = deviation;
		exports.difference = difference;
		exports.disjoint = disjoint;
		exports.every = every;
		exports.extent = extent;
		exports.fcumsum = fcumsum;
		exports.filter = filter;
		exports.fsum = fsum;
		exports.greatest = greatest;
		exports.greatestIndex = greatestIndex;
		exports.group = group;
		exports.groupSort = groupSort;
		exports.groups = groups;
		exports.histogram = bin;
		exports.index = index;
		exports.indexes = indexes;
		exports.intersection = intersection;
		exports.least = least;
		exports.leastIndex = leastIndex;
		exports.map = map;
		exports.max = max;
		exports.maxIndex = maxIndex;
		exports.mean = mean;
		exports.median = median;
		exports.merge = merge;
		exports.min = min;
		exports.minIndex = minIndex;
		exports.nice = nice;
		exports.pairs = pairs;
		exports.permute = permute;
		exports.quantile = quantile;
		exports.quantileSorted = quantileSorted;
		exports.quickselect = quickselect;
		exports.range = range;
		exports.reduce = reduce;
		exports.reverse = reverse;
		exports.rollup = rollup;
		exports.rollups = rollups;
		exports.scan = scan;
		exports.shuffle = shuffle;
		exports.shuffler = shuffler;
		exports.some = some;
		exports.sort = sort;
		exports.subset = subset;
		exports.sum = sum;
		exports.superset = superset;
		exports.thresholdFreedmanDiaconis = freedmanDiaconis;
		exports.thresholdScott = scott;
		exports.thresholdSturges = sturges;
		exports.tickIncrement = tickIncrement;
		exports.tickStep = tickStep;
		exports.ticks = ticks;
		exports.transpose = transpose;
		exports.union = union;
		exports.variance = variance;
		exports.zip = zip;
		Object.defineProperty(exports, "__esModule", { value: true });
	}));
}));
// node_modules/d3-sankey/node_modules/d3-path/dist/d3-path.js
var require_d3_path = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	(function(global, factory) {
		typeof exports === "object" && typeof module !== "undefined" ? factory(exports) : typeof define === "function" && define.amd ? define(["exports"], factory) : (global = global || self, factory(global.d3 = global.d3 || {}));
	})(this$3, function(exports) {
		"use strict";
		var pi = Math.PI, tau = 2 * pi, epsilon = 1e-6, tauEpsilon = tau - epsilon;
		function Path() {
			this._x0 = this._y0 = this._x1 = this._y1 = null;
			this._ = "";
		}
		function path() {
			return new Path();
		}
		Path.prototype = path.prototype = {
			constructor: Path,
			moveTo: function(x, y) {
				this._ += "M" + (this._x0 = this._x1 = +x) + "," + (this._y0 = this._y1 = +y);
			},
			closePath: function() {
				if (this._x1 !== null) {
					this._x1 = this._x0, this._y1 = this._y0;
					this._ += "Z";
				}
			},
			lineTo: function(x, y) {
				this._ += "L" + (this._x1 = +x) + "," + (this._y1 = +y);
			},
			quadraticCurveTo: function(x1, y1, x, y) {
				this._ += "Q" + +x1 + "," + +y1 + "," + (this._x1 = +x) + "," + (this._y1 = +y);
			},
			bezierCurveTo: function(x1, y1, x2, y2, x, y) {
				this._ += "C" + +x1 + "," + +y1 + "," + +x2 + "," + +y2 + "," + (this._x1 = +x) + "," + (this._y1 = +y);
			},
			arcTo: function(x1, y1, x2, y2, r) {
				x1 = +x1, y1 = +y1, x2 = +x2, y2 = +y2, r = +r;
				var x0 = this._x1, y0 = this._y1, x21 = x2 - x1, y21 = y2 - y1, x01 = x0 - x1, y01 = y0 - y1, l01_2 = x01 * x01 + y01 * y01;
				if (r < 0) throw new Error("negative radius: " + r);
				if (this._x1 === null) this._ += "M" + (this._x1 = x1) + "," + (this._y1 = y1);
				else if (!(l01_2 > epsilon));
				else if (!(Math.abs(y01 * x21 - y21 * x01) > epsilon) || !r) this._ += "L" + (this._x1 = x1) + "," + (this._y1 = y1);
				else {
					var x20 = x2 - x0, y20 = y2 - y0, l21_2 = x21 * x21 + y21 * y21, l20_2 = x20 * x20 + y20 * y20, l21 = Math.sqrt(l21_2), l01 = Math.sqrt(l01_2), l = r * Math.tan((pi - Math.acos((l21_2 + l01_2 - l20_2) / (2 * l21 * l01))) / 2), t01 = l / l01, t21 = l / l21;
					if (Math.abs(t01 - 1) > epsilon) this._ += "L" + (x1 + t01 * x01) + "," + (y1 + t01 * y01);
					this._ += "A" + r + "," + r + ",0,0," + +(y01 * x20 > x01 * y20) + "," + (this._x1 = x1 + t21 * x21) + "," + (this._y1 = y1 + t21 * y21);
				}
			},
			arc: function(x, y, r, a0, a1, ccw) {
				x = +x, y = +y, r = +r, ccw = !!ccw;
				var dx = r * Math.cos(a0), dy = r * Math.sin(a0), x0 = x + dx, y0 = y + dy, cw = 1 ^ ccw, da = ccw ? a0 - a1 : a1 - a0;
				if (r < 0) throw new Error("negative radius: " + r);
				if (this._x1 === null) this._ += "M" + x0 + "," + y0;
				else if (Math.abs(this._x1 - x0) > epsilon || Math.abs(this._y1 - y0) > epsilon) this._ += "L" + x0 + "," + y0;
				if (!r) return;
				if (da < 0) da = da % tau + tau;
				if (da > tauEpsilon) this._ += "A" + r + "," + r + ",0,1," + cw + "," + (x - dx) + "," + (y - dy) + "A" + r + "," + r + ",0,1," + cw + "," + (this._x1 = x0) + "," + (this._y1 = y0);
				else if (da > epsilon) this._ += "A" + r + "," + r + ",0," + +(da >= pi) + "," + cw + "," + (this._x1 = x + r * Math.cos(a1)) + "," + (this._y1 = y + r * Math.sin(a1));
			},
			rect: function(x, y, w, h) {
				this._ += "M" + (this._x0 = this._x1 = +x) + "," + (this._y0 = this._y1 = +y) + "h" + +w + "v" + +h + "h" + -w + "Z";
			},
			toString: function() {
				return this._;
			}
		};
		exports.path = path;
		Object.defineProperty(exports, "__esModule", { value: true });
	});
}));
// node_modules/d3-sankey/node_modules/d3-shape/dist/d3-shape.js
var require_d3_shape = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	(function(global, factory) {
		typeof exports === "object" && typeof module !== "undefined" ? factory(exports, require_d3_path()) : typeof define === "function" && define.amd ? define(["exports", "d3-path"], factory) : (global = global || self, factory(global.d3 = global.d3 || {}, global.d3));
	})(this$2, function(exports, d3Path) {
		"use strict";
		function constant(x) {
			return function constant() {
				return x;
			};
		}
		var abs = Math.abs;
		var atan2 = Math.atan2;
		var cos = Math.cos;
		var max = Math.max;
		var min = Math.min;
		var sin = Math.sin;
		var sqrt = Math.sqrt;
		var epsilon = 1e-12;
		var pi = Math.PI;
		var halfPi = pi / 2;
		var tau = 2 * pi;
		function acos(x) {
			return x > 1 ? 0 : x < -1 ? pi : Math.acos(x);
		}
		function asin(x) {
			return x >= 1 ? halfPi : x <= -1 ? -halfPi : Math.asin(x);
		}
		function arcInnerRadius(d) {
			return d.innerRadius;
		}
		function arcOuterRadius(d) {
			return d.outerRadius;
		}
		function arcStartAngle(d) {
			return d.startAngle;
		}
		function arcEndAngle(d) {
			return d.endAngle;
		}
		function arcPadAngle(d) {
			return d && d.padAngle;
		}
		function intersect(x0, y0, x1, y1, x2, y2, x3, y3) {
			var x10 = x1 - x0, y10 = y1 - y0, x32 = x3 - x2, y32 = y3 - y2, t = y32 * x10 - x32 * y10;
			if (t * t < epsilon) return;
			t = (x32 * (y0 - y2) - y32 * (x0 - x2)) / t;
			return [x0 + t * x10, y0 + t * y10];
		}
		function cornerTangents(x0, y0, x1, y1, r1, rc, cw) {
			var x01 = x0 - x1, y01 = y0 - y1, lo = (cw ? rc : -rc) / sqrt(x01 * x01 + y01 * y01), ox = lo * y01, oy = -lo * x01, x11 = x0 + ox, y11 = y0 + oy, x10 = x1 + ox, y10 = y1 + oy, x00 = (x11 + x10) / 2, y00 = (y11 + y10) / 2, dx = x10 - x11, dy = y10 - y11, d2 = dx * dx + dy * dy, r = r1 - rc, D = x11 * y10 - x10 * y11, d = (dy < 0 ? -1 : 1) * sqrt(max(0, r * r * d2 - D * D)), cx0 = (D * dy - dx * d) / d2, cy0 = (-D * dx - dy * d) / d2, cx1 = (D * dy + dx * d) / d2, cy1 = (-D * dx + dy * d) / d2, dx0 = cx0 - x00, dy0 = cy0 - y00, dx1 = cx1 - x00, dy1 = cy1 - y00;
			if (dx0 * dx0 + dy0 * dy0 > dx1 * dx1 + dy1 * dy1) cx0 = cx1, cy0 = cy1;
			return {
				cx: cx0,
				cy: cy0,
				x01: -ox,
				y01: -oy,
				x11: cx0 * (r1 / r - 1),
				y11: cy0 * (r1 / r - 1)
			};
		}
		function arc() {
			var innerRadius = arcInnerRadius, outerRadius = arcOuterRadius, cornerRadius = constant(0), padRadius = null, startAngle = arcStartAngle, endAngle = arcEndAngle, padAngle = arcPadAngle, context = null;
			function arc() {
				var buffer, r, r0 = +innerRadius.apply(this, arguments), r1 = +outerRadius.apply(this, arguments), a0 = startAngle.apply(this, arguments) - halfPi, a1 = endAngle.apply(this, arguments) - halfPi, da = abs(a1 - a0), cw = a1 > a0;
				if (!context) context = buffer = d3Path.path();
				if (r1 < r0) r = r1, r1 = r0, r0 = r;
				if (!(r1 > epsilon)) context.moveTo(0, 0);
				else if (da > tau - epsilon) {
					context.moveTo(r1 * cos(a0), r1 * sin(a0));
					context.arc(0, 0, r1, a0, a1, !cw);
					if (r0 > epsilon) {
						context.moveTo(r0 * cos(a1), r0 * sin(a1));
						context.arc(0, 0, r0, a1, a0, cw);
					}
				} else {
					var a01 = a0, a11 = a1, a00 = a0, a10 = a1, da0 = da, da1 = da, ap = padAngle.apply(this, arguments) / 2, rp = ap > epsilon && (padRadius ? +padRadius.apply(this, arguments) : sqrt(r0 * r0 + r1 * r1)), rc = min(abs(r1 - r0) / 2, +cornerRadius.apply(this, arguments)), rc0 = rc, rc1 = rc, t0, t1;
					if (rp > epsilon) {
						var p0 = asin(rp / r0 * sin(ap)), p1 = asin(rp / r1 * sin(ap));
						if ((da0 -= p0 * 2) > epsilon) p0 *= cw ? 1 : -1, a00 += p0, a10 -= p0;
						else da0 = 0, a00 = a10 = (a0 + a1) / 2;
						if ((da1 -= p1 * 2) > epsilon) p1 *= cw ? 1 : -1, a01 += p1, a11 -= p1;
						else da1 = 0, a01 = a11 = (a0 + a1) / 2;
					}
					var x01 = r1 * cos(a01), y01 = r1 * sin(a01), x10 = r0 * cos(a10), y10 = r0 * sin(a10);
					if (rc > epsilon) {
						var x11 = r1 * cos(a11), y11 = r1 * sin(a11), x00 = r0 * cos(a00), y00 = r0 * sin(a00), oc;
						if (da < pi && (oc = intersect(x01, y01, x00, y00, x11, y11, x10, y10))) {
							var ax = x01 - oc[0], ay = y01 - oc[1], bx = x11 - oc[0], by = y11 - oc[1], kc = 1 / sin(acos((ax * bx + ay * by) / (sqrt(ax * ax + ay * ay) * sqrt(bx * bx + by * by))) / 2), lc = sqrt(oc[0] * oc[0] + oc[1] * oc[1]);
							rc0 = min(rc, (r0 - lc) / (kc - 1));
							rc1 = min(rc, (r1 - lc) / (kc + 1));
						}
					}
					if (!(da1 > epsilon)) context.moveTo(x01, y01);
					else if (rc1 > epsilon) {
						t0 = cornerTangents(x00, y00, x01, y01, r1, rc1, cw);
						t1 = cornerTangents(x11, y11, x10, y10, r1, rc1, cw);
						context.moveTo(t0.cx + t0.x01, t0.cy + t0.y01);
						if (rc1 < rc) context.arc(t0.cx, t0.cy, rc1, atan2(t0.y01, t0.x01), atan2(t1.y01, t1.x01), !cw);
						else {
							context.arc(t0.cx, t0.cy, rc1, atan2(t0.y01, t0.x01), atan2(t0.y11, t0.x11), !cw);
							context.arc(0, 0, r1, atan2(t0.cy + t0.y11, t0.cx + t0.x11), atan2(t1.cy + t1.y11, t1.cx + t1.x11), !cw);
							context.arc(t1.cx, t1.cy, rc1, atan2(t1.y11, t1.x11), atan2(t1.y01, t1.x01), !cw);
						}
					} else context.moveTo(x01, y01), context.arc(0, 0, r1, a01, a11, !cw);
					if (!(r0 > epsilon) || !(da0 > epsilon)) context.lineTo(x10, y10);
					else if (rc0 > epsilon) {
						t0 = cornerTangents(x10, y10, x11, y11, r0, -rc0, cw);
						t1 = cornerTangents(x01, y01, x00, y00, r0, -rc0, cw);
						context.lineTo(t0.cx + t0.x01, t0.cy + t0.y01);
						if (rc0 < rc) context.arc(t0.cx, t0.cy, rc0, atan2(t0.y01, t0.x01), atan2(t1.y01, t1.x01), !cw);
						else {
							context.arc(t0.cx, t0.cy, rc0, atan2(t0.y01, t0.x01), atan2(t0.y11, t0.x11), !cw);
							context.arc(0, 0, r0, atan2(t0.cy + t0.y11, t0.cx + t0.x11), atan2(t1.cy + t1.y11, t1.cx + t1.x11), cw);
							context.arc(t1.cx, t1.cy, rc0, atan2(t1.y11, t1.x11), atan2(t1.y01, t1.x01), !cw);
						}
					} else context.arc(0, 0, r0, a10, a00, cw);
				}
				context.closePath();
				if (buffer) return context = null, buffer + "" || null;
			}
			arc.centroid = function() {
				var r = (+innerRadius.apply(this, arguments) + +outerRadius.apply(this, arguments)) / 2, a = (+startAngle.apply(this, arguments) + +endAngle.apply(this, arguments)) / 2 - pi / 2;
				return [cos(a) * r, sin(a) * r];
			};
			arc.innerRadius = function(_) {
				return arguments.length ? (innerRadius = typeof _ === "function" ? _ : constant(+_), arc) : innerRadius;
			};
			arc.outerRadius = function(_) {
				return arguments.length ? (outerRadius = typeof _ === "function" ? _ : constant(+_), arc) : outerRadius;
			};
			arc.cornerRadius = function(_) {
				return arguments.length ? (cornerRadius = typeof _ === "function" ? _ : constant(+_), arc) : cornerRadius;
			};
			arc.padRadius = function(_) {
				return arguments.length ? (padRadius = _ == null ? null : typeof _ === "function" ? _ : constant(+_), arc) : padRadius;
			};
			arc.startAngle = function(_) {
				return arguments.length ? (startAngle = typeof _ === "function" ? _ : constant(+_), arc) : startAngle;
			};
			arc.endAngle = function(_) {
				return arguments.length ? (endAngle = typeof _ === "function" ? _ : constant(+_), arc) : endAngle;
			};
			arc.padAngle = function(_) {
				return arguments.length ? (padAngle = typeof _ === "function" ? _ : constant(+_), arc) : padAngle;
			};
			arc.context = function(_) {
				return arguments.length ? (context = _ == null ? null : _, arc) : context;
			};
			return arc;
		}
		function Linear(context) {
			this._context = context;
		}
		Linear.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._point = 0;
			},
			lineEnd: function() {
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1: this._point = 2;
					default: this._context.lineTo(x, y);
				}
			}
		};
		function curveLinear(context) {
			return new Linear(context);
		}
		function x(p) {
			return p[0];
		}
		function y(p) {
			return p[1];
		}
		function line() {
			var x$1 = x, y$1 = y, defined = constant(true), context = null, curve = curveLinear, output = null;
			function line(data) {
				var i, n = data.length, d, defined0 = false, buffer;
				if (context == null) output = curve(buffer = d3Path.path());
				for (i = 0; i <= n; ++i) {
					if (!(i < n && defined(d = data[i], i, data)) === defined0) {
						if (defined0 = !defined0) output.lineStart();
						else output.lineEnd();
					}
					if (defined0) output.point(+x$1(d, i, data), +y$1(d, i, data));
				}
				if (buffer) return output = null, buffer + "" || null;
			}
			line.x = function(_) {
				return arguments.length ? (x$1 = typeof _ === "function" ? _ : constant(+_), line) : x$1;
			};
			line.y = function(_) {
				return arguments.length ? (y$1 = typeof _ === "function" ? _ : constant(+_), line) : y$1;
			};
			line.defined = function(_) {
				return arguments.length ? (defined = typeof _ === "function" ? _ : constant(!!_), line) : defined;
			};
			line.curve = function(_) {
				return arguments.length ? (curve = _, context != null && (output = curve(context)), line) : curve;
			};
			line.context = function(_) {
				return arguments.length ? (_ == null ? context = output = null : output = curve(context = _), line) : context;
			};
			return line;
		}
		function area() {
			var x0 = x, x1 = null, y0 = constant(0), y1 = y, defined = constant(true), context = null, curve = curveLinear, output = null;
			function area(data) {
				var i, j, k, n = data.length, d, defined0 = false, buffer, x0z = new Array(n), y0z = new Array(n);
				if (context == null) output = curve(buffer = d3Path.path());
				for (i = 0; i <= n; ++i) {
					if (!(i < n && defined(d = data[i], i, data)) === defined0) {
						if (defined0 = !defined0) {
							j = i;
							output.areaStart();
							output.lineStart();
						} else {
							output.lineEnd();
							output.lineStart();
							for (k = i - 1; k >= j; --k) output.point(x0z[k], y0z[k]);
							output.lineEnd();
							output.areaEnd();
						}
					}
					if (defined0) {
						x0z[i] = +x0(d, i, data), y0z[i] = +y0(d, i, data);
						output.point(x1 ? +x1(d, i, data) : x0z[i], y1 ? +y1(d, i, data) : y0z[i]);
					}
				}
				if (buffer) return output = null, buffer + "" || null;
			}
			function arealine() {
				return line().defined(defined).curve(curve).context(context);
			}
			area.x = function(_) {
				return arguments.length ? (x0 = typeof _ === "function" ? _ : constant(+_), x1 = null, area) : x0;
			};
			area.x0 = function(_) {
				return arguments.length ? (x0 = typeof _ === "function" ? _ : constant(+_), area) : x0;
			};
			area.x1 = function(_) {
				return arguments.length ? (x1 = _ == null ? null : typeof _ === "function" ? _ : constant(+_), area) : x1;
			};
			area.y = function(_) {
				return arguments.length ? (y0 = typeof _ === "function" ? _ : constant(+_), y1 = null, area) : y0;
			};
			area.y0 = function(_) {
				return arguments.length ? (y0 = typeof _ === "function" ? _ : constant(+_), area) : y0;
			};
			area.y1 = function(_) {
				return arguments.length ? (y1 = _ == null ? null : typeof _ === "function" ? _ : constant(+_), area) : y1;
			};
			area.lineX0 = area.lineY0 = function() {
				return arealine().x(x0).y(y0);
			};
			area.lineY1 = function() {
				return arealine().x(x0).y(y1);
			};
			area.lineX1 = function() {
				return arealine().x(x1).y(y0);
			};
			area.defined = function(_) {
				return arguments.length ? (defined = typeof _ === "function" ? _ : constant(!!_), area) : defined;
			};
			area.curve = function(_) {
				return arguments.length ? (curve = _, context != null && (output = curve(context)), area) : curve;
			};
			area.context = function(_) {
				return arguments.length ? (_ == null ? context = output = null : output = curve(context = _), area) : context;
			};
			return area;
		}
		function descending(a, b) {
			return b < a ? -1 : b > a ? 1 : b >= a ? 0 : NaN;
		}
		function identity(d) {
			return d;
		}
		function pie() {
			var value = identity, sortValues = descending, sort = null, startAngle = constant(0), endAngle = constant(tau), padAngle = constant(0);
			function pie(data) {
				var i, n = data.length, j, k, sum = 0, index = new Array(n), arcs = new Array(n), a0 = +startAngle.apply(this, arguments), da = Math.min(tau, Math.max(-tau, endAngle.apply(this, arguments) - a0)), a1, p = Math.min(Math.abs(da) / n, padAngle.apply(this, arguments)), pa = p * (da < 0 ? -1 : 1), v;
				for (i = 0; i < n; ++i) if ((v = arcs[index[i] = i] = +value(data[i], i, data)) > 0) sum += v;
				if (sortValues != null) index.sort(function(i, j) {
					return sortValues(arcs[i], arcs[j]);
				});
				else if (sort != null) index.sort(function(i, j) {
					return sort(data[i], data[j]);
				});
				for (i = 0, k = sum ? (da - n * pa) / sum : 0; i < n; ++i, a0 = a1) j = index[i], v = arcs[j], a1 = a0 + (v > 0 ? v * k : 0) + pa, arcs[j] = {
					data: data[j],
					index: i,
					value: v,
					startAngle: a0,
					endAngle: a1,
					padAngle: p
				};
				return arcs;
			}
			pie.value = function(_) {
				return arguments.length ? (value = typeof _ === "function" ? _ : constant(+_), pie) : value;
			};
			pie.sortValues = function(_) {
				return arguments.length ? (sortValues = _, sort = null, pie) : sortValues;
			};
			pie.sort = function(_) {
				return arguments.length ? (sort = _, sortValues = null, pie) : sort;
			};
			pie.startAngle = function(_) {
				return arguments.length ? (startAngle = typeof _ === "function" ? _ : constant(+_), pie) : startAngle;
			};
			pie.endAngle = function(_) {
				return arguments.length ? (endAngle = typeof _ === "function" ? _ : constant(+_), pie) : endAngle;
			};
			pie.padAngle = function(_) {
				return arguments.length ? (padAngle = typeof _ === "function" ? _ : constant(+_), pie) : padAngle;
			};
			return pie;
		}
		var curveRadialLinear = curveRadial(curveLinear);
		function Radial(curve) {
			this._curve = curve;
		}
		Radial.prototype = {
			areaStart: function() {
				this._curve.areaStart();
			},
			areaEnd: function() {
				this._curve.areaEnd();
			},
			lineStart: function() {
				this._curve.lineStart();
			},
			lineEnd: function() {
				this._curve.lineEnd();
			},
			point: function(a, r) {
				this._curve.point(r * Math.sin(a), r * -Math.cos(a));
			}
		};
		function curveRadial(curve) {
			function radial(context) {
				return new Radial(curve(context));
			}
			radial._curve = curve;
			return radial;
		}
		function lineRadial(l) {
			var c = l.curve;
			l.angle = l.x, delete l.x;
			l.radius = l.y, delete l.y;
			l.curve = function(_) {
				return arguments.length ? c(curveRadial(_)) : c()._curve;
			};
			return l;
		}
		function lineRadial$1() {
			return lineRadial(line().curve(curveRadialLinear));
		}
		function areaRadial() {
			var a = area().curve(curveRadialLinear), c = a.curve, x0 = a.lineX0, x1 = a.lineX1, y0 = a.lineY0, y1 = a.lineY1;
			a.angle = a.x, delete a.x;
			a.startAngle = a.x0, delete a.x0;
			a.endAngle = a.x1, delete a.x1;
			a.radius = a.y, delete a.y;
			a.innerRadius = a.y0, delete a.y0;
			a.outerRadius = a.y1, delete a.y1;
			a.lineStartAngle = function() {
				return lineRadial(x0());
			}, delete a.lineX0;
			a.lineEndAngle = function() {
				return lineRadial(x1());
			}, delete a.lineX1;
			a.lineInnerRadius = function() {
				return lineRadial(y0());
			}, delete a.lineY0;
			a.lineOuterRadius = function() {
				return lineRadial(y1());
			}, delete a.lineY1;
			a.curve = function(_) {
				return arguments.length ? c(curveRadial(_)) : c()._curve;
			};
			return a;
		}
		function pointRadial(x, y) {
			return [(y = +y) * Math.cos(x -= Math.PI / 2), y * Math.sin(x)];
		}
		var slice = Array.prototype.slice;
		function linkSource(d) {
			return d.source;
		}
		function linkTarget(d) {
			return d.target;
		}
		function link(curve) {
			var source = linkSource, target = linkTarget, x$1 = x, y$1 = y, context = null;
			function link() {
				var buffer, argv = slice.call(arguments), s = source.apply(this, argv), t = target.apply(this, argv);
				if (!context) context = buffer = d3Path.path();
				curve(context, +x$1.apply(this, (argv[0] = s, argv)), +y$1.apply(this, argv), +x$1.apply(this, (argv[0] = t, argv)), +y$1.apply(this, argv));
				if (buffer) return context = null, buffer + "" || null;
			}
			link.source = function(_) {
				return arguments.length ? (source = _, link) : source;
			};
			link.target = function(_) {
				return arguments.length ? (target = _, link) : target;
			};
			link.x = function(_) {
				return arguments.length ? (x$1 = typeof _ === "function" ? _ : constant(+_), link) : x$1;
			};
			link.y = function(_) {
				return arguments.length ? (y$1 = typeof _ === "function" ? _ : constant(+_), link) : y$1;
			};
			link.context = function(_) {
				return arguments.length ? (context = _ == null ? null : _, link) : context;
			};
			return link;
		}
		function curveHorizontal(context, x0, y0, x1, y1) {
			context.moveTo(x0, y0);
			context.bezierCurveTo(x0 = (x0 + x1) / 2, y0, x0, y1, x1, y1);
		}
		function curveVertical(context, x0, y0, x1, y1) {
			context.moveTo(x0, y0);
			context.bezierCurveTo(x0, y0 = (y0 + y1) / 2, x1, y0, x1, y1);
		}
		function curveRadial$1(context, x0, y0, x1, y1) {
			var p0 = pointRadial(x0, y0), p1 = pointRadial(x0, y0 = (y0 + y1) / 2), p2 = pointRadial(x1, y0), p3 = pointRadial(x1, y1);
			context.moveTo(p0[0], p0[1]);
			context.bezierCurveTo(p1[0], p1[1], p2[0], p2[1], p3[0], p3[1]);
		}
		function linkHorizontal() {
			return link(curveHorizontal);
		}
		function linkVertical() {
			return link(curveVertical);
		}
		function linkRadial() {
			var l = link(curveRadial$1);
			l.angle = l.x, delete l.x;
			l.radius = l.y, delete l.y;
			return l;
		}
		var circle = { draw: function(context, size) {
			var r = Math.sqrt(size / pi);
			context.moveTo(r, 0);
			context.arc(0, 0, r, 0, tau);
		} };
		var cross = { draw: function(context, size) {
			var r = Math.sqrt(size / 5) / 2;
			context.moveTo(-3 * r, -r);
			context.lineTo(-r, -r);
			context.lineTo(-r, -3 * r);
			context.lineTo(r, -3 * r);
			context.lineTo(r, -r);
			context.lineTo(3 * r, -r);
			context.lineTo(3 * r, r);
			context.lineTo(r, r);
			context.lineTo(r, 3 * r);
			context.lineTo(-r, 3 * r);
			context.lineTo(-r, r);
			context.lineTo(-3 * r, r);
			context.closePath();
		} };
		var tan30 = Math.sqrt(1 / 3), tan30_2 = tan30 * 2;
		var diamond = { draw: function(context, size) {
			var y = Math.sqrt(size / tan30_2), x = y * tan30;
			context.moveTo(0, -y);
			context.lineTo(x, 0);
			context.lineTo(0, y);
			context.lineTo(-x, 0);
			context.closePath();
		} };
		var ka = .8908130915292852, kr = Math.sin(pi / 10) / Math.sin(7 * pi / 10), kx = Math.sin(tau / 10) * kr, ky = -Math.cos(tau / 10) * kr;
		var star = { draw: function(context, size) {
			var r = Math.sqrt(size * ka), x = kx * r, y = ky * r;
			context.moveTo(0, -r);
			context.lineTo(x, y);
			for (var i = 1; i < 5; ++i) {
				var a = tau * i / 5, c = Math.cos(a), s = Math.sin(a);
				context.lineTo(s * r, -c * r);
				context.lineTo(c * x - s * y, s * x + c * y);
			}
			context.closePath();
		} };
		var square = { draw: function(context, size) {
			var w = Math.sqrt(size), x = -w / 2;
			context.rect(x, x, w, w);
		} };
		var sqrt3 = Math.sqrt(3);
		var triangle = { draw: function(context, size) {
			var y = -Math.sqrt(size / (sqrt3 * 3));
			context.moveTo(0, y * 2);
			context.lineTo(-sqrt3 * y, -y);
			context.lineTo(sqrt3 * y, -y);
			context.closePath();
		} };
		var c = -.5, s = Math.sqrt(3) / 2, k = 1 / Math.sqrt(12), a = (k / 2 + 1) * 3;
		var wye = { draw: function(context, size) {
			var r = Math.sqrt(size / a), x0 = r / 2, y0 = r * k, x1 = x0, y1 = r * k + r, x2 = -x1, y2 = y1;
			context.moveTo(x0, y0);
			context.lineTo(x1, y1);
			context.lineTo(x2, y2);
			context.lineTo(c * x0 - s * y0, s * x0 + c * y0);
			context.lineTo(c * x1 - s * y1, s * x1 + c * y1);
			context.lineTo(c * x2 - s * y2, s * x2 + c * y2);
			context.lineTo(c * x0 + s * y0, c * y0 - s * x0);
			context.lineTo(c * x1 + s * y1, c * y1 - s * x1);
			context.lineTo(c * x2 + s * y2, c * y2 - s * x2);
			context.closePath();
		} };
		var symbols = [
			circle,
			cross,
			diamond,
			square,
			star,
			triangle,
			wye
		];
		function symbol() {
			var type = constant(circle), size = constant(64), context = null;
			function symbol() {
				var buffer;
				if (!context) context = buffer = d3Path.path();
				type.apply(this, arguments).draw(context, +size.apply(this, arguments));
				if (buffer) return context = null, buffer + "" || null;
			}
			symbol.type = function(_) {
				return arguments.length ? (type = typeof _ === "function" ? _ : constant(_), symbol) : type;
			};
			symbol.size = function(_) {
				return arguments.length ? (size = typeof _ === "function" ? _ : constant(+_), symbol) : size;
			};
			symbol.context = function(_) {
				return arguments.length ? (context = _ == null ? null : _, symbol) : context;
			};
			return symbol;
		}
		function noop() {}
		function point(that, x, y) {
			that._context.bezierCurveTo((2 * that._x0 + that._x1) / 3, (2 * that._y0 + that._y1) / 3, (that._x0 + 2 * that._x1) / 3, (that._y0 + 2 * that._y1) / 3, (that._x0 + 4 * that._x1 + x) / 6, (that._y0 + 4 * that._y1 + y) / 6);
		}
		function Basis(context) {
			this._context = context;
		}
		Basis.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._y0 = this._y1 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 3: point(this, this._x1, this._y1);
					case 2: this._context.lineTo(this._x1, this._y1);
				}
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1:
						this._point = 2;
						break;
					case 2:
						this._point = 3;
						this._context.lineTo((5 * this._x0 + this._x1) / 6, (5 * this._y0 + this._y1) / 6);
					default: point(this, x, y);
				}
				this._x0 = this._x1, this._x1 = x;
				this._y0 = this._y1, this._y1 = y;
			}
		};
		function basis(context) {
			return new Basis(context);
		}
		function BasisClosed(context) {
			this._context = context;
		}
		BasisClosed.prototype = {
			areaStart: noop,
			areaEnd: noop,
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 1:
						this._context.moveTo(this._x2, this._y2);
						this._context.closePath();
						break;
					case 2:
						this._context.moveTo((this._x2 + 2 * this._x3) / 3, (this._y2 + 2 * this._y3) / 3);
						this._context.lineTo((this._x3 + 2 * this._x2) / 3, (this._y3 + 2 * this._y2) / 3);
						this._context.closePath();
						break;
					case 3:
						this.point(this._x2, this._y2);
						this.point(this._x3, this._y3);
						this.point(this._x4, this._y4);
				}
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._x2 = x, this._y2 = y;
						break;
					case 1:
						this._point = 2;
						this._x3 = x, this._y3 = y;
						break;
					case 2:
						this._point = 3;
						this._x4 = x, this._y4 = y;
						this._context.moveTo((this._x0 + 4 * this._x1 + x) / 6, (this._y0 + 4 * this._y1 + y) / 6);
						break;
					default: point(this, x, y);
				}
				this._x0 = this._x1, this._x1 = x;
				this._y0 = this._y1, this._y1 = y;
			}
		};
		function basisClosed(context) {
			return new BasisClosed(context);
		}
		function BasisOpen(context) {
			this._context = context;
		}
		BasisOpen.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._y0 = this._y1 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						break;
					case 1:
						this._point = 2;
						break;
					case 2:
						this._point = 3;
						var x0 = (this._x0 + 4 * this._x1 + x) / 6, y0 = (this._y0 + 4 * this._y1 + y) / 6;
						this._line ? this._context.lineTo(x0, y0) : this._context.moveTo(x0, y0);
						break;
					case 3: this._point = 4;
					default: point(this, x, y);
				}
				this._x0 = this._x1, this._x1 = x;
				this._y0 = this._y1, this._y1 = y;
			}
		};
		function basisOpen(context) {
			return new BasisOpen(context);
		}
		function Bundle(context, beta) {
			this._basis = new Basis(context);
			this._beta = beta;
		}
		Bundle.prototype = {
			lineStart: function() {
				this._x = [];
				this._y = [];
				this._basis.lineStart();
			},
			lineEnd: function() {
				var x = this._x, y = this._y, j = x.length - 1;
				if (j > 0) {
					var x0 = x[0], y0 = y[0], dx = x[j] - x0, dy = y[j] - y0, i = -1, t;
					while (++i <= j) {
						t = i / j;
						this._basis.point(this._beta * x[i] + (1 - this._beta) * (x0 + t * dx), this._beta * y[i] + (1 - this._beta) * (y0 + t * dy));
					}
				}
				this._x = this._y = null;
				this._basis.lineEnd();
			},
			point: function(x, y) {
				this._x.push(+x);
				this._y.push(+y);
			}
		};
		var bundle = (function custom(beta) {
			function bundle(context) {
				return beta === 1 ? new Basis(context) : new Bundle(context, beta);
			}
			bundle.beta = function(beta) {
				return custom(+beta);
			};
			return bundle;
		})(.85);
		function point$1(that, x, y) {
			that._context.bezierCurveTo(that._x1 + that._k * (that._x2 - that._x0), that._y1 + that._k * (that._y2 - that._y0), that._x2 + that._k * (that._x1 - x), that._y2 + that._k * (that._y1 - y), that._x2, that._y2);
		}
		function Cardinal(context, tension) {
			this._context = context;
			this._k = (1 - tension) / 6;
		}
		Cardinal.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 2:
						this._context.lineTo(this._x2, this._y2);
						break;
					case 3: point$1(this, this._x1, this._y1);
				}
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1:
						this._point = 2;
						this._x1 = x, this._y1 = y;
						break;
					case 2: this._point = 3;
					default: point$1(this, x, y);
				}
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var cardinal = (function custom(tension) {
			function cardinal(context) {
				return new Cardinal(context, tension);
			}
			cardinal.tension = function(tension) {
				return custom(+tension);
			};
			return cardinal;
		})(0);
		function CardinalClosed(context, tension) {
			this._context = context;
			this._k = (1 - tension) / 6;
		}
		CardinalClosed.prototype = {
			areaStart: noop,
			areaEnd: noop,
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 1:
						this._context.moveTo(this._x3, this._y3);
						this._context.closePath();
						break;
					case 2:
						this._context.lineTo(this._x3, this._y3);
						this._context.closePath();
						break;
					case 3:
						this.point(this._x3, this._y3);
						this.point(this._x4, this._y4);
						this.point(this._x5, this._y5);
				}
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._x3 = x, this._y3 = y;
						break;
					case 1:
						this._point = 2;
						this._context.moveTo(this._x4 = x, this._y4 = y);
						break;
					case 2:
						this._point = 3;
						this._x5 = x, this._y5 = y;
						break;
					default: point$1(this, x, y);
				}
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var cardinalClosed = (function custom(tension) {
			function cardinal(context) {
				return new CardinalClosed(context, tension);
			}
			cardinal.tension = function(tension) {
				return custom(+tension);
			};
			return cardinal;
		})(0);
		function CardinalOpen(context, tension) {
			this._context = context;
			this._k = (1 - tension) / 6;
		}
		CardinalOpen.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						break;
					case 1:
						this._point = 2;
						break;
					case 2:
						this._point = 3;
						this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
						break;
					case 3: this._point = 4;
					default: point$1(this, x, y);
				}
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var cardinalOpen = (function custom(tension) {
			function cardinal(context) {
				return new CardinalOpen(context, tension);
			}
			cardinal.tension = function(tension) {
				return custom(+tension);
			};
			return cardinal;
		})(0);
		function point$2(that, x, y) {
			var x1 = that._x1, y1 = that._y1, x2 = that._x2, y2 = that._y2;
			if (that._l01_a > epsilon) {
				var a = 2 * that._l01_2a + 3 * that._l01_a * that._l12_a + that._l12_2a, n = 3 * that._l01_a * (that._l01_a + that._l12_a);
				x1 = (x1 * a - that._x0 * that._l12_2a + that._x2 * that._l01_2a) / n;
				y1 = (y1 * a - that._y0 * that._l12_2a + that._y2 * that._l01_2a) / n;
			}
			if (that._l23_a > epsilon) {
				var b = 2 * that._l23_2a + 3 * that._l23_a * that._l12_a + that._l12_2a, m = 3 * that._l23_a * (that._l23_a + that._l12_a);
				x2 = (x2 * b + that._x1 * that._l23_2a - x * that._l12_2a) / m;
				y2 = (y2 * b + that._y1 * that._l23_2a - y * that._l12_2a) / m;
			}
			that._context.bezierCurveTo(x1, y1, x2, y2, that._x2, that._y2);
		}
		function CatmullRom(context, alpha) {
			this._context = context;
			this._alpha = alpha;
		}
		CatmullRom.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
				this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 2:
						this._context.lineTo(this._x2, this._y2);
						break;
					case 3: this.point(this._x2, this._y2);
				}
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				if (this._point) {
					var x23 = this._x2 - x, y23 = this._y2 - y;
					this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
				}
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1:
						this._point = 2;
						break;
					case 2: this._point = 3;
					default: point$2(this, x, y);
				}
				this._l01_a = this._l12_a, this._l12_a = this._l23_a;
				this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var catmullRom = (function custom(alpha) {
			function catmullRom(context) {
				return alpha ? new CatmullRom(context, alpha) : new Cardinal(context, 0);
			}
			catmullRom.alpha = function(alpha) {
				return custom(+alpha);
			};
			return catmullRom;
		})(.5);
		function CatmullRomClosed(context, alpha) {
			this._context = context;
			this._alpha = alpha;
		}
		CatmullRomClosed.prototype = {
			areaStart: noop,
			areaEnd: noop,
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN;
				this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 1:
						this._context.moveTo(this._x3, this._y3);
						this._context.closePath();
						break;
					case 2:
						this._context.lineTo(this._x3, this._y3);
						this._context.closePath();
						break;
					case 3:
						this.point(this._x3, this._y3);
						this.point(this._x4, this._y4);
						this.point(this._x5, this._y5);
				}
			},
			point: function(x, y) {
				x = +x, y = +y;
				if (this._point) {
					var x23 = this._x2 - x, y23 = this._y2 - y;
					this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
				}
				switch (this._point) {
					case 0:
						this._point = 1;
						this._x3 = x, this._y3 = y;
						break;
					case 1:
						this._point = 2;
						this._context.moveTo(this._x4 = x, this._y4 = y);
						break;
					case 2:
						this._point = 3;
						this._x5 = x, this._y5 = y;
						break;
					default: point$2(this, x, y);
				}
				this._l01_a = this._l12_a, this._l12_a = this._l23_a;
				this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var catmullRomClosed = (function custom(alpha) {
			function catmullRom(context) {
				return alpha ? new CatmullRomClosed(context, alpha) : new CardinalClosed(context, 0);
			}
			catmullRom.alpha = function(alpha) {
				return custom(+alpha);
			};
			return catmullRom;
		})(.5);
		function CatmullRomOpen(context, alpha) {
			this._context = context;
			this._alpha = alpha;
		}
		CatmullRomOpen.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
				this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
			},
			lineEnd: function() {
				if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				if (this._point) {
					var x23 = this._x2 - x, y23 = this._y2 - y;
					this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
				}
				switch (this._point) {
					case 0:
						this._point = 1;
						break;
					case 1:
						this._point = 2;
						break;
					case 2:
						this._point = 3;
						this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
						break;
					case 3: this._point = 4;
					default: point$2(this, x, y);
				}
				this._l01_a = this._l12_a, this._l12_a = this._l23_a;
				this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
				this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
				this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
			}
		};
		var catmullRomOpen = (function custom(alpha) {
			function catmullRom(context) {
				return alpha ? new CatmullRomOpen(context, alpha) : new CardinalOpen(context, 0);
			}
			catmullRom.alpha = function(alpha) {
				return custom(+alpha);
			};
			return catmullRom;
		})(.5);
		function LinearClosed(context) {
			this._context = context;
		}
		LinearClosed.prototype = {
			areaStart: noop,
			areaEnd: noop,
			lineStart: function() {
				this._point = 0;
			},
			lineEnd: function() {
				if (this._point) this._context.closePath();
			},
			point: function(x, y) {
				x = +x, y = +y;
				if (this._point) this._context.lineTo(x, y);
				else this._point = 1, this._context.moveTo(x, y);
			}
		};
		function linearClosed(context) {
			return new LinearClosed(context);
		}
		function sign(x) {
			return x < 0 ? -1 : 1;
		}
		function slope3(that, x2, y2) {
			var h0 = that._x1 - that._x0, h1 = x2 - that._x1, s0 = (that._y1 - that._y0) / (h0 || h1 < 0 && -0), s1 = (y2 - that._y1) / (h1 || h0 < 0 && -0), p = (s0 * h1 + s1 * h0) / (h0 + h1);
			return (sign(s0) + sign(s1)) * Math.min(Math.abs(s0), Math.abs(s1), .5 * Math.abs(p)) || 0;
		}
		function slope2(that, t) {
			var h = that._x1 - that._x0;
			return h ? (3 * (that._y1 - that._y0) / h - t) / 2 : t;
		}
		function point$3(that, t0, t1) {
			var x0 = that._x0, y0 = that._y0, x1 = that._x1, y1 = that._y1, dx = (x1 - x0) / 3;
			that._context.bezierCurveTo(x0 + dx, y0 + dx * t0, x1 - dx, y1 - dx * t1, x1, y1);
		}
		function MonotoneX(context) {
			this._context = context;
		}
		MonotoneX.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x0 = this._x1 = this._y0 = this._y1 = this._t0 = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				switch (this._point) {
					case 2:
						this._context.lineTo(this._x1, this._y1);
						break;
					case 3: point$3(this, this._t0, slope2(this, this._t0));
				}
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				this._line = 1 - this._line;
			},
			point: function(x, y) {
				var t1 = NaN;
				x = +x, y = +y;
				if (x === this._x1 && y === this._y1) return;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1:
						this._point = 2;
						break;
					case 2:
						this._point = 3;
						point$3(this, slope2(this, t1 = slope3(this, x, y)), t1);
						break;
					default: point$3(this, this._t0, t1 = slope3(this, x, y));
				}
				this._x0 = this._x1, this._x1 = x;
				this._y0 = this._y1, this._y1 = y;
				this._t0 = t1;
			}
		};
		function MonotoneY(context) {
			this._context = new ReflectContext(context);
		}
		(MonotoneY.prototype = Object.create(MonotoneX.prototype)).point = function(x, y) {
			MonotoneX.prototype.point.call(this, y, x);
		};
		function ReflectContext(context) {
			this._context = context;
		}
		ReflectContext.prototype = {
			moveTo: function(x, y) {
				this._context.moveTo(y, x);
			},
			closePath: function() {
				this._context.closePath();
			},
			lineTo: function(x, y) {
				this._context.lineTo(y, x);
			},
			bezierCurveTo: function(x1, y1, x2, y2, x, y) {
				this._context.bezierCurveTo(y1, x1, y2, x2, y, x);
			}
		};
		function monotoneX(context) {
			return new MonotoneX(context);
		}
		function monotoneY(context) {
			return new MonotoneY(context);
		}
		function Natural(context) {
			this._context = context;
		}
		Natural.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x = [];
				this._y = [];
			},
			lineEnd: function() {
				var x = this._x, y = this._y, n = x.length;
				if (n) {
					this._line ? this._context.lineTo(x[0], y[0]) : this._context.moveTo(x[0], y[0]);
					if (n === 2) this._context.lineTo(x[1], y[1]);
					else {
						var px = controlPoints(x), py = controlPoints(y);
						for (var i0 = 0, i1 = 1; i1 < n; ++i0, ++i1) this._context.bezierCurveTo(px[0][i0], py[0][i0], px[1][i0], py[1][i0], x[i1], y[i1]);
					}
				}
				if (this._line || this._line !== 0 && n === 1) this._context.closePath();
				this._line = 1 - this._line;
				this._x = this._y = null;
			},
			point: function(x, y) {
				this._x.push(+x);
				this._y.push(+y);
			}
		};
		function controlPoints(x) {
			var i, n = x.length - 1, m, a = new Array(n), b = new Array(n), r = new Array(n);
			a[0] = 0, b[0] = 2, r[0] = x[0] + 2 * x[1];
			for (i = 1; i < n - 1; ++i) a[i] = 1, b[i] = 4, r[i] = 4 * x[i] + 2 * x[i + 1];
			a[n - 1] = 2, b[n - 1] = 7, r[n - 1] = 8 * x[n - 1] + x[n];
			for (i = 1; i < n; ++i) m = a[i] / b[i - 1], b[i] -= m, r[i] -= m * r[i - 1];
			a[n - 1] = r[n - 1] / b[n - 1];
			for (i = n - 2; i >= 0; --i) a[i] = (r[i] - a[i + 1]) / b[i];
			b[n - 1] = (x[n] + a[n - 1]) / 2;
			for (i = 0; i < n - 1; ++i) b[i] = 2 * x[i + 1] - a[i + 1];
			return [a, b];
		}
		function natural(context) {
			return new Natural(context);
		}
		function Step(context, t) {
			this._context = context;
			this._t = t;
		}
		Step.prototype = {
			areaStart: function() {
				this._line = 0;
			},
			areaEnd: function() {
				this._line = NaN;
			},
			lineStart: function() {
				this._x = this._y = NaN;
				this._point = 0;
			},
			lineEnd: function() {
				if (0 < this._t && this._t < 1 && this._point === 2) this._context.lineTo(this._x, this._y);
				if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
				if (this._line >= 0) this._t = 1 - this._t, this._line = 1 - this._line;
			},
			point: function(x, y) {
				x = +x, y = +y;
				switch (this._point) {
					case 0:
						this._point = 1;
						this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
						break;
					case 1: this._point = 2;
					default: if (this._t <= 0) {
						this._context.lineTo(this._x, y);
						this._context.lineTo(x, y);
					} else {
						var x1 = this._x * (1 - this._t) + x * this._t;
						this._context.lineTo(x1, this._y);
						this._context.lineTo(x1, y);
					}
				}
				this._x = x, this._y = y;
			}
		};
		function step(context) {
			return new Step(context, .5);
		}
		function stepBefore(context) {
			return new Step(context, 0);
		}
		function stepAfter(context) {
			return new Step(context, 1);
		}
		function none(series, order) {
			if (!((n = series.length) > 1)) return;
			for (var i = 1, j, s0, s1 = series[order[0]], n, m = s1.length; i < n; ++i) {
				s0 = s1, s1 = series[order[i]];
				for (j = 0; j < m; ++j) s1[j][1] += s1[j][0] = isNaN(s0[j][1]) ? s0[j][0] : s0[j][1];
			}
		}
		function none$1(series) {
			var n = series.length, o = new Array(n);
			while (--n >= 0) o[n] = n;
			return o;
		}
		function stackValue(d, key) {
			return d[key];
		}
		function stack() {
			var keys = constant([]), order = none$1, offset = none, value = stackValue;
			function stack(data) {
				var kz = keys.apply(this, arguments), i, m = data.length, n = kz.length, sz = new Array(n), oz;
				for (i = 0; i < n; ++i) {
					for (var ki = kz[i], si = sz[i] = new Array(m), j = 0, sij; j < m; ++j) {
						si[j] = sij = [0, +value(data[j], ki, j, data)];
						sij.data = data[j];
					}
					si.key = ki;
				}
				for (i = 0, oz = order(sz); i < n; ++i) sz[oz[i]].index = i;
				offset(sz, oz);
				return sz;
			}
			stack.keys = function(_) {
				return arguments.length ? (keys = typeof _ === "function" ? _ : constant(slice.call(_)), stack) : keys;
			};
			stack.value = function(_) {
				return arguments.length ? (value = typeof _ === "function" ? _ : constant(+_), stack) : value;
			};
			stack.order = function(_) {
				return arguments.length ? (order = _ == null ? none$1 : typeof _ === "function" ? _ : constant(slice.call(_)), stack) : order;
			};
			stack.offset = function(_) {
				return arguments.length ? (offset = _ == null ? none : _, stack) : offset;
			};
			return stack;
		}
		function expand(series, order) {
			if (!((n = series.length) > 0)) return;
			for (var i, n, j = 0, m = series[0].length, y; j < m; ++j) {
				for (y = i = 0; i < n; ++i) y += series[i][j][1] || 0;
				if (y) for (i = 0; i < n; ++i) series[i][j][1] /= y;
			}
			none(series, order);
		}
		function diverging(series, order) {
			if (!((n = series.length) > 0)) return;
			for (var i, j = 0, d, dy, yp, yn, n, m = series[order[0]].length; j < m; ++j) for (yp = yn = 0, i = 0; i < n; ++i) if ((dy = (d = series[order[i]][j])[1] - d[0]) > 0) d[0] = yp, d[1] = yp += dy;
			else if (dy < 0) d[1] = yn, d[0] = yn += dy;
			else d[0] = 0, d[1] = dy;
		}
		function silhouette(series, order) {
			if (!((n = series.length) > 0)) return;
			for (var j = 0, s0 = series[order[0]], n, m = s0.length; j < m; ++j) {
				for (var i = 0, y = 0; i < n; ++i) y += series[i][j][1] || 0;
				s0[j][1] += s0[j][0] = -y / 2;
			}
			none(series, order);
		}
		function wiggle(series, order) {
			if (!((n = series.length) > 0) || !((m = (s0 = series[order[0]]).length) > 0)) return;
			for (var y = 0, j = 1, s0, m, n; j < m; ++j) {
				for (var i = 0, s1 = 0, s2 = 0; i < n; ++i) {
					var si = series[order[i]], sij0 = si[j][1] || 0, s3 = (sij0 - (si[j - 1][1] || 0)) / 2;
					for (var k = 0; k < i; ++k) {
						var sk = series[order[k]], skj0 = sk[j][1] || 0, skj1 = sk[j - 1][1] || 0;
						s3 += skj0 - skj1;
					}
					s1 += sij0, s2 += s3 * sij0;
				}
				s0[j - 1][1] += s0[j - 1][0] = y;
				if (s1) y -= s2 / s1;
			}
			s0[j - 1][1] += s0[j - 1][0] = y;
			none(series, order);
		}
		function appearance(series) {
			var peaks = series.map(peak);
			return none$1(series).sort(function(a, b) {
				return peaks[a] - peaks[b];
			});
		}
		function peak(series) {
			var i = -1, j = 0, n = series.length, vi, vj = -Infinity;
			while (++i < n) if ((vi = +series[i][1]) > vj) vj = vi, j = i;
			return j;
		}
		function ascending(series) {
			var sums = series.map(sum);
			return none$1(series).sort(function(a, b) {
				return sums[a] - sums[b];
			});
		}
		function sum(series) {
			var s = 0, i = -1, n = series.length, v;
			while (++i < n) if (v = +series[i][1]) s += v;
			return s;
		}
		function descending$1(series) {
			return ascending(series).reverse();
		}
		function insideOut(series) {
			var n = series.length, i, j, sums = series.map(sum), order = appearance(series), top = 0, bottom = 0, tops = [], bottoms = [];
			for (i = 0; i < n; ++i) {
				j = order[i];
				if (top < bottom) {
					top += sums[j];
					tops.push(j);
				} else {
					bottom += sums[j];
					bottoms.push(j);
				}
			}
			return bottoms.reverse().concat(tops);
		}
		function reverse(series) {
			return none$1(series).reverse();
		}
		exports.arc = arc;
		exports.area = area;
		exports.areaRadial = areaRadial;
		exports.curveBasis = basis;
		exports.curveBasisClosed = basisClosed;
		exports.curveBasisOpen = basisOpen;
		exports.curveBundle = bundle;
		exports.curveCardinal = cardinal;
		exports.curveCardinalClosed = cardinalClosed;
		exports.curveCardinalOpen = cardinalOpen;
		exports.curveCatmullRom = catmullRom;
		exports.curveCatmullRomClosed = catmullRomClosed;
		exports.curveCatmullRomOpen = catmullRomOpen;
		exports.curveLinear = curveLinear;
		exports.curveLinearClosed = linearClosed;
		exports.curveMonotoneX = monotoneX;
		exports.curveMonotoneY = monotoneY;
		exports.curveNatural = natural;
		exports.curveStep = step;
		exports.curveStepAfter = stepAfter;
		exports.curveStepBefore = stepBefore;
		exports.line = line;
		exports.lineRadial = lineRadial$1;
		exports.linkHorizontal = linkHorizontal;
		exports.linkRadial = linkRadial;
		exports.linkVertical = linkVertical;
		exports.pie = pie;
		exports.pointRadial = pointRadial;
		exports.radialArea = areaRadial;
		exports.radialLine = lineRadial$1;
		exports.stack = stack;
		exports.stackOffsetDiverging = diverging;
		exports.stackOffsetExpand = expand;
		exports.stackOffsetNone = none;
		exports.stackOffsetSilhouette = silhouette;
		exports.stackOffsetWiggle = wiggle;
		exports.stackOrderAppearance = appearance;
		exports.stackOrderAscending = ascending;
		exports.stackOrderDescending = descending$1;
		exports.stackOrderInsideOut = insideOut;
		exports.stackOrderNone = none$1;
		exports.stackOrderReverse = reverse;
		exports.symbol = symbol;
		exports.symbolCircle = circle;
		exports.symbolCross = cross;
		exports.symbolDiamond = diamond;
		exports.symbolSquare = square;
		exports.symbolStar = star;
		exports.symbolTriangle = triangle;
		exports.symbolWye = wye;
		exports.symbols = symbols;
		Object.defineProperty(exports, "__esModule", { value: true });
	});
}));
// src/chart/flow.ts
var import_d3_sankey = (/* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	(function(global, factory) {
		typeof exports === "object" && typeof module !== "undefined" ? factory(exports, require_d3_array(), require_d3_shape()) : typeof define === "function" && define.amd ? define([
			"exports",
			"d3-array",
			"d3-shape"
		], factory) : (global = global || self, factory(global.d3 = global.d3 || {}, global.d3, global.d3));
	})(this$1, function(exports, d3Array, d3Shape) {
		"use strict";
		function targetDepth(d) {
			return d.target.depth;
		}
		function left(node) {
			return node.depth;
		}
		function right(node, n) {
			return n - 1 - node.height;
		}
		function justify(node, n) {
			return node.sourceLinks.length ? node.depth : n - 1;
		}
		function center(node) {
			return node.targetLinks.length ? node.depth : node.sourceLinks.length ? d3Array.min(node.sourceLinks, targetDepth) - 1 : 0;
		}
		function constant(x) {
			return function() {
				return x;
			};
		}
		function ascendingSourceBreadth(a, b) {
			return ascendingBreadth(a.source, b.source) || a.index - b.index;
		}
		function ascendingTargetBreadth(a, b) {
			return ascendingBreadth(a.target, b.target) || a.index - b.index;
		}
		function ascendingBreadth(a, b) {
			return a.y0 - b.y0;
		}
		function value(d) {
			return d.value;
		}
		function defaultId(d) {
			return d.index;
		}
		function defaultNodes(graph) {
			return graph.nodes;
		}
		function defaultLinks(graph) {
			return graph.links;
		}
		function find(nodeById, id) {
			const node = nodeById.get(id);
			if (!node) throw new Error("missing: " + id);
			return node;
		}
		function computeLinkBreadths({ nodes }) {
			for (const node of nodes) {
				let y0 = node.y0;
				let y1 = y0;
				for (const link of node.sourceLinks) {
					link.y0 = y0 + link.width / 2;
					y0 += link.width;
				}
				for (const link of node.targetLinks) {
					link.y1 = y1 + link.width / 2;
					y1 += link.width;
				}
			}
		}
		function Sankey() {
			let x0 = 0, y0 = 0, x1 = 1, y1 = 1;
			let dx = 24;
			let dy = 8, py;
			let id = defaultId;
			let align = justify;
			let sort;
			let linkSort;
			let nodes = defaultNodes;
			let links = defaultLinks;
			let iterations = 6;
			function sankey() {
				const graph = {
					nodes: nodes.apply(null, arguments),
					links: links.apply(null, arguments)
				};
				computeNodeLinks(graph);
				computeNodeValues(graph);
				computeNodeDepths(graph);
				computeNodeHeights(graph);
				computeNodeBreadths(graph);
				computeLinkBreadths(graph);
				return graph;
			}
			sankey.update = function(graph) {
				computeLinkBreadths(graph);
				return graph;
			};
			sankey.nodeId = function(_) {
				return arguments.length ? (id = typeof _ === "function" ? _ : constant(_), sankey) : id;
			};
			sankey.nodeAlign = function(_) {
				return arguments.length ? (align = typeof _ === "function" ? _ : constant(_), sankey) : align;
			};
			sankey.nodeSort = function(_) {
				return arguments.length ? (sort = _, sankey) : sort;
			};
			sankey.nodeWidth = function(_) {
				return arguments.length ? (dx = +_, sankey) : dx;
			};
			sankey.nodePadding = function(_) {
				return arguments.length ? (dy = py = +_, sankey) : dy;
			};
			sankey.nodes = function(_) {
				return arguments.length ? (nodes = typeof _ === "function" ? _ : constant(_), sankey) : nodes;
			};
			sankey.links = function(_) {
				return arguments.length ? (links = typeof _ === "function" ? _ : constant(_), sankey) : links;
			};
			sankey.linkSort = function(_) {
				return arguments.length ? (linkSort = _, sankey) : linkSort;
			};
			sankey.size = function(_) {
				return arguments.length ? (x0 = y0 = 0, x1 = +_[0], y1 = +_[1], sankey) : [x1 - x0, y1 - y0];
			};
			sankey.extent = function(_) {
				return arguments.length ? (x0 = +_[0][0], x1 = +_[1][0], y0 = +_[0][1], y1 = +_[1][1], sankey) : [[x0, y0], [x1, y1]];
			};
			sankey.iterations = function(_) {
				return arguments.length ? (iterations = +_, sankey) : iterations;
			};
			function computeNodeLinks({ nodes, links }) {
				for (const [i, node] of nodes.entries()) {
					node.index = i;
					node.sourceLinks = [];
					node.targetLinks = [];
				}
				const nodeById = new Map(nodes.map((d, i) => [id(d, i, nodes), d]));
				for (const [i, link] of links.entries()) {
					link.index = i;
					let { source, target } = link;
					if (typeof source !== "object") source = link.source = find(nodeById, source);
					if (typeof target !== "object") target = link.target = find(nodeById, target);
					source.sourceLinks.push(link);
					target.targetLinks.push(link);
				}
				if (linkSort != null) for (const { sourceLinks, targetLinks } of nodes) {
					sourceLinks.sort(linkSort);
					targetLinks.sort(linkSort);
				}
			}
			function computeNodeValues({ nodes }) {
				for (const node of nodes) node.value = node.fixedValue === void 0 ? Math.max(d3Array.sum(node.sourceLinks, value), d3Array.sum(node.targetLinks, value)) : node.fixedValue;
			}
			function computeNodeDepths({ nodes }) {
				const n = nodes.length;
				let current = new Set(nodes);
				let next = /* @__PURE__ */ new Set();
				let x = 0;
				while (current.size) {
					for (const node of current) {
						node.depth = x;
						for (const { target } of node.sourceLinks) next.add(target);
					}
					if (++x > n) throw new Error("circular link");
					current = next;
					next = /* @__PURE__ */ new Set();
				}
			}
			function computeNodeHeights({ nodes }) {
				const n = nodes.length;
				let current = new Set(nodes);
				let next = /* @__PURE__ */ new Set();
				let x = 0;
				while (current.size) {
					for (const node of current) {
						node.height = x;
						for (const { source } of node.targetLinks) next.add(source);
					}
					if (++x > n) throw new Error("circular link");
					current = next;
					next = /* @__PURE__ */ new Set();
				}
			}
			function computeNodeLayers({ nodes }) {
				const x = d3Array.max(nodes, (d) => d.depth) + 1;
				const kx = (x1 - x0 - dx) / (x - 1);
				const columns = new Array(x);
				for (const node of nodes) {
					const i = Math.max(0, Math.min(x - 1, Math.floor(align.call(null, node, x))));
					node.layer = i;
					node.x0 = x0 + i * kx;
					node.x1 = node.x0 + dx;
					if (columns[i]) columns[i].push(node);
					else columns[i] = [node];
				}
				if (sort) for (const column of columns) column.sort(sort);
				return columns;
			}
			function initializeNodeBreadths(columns) {
				const ky = d3Array.min(columns, (c) => (y1 - y0 - (c.length - 1) * py) / d3Array.sum(c, value));
				for (const nodes of columns) {
					let y = y0;
					for (const node of nodes) {
						node.y0 = y;
						node.y1 = y + node.value * ky;
						y = node.y1 + py;
						for (const link of node.sourceLinks) link.width = link.value * ky;
					}
					y = (y1 - y + py) / (nodes.length + 1);
					for (let i = 0; i < nodes.length; ++i) {
						const node = nodes[i];
						node.y0 += y * (i + 1);
						node.y1 += y * (i + 1);
					}
					reorderLinks(nodes);
				}
			}
			function computeNodeBreadths(graph) {
				const columns = computeNodeLayers(graph);
				py = Math.min(dy, (y1 - y0) / (d3Array.max(columns, (c) => c.length) - 1));
				initializeNodeBreadths(columns);
				for (let i = 0; i < iterations; ++i) {
					const alpha = Math.pow(.99, i);
					const beta = Math.max(1 - alpha, (i + 1) / iterations);
					relaxRightToLeft(columns, alpha, beta);
					relaxLeftToRight(columns, alpha, beta);
				}
			}
			function relaxLeftToRight(columns, alpha, beta) {
				for (let i = 1, n = columns.length; i < n; ++i) {
					const column = columns[i];
					for (const target of column) {
						let y = 0;
						let w = 0;
						for (const { source, value } of target.targetLinks) {
							let v = value * (target.layer - source.layer);
							y += targetTop(source, target) * v;
							w += v;
						}
						if (!(w > 0)) continue;
						let dy = (y / w - target.y0) * alpha;
						target.y0 += dy;
						target.y1 += dy;
						reorderNodeLinks(target);
					}
					if (sort === void 0) column.sort(ascendingBreadth);
					resolveCollisions(column, beta);
				}
			}
			function relaxRightToLeft(columns, alpha, beta) {
				for (let i = columns.length - 2; i >= 0; --i) {
					const column = columns[i];
					for (const source of column) {
						let y = 0;
						let w = 0;
						for (const { target, value } of source.sourceLinks) {
							let v = value * (target.layer - source.layer);
							y += sourceTop(source, target) * v;
							w += v;
						}
						if (!(w > 0)) continue;
						let dy = (y / w - source.y0) * alpha;
						source.y0 += dy;
						source.y1 += dy;
						reorderNodeLinks(source);
					}
					if (sort === void 0) column.sort(ascendingBreadth);
					resolveCollisions(column, beta);
				}
			}
			function resolveCollisions(nodes, alpha) {
				const i = nodes.length >> 1;
				const subject = nodes[i];
				resolveCollisionsBottomToTop(nodes, subject.y0 - py, i - 1, alpha);
				resolveCollisionsTopToBottom(nodes, subject.y1 + py, i + 1, alpha);
				resolveCollisionsBottomToTop(nodes, y1, nodes.length - 1, alpha);
				resolveCollisionsTopToBottom(nodes, y0, 0, alpha);
			}
			function resolveCollisionsTopToBottom(nodes, y, i, alpha) {
				for (; i < nodes.length; ++i) {
					const node = nodes[i];
					const dy = (y - node.y0) * alpha;
					if (dy > 1e-6) node.y0 += dy, node.y1 += dy;
					y = node.y1 + py;
				}
			}
			function resolveCollisionsBottomToTop(nodes, y, i, alpha) {
				for (; i >= 0; --i) {
					const node = nodes[i];
					const dy = (node.y1 - y) * alpha;
					if (dy > 1e-6) node.y0 -= dy, node.y1 -= dy;
					y = node.y0 - py;
				}
			}
			function reorderNodeLinks({ sourceLinks, targetLinks }) {
				if (linkSort === void 0) {
					for (const { source: { sourceLinks } } of targetLinks) sourceLinks.sort(ascendingTargetBreadth);
					for (const { target: { targetLinks } } of sourceLinks) targetLinks.sort(ascendingSourceBreadth);
				}
			}
			function reorderLinks(nodes) {
				if (linkSort === void 0) for (const { sourceLinks, targetLinks } of nodes) {
					sourceLinks.sort(ascendingTargetBreadth);
					targetLinks.sort(ascendingSourceBreadth);
				}
			}
			function targetTop(source, target) {
				let y = source.y0 - (source.sourceLinks.length - 1) * py / 2;
				for (const { target: node, width } of source.sourceLinks) {
					if (node === target) break;
					y += width + py;
				}
				for (const { source: node, width } of target.targetLinks) {
					if (node === source) break;
					y -= width;
				}
				return y;
			}
			function sourceTop(source, target) {
				let y = target.y0 - (target.targetLinks.length - 1) * py / 2;
				for (const { source: node, width } of target.targetLinks) {
					if (node === source) break;
					y += width + py;
				}
				for (const { target: node, width } of source.sourceLinks) {
					if (node === target) break;
					y -= width;
				}
				return y;
			}
			return sankey;
		}
		function horizontalSource(d) {
			return [d.source.x1, d.y0];
		}
		function horizontalTarget(d) {
			return [d.target.x0, d.y1];
		}
		function sankeyLinkHorizontal() {
			return d3Shape.linkHorizontal().source(horizontalSource).target(horizontalTarget);
		}
		exports.sankey = Sankey;
		exports.sankeyCenter = center;
		exports.sankeyJustify = justify;
		exports.sankeyLeft = left;
		exports.sankeyLinkHorizontal = sankeyLinkHorizontal;
		exports.sankeyRight = right;
		Object.defineProperty(exports, "__esModule", { value: true });
	});
})))();
const COLUMN_MIN$1 = 150;
const NODE = 10;
const NODE_GAP = 24;
const HEIGHT_MIN = 260;
const HEIGHT_MAX = 720;
const LISTED$1 = 3;
function drawFlow(canvas, chart, top) {
	return canvas.width < 560 ? lists(canvas, chart, top) : ribbons(canvas, chart, top);
}
function stepCount({ nodes }) {
	return nodes.reduce((most, { step }) => Math.max(most, step), 1);
}
/** Number of steps that do not fit. */
function stepsLeftOut(canvas, chart) {
	if (canvas.width < 560) return 0;
	return Math.max(0, stepCount(chart) - stepsShown(canvas, chart));
}
function stepsShown(canvas, chart) {
	return Math.max(2, Math.min(stepCount(chart), Math.floor(canvas.room / COLUMN_MIN$1)));
}
function ribbons(canvas, chart, top) {
	const steps = stepsShown(canvas, chart);
	const kept = new Map(chart.nodes.filter(({ step }) => step <= steps).map((node) => [node.id, node]));
	const edges = chart.edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
	const used = new Set(edges.flatMap(({ source, target }) => [source, target]));
	const nodes = [...kept.values()].filter(({ id }) => used.has(id));
	const fullest = Math.max(...Array.from({ length: steps }, (_, at) => nodes.filter(({ step }) => step === at + 1).length));
	const height = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, fullest * 38));
	const column = canvas.room / steps;
	const body = top + 28;
	const layout = (0, import_d3_sankey.sankey)().nodeId(({ id }) => id).nodeAlign(import_d3_sankey.sankeyLeft).nodeWidth(NODE).nodePadding(NODE_GAP).nodeSort(null).extent([[16, body], [16 + (steps - 1) * column + NODE, body + height]])({
		nodes: nodes.map((node) => ({ ...node })),
		links: edges.map((edge) => ({ ...edge }))
	});
	const names = new Map(nodes.map(({ id, name }) => [id, name]));
	const nameOf = (id) => names.get(id) ?? "";
	const flows = layout.links.map((link, at) => {
		const { source, target } = edges[at];
		return ribbon(canvas, link, `${nameOf(source)} → ${nameOf(target)}`);
	});
	const stops = layout.nodes.map((node) => stop(canvas, node, column));
	return {
		marks: [
			...Array.from({ length: steps }, (_, at) => canvas.text(16 + at * column, top + 14, `Step ${at + 1}`, { size: 11 })),
			...flows,
			...stops
		],
		bottom: body + height + 12
	};
}
function ribbon(canvas, link, ends) {
	const path = (0, import_d3_sankey.sankeyLinkHorizontal)()(link) ?? "";
	const mark = element("path", {
		d: path.replace(/\.(\d)\d+/g, ".$1"),
		fill: "none",
		stroke: canvas.paint("hue0"),
		"stroke-opacity": .22,
		"stroke-width": Math.max(1, link.width ?? 1)
	});
	const lines = [ends, `${full(link.value, "count")} times, ${duration(link.average_s)} on average`];
	return canvas.hit(mark, lines, link.people);
}
function stop(canvas, node, column_px) {
	const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, name, value = 0 } = node;
	const middle = (y0 + y1) / 2;
	const figure = compact(value, "count");
	const room = column_px - NODE - 16 - canvas.widthOf(figure, 11) - 6;
	const width = Math.min(room, canvas.widthOf(name, 12, true));
	const drawn = [
		rect({
			x: x0,
			y: y0,
			width: x1 - x0,
			height: Math.max(1.5, y1 - y0)
		}, {
			fill: canvas.paint("hue0"),
			rx: 2
		}),
		canvas.text(x1 + 6, middle + 4, name, {
			bold: true,
			paint: "ink",
			width: width + 1,
			halo: true
		}),
		canvas.text(x1 + 6 + width + 8, middle + 4, figure, {
			size: 11,
			halo: true
		})
	].join("");
	return canvas.hit(drawn, [name, `${full(value, "count")} times`]);
}
/** The largest of each step, and the sum of the rest. */
function lists(canvas, chart, top) {
	const nodes = new Map(chart.nodes.map((node) => [node.id, node]));
	const most = chart.edges.reduce((found, { value }) => Math.max(found, value), 1);
	const marks = [];
	let y = top;
	for (let step = 1; step < stepCount(chart); step++) {
		const edges = chart.edges.filter(({ source }) => nodes.get(source)?.step === step).sort((a, b) => b.value - a.value);
		if (edges.length === 0) continue;
		marks.push(canvas.text(16, y + 16, `From step ${step} to step ${step + 1}`, { size: 11 }));
		y += 22;
		for (const edge of edges.slice(0, LISTED$1)) {
			const [from = "", to = ""] = [edge.source, edge.target].map((id) => nodes.get(id)?.name ?? "");
			marks.push(listed(canvas, {
				edge,
				from,
				to,
				share: edge.value / most
			}, y));
			y += 36;
		}
		const rest = edges.slice(LISTED$1);
		if (rest.length > 0) {
			const times = rest.reduce((sum, { value }) => sum + value, 0);
			marks.push(canvas.text(16, y + 12, `and ${rest.length} more, ${full(times, "count")}`, { size: 11 }));
			y += 22;
		}
		y += 8;
	}
	return {
		marks,
		bottom: y
	};
}
/** Both names and the number in one line, over a bar. The first name has half of the room, or what the second leaves. */
function listed(canvas, { edge, from, to, share }, y) {
	const figure = full(edge.value, "count");
	const room = canvas.room - canvas.widthOf(figure) - 12;
	const arrow = canvas.widthOf(" → ");
	const half = (room - arrow) / 2;
	const from_px = Math.min(canvas.widthOf(from), Math.max(half, room - arrow - canvas.widthOf(to)));
	const bar = {
		x: 16,
		y: y + 20,
		width: Math.max(2, share * canvas.room),
		height: 6
	};
	const drawn = [
		canvas.text(16, y + 14, from, {
			paint: "ink",
			width: from_px + 1
		}),
		canvas.text(16 + from_px + arrow / 2, y + 14, "→", { anchor: "middle" }),
		canvas.text(16 + from_px + arrow, y + 14, to, {
			paint: "ink",
			width: room - arrow - from_px
		}),
		canvas.text(canvas.width - 16, y + 14, figure, { anchor: "end" }),
		rect(bar, {
			fill: canvas.paint("hue0"),
			rx: 3
		})
	].join("");
	return canvas.hit(drawn, [`${from} → ${to}`, `${figure} times, ${duration(edge.average_s)} on average`], edge.people);
}
// src/chart/world.json
var width = 1e3;
var height = 480;
var countries = {
	"-N. Cyprus": "M584 137l1 0 0-1 2 0 2-1-2 1 1 1-1 0-1 0-1 0z",
	"-Somaliland": "M637 223l0 1 1 4 0 2-2 3-1 3-3 0-9-5-1-1-1-2-2-2 1-1 1-2 1 0 1 2 1 2 1 0 3-1 3-1 2-1 2 0 1-1z",
	"AE": "M640 175l1 1 2-1 2 1 1 0 2-3 2-2 1-2 1 1 0 3-1 0 0 2 1 1-1 0 0 2-1 1 0 2 0 1-8-2-2-4z",
	"AF": "M670 129l1 0 2 1 1 0 2-1 1 1 0-2 1 0 1 0 0-1 0-2 2 1 0 1 1 0 0 3 2 1 1-1 2-1 1 0 3 0 1 1-2 0-1 1-2 0-3 1-1 2 1 1 1 2-1 1 0 1 0 2-2 0 1 2-1 1-1 2 1 2-1 1-1 0-2 0 0 1-2 0-1 2 1 3-3 1-2 0-1 1-1-1-3 1-5-2 2-3-1-2-2-1 0-2-2-3 1-2-2 0 1-3 0-4 3 1 1 0 0-2 2 0 2-1-1-3 2-1 0-1 2 1z",
	"AL": "M552 118l0 1 0 1-1 2-1-1-1-1-1-2 0-2 0-1 0-1 0-1 1-1 1 0 0 1 1 0 0 1 0 1 0 2z",
	"AM": "M618 124l-1 1-2-2 0-1-1 0-1-1-2-1-2 0 0-2 0-1 3-1 1 1 1 1-1 1 2 1 0 1 1 1 1 0z",
	"AO": "M537 284l-1 1-1 1 0 2-1 0 0-3 1-1 1-1zM535 289l1 0 1 0 1 0 8 0 1 2 1 3 0 1 1 2 2 0 1-1 2 1 0-1 1-3 2 0 1 0 0 1 3 0 0 2 1 2-1 2 1 2 0 2 0 4 1 0 1 0 2 0 1 0 0 1 0 2 0 2 0 1 0 1-6 0 0 12 2 3 1 3-5 1-7-1-1-1-12 0-2-2-1 0-2 1-2 1 0-3 1-3 1-3 0-2 1-3 1-2 1-2 1-2 1-3-1-2 0-1-1-3-1-2 0-1 1-1-1-4 0-2-1-3z",
	"AR": "M343 451l2 2 2 2 4 1 3 1 0 1-2 1-2-1-1-1-3 0zM348 379l-1 2 1 4 0 3 0 1 0 2 0 2 4 3 1 3 2 1 0 2-2 4-3 2-5 1-3-1 2 2 0 3 1 1-1 1-3 1-3-1 0 1 1 3 2 1 1-1 1 1-2 1-1 2 1 4 0 1-2 0-2 2 1 2 3 3 2 0 1 3-2 2-1 3-1 1 0 2 2 3 2 1-1 0-2 0-6-1-2-1-1-3-1 1-2-1-1-4 1-1 0-2-1-1 0-3-1-4-1-2 1-1-1-1-1 0 0-2-1-1-2-4-1-4-1-4 0-3 1-1-2-3-1-3 1-2-1-3 1-4-1-3-1 0-3-6 1-4-1-3 0-4 1-3 2-2-1-2 0-1-1-6 2-2 1-3-1-1 2-4 4 1 2 3 0-3 3 0 1 1 6 6 2 0 4 3 3 2 1 1-2 6 3 1 3 0 2 0 2-3 0-3 1-1 2 2 0 3-2 2-1 1-3 4z",
	"AT": "M540 95l0 1-1 0 0 1 0 2-1 0-2 0-1 1-2 0-3-1-1-1-2 0-1 1-1-1-1 0-1 0 0-1 0-1 1 0 1 1 0-1 2 0 2 0 1 0 1 1 0-1-1-2 1 0 1-2 2 1 1-1 1 0 2 1 1 0 1 0 0 1z",
	"AU": "M869 415l1 0-3 4-1 1-3 2-3 2-1 0-1 0 1-3 1-2 0-3 2-2 1 1 2 1 1-1zM831 386l-4 1-3 1-1 2-2 1-2 1-2 0-2-1-2 1-2 0-2 2-1-1-1 1-2 1-2 0-2 0-2-2-1-1 1-1 2-1 1-1 0-1 1-2 1-2 0-4 0-2 1-2 0-2 0-1 0-2 0-3 0-2 0-2 1 2 0-4 1 1 0 2 1-2-1-3 1-1-1-1 1-2 1-1 1-2 0-2 2-3-1 3 2-3 3-1 2-1 2-2 1 0 1 0 3-1 1 0 1-1 1 0 1 0 4-1 1-2 2-2 2-2 0-1 1-2 2-4 1 4 1-1 0-2 1-2 1 1 1-3 2-2 1-1 1-1 1-1 1 1 0-1 1-1 2 0 1 1 2 3 1 0 2 0 0-2 2-3 1-1 0-1 2-2 1-1 2 0 2-1 1-2-2-1 1 0 2 0 1 2 2 1 1 0 2 1 2-1 1 0 0-1 1 2-1 2-1 2-1 0 0 1-1 2-2 2 0 1 2 2 2 1 1 2 1 2 1 0 1 1 1 1 2 1 2-1 1-2 1-2 1-2 2-3 0-2 0-1 0-2 1-3 1 0 0-2 1-2 1-2 0-1 1-1 1 2-1 2 1 0 0 2 0 2 0 2 0 1 0 3 2-1 1 2 1 1-1 2 0 3 0 2 0 3-1 2 1 3 2 2 1 2 2 1-1 1 1 2-1 4 2-1 0 2 1 0-1 3 1 3 1 1 1 3-1 3-1 2-1 2 0 3-2 3-1 2-2 3-1 2-2 3-3 3-3 1-3 3-2 2-2 3-2 2-2 2-2 2-1 1-2 2-3 0-3 1-2 1-3 2-1-2-1 0 2-2-2 1-4 2-2-1-1 0-1-1-2-1 0-2 1-2 0-2 0-1-2-1 1-1 1-3-2 3-3 0 2-2 2-2 2-1 1-3-4 3-2 1-3 3-1-2 1-1 0-3-1-1 1-1-2-2-2 0-2-2-5 0-4 2-3 1z",
	"AZ": "M615 114l1 0 2 2 1 1 0-1 1-2 2 2 2 3 1 0 1 1-2 0 0 2 0 2-1 0 1 2-1 0-2-2 1-1-1-1-1 0-2 2-1-2-1 0-1-1 0-1-2-1 1-1-1-1-1-1 2 1 2 0-1-2zM617 125l-2-1-2-1 0-2 1 1 1 0 0 1z",
	"BA": "M546 112l-3-1-1-2-1 0-1-2 0-1-2-1 1-1 1 0 1 0 2 0 2 0 1 1 1 0 0 1 1 1 0 2-1 0-1 1z",
	"BD": "M753 183l1 3-1-1 0 3-1-2 0-1-1-2-2-2-2-1 0 2 0 2-2-1 0 1-1 0-1-1-1-3-1-3-1-2-1-1 0-1 1-1-2-2 0-3 3 2 1 0 1 3 3 0 2 0 2 1-1 3-1 0 0 2 2 2 0-3z",
	"BE": "M514 87l0 2-1 0 0 1-2-1-1 0-2-1-1-1-1 0 0-1 2-1 1 0 2 0 2 1z",
	"BF": "M485 227l0-2 0-2 0-1 3-3 0-3 1-1 1 1 1-1 1-1 2-2 0-1 3-2 2 0 0 1 2 0 0 1 0 2 2 3 0 1 3 1 0 3-1 1-1 0-1 2-3 0-1 0-1 1-1-1-5 1 0 2 0 3-2-1-1 0-1 1-1-1-1-1z",
	"BG": "M555 107l1 1 1 0 2 0 4 0 1 0 2-1 2 1 2 0-1 2-1 2 1 2-2-1-2 1 0 2-2 0-2-1-2 1-2 0 0-2-2-1 1-1-1 0 1-1 0-1-1-1 0-2z",
	"BI": "M586 275l0 2 1 1 0 1-1 1-1 2-1 1-1 0 0-4-1-2 2 0 1-2z",
	"BJ": "M508 242l-3 1 0-3 0-9-1 0 0-2-1-1-1-2 1-2 1-2 1 0 1-1 1-1 1 0 2 2 0 1 1 2-1 2 0 1-1 2-1 1 0 3 0 2z",
	"BN": "M826 245l0 2 0 3-1 0-1 1-1-2 1-1z",
	"BO": "M305 308l2 0 1 0 1-1 2-2 2-1 3-1 0 3 1 2 0 2 3 4 3 0 1 2 2 0 2 1 1 0 2 1 0 3 1 1 0 1-1 0 2 5 5 0 0 2 1 2 1 1 1 2 0 3-1 1 1 3-1 0 0-1-3-2-2 0-5 1-1 4 0 2 0 4-1-1-3 0 0 3-2-3-4-1-2 4-2 0-2-5-2-4 1-4-2-1-1-3-2-2 2-4-2-3 1-2-1-1 1-2 0-3-1-3 1-1z",
	"BR": "M361 391l-1-2 1-2-2-2-2-2-4-2-1 0-3-3-1 1 2-5 3-4 1-1 2-2 0-3-2-2-1 1 0-2 0-3 0-2-1 0-1 0-1 0-1-1-1-4 0-1-2-1-1 1-3-1-1-5-1-2 1 0-1-3 1-1 0-3-1-2-1-1-1-2 0-2-5 0-2-5 1 0 0-1-1-1 0-3-2-1-1 0-2-1-2 0-1-2-3 0-3-4 0-2-1-2 0-3-3 1-2 1-2 2-1 1-1 0-2 0-2 1-1-1 0-6-2 3-3-1-1-2-2 0 1-1-2-3-2-3 1-1 0-1 2-2-1-2 1-1 0-2 3-2 2-1 1-1 2 1 1-11 1-1-1-3-1-1 0-3 1 0 1 0 0-2-2 0 0-2 6 0 1-2 1 2 0 2 1-1 1 2 2 0 1-1 2-1 1 0 1-2 2-1 0-1-3 0 0-3 0-2-1-1 0-1 2 1 3 1 0-1 2-1 4-1 1-2-1-1 2 0 1 1-1 2 1 0 1 2-1 1-1 4 1 2 0 1 2 2 1 0 1 0 1-1 1 0 1-1 1 0 1 0 2 0-1-1 1-1 1 0 1 0 2 0 1 1 1-1 1 1 1 0 1-1 1-3 2-4 1 0 1 2 1 7 2 1 0 2-3 3 1 2 5 0 0 4 3-3 3 2 5 2 1 2 0 2 3-1 6 2 4 0 4 3 4 5 2 1 2 0 1 1 2 5 0 2-1 6-1 3-4 5-2 4-1 4-1 0-1 3 1 7 0 5-1 3 0 1 0 5-3 5 0 4-2 1 0 3-3 0-4 1-2 2-3 1-3 3-2 3 0 3 1 2 0 3 0 2-2 2-2 6-1 3-2 2 0 3z",
	"BS": "M288 166l1 0 2 0 0 1-3 0zM291 165l2 2-1 2 0-2-1-1zM289 172l1 0 0 3-1 2 0-2-1-1z",
	"BT": "M745 163l2 1 0 2-2 0-2 0-2 0-3-1 0-1 1-2 1-1 2 0 2 1z",
	"BW": "M580 349l-4 3-2 3-1 2-1 2-2 0 0 2-1 1-2 1-2-1-1-1-1 0-1 1-1 2-2 1-1 1-2 1 0-2 0-2-1-3-1-1 0-11 3 0 1-13 2 0 4-1 1 1 2-1 1 0 1-1 1 0 1 3 0 1 1 2 3 4 1 1 0 1 1 2 2 1z",
	"BY": "M562 71l3 1 0 1 1-1 3 1 0 1 0 1 2 2 1 0 0 1 1 0 1 1-1 1-1 0-1 0 1 1 1 2-2 0-1 1 1 1-1 0-2 0-1-1-1 1-1-1-2 0-2 0-3-1-2 0-1 1-1 0 0-1-1-1 1-1 0-1-1-1 0-1 2 0 2-1 1-2 1-1 0-1 1-1z",
	"BZ": "M253 199l1-1 0 1 2-3 0 1 1 0-1 1 0 1 0 1-1 1 0 1 0 2-1 1-1 1-1 0 1-4z",
	"CA": "M211 92l-3-3 0-1-4-1 1-3 2-2-2-1 2-2-1-2 2-2 2-1 2-2-2-2 0-3 1-2-1-1 0-1 0-1-3 1-3 1 0-2-1-1-1 0-2 0 17-14 11-8 3 1 2 1 2 0 3-1 3 0 2 0 4-1 4 0 2 0 2-1 1 0 1 2 4-1-1 1 3 0 1-1 2 0 2 1 4 1 2 0 2 0 1 1-3 1 3 1 5-1 2 0 1 1 3-1-1-1 2 0 3-1 1 0 2 1 0 1 3 0 2 1 4-1 2 0 1-1 3 0 2 0-2 2 3-1 1 0 3-2-1-1-1-1 2-2 4-2 2 1 1 0 1 3-3 0 3 1-2 2 4-2 1 2-2 1 1 2 4-2 2-2 3-2 2 0 3 1 1 1 0 1-3 1 1 1-1 1-5 1-3 1-2-1-1 1-4 2-1 1-4 1-3 1-2 1-2 1-2 0-5 2-4 3-3 2-2 3 3 0-1 3 0 2 3-1 3 2 2 1 0 1 3 1 1 1 4 0 2 0-2 3-1 2 0 4 2 2 3-1 2-3 2-4-1-1 4-2 4-2 2-2 1-1 0-3-1-2 4-2 0-3 2-3 2-1 3 1 2 0 2-1 2 1 1 2 1 1 3 0-1 2-1 3 1 0 1 2 4-1 4-3 2-1 0 2 1 3 1 3-2 2 3 1 1 2 3 1 1 1 0 2 2 0 0 1-1 4-2 1-2 1-4 1-4 2-4 1-5-1-3 0-3 0-3 2-3 2-5 4-4 3 2-1 6-4 6-2 3-1 2 2-3 2-1 3 0 2 3 2 4 0 3-4 0 2 1 1-4 2-6 2-3 2-3 2-2 0 1-3 5-3-4 0-3 1-1-2 2-4-1-1-1 0-1 0-3 2-1 2-2 2-1 0-1 0 0 1-5 0-4 0-1 1-3 2-1 0-1 2-2 0-3 0-1 0 0 1 0 1-4 2-3 0-4 2-1-1 1-2 2-1 2-2 0-3 1-3-2-1 1-1-1 0 0-1-1 0 0-1 0-1-1-1-2-1-2-1-1-1-3 1-1 0-2-1-2 1-2-1-2-1-2 0 0-1 1-1-1 0-1 1-5 0-8 0-8 0-7 0-7 0-7 0-7 0-2 0-7 0zM325 55l3-1 2 0 0 1-3 1-2 0zM351 34l-1-1 1-1 1 0 4 0 2 1 0 1-2 0-2 0-2 0zM332 56l2-1 0 1 1 0-2 1-1 0 0-1zM329 30l-2 1-2 0-2-1 2 0 3-1 1 1zM333 27l-1 0-3 0 0-1 3 0 1 1zM329 25l2 1-1 0-3 0-1 0 0-1 2 0zM338 31l-3 0-4 0 0-1 1-1-1-1-4 0-1 0 1-1 4 0 1 1 4 0 1 0-1 1 1 0 1 0 3 0 2 1 3-1 4 0 3 0 1 1-1 1-3 0-3 0-5 0zM303 26l2 0-1 0-4 1-2-1 2 0zM304 25l2 0-2 1-3 0 0-1 2 0zM372 85l-2 2-3 3 2-1 1 0-1 1 2 1 1-1 2 1-1 2 2 0 0 2 0 1-2 3-1 0-2 0 2-3-1 0-4 2-1 0 2-1-2-1-2 0-5 0 0-1 2-1-1-1 3-1 4-5 2-2 2-1 1 0zM330 49l2 1 2 1-1 1 2 0 1 0-3 1-3-1 0-1-3 2-4 1 1-2-3 1 2-1 2-2 2-2 2 0-1 1 2 0zM352 35l3-1 3 1 2 1 3 0 2 1 4 1 1 1 0 2-4 0 4 2 3 0 1 2 3 0-1 2-5 2-2-1-2-2-3 1-1 1 1 1 2 1 1 1 0 2-2 2-2-1-4-2 1 2 2 2 0 1-5-1-4-2-2-1 1-1-2-1-2-1-1 1-6 0-1-1 3-1 4 0 4-1 1-2 4-2 0-1-2-1-3-1 1 0-1-2-1 0-1 0-2 0-4 0-6 0-4-1-3 0-1-1 3 0-2 0 1-2 3-2 2 0 5-1-2 1 1 1 3-1 5-1 1 2-1 1zM326 32l4 0 3 0-4 2-3 0-3 1-2 0 0-1 1-1 2-1zM278 29l5-1 5-1 2 0 3 0-2 1-2 0-1 0-5 1-3 0zM201 77l2 0-4 3 0 3-1 0 0-2 0-1 0-1 1-1 1-1zM315 24l3 1 4 0 1 1-3 0-2 0-4 0 2-1-2 0zM208 93l-1 1-3-2 0-1-1-1-2-1 0-2 1 0 2 0 1 1 2 0 0 1 0 2 1 1zM277 31l2 0 5 1 1 0 1 1-3 0-6 1-4 2-1 0-6 1 0-1-3-1 2 0 3-2 3-1-1-1zM305 29l2 0 2 0-1 1-2 0-7 0-5 1-3 0 1 0 4-1-8 0-2 0 4-2 2 0 5 1 2 0 3 1-1-2 2 0 2 0zM302 33l1 1-1 2-1 1 3 1 2 1-1 1-3 0 0 1-1 0-4 0-2 0-3 0-4 0-5 1-4 0 0-1-2-1-2 1-1-2 2 0 3-1 3 1 3-1-3 0-5 0-2 0 0-1 5-1-3 0-3 0 4-1 2-1 6-1 2 0-2 1 5 0 1 0 3 0 1 0 0 2 2-1 0-2 2 0zM312 34l0-1 3-1 2 0 3 0 0 1-3 0 2 1-2 2-3 1-2-1-1 0-3-2 1 0zM303 32l2 0 1 1-3 1-1-1zM323 28l1 0-1 1-2 1-3 0-2 0 1-1-3 0 1-1 2 0 3 0 3 0zM333 23l2 0 1 0 0-1 4 0 2 1 2 0 3 0 1 1 1 0-2 1-5 1-3 0-3 0-2-1 1 0 2-1-4 0-1 0-1 0zM342 22l3 0 2 0 3 0 3-1 2 0 2 0 2 0 2 0 3 0 6 0 5 0 4 0 4 0 4 0 4 0 3 0-5 1-4 0-2 0 4 0-5 1-3 0-4 1-3 0-2 0-5 0 2 1-1 0 1 0-2 1-3 0-2 1-3 0 3 0 0 1-5 1-5-1-5 0-3 0-3 0 0-1 4 0 0-1 1 0 5 1-2-1-3 0 2-1 4 0 1-1-2 0-1-1 5 0 1 1 4-1-4 0-6 0-3 0-1-1-2 0zM352 44l-2 1-3 0 1-1 2-1 2-1 1 1-1 1zM314 40l1 1-2 0-2 0-2 0-2-1 2-1 3 0 1 0 1 1zM349 89l1 0 3 1 2 1 0 1-2 0-2-1zM347 98l0 1 2 1 2 0-2 1-3-1 0-1z",
	"CD": "M583 283l0 4 0 2 1 2 1 2 2 5-2 0-3 0-1 1-1 2 1 2-1 4 0 4 0 1 2 1 1-1 0 5-2 0-1-3-1-1-2-1-1-2-2 2-2-1-1-2-1 0-2 0 0-1-1 0-1 0-2 0-1 0-1 0 0-4 0-2-1-2 1-2-1-2 0-2-3 0 0-1-1 0-2 0-1 3 0 1-2-1-1 1-2 0-1-2 0-1-1-3-1-2-8 0-1 0-1 0-1 0-1-1 1 0 0-2 1-1 1-1 0 1 1-2 2 0 0 1 1 1 2-2 2-2 0-1 0-3 1-4 2-2 2-2 0-1 0-2 0-1 0-2 1-3 0-3 1-2 0-2 0-3 2-2 1-1 2 1 2 2 2 0 2 1 1-2 1-1 1 1 3-2 1 1 1-1 1-1 3 1 1 0 1-1 2 3 1 1 1-1 1 0 2 0 1 1 2 3 0 4 1 1-1 1-1 1-1 2 0 2-1 3 0 1 0 3-1 1 0 3-1 0 0 2 1 2z",
	"CF": "M577 246l-1 1-1 0-3-1-1 1-1 1-1-1-3 2-1-1-1 1-1 2-2-1-2 0-2-2-2-1-1 1-2 2 0 3-2 0-2-1-1 2-2 4 0-2 0-1-1-1-1-2-1-2-1-2 0-1 0-2 0-2 1-1 1-4 2 0 1-1 1 1 4-2 1-1 1-2 0-1 1 0 2 0 3-2 2-4 1-1 2-1 1 1 1 3 0 1 0 2 0 1 1 1 2 2 2 1 0 2 2 2 1 1 1 3 2 1z",
	"CG": "M552 253l0 2-1 2 0 3-1 3 0 2 0 1 0 2 0 1-2 2-2 2-1 4 0 3 0 1-2 2-2 2-1-1 0-1-2 0-1 2 0-1-1-1-1 1-1 1-3-4 3-2-2-2 1-1 2-1 1-1 1 1 3 1 0-2 1-3 0-3-2-2 1-4 0-1-2 0-1-2 0-1 4 0 2 1 2 1 0-2 2-4 1-2 2 1z",
	"CH": "M523 96l0 1 0 1 1 0 1 0 0 2-1 0-2 0 0 1-2 0-1 1-1 0-2-1 0-1-2 0 0-1 2-2 0-1 1 1 1-1 2 0z",
	"CI": "M477 227l1 0 1 1 2 0 0-1 1 0 1-1 0 2 1-1 1 0 1 1 1 1 1 1 1-1 1 0 2 1 1 5-1 3-1 4 1 4 0 1-1 0-2-1-2 1-3 0-2 1-3 2-1 0 0-4 1 0 0-2-2-1-1-1 0-2 0-2 0-1 1 0 0-2 0-1 1 0-1-3 0-2 0-1z",
	"CL": "M343 451l3 6 3 0 1 1 0 1-2 1-1-1-1 0-2-1-3 0-3-2-3-1-5-3 2 0 4 2 4 1 0-1 0-2 1-1zM307 333l2 2 1 3 2 1-1 4 2 4 2 5 2 0 1 1-1 3-2 2 1 6 0 1 1 2-2 2-1 3 0 4 1 3-1 4 3 6 1 0 1 3-1 4 1 3-1 2 1 3 2 3-1 1 0 3 1 4 1 4 2 4 1 1 0 2 1 0 1 1-1 1 1 2 1 4 0 3 1 1 0 2-1 1 1 4 2 1 1-1 1 3 2 1 6 1 2 0-2 0-1 1-1 1 1 3-1 0-3-1-4-2-4-2-1-2-1-1-2-2-2-5-1-3 2-3-4-1 1-2-2-6 4 1-2-6-2-1 1 4-2 0-1-5-1-6 0-2-1-4-2-3 1-1 0-5 0-6 0-5-2-5 0-3-1-4 0-5-1-6 0-8-1-8-1-6-1-5 1-1z",
	"CM": "M541 217l1 3 0 2 0 3 1 3-1 0-1 0-1 0-1 2 2 2 1 1 1 1 1 3-1 1-1 4-1 1 0 2 0 2 0 1 1 2 1 2 1 2 1 1 0 1 0 2 0 2-2-1-2-1-4 0 0-1-2 1-2-1-1 1-5 0 1-3-1-3-2-1 0-1-1-1 0-1 1-3 1-3 1 0 2-3 1 0 1 2 2-1 0-2 1-1 0-2 2-2 0-3 1 0 0-2 1-3 2-3 1-1 0-1-1-1 0-1z",
	"CN": "M802 197l-2-1-1-3 1-2 3-1 1 0 1 2 0 2-1 2zM698 113l-1-2 2-1-5-5 4-2 1 0-1-6 6 1 0-1-1-3 2-1 0-2 1 0 2 2 3 2 4 1 3 2 1 4 1 1 3 1 4 0 4 2 1 1 3 3 2 2 3-1 6 1 3 0 2 0 5 2 3 0 2 1 2-2 3-1 4 0 2-1 1-2 1-1-1-1-2-1 0-2 2 0 3 1 1-2 3-1 0-2 1-1 4 0 2 0-1-1-3-2-3-1-1 1-3-1-1 1-1-1-1-3 0-3 3 1 2-1-1-2 0-3 0-1-1-1-2-1 1-1 2-1 3 0 4 1 3 1 4 3 2 1 2 2 4 3 5 1 4 2 3 3 4 0 1-2 3 0 1 2 0 1 2 4 1 3-4-1-1 1 3 3 2 4-1 0 1 2-3-2 0 1-3 2 2 2-3-1-1-1-1 3-1 2-1 2-3 1-1 1-2 1 0-1-1-2 1-2-3-2-1 1-2 3 0 2-2 0-1 2 3 2 2 0 1 2 2 1 2-3 3 2 2 0 1 2-3 1 0 1-2 2 0 3 4 1 2 4 3 3 3 3 1 2-1 1 2 2 2 1 0 3 1 3-2 0 0 4-1 5-1 4-2 3-3 4-3 0-1 2-2-2-1 2-3 2-3 1 0 4-1 0-2-3 1-1-4-2-1 1-3-1-2-1 0-2-3-1-2-2-1 2-3 1-2 0-1 1-2 0 2 4-2 0 0-1-1-1-1 1-2-1-2-1 0-3-2-1-1-3-3 0-1-4 2-3-1-3-1-3-1 0-2-2-1 0-3-1 0-1-2-2-1 1-3-1-2 2-2 3-2 1-1-1-2-1-2 0-1 1-1 2-1-3-2 1-3 0-3-1-3-2-2 0-1-2-2 0-3-3-3-1 0 1-5-3-3-2-2-4 2 1 0-2-2-2 0-2-4-4-5-2-2-2-2-2-1-1-1-2 0-1-2-1-1 0-1-3-1-1 2-2 2 0 2 0 1-2 3 0 0-2 3-2z",
	"CO": "M311 261l-1 1 0-2-1-2-1 2-6 0 0 2 2 0 0 2-1 0-1 0 0 3 1 1 1 3-1 1-1 11-1-2-1-1 2-3-2-2-2 0-1-1-2 2-2-1-1-4-2-1-1-2-2-2 0 1-2-1-1-1-1 0-2 0-1-2-3-2-1-1 1-1 0-1 1-2 2 0 1-2 1-2-1-1 1-3-1-3 1-1-1-3-1-2 1-2 1 0 0-1 0-2 0-1 2 0 2-2 1-1 0-1 1-3 2-2 2 0 0-1 2 1 2-2 2-1 1-2 1 0 1 1-1 1-2 1-1 2-1 1-1 1 0 3-1 2 1 1 0 1 1 1 0 2 0 1 0 1 1 2 4-1 1 1 2 3 1 0 2 0 2-1 1 1-1 2 0 1-1 3 1 3 1 1 0 1-2 1 1 1 1 2z",
	"CR": "M268 230l-1 0 0 2 0 1 0 1-1 1-1-1-1-1 1 0 0-1-1-1-1-1-1 0 0-1-1-1 0 1 0 1-1-1-1-1 0-1 1-2-1 0 1-1 2 1 0-1 1 0 1 1 1 0 1 2 1 1z",
	"CS": "M545 101l2 0 2 0 1 1 0 1 2 1 0 1 2 1 1-1 0 1 0 1 0 2 1 1 0 1-1 1 1 0-1 1-1 0-1 0 0-1 1 0-1 0 0-1-1 0 0-1-1 0-1 1-1-1-1 0-1-1 1 0 0-2-1-1 0-1-1 0 1-1-1-1z",
	"CU": "M276 179l2 0 3 0 2 2 1 1 2 0 1 0 2 3 1 1 1 0 2 1-1 1 2 0 2 2 0 1-2 0-2 0-2 0-4 0 2-2-1-1-1 0-1-1 0-2-2 0-2-1-1-1-3 0-1-1 1-1-3 0-2 2-1 0-1 1-1 0-1 0 1-1 1-2 2 0 1-1 2-1z",
	"CY": "M584 137l1 0 1 0 1 0 1 0-3 2-1-1-1-1z",
	"CZ": "M535 86l1 1 2 0 0 1 1 0 2 0 0 1 2 0 1 1-1 1 0 1-1 0-1 1-1 0-1 0-1 0-2-1-1 0-1 1-2-1-1-1-2-1 0-1 0-1 1 0 1-1 2-1 1 0z",
	"DD": "M532 78l1 2-1 0 1 1 1 2 0 1 1 2-1 0-1 0-2 1-1 1-1 0 0 1 0 1 2 1 1 1-1 2-1 0 1 2 0 1-1-1-1 0-2 0-2 0 0 1-1-1-1 0-3 0-2 0 0-2 1-2-3-1-1 0 0-2-1 0 0-2 0-3 1 0 1-2 0-2 0-1 0-1 2 0 0 1 2-2-1-1 0-1 2 0 1 0 0 1 3 0 0 1 2 0 1-1 3 1z",
	"DJ": "M619 219l1 0 1-1 0 1 0 2-1 1 1 1-1 2-1-1-2 0 0-1 0-1 1-2z",
	"DK": "M522 75l-1 0-2 0-1-2 0-3 1-1 2 0 0-1 2-1 0 2 0 1 1 1 0 1-1-1-2 2zM527 72l1 1-1 2-2-1-1-2z",
	"DO": "M302 198l0-1-1-1 1-1 1-1 0-2 0-1 2 0 2 1 1 0 0 1 1 0 0 1 1 1 1 1-1 1-1 0-1 0-1 0-1 0-1 0-1 0-2 3 0-1z",
	"DZ": "M477 164l0-1 0-4 4-3 3 0 2-1 1-2 3-2 0-2 2 0 1-2 4 0 0-2-1 0-1-4 0-2-1-2 3-2 3-1 1-1 3-1 4-1 4 0 2 0 2-1 3 0 1 1 2 0-1 1 1 4-1 2-1 2 0 3 2 2 0 1 2 1 1 7 1 3 0 1 0 3 0 2 0 2 0 2-1 2 2 2 0 2 1 2 1-1 2 2 2 2-10 7-7 7-4 2-3 0 0-2-2-1-1-1-1-1-9-8-9-8z",
	"EC": "M287 267l0 3-1 2-3 4-3 2-2 3 0 3-2 1-1-2-1 0-1 0-1-1 1-1 0-2 1-3 0-1-1 1-2-1 0-1 0-4 1 0 0-3 1-2 0-2 2-1 2-1 3 2 1 2 2 0 1 0 1 1z",
	"EE": "M560 63l-1 2 1 2 0 1-2 0-2-1-1 0-2 0 0-1-1 0-1-1-1-2 3 0 2-1 3 1z",
	"EG": "M601 183l-11 0-11 0-11 0-1-13-1-13-1-3 1-2-1-1 1-2 4 0 2 1 3 1 1 1 2-2 1-1 2 0 2 1 1 1 1-1 2 1 2 0 1-1 2 5 1 1-1 2 0 2-1 2 0 1-1-1-2-2-2-5 1 4 2 4 3 5 1 2 1 2 3 4-1 1 1 2 3 4z",
	"EH": "M477 163l0 1 0 5-9 0 0 9-3 1-1 2 1 5-11 0-1 1 0-1 7-1 0-1 1-2 1-5 4-4 2-4 0-1 1-2 3-1 1 1 1 0 1-1 1 0 0-2z",
	"ER": "M602 212l-1-2 1-5 0-3 1-1 2-1 1-2 2 4 1 4 2 2 4 3 1 2 2 3 1 1 2 1-1 1-1 0-2-2-1-2-1-1-1-1-2-2-2 0-1-1-2 1-1-1-1 2z",
	"ES": "M481 130l0-1 1-1 0-1-1-1 1-2-1-2 1-1 0-1 1-1 0-2 1-1-1-2-1 0 0 1-2 0 0-2-1 0-1 1 0-2-1-1 3-3 3 1 4 0 2 0 2 0 4 0 1 2 5 1 1-1 3 2 2-1 1 2-3 2-3 1 0 1-2 2-1 3 1 2-1 1-1 2-2 1-1 3-4 0-2-1-2 2-1 1-1 0-1-1-1-2z",
	"ET": "M635 236l-8 11-4 0-2 3-2 0-1 1-2 0-1-1-2 2-1 1-2 0-1-1 0 1-1 0-4-4-2 0-1-1 0-2-1-1-2-4-1-1-1-1-1-2-2 0 1-3 1 0 1-1-1-3 1-4 1-1 1-2 1-3 1-2 1-3 1-3 3 0 1-2 1 1 2-1 1 1 2 0 2 2 1 1 1 1 1 2 2 2-1 1-1 2 0 1 0 1 2 0 1 1-1 1 2 2 1 2 1 1 9 5z",
	"FI": "M555 41l1 1 3 2-1 1 3 3-1 1 2 2 0 2 3 1 0 2-2 1-3 3-4 0-4 1-3 1-2-2-2 0 0-3-1-2 0-1 2-2 4-2 1-1 0-1-3-1-1-1-1-3-3-1-3-1 1-1 2 1 3 0 2 1 2-1 0-2 3 0 3 0z",
	"FJ": "M993 332l1 0 1 1-2 2-2 0-1 0 0-2 2-1zM999 329l-2 1-2 1 0-2 2-1 1 0 2-1-1 2zM0 327l1 0 0 2-1-2z",
	"FK": "M359 449l2-2 3 1 1-1 2 1 0 1-3 1-2-1-1 1z",
	"FR": "M354 250l-2 4-1 3-1 1-1 0-1-1-1 1-1-1 0-1 1-2 0-2-1-2 0-2 2-4 1 1 2 1 3 3zM515 91l1 0 3 1-1 2 0 2-1 1-1-1 0 1-2 2 0 1 2 0 0 1 0 1 1 1-1 1 1 3 1 0 0 1-2 2-5-1-3 1-1 2-2 1-3-2-1 1-5-1-1-2 2-2 0-6-2-3-2-2-4-1 0-2 3-1 4 1-1-3 3 1 5-2 1-3 2 0 0 1 1 0 1 1 2 1 1 0 2 1 1 1zM522 112l1-1 1 2-1 3-1-1-1-2z",
	"GA": "M532 258l1-1 2 1 2-1 0 1 0 1 1 2 2 0 0 1-1 4 2 2 0 3-1 3 0 2-3-1-1-1-1 1-2 1-1 1 2 2-3 2-3-3-1-4-2-4 0-1 1-1 0-3 1-3 1 0 4 0z",
	"GB": "M486 78l-2-1-1 0 0-1 0-2 2 0 2 2zM493 79l0-2-1-1-3-1 0-1 0-1 0-1-1 2 0-3-2-1 1-3 2-2 2 0 3 0-3 3 2-1 3 0-1 3-2 2 2 0 1 0 1 4 2 0 1 3 1 1 3 1 0 2-2 1 1 1-2 2-3 0-4 0-1 0-1 1-3 0-1 1-1 0 3-4 2 0-3-1-1-1 2-1-1-1 1-2z",
	"GE": "M598 109l2 0 4 1 4 1 0 1 2 0 2 0 1 2 2 0 0 1 1 2-2 0-2-1-3 1-3-2-3 0 0-1-1-2-1-1-2-1z",
	"GH": "M500 224l0 2 1 1 0 3 0 3 1 2-1 3 1 2 0 2 1 2-4 2-2 1-3 1-2-1 0-1-1-4 1-4 1-3-1-5 0-3 0-2 5-1 1 1 1-1z",
	"GL": "M420 21l6 0 6 0 2 0 6-1 14 1 10 0-3 0-7 1-9 0 1 0 6 0 5 0 4 0 1 0-2 1 4-1 9 0 5 0 1 0-7 1-1 0-6 1 4 0-2 0-2 1 0 2 2 0-3 0-3 1 3 1 0 1-2 0 2 1-4 0 2 1 0 1-3 0-3 0 2 1 0 1-3-1-1 1 2 0 2 1 1 2-4 0-1-1-2-1 0 1-3 1 6 1 2 0-5 1-6 2-6 1-2 0-3 0-3 3-5 1-1 0-3 1-3 0-3 2 0 1-2 2-4 2 0 2-1 2-2 2-3 0-3-2-4 0-2-1 0-3-2-2 0-2 0-2-1-2 1-2-1 0 3-3 4-1 1 0 1-2-2 1-2 0-1 0-2 0 0-2 1-1 2 0 4 1-3-1-1-1-2 0-1 0 3-2-1 0-1-2-1-1-2-1 1-1-5 0-3 0-5 0-5 0-1-1-3-1 5 0 4 0-8 0-3-1 1 0 7-1 7-1 1 0-5 0 2-1 7-1 2 0 4 0 6 0 5 0 2 0 4-1 4 1 3 0 3 0-4 0z",
	"GM": "M453 215l3 0 1-1 1 0 1 1 1 0 1-1 0 1-1 1-1 0-1-1-1 1-1 0-1 0-2 0z",
	"GN": "M462 218l1 0 2 1 1 0 1 0 1 0 0 1 1 0 1 0 0 1 2 0 0-1 1 0 1-1 1 1 0 1 2 2-1 1 0 1 1 0 0 1 0 1 0 1 0 1 0 2 1 3-1 0 0 1 0 2-1 0-1 0 0 1-1 0-1 0 1-2-1-2-1 0-1 0-1 0 0-1 0-1 0-1 0-2-1-1-2 0-1 1-1 0 0 1-1 1-1 1-1-2-2-1 0-1-1-1 0-1-1-1 0-1 1-2 1 0 1 0 0-1 0-1 1 0z",
	"GQ": "M527 258l5 0 0 4-4 0-1 0-1 0z",
	"GR": "M568 136l0 1-4 0-3-1 0-1 2 1 1 0 2 0 0 1zM557 116l2 0 2-1 2 1 2 0 0-2 1 1 0 2-1 1-1 0-2-1-3 1 2 2-1 1-1 0-2-2 0 1 0 2 2 1-1 1 2 1 1 1 0 2-2-1 1 2-2 0 1 3-1 0-3-1-1-3 0-2-2-2-1-1 0-1 1-2 0-1 0-1 2-1 1 0 1 0 1-1z",
	"GT": "M243 211l0-1 1-1-1-1 2-3 4 0 0-1-1-1 0-1-1-1 1 0 0-2 3 0 2 0 0 3-1 4 1 0 1 1 0-1 1 1-2 1-1 1-1 1 1 1-1 1-1 0 0 1-1 1-1 0-1-1-2 0-1 0z",
	"GW": "M453 219l2 0 1 0 1-1 5 0 0 2-1 0 0 1 0 1-1 0-1 0-1 2-2-1-1-1-1-1-1-1z",
	"GY": "M340 259l-1 0-1 0-1 1-1 0-1 1-1 0-1 0-2-2 0-1-1-2 1-4 1-1-1-2-1 0 1-2-1-1-2 0-1-2 0-2 0-1 2-1 1-1-1-1 0-1 3-3 1 2 2 2 0 2 1 0 2 2 1 1-1 4-2 1 0 1 0 2 1 3 1 0 0 2z",
	"HN": "M268 209l-1 1-1 0-1 0 0 1-1 0 0-1-1 0 0 1 0 1-2 1-1 1 0-1-1 1-1 0 0 2-1 0 0 1-1 0 0-1-1-1 0-1-1-1-1 1 0-1-1 0 0-1-1 0 1-1-1-1 1-1 1-1 2-1 1-1 1 0 1 1 2-1 1 0 1 0 1 0 1 0 1 0 1 0 0 1 1 1 1 0z",
	"HR": "M540 100l1 0 1 1 3 1 0-1 1 2 1 1-1 1-1-1-2 0-2 0-1 0-1 0-1 1 2 1 0 1 1 2 1 0 1 2 3 1-3-1-1-1-3-1-2-2 0-1-1-1 0-1-1 0-1 1-1-1 0-1 2 0 0-1 1 1 1 0 0-1 1 0 0-2z",
	"HT": "M303 192l0 2-1 1-1 1 1 1 0 1-2-1-1 1-2-1-1 1-2-1 1-1 2 0 2 1 1-1-1-2 1-1-2-1 1-1 1 0z",
	"HU": "M552 94l2 1-1 1-1 2-1 2-2 1-2 0-2 0 0 1-3-1-1-1-1 0-1-1 0-2 0-1 1 0 0-1 2 0 0 1 2-1 1 0 2-1 1 0 0-1 1 0 3 1z",
	"ID": "M899 276l-1 13-1 12-2-3-3-1-1 1-3 0 1-3 2-1 0-4-1-3-6-3-2-1-4-3-1 2-1 0-1-1 0-2-2-2 4-1 2 0-1-1-4 0-1-3-2 0-2-2 4-1 2-1 4 1 1 2 0 6 3 2 3-4 3-2 2 0 3 1 2 1zM852 300l0 1 0 1-2 3-3 1 0-1 0-1 2-2zM879 292l0-2 0-2 1-1 0 1 0 2zM833 250l-1 4 2 4 0 1 3 4-4 0 0 3 0 3-3 3 0 4-2 6 0-2-3 2-1-2-2-1-2-1-3 1-1-1-2 0-2-1 0-5-2-1-1-3-1-3 1-4 1-2 1 2 2 2 2 0 1 0 2-2 1 0 3 1 2-1 2-6 1-1 1-4 3 0zM866 277l3 1 1 3-2-2-3 0-1 0-2 0 1-2zM859 281l-2-1-1-2 3 0 1 1zM862 258l0 2 2 0 0 2 0 3-1 0-1 2 1 2 0 1-2-3 0-5 0-3zM848 263l3 0 3-3 0 1-2 4-2 0-3 0-4 0-3 0 0 3 2 4 2-2 5-1 0 1-1 0-2 2-2 1 2 5 0 2 2 4 0 3-2 1-1-2 2-3-3 2-1-1 1-2-2-2 0-4-2 1 0 5 0 5-2 1-1-1 1-4 0-3-1 0-1-3 1-3 1-3 1-5 1-2 2-3 2 1zM838 305l-3-2 2-1 2 1 0 1 0 1zM842 299l2-1 2-1 0 2-5 1-3 0 0-2 2 0zM833 298l2 0 0 1-3 1-2 1-1 0 1-3 1 0 1-1zM806 291l0 1 6 0 1-1 5 2 0 2 5 1 3 2-3 2-3-2-3 0-3 0-2-1-4-1-2-1-1 1-5-2 0-1-3-1 2-3 4 0 2 1zM795 270l1 3 1 2 2 0 1 3-1 5 0 6-3 0-3-4-3-3-1-2-2-3-1-3-3-5-2-3-1-4-1-3-3-2-1-3-2-3-3-4-1-2 2 1 4 0 3 4 2 3 2 1 3 4 3 0 2 3 2 3 2 2-1 3 1 1z",
	"IE": "M486 78l0 2-2 2-4 2-3 0 2-3-1-3 3-2 2-2 0 2 0 1 1 0z",
	"IL": "M593 145l0 1-1 0 0 2 1 0-1 1 0 1 1-1 0 2 0 5-1-1-2-5 1-1 0-2 0-2 1-1 1 0 0-1 1 2-1 0z",
	"IN": "M760 161l0 1 0 1 0 2-2-1-2 3 0 2 0 3 0 2-1 3-2-1 1 4 0 1 0 1-1 1-3-6 0 3-2-2 0-2 1 0 1-3-2-1-2 0-3 0-1-3-1 0-3-2 0 3 2 2-1 1 0 1 1 1 1 2 1 3 1 3 0 2-2 0-3 0 1 3-1 2-4 3-2 4-2 2-2 3 0 2-1 0-3 2-1 0 0 3 1 5 0 3 0 3 0 7-1 0-1 3 1 1-3 1 0 3-2 1-2-4-2-5-2-4-1-2-2-3-1-5-1-2-3-5-2-8-1-4-1-5-1-3-4 2-2 0-4-5 1-1-1-2-4-3 2-2 6 0-2-3-2-2 0-3-3-2 3-3 3 0 2-4 1-3 1-4-1-2 2-2-2-2-2-2-2-3 1-2 4 1 3-1 2-2 4 4 0 2 2 2 0 2-2-1 2 4 3 2 5 3-2 2 0 3 3 1 3 2 4 2 4 0 2 2 2 1 4 0 2 0 0-1-1-2-1-2 2-1 1 3 0 1 3 1 2 0 2 0 2 0 0-2-2-1 2-1 2-3 2-2 3 1 1-1 2 2 0 1z",
	"IQ": "M603 147l-2-4 5-4 1-4-1-2 1-1 1-2 1-1 3 1 1 0 1 0 3 4 2 1 0 2-1 1 0 3 2 3 4 2 2 3 0 2 1 0 0 2 2 2-2 0-2-1-1 4-5 0-9-8-4-2z",
	"IR": "M629 155l-2-2 0-2-1 0 0-2-2-3-4-2-2-3 0-3 1-1 0-2-2-1-3-4-2-3 1-1-2-4 2-1 0 2 2 1 2 1 1-1 2-2 1 0 1 1-1 1 2 2 1 0 1 2 3 1 2 2 4 0 4 0 0-1 2-1 1-2 2 0 1 0 2 0 3 2 2 0 4 3 2 0 1 3 0 4-1 3 2 0-1 2 2 3 0 2 2 1 1 2-2 3 2 2 2 2 2 2 1 3 1 1 1 1-4 2 0 4-5-1-3-1-3 0-2-5-2 0-2 0-2 2-3-1-4-3-2-1-3-3-2-5-2 1-2-2z",
	"IS": "M471 46l-1 2 2 1-2 2-7 1-1 1-3-1-6 0 3-1-5-1 4-1-4-1 2-1 3-1 3 2 3-1 2 0 4-1z",
	"IT": "M525 98l1 1 1-1 2 0 1 1 3 1 0 1 1 1-2 0-2 1 0 2 0 1 1 1 2 2 2 2 3 3 1 0 1 1-1 0 3 2 2 1 2 1 0 1 0 1-2-2-2 0-1 2 2 1 0 2-1 0-1 3-1 0 0-1 0-1 1-1-1-2-1-2-1 0-1-2-2 0-1-1-2-1-2-1-2-2-2-2-1-3-1-1-2-1-1 1-2 1-1 0 0-1-1 0-1-3 1-1-1-1 0-1 2 1 1 0 1-1 2 0 0-1 2 0 1 0zM537 127l2-1 0 3 0 1 0 2-2-2-2 0-3-2 0-1 3 0zM522 117l1-1 2 3-1 4-1 0-1 1-1-1 0-4-1-2z",
	"JM": "M286 196l2 1 1 1 0 1-2 0-1 0-1 0-1-2 0-1 1 0z",
	"JO": "M593 146l0-1 3 1 5-3 2 4-1 1-5 1 3 4-1 2-2 0 0 1-1 1-3 0 0-1 0-5 0-2 0-1z",
	"JP": "M858 123l0 3 2 4 0 3 2 1 0 3-2 1-5 1-1 3-3-1-1-2-4 0-3 2-3 0 4 3 1 6-1 1-2-1 0-4-3-1-2-2 2-1 0-2 2-2 1-2 4-1 3 0 0-6 2 2 2-3 1-2-1-4-3-3-1-3 3 0 4 4zM853 108l1-2 3 4-3 1 1 3-6-2 1 3-2 0-3-3-1-2 3-1-3-4-1-2 5 3 3 1zM845 142l0-2 2 1 0-2 2 1 1 1 0 2-2-1-1 1 1 2-3-1z",
	"KE": "M611 284l-4-4 0-2-11-8 0-4 1-2 1-2 1-3-1-4 0-2-2-3 2-2 2-3 1 1 0 2 1 1 2 0 4 4 1 0 0-1 1 1 2 0 1-1 2-2 1 1 2 0-2 5 0 13 2 4-2 1-1 2-1 0-1 3 0 1-1 3z",
	"KG": "M675 113l0-1 2-1 4 1 0-2 1 0 4 1 1 0 4 0 4 0 2 1 1 1-3 2 0 2-3 0-1 2-2 0-2 0-2 2 1 1-5 1-4-1-2 0-1-2 3 1 1-1 2 0 2-2-3-2-2 1-2-2 1-2z",
	"KH": "M787 220l-1-5 1-3 4 0 2 0 3 2 1-3 3 1 1 3 0 4-4 3 1 3-3 0-2 1-2 0-2-2z",
	"KP": "M823 113l-1 0 0 1 0 1 2 3-1 0 0 1-1 1-1 0-1 1 1 2 1 1 3 1 0 1-1 0-2 0 0 2-1 0-2-1 0 1-1 0-1-1-1-2 1 0-1-1 0-2-1 0-1 0-2-1 1-2 1-2 1-3 1 1 3 1-2-2 3-2 0-1z",
	"KR": "M821 128l1 0 0-2 2 0 1 0 0-1 4 4 2 2 2 4 0 2-2 1-1 1-2 0-1-2-1-2-3-4 1 0z",
	"KW": "M627 155l1 1 0 1 1 3-2 0-1-2-2 0 1-4z",
	"KZ": "M705 91l0 2-2 1 1 3 0 1-6-1 1 6-1 0-4 2 5 5-2 1 1 2-1-1-2-1-4 0-4 0-1 0-4-1-1 0 0 2-4-1-2 1 0 1-1 1-2 2-1 2-2-1-3 0-1-3-1 0-1-3-4-3-4 1-3 0-3-3-3-1-4-2-1-1-5 2 3 12-1 0-2-2-2-1-3 0-1 2 0-1 0-2-1-1-3-1-2-3-1 0-1-1 3 0-1-2 2-1 2 0 0-3-1-1-2 0-3-1-2 1-2 1-1-1-1-1-2-2-2 0-2-2 1-2-1-1 1-3 3 1-1-2 4-3 3 0 6 2 3 1 2-1 4 0 4 1 0-1 3 1 0-2-4-2 1-1 0-1 2-1-3-2 1-1 8-1 6-1 1-1 4 0 2 3 2-1 4 1 0 2 3 0 4-3-1 1 5 2 9 7 0-1 4 2 3-1 2 0 2 2 2 1 1 1 3-1z",
	"LA": "M800 212l-3-1-1 3-3-2 1-2 0-3-3-3-1-4-3-3-2 0 0 1-2 0-1 0-2 2-1-3 0-4-2 0-1-3-1-1 0-1 2-3 0 1 2 0-2-4 2 0 2 3 2 3 3 0 2 3-1 1-1 1 4 3 3 4 3 3 2 3 1 3z",
	"LB": "M593 143l0 1-1 0 0-3 1-2 0-1 1 1 1 1-1 1z",
	"LK": "M731 238l-1 4-1 1-2 0-2-3-1-5 1-6 2 2 2 3z",
	"LR": "M476 237l0 1 0 2 0 2 1 1 2 1 0 2-1 0 0 4-1 0-2-2-3-3-2-2-2-3 0-1 1-1 1-2 1-2 1 0 1 0 1 2-1 2 1 0 1 0 0-1z",
	"LS": "M577 374l1 1-1 2-1 1-1 1-1 1-1 0-1-3 1-2 2-1 1-1z",
	"LT": "M559 73l0 1-1 1-1 2-2 1-2 0-1-1-1-1 0-1-1 0-3-1 0-2 2-1 4 0 2 0 2 1z",
	"LU": "M514 89l1 0 0 2-1 0-1-1 0-1z",
	"LV": "M560 68l1 1 0 1 1 1-2 1-1 1-2-1-2-1-2 0-4 0-2 1-1-2 1-2 2-1 2 2 2 0 0-2 2 0 1 0 2 1z",
	"LY": "M568 183l1 8-3 0 0 1-12-7-11-7-3 2-1 2-2-2-4-2-2-2-2-2-1 1-1-2 0-2-2-2 1-2 0-2 0-2 0-2 0-3 0-1-1-3 1-1 1-2-1-1 2-2 1-1 1-1 0-2 3 1 1 0 2 0 4 2 1 3 3 0 4 2 2 2 2-1 1-2-1-3 1-1 2-2 1 0 4 0 1 2 1 0 1 1 2 0 1 1-1 2 1 1-1 2 1 3 1 13z",
	"MA": "M494 137l1 2 0 2 1 4 1 0 0 2-4 0-1 2-2 0 0 2-3 2-1 2-2 1-3 0-4 3 0 4-1 0 0 2-1 0-1 1-1 0-1-1-3 1-1 2 0 1-2 4-4 4-1 5-1 2 0 1-7 1 1-2 1-1 1-2 0-1 1-3 1-2 1-1 1-2 0-2 1-2 2-1 2-4 1-1 3-1 2-2 1-1 3-3-1-5 1-3 1-1 1-3 3-1 2-2 2-3 1-2 2 0 1 1 3 0 2 1z",
	"MD": "M563 94l1 0 1 0 2 1 1 0 1 0 0 1 1 1 1 1 1 1 0 1-1 0-1 0-1 0 1 0-1 1 0 1-1 1 0-2 0-1-1-1-1-2-1-1-1-1z",
	"ME": "M550 112l-1 0-1 1 0 1-1 0 0-1-1-1 0-2 1-1 1 1 1 0 1 1z",
	"MG": "M639 314l0 1 1 3 0 4 0 2 0 2-1 1 0-2-1 1 0 3 0 1-1 1 0 3-2 4-2 6-2 6-2 6-2 4-2 1-3 1-1-1-2-1 0-2 0-3-1-3 0-3 1-2 1-1 0-1 2-3 0-2 0-2 0-2 0-4 1-2 0-2 2-1 1 0 2-1 1 0 1-2 3-2 1-2 0-2 1 1 2-3 0-2 1-2z",
	"MK": "M555 113l2 1 0 2-1 1-1 0-1 0-2 1-1-1 0-2 0-1 2-1 1 0z",
	"ML": "M468 219l0-1 0-2-1-1-1-2 0-2 1-1 1-2 2 1 2-1 1 0 12-1 0-2 0-1-1-16-1-15 4 0 9 8 9 8 1 1 1 1 2 1 0 2 3 0 0 8-2 3 0 2-2 1-4 0-1 1-2 1-2 0 0-1-2 0-3 2 0 1-2 2-1 1-1 1-1-1-1 1 0 3-3 3 0 1 0 2 0 2-1 0-1 1 0-2-1 1-1 0 0 1-2 0-1-1-1 0 0-1 0-1-1 0 0-1 1-1-2-2 0-1-1-1-1 1-1 0 0 1-2 0 0-1-1 0-1 0z",
	"MM": "M775 189l-2 1-1 2-2 0 0 4-1 1 2 3 2 2 2 3-1 3-1 1 1 2 3 3 0 2 0 2 2 3-1 4-1 3-1-2 1-3-1-2-1-5-1-2-2-4-1-5-2-3-1 2-3 3-1-1-2-1 0-4-1-4-3-4 0-1-2-1-3-3 0-3 1 1-1-3 1-1 0-1 0-1-1-4 2 1 1-3 0-2 0-3 0-2 2-3 2 1 0-2 0-1 0-1 1 0 2 2 1 0 1 3 1 3-2 3 1 4 3 0 1 3 2 1 0 3 2 1 2 1 1-1 1 1-2 3z",
	"MN": "M706 91l2 0 3-3 3-1 3 1 2 0 2 1 3 0 4 1 1-2-2-2 0-3 3 1 3 1 3 0 2 2 4 2 2-1 2 0 3 0 3 2 3 1 2 0 3 1 2-1 3-1 2-2 1 1 2 1 3-1 0 3 1 3 1 1 1-1 3 1 1-1 3 1 3 2 1 1-2 0-4 0-1 1 0 2-3 1-1 2-3-1-2 0 0 2 2 1 1 1-1 1-1 2-2 1-4 0-3 1-2 2-2-1-3 0-5-2-2 0-3 0-6-1-3 1-2-2-3-3-1-1-4-2-4 0-3-1-1-1-1-4-3-2-4-1-3-2z",
	"MR": "M453 187l1-1 11 0-1-5 1-2 3-1 0-9 9 0 0-5 10 9-4 0 1 15 1 16 0 1 0 2-12 1-1 0-2 1-2-1-1 2-1 1-2-3-1-3-2-1-1-1-2 0-1 1-2 0-1 1 0-2 1-2 0-3 0-4 0-2 0-2 0-1z",
	"MW": "M592 301l3 1 0 1 1 2 1 5-1 3 1 5 1 1 1 3 0 4-1 1-1 3-2-2 0-3 1-2 0-1-1-1-1 0-1-2-2-1 1-3 1-2 0-3 1-3 0-1-1-3z",
	"MX": "M194 146l3-1 3 0 0 1 3 1 5 3 5 0 2 0 1-2 4 0 1 2 1 1 1 1 0 2 0 2 1 1 2 1 2-3 3 0 1 2 0 2 1 2 1 2-1 3 1 2 2 1 1 0 1 0-2 4-1 2-1 5-1 2 0 2 0 2 0 2 2 3 0 2 0 2 3 1 1 2 3-1 2-1 2 0 2-1 2-2 1-2 1-3 1-1 2-1 3-1 2 0 2 0 0 1 0 2-2 2-1 2 0 1 0 1-2 3 0-1-1 0-2 3 0-1-1 1-2 0-3 0 0 2-1 0 1 1 0 1 1 1 0 1-4 0-2 3 1 1-1 1 0 1-3-4-1-1-2-1-2 0-2 2-1 0-2-1-2-1-3-1-2-1-2-2-2-2-1-1-1 0-3-1-1-2-2-2-1-2 0-2 1 0 0-1 1-1 0-1-1-2 1-2-1-1-1-4-2-3-1-2-2-2 1-3-1-1-1-1 0-3-1 0-1-2-1-2 1-1-1-2 0-3 1-2-1-1-1 0-1-1-1 2-1 1 0 3 0 1 1 3 0 1 0 1 1 0 0 2 0 1 0 2 1 1 0 4 0 1 1 2-1 2 1 0 1 2 0 1 0 1-1 1-1 0 0-2-1-2-1-2-2-1 1-2 1-2-1-1-2-2 0 1 0-1-2-1-1-2 1-1 1 1 1-2 1-1-1-3-1-1-1-2 0-2 0-3z",
	"MY": "M782 242l1-1 2 2 1 2 2-1 0-1 1 0 2 2 1 3 0 2 0 2 1 1 0 3 1 1 1 3 0 1-2 1-3-3-3-3-1-2-1-3-1-3-1-2 0-3zM833 250l-2 0-3 0-1 4-1 1-2 6-2 1-3-1-1 0-2 2-1 0-2 0-2-2-1-2 2 1 3-1 0-3 1-1 4-1 2-3 1-2 1 2 1-1 1 0 0-3 0-2 2-2 1-3 1 0 2 2 0 1 2 1 3 2 0 1-2 0 0 2z",
	"MZ": "M597 310l2 0 3 1 1-1 2 0 1-1 2 0 3-1 2-3 1 2-1 4 0 3 0 6 1 2-1 3-2 2-2 3-2 1-3 2-4 4-1 0-2 3-1 1-1 3 1 2 1 2 0 2 0-1 0 4-1 2 1 0-1 2-1 1-2 1-4 2-1 2 0 1 1 0-1 2-2 0 0-1 0-2 0-1 1-4-1-3-1-5 3-4 1-3 1 0 0-2 0-1 0-3 1-3 0-5-1-1-2 0 0-1-1-1-3 0 0-1 0-3 9-3 1 2 1 0 1 1 0 1-1 2 0 3 2 2 1-3 1-1 0-4-1-3-1-1-1-5z",
	"NA": "M554 359l-1 13-2 2-2 0-2 0-1 0 0-2-1-1-1 2-2-3-1-3-1-3 0-3-1-5 0-5 0-2-1-1-1-3-2-5 0-2-2-3-1-3 2-1 2-1 1 0 2 2 12 0 1 1 7 1 5-1 3-1 1 0 1 1-1 1-1 0-2 1-1-1-4 1-2 0-1 13-3 0z",
	"NC": "M954 346l2 2 0 2-1 1-1-1-1-2-1-2-1-3 0-1 1 0 1 1 1 2z",
	"NE": "M540 180l1 6 1 1 0 1 2 1-1 2-1 7 0 5-3 4-1 5 1 1 0 3 2 0 0 1-1 1 0 1-1 0-2-4-3 2-2-1-1-1-1 1-2 0-1 1-2 1-3-2-2 1-1-1-1-1-3-1-3 0-1 1 0 2-1 2 0 3-2-2-1 0-1 1 0-3-3-1 0-1-2-3 0-2 0-1 2-1 1-1 4 0 2-1 0-2 2-3 0-8 4-2 7-7 10-7 4 2 2 2z",
	"NG": "M508 242l0-6 0-2 0-3 1-1 1-2 0-1 1-2-1-2 0-1 0-3 1-2 0-2 1-1 3 0 3 1 1 1 1 1 2-1 3 2 2-1 1-1 2 0 1-1 1 1 2 1 3-2 2 4 1 0 1 1 0 1-1 1-2 3-1 3 0 2-1 0 0 3-2 2 0 2-1 1 0 2-2 1-1-2-1 0-2 3-1 0-1 3-1 3-3 1-1 0-1 1-2 0-2-2-1-3-2-3-2 0z",
	"NH": "M965 326l1 3-1 0-1-2zM964 326l0-1 0-3 1 1 0 3-1-1z",
	"NI": "M265 225l-1 0-1-1-1 0 0 1-2-1-1-1-1-2-1-1-1-1-1-2 1 0 1 0 0-1 1 0 0-2 1 0 1-1 0 1 1-1 2-1 0-1 0-1 1 0 0 1 1 0 0-1 1 0 1 0 1-1 0 1 0 1 0 1-1 1 0 2-1 1 0 1 0 2-1 2 1 1-1 1 0 1z",
	"NL": "M516 79l0 1 0 2-1 2-1 0 0 3-1-1-2-1-2 0-1 0 1-1 2-4 3-1z",
	"NO": "M527 24l3 0 2 0 6 1-4 0-1 1-2 1 0 1-2 0-4-1 1-1-3 0-3-1-2-1 5 0 1 0zM560 40l-3 1-2 0 1-2-3 0-3 0 0 2-2 1-2-1-3 0-2-1-1 1-1 0 0 1-4 0 0 1-2 0-1 1-2 3-2 3 0 1 0 1-2 0-1 2 0 3 2 1-1 3-1 2-1 1-2-1-4 3-3 0-3-1-1-3-1-6 2-1 6-2 3-2 4-4 4-4 3-1 5-3 4-1 3 1 3-2 3 0 3 0 7 1-2 1zM548 24l-3 0-5 0-5 0-3 0-2-1 6 0 2 0 2 0 4 0zM544 26l-4 1-3-1 1 0-1 0 3-1 1 1z",
	"NP": "M735 162l1 2 1 2 0 1-2 0-4 0-2-1-2-2-4 0-4-2-3-2-3-1 0-3 2-2 0-1 3 1 3 3 2 0 1 2 2 0 3 2 3 1z",
	"NZ": "M944 412l-3 2-3 2-3 2 0-1 0-1 3-2 1-2-2-2 1-1 3-1 3-3 1-2 1-2 0-1 0-1 0-3 1-2 1-1 0 2 2 1-2 3-1 4 2-3 1 1-2 3 1 1 2 0 2-1 1 0-3 3-2 2-2 0-2 1-1 2zM916 424l3-2 3-2 4-2 1-1 2-2 3-1 0 1-1 1 3-1-1 1-1 2-2 1-4 3-2 1-1 2-2 0-3 1-2 2-5 3-3 1-2 1-2 0-1-1-2 0 0-1 4-2 6-4 2 0z",
	"OM": "M650 181l0-2 1-1 0-2 1 0-1-1 0-2 1 0 2 2 2 2 2 0 2 1 1 2 1 1 1 0 0 1 0 2-1 1-1 2 0 2-2 0 0 1 0 2 0 2 0 1-1 0-2 1 0 2 0 1-2 0-1 1 0 1-1 1-2 0-1 1-2 0-1-2-3-7 8-3 1-8zM652 170l-1-1 1-2 0 1 0 1z",
	"PA": "M282 233l0 1 0 2 0 1-1 0-1 2-1-1 0-2 1-1-1-1 0-1-2-1-1 0-1 2-1 1-1 0 1 2 0 1-1 1-1 0 0-3-1 1-1 0 0-2-1 0-1 0-1 0-1 0 1-1 0-1 0-1 0-2 1 0 1 1 0 1 1 0 1 1 1 0 1-1 2-1 1-1 2 0 1 0 1 1 1 1z",
	"PE": "M302 283l-2-1-1 1-2 1-3 2 0 2-1 1 1 2-2 2 0 1-1 1 2 3 2 3-1 1 2 0 1 2 3 1 2-3 0 6 1 1 2-1 3 6-1 1 1 3 0 3-1 2 1 1-1 2 2 3-2 4 0 2-1 1-3-3-1-1-6-4-5-4-3-2-1-3 0-1-3-5-3-7-4-8-1-2-1-2-2-3-2-1 0-2-1-4 1-2 2-3 0 2-1 1 1 1 1 0 1 0 1 2 2-1 0-3 2-3 3-2 3-4 1-2 0-3 0-1 2 2 1 2 2 1 1 4 2 1 2-2 1 1 2 0 2 2-2 3 1 1z",
	"PG": "M899 276l5 3 5 2 2 2 1 2 0 2 5 2 0 2-2 1 0 2 2 3 1 4 2 0 0 1 2 1-1 1 3 1-1 1-2 1 0-1-3-1-2 0-2-3-2-2-1-3-3-2-3 1-1 2 0 2-3 2-1-1-3 0 1-12zM932 280l1 1 0 2-1 1 0-2-1-1-1-2-2-1-2-1 1-1 2 1 0 1 2 1zM927 288l-1 1-2 1-1 0-3-1-1-1 0-1 3 1 1-1 1-2 0 2 2 0 1-1 2-2-1-2 2 0 1 1-1 2-1 2-1 0zM937 287l1 0 1 3 1 1 0 1-1 1-1-2-1-2 0-3 0-1z",
	"PH": "M838 218l-2-3 3 0 1 2 0 3zM845 228l0-1 0-2 2 0-1 2 2-3 0 3-1 1 0 3-1 1-2-3zM856 234l0 3 1 2-1 3-1-4-1 2 1 3-1 2-3-2-1-3 0-2-2-2 0 2-2 0-2 2 0-1 1-3 1-1 2-2 1 2 2-1 0-2 2 0 0-3 2 2 1 2zM833 231l-3 3 1-2 2-3 1-2 1-4 1 3-2 2zM838 197l0 2 1 3 0 3-1 1 0 3 1 3 2 0 1 0 4 2 0 2 1 1 0 2-2-2-2-2 0 1-2-2-3 0-1 0 0-2 0-1-1-1 0 2-2-3 0-1-1-4 1 1-1-5 0-4 2 0 2 1 0-1zM842 223l-1-2 2 1 2 0 0 2-1 1-1 2-1-2zM851 220l2 4-2-1 0 2 1 2-1 1-1-3-1 0-1-2 2 0 0-2-2-2 2 0z",
	"PK": "M701 136l-2 2-3 1-4-1-1 2 2 3 2 2 2 2-2 2 1 2-1 4-1 3-2 4-3 0-3 3 3 2 0 3 2 2 2 3-6 0-2 2-2-1-1-2-3-3-5 1-4 0-4 0 0-4 4-2-1-1-1-1-1-3-2-2-2-2-2-2 5 2 3-1 1 1 1-1 2 0 3-1-1-3 1-2 2 0 0-1 2 0 1 0 1-1-1-2 1-2 1-1-1-2 2 0 0-2 0-1 1-1-1-2-1-1 1-2 3-1 2 0 1-1 2 0 2 2 2 2z",
	"PL": "M553 78l0 1 1 1 0 1-1 1 1 1 0 1 2 3 0 1-1 0-2 3 1 1-1 0-2-1-2 0-1 0-1 0-2-1-1 1 0-1-1-1-2 0 0-1-2 0-1 0 0-1-2 0-1-1-1-2 0-1-1-2-1-1 1 0-1-2 1-1 4-1 2-1 3 0 0 1 2 0 3 1 4-1 1 1z",
	"PR": "M317 196l1 1 1 0-1 1-2 0-2 0 0-1 1-1z",
	"PS": "M593 149l-1 1 0-1 1-1-1 0 0-2 1 0 0 2z",
	"PT": "M478 114l1-1 1 0 0 2 2 0 0-1 1 0 1 2-1 1 0 2-1 1 0 1-1 1 1 2-1 2 1 1 0 1-1 1 0 1-1 1-1-1-2 1 1-3 0-2-2 0 0-1 0-3 1-1 1-1 0-2 0-1 0-2z",
	"PY": "M340 342l1 2 1 5 3 1 1-1 2 1 0 1 1 4 1 1 1 0 1 0 1 0 0 2 0 3 0 2 0 3-2 3-2 0-3 0-3-1 2-6-1-1-3-2-4-3-2 0-6-6 0-4 0-2 1-4 5-1 2 0 3 2z",
	"QA": "M637 173l0-2 0-2 1-1 1 2 0 2 0 2-1 0z",
	"RH": "M585 350l-1 0-1 0-2-1-1 0-1-1-2-1-1-2 0-1-1-1-3-4-1-2 0-1-1-3 3 1 1 0 1 0 1-2 3-3 1-1 0-1 2-1 2-1 0 1 3 0 1 1 0 1 2 0 1 1 0 5-1 3 0 3 0 1 0 2-1 0-1 3z",
	"RO": "M568 103l1 0 1 0 2 0 0 1-1 1-1 0 0 3-2 0-2-1-2 1-1 0-4 0-2 0-1 0-1-1 0-1 0-1-1 1-2-1 0-1-2-1 0-1-1-1 2-1 1-2 1-2 1-1 1 0 1 0 2 0 1 1 1-1 2 0 0-1 1 0 1 1 1 1 1 1 1 2 1 1 0 1z",
	"RU": "M663 23l3-1 4 1 5 1 1 1-4 0-5 0-3-1-3 0-2-1zM681 25l5 0 0 1-9 0 1-1 1-1zM751 29l5 0 7 0 1 2-7-1-2 1-6-1 0-1zM770 30l5 0-1 1-3 0-5-1zM759 33l1-1 2 0 4 1 1 0-3 0-4 0zM578 23l3 0 3 0 1 0 2 0 3 0-1 0-2 0-2 0 0 1-2 0-2-1 1 0zM551 76l-4 1-3-1 1-1 2-1 3 1 1 0 0 1zM599 32l3-1-1-1 4-1 5-1 6 0 3 0 3-1 2 1-1 0-6 1-5 1-5 1-1 2-2 2 1 1 5 2-1 0-7-1-1 0-3-1-1-1 1 0 0-1 3-2zM823 78l4 3 3 3 3 3 8 5-5-1 3 4 5 4 1 2-3-2 0 2-2-2-3-3-3-4-1-2-4-4-4-3-3-4 1-1-3-1 1-1zM150 41l2 1 2 3-3 1 1 0 2-1 5 0 0 2-3 1-4 0-4 3-1 0-2 0 0-1-2 0 1-1-1-1-3 0 2-1-3 0-1 1-3 1 15-8zM865 49l-1 1-3 0 4 1 4 2 2 1 2 1 0 1-4-1-3 2-2 0 0 2-1 1 1 2-6-2-3 2-2-1 0 1-4 0 2 1 1 3 1 1 3 1 5 3-2 1 2 2 2 1-2 1 3 4-3 0 3 3-1 3-3-2-5-4-9-6-3-4 0-2-1-1 2-1 0-3 0-3 1-2-3-3-2 0 1 2-1 3-6-3-5 1 1 4 3 2-4 0-3 0-2-1-3-1-2 1-7 0-6 1-1 5-2 6 4 1 3 1 2 1 1-1 2 0 7 3 2 2 1 3 3 4 3 5 0 4 1 2 0 4-1 3 0 2-2 2-2 0-2-1-2 2 0 1-1-2 1 0-2-4-3-3 1-1 4 1-1-3-2-4 0-1-1-2-3 0-1 2-4 0-3-3-4-2-5-1-4-3-2-2-2-1-4-3-3-1-4-1-3 0-2 1-1 1 2 1 1 1 0 1 0 3 1 2-2 1-3-1-3 1-2-1-1-1-2 2-3 1-2 1-3-1-2 0-3-1-3-2-3 0-2 0-2 1-4-2-2-2-3 0-3-1-3-1 0 3 2 2-1 2-4-1-3 0-2-1-2 0-3-1-3 1-3 3-2 0-1 0-2-2-3 1-1-1-2-1-2-2-2 0-3 1-4-2 0 1-9-7-5-2 1-1-4 3-3 0 0-2-4-1-2 1-2-3-4 0-1 1-6 1-8 1-1 1 3 2-2 1 0 1-1 1 4 2 0 2-3-1 0 1-4-1-4 0-2 1-3-1-6-2-3 0-4 3 1 2-3-1-1 3 1 1-1 2 2 2 2 0 2 2 1 1 1 1-1 2-2 0-1 4 3 3 0 2 3 3-1 2 0 1-1-1-2-2-1 0-2 0-1-2-2 0-2 0 0-1-4-1-4-1-2 0-4-2-3-2-2-1 1-1 2-3-2-1 4-1-1-1-2 1 0-2 1 0 2-1 0-1 0-1 0-2 0-1-4-1-1 0-2-1-2 0-3-1-1-2-2 0 0-1-2-2-2 0-1 0 0 1-1 0-1-2-1-1 1 0 1 0 1-1-1-1-1 0 0-1-1 0-2-2 0-1 0-1-3-1-1 1 0-1-3-1-1-1 0-1-1-1 0-1-1-2 1-2 2-2-2-1 3-3 2-1 0-2-3-1 0-2-2-2 1-1-3-3 1-1-3-2-1-1 2 0 3-1 2-1 3 1 6 1 8 2 2 1 1 1-2 2-3 0-10-1-1 0 4 1 0 1 1 3 3 0 2 1 0-1-2-1 1-1 6 1 1 0-2-2 4-2 2 0 2 1 1-1-3-2 1-1-2-1 6 0 1 2-2 0 0 1 2 1 3-1 0-1 4-1 5-2 2 0-1 1 2 1 1-1 4 0 2-1 3 1 2-1-3-1 1-1 6 1 3 0 8 3 1-1-3-1 0-1-3 0 0-1-2-1 0-1 2-2 0-1 1-1 5 1 2 1-1 1 2 1 1 1 2 3 3 1 0 1-2 3 3 1 0-1 2-1 0-1 1-1-2-1 0-1-3 0-1-1 0-2-4-2 3-1-2-1 1 0 2 1 1 1 2 1-2-2 3 0 3 0 5 1-3-2-2-2 3 0 4 0 4 0-2-1 1-1 2 0 3-1 4 0 5 0 2 0 3-1 3 0 1-1 4-1 3 1-2 0 5 0 1 1 1 0 5 0 5 0 3 1 0 1-1 0-4 1-1 1 3 0 3 0 1 0 3 1 0-1 3 0 6 0 1 1 8 1-1-2 4 1 3 0 4 0 3 2 4 2 4 0-1-1 4 0 3 0 4 0 1 0 4 0-4-2 1 0 19 1 3 1 7 1 7 0 5 0 3 1 2 1 3 1 2 0 3 0 5 0 3 0 6 1 2 0-4-1-1-1 7 0 4 0 7 1 5 1 15 8zM843 37l-2 0-2 0 1-1 3 1zM160 36l2 0 1 1-3 0-3 0 3-1zM581 101l0-1 2 1 1 0 0 1 1 0 1 1 2 0 0 1-2 0-3 2-2 0 0-2-2-1 2-1z",
	"RW": "M586 271l1 2 0 2-1 0-1 0-1 2-2 0 0-2 1 0 0-3 1-1 0 1z",
	"SA": "M593 157l3 0 1-1 0-1 2 0 1-2-3-4 5-1 1-1 3 1 4 2 9 8 5 0 2 0 1 2 2 0 2 3 1 1 1 1 2 1 0 2 0 1 0 1 1 1 1 1 0 1 1 1 1 0 1 1 0 1 2 4 8 2 0-1 2 2-1 8-8 3-7 2-3 2-1 3-2 1-1-1-1 0-2 0-1-1-3 0-1 1-1-1-1 2 1 1-1 1-1-1-1-1 0-2-2-1-1-3-1-3-2-3-2 0-2-4 0-3 0-2-2-4-2-1-1-1-2-2 1-1-1-2-1 0-2-3-2-3-1-3-2 0 1-1 0-2z",
	"SB": "M955 306l1 1-2 0-1-2 2 1zM955 303l-1 0-1-3-1-2 1 0 1 3zM952 304l-1 0-2-1 0-2 2 1 1 1zM950 297l0 1 0 1-2-2-1-1-1-2 1 0 1 1zM943 293l1 1-2 0 0-2 0-1z",
	"SD": "M569 235l-2-2-1-1 0-1 0-2 0-1-1-3-1-1 0-1-1-1 0-2-1-2-1 0 1-1 0-2 0-1 1-1-1-1 1-2 1-3 2 0 0-15 0-1 3 0-1-8 11 0 11 0 11 0 1 4-1 1 1 3 1 5 2 1 1 1-1 2-2 1-1 1 0 3-1 5 1 2-1 3-1 3-1 2-1 3-1 2-1 1-1 4 1 3 0-3-1 0 0-2 0-1-2-2 0-2 0-3-1 0 0 1-2 0 1 1 0 2-2 2-1 3-1 0-3-2-1 1 0 1-1 1-1 0-2 0-1 0-2 0-1 0-1 0-1-2-1-1-2 0 0 2-1 3-1 1-1 0z",
	"SE": "M524 64l1-1 1-2 1-3-2-1 0-3 1-2 2 0 0-1 0-1 2-3 2-3 1-1 2 0 0-1 4 0 0-1 1 0 3 1 3 1 1 3 1 1-3 1-2 1 1 2-3 2-4 2-1 3 2 2 2 1-1 3-3 1 0 4-1 3-3-1-1 2-2 1-1-3-2-3z",
	"SI": "M533 100l2 0 1-1 2 0 1 0 1 1-2 0 0 2-1 0 0 1-1 0-1-1 0 1-2 0 1-1-1-1z",
	"SK": "M553 92l-1 2-3-1-1 0 0 1-1 0-2 1-1 0-2 1 0-1-2 0 0-1 0-1 1 0 1-1 1 0 0-1 1-1 0 1 1-1 2 1 1 0 1 0 2 0z",
	"SL": "M463 232l1-1 1-1 0-1 1 0 1-1 2 0 1 1 0 2 0 1 0 1 0 1 1 0-1 2-1 2-1 1 0 1-1 0-2-1-1-2-1-2z",
	"SN": "M453 215l-1-3-1-2 1 0 2-3 0-2 1-1 2 0 1-1 2 0 1 1 2 1 1 3 2 3 0 2 1 2 1 1 0 2 0 1-1 0-1 0-1 0-2-1-1 0-5 0-1 1-1 0-2 0 0-3 2 0 1 0 1 0 1-1 1 1 1 0 1-1 0-1-1 1-1 0-1-1-1 0-1 1z",
	"SO": "M618 273l-2-4 0-13 2-5 1-1 2 0 2-3 4 0 8-11 1-3 2-3 0-2-1-4 0-1 1 0 1-1 2 0 1-1 1 0 0 1 0 2 0 2 0 1-1 4-1 4-1 5-3 6-2 4-3 5-3 3-4 4-3 3-3 5-1 2z",
	"SR": "M346 257l-2 0-1 0-1 0-1 1 1 1-2 0-2-3 0-2-1 0-1-3 0-2 0-1 2-1 1-4 3 1 3-1 3 1-2 4 0 2 1 2 0 2-1 2z",
	"SS": "M587 253l-2-3-1-1-2 0-1 0-1 1-1-1-2-3 0-1-2-1-1-3-1-1-2-2 0-2-2-1-2-2 1 0 1-1 1-3 0-2 2 0 1 1 1 2 1 0 1 0 2 0 1 0 2 0 1 0 1-1 0-1 1-1 3 2 1 0 1-3 2-2 0-2-1-1 2 0 0-1 1 0 0 3 0 2 2 2 0 1 0 2 1 0 0 3-1 1-1 0-1 3 2 0 1 2 1 1 1 1 2 4-2 3-2 2-2 2-2 0-2 1-2-1z",
	"SV": "M251 212l1 0 0 1 1 0 0 1 1-1 1 1 0 1-1 1-1 0-1 0-1-1-2 0-1-1 1 0 1-1 0-1z",
	"SY": "M593 145l1 0-1-2 1-2 1-1-1-1-1-1 0-2 0-2 1 0 0-1 0-2 1 1 3-1 1 0 2 0 3-1 1 0 3 0-1 2-1 1 1 2-1 4-5 4-5 3z",
	"SZ": "M586 366l-1 2-1 0-2-2 0-1 1-1 1-1 0-1 2 1 0 2z",
	"TD": "M566 192l0 15-2 0-1 3-1 2 1 1-1 1 0 1 0 2-1 1 1 0 1 2 0 2 1 1 0 1-2 1-1 1-2 4-3 2-2 0-1 0 0 1-1 2-1 1-4 2-1-1-1 1-2 0 1-1-1-3-1-1-1-1-2-2 1-2 1 0 1 0 1 0-1-3 0-3 0-2-1-3 0-1-2 0 0-3-1-1 1-5 3-4 0-5 1-7 1-2-2-1 0-1-1-1-1-6 3-2 11 7z",
	"TF": "M663 439l1 1 2 1-2 2-3 0 0-2 1-1z",
	"TG": "M503 224l-1 2 1 2 1 1 0 2 1 0 0 9 0 3-2 1-1-2 0-2-1-2 1-3-1-2 0-3 0-3-1-1 0-2z",
	"TH": "M793 212l-2 0-4 0-1 3 1 5-2-2-3 0 0-3-2 0 0 4-1 6 0 3 0 3 2 0 1 4 1 3 2 2 2 1 1 2 0 1-2 1-1-2-2-2-1 1-1-2 0-2-2-2-2-2 0 3-1-3 1-2 0-4 1-3 1-4-2-3 0-2 0-2-3-3-1-2 1-1 1-3-2-3-2-2-2-3 1-1 0-4 2 0 1-2 2-1 1 1 1 3 2 0 0 4 1 3 2-2 1 0 2 0 0-1 2 0 3 3 1 4 3 3 0 3z",
	"TJ": "M673 130l1-3-2-3-2-1 0-1 2 0 1-2 0-2 3-1 0 2 1 1 1 0-1 1-3-1 1 2 2 0 4 1 5-1 1 3 1 0 2 1 0 1 1 2-3 0-1 0-2 1-1 1-2-1 0-3-1 0 0-1-2-1 0 2 0 1-1 0-1 0 0 2-1-1-2 1z",
	"TL": "M852 300l0-1 3-1 2 0 1 0 1 0-2 1-3 2-2 1 0-1z",
	"TM": "M630 115l1-2 3 0 2 1 2 2 1 0 3 0-1-2 2-1 1-2 4 2 1 3 2 0 2 0 1 1 2 3 4 3 2 1 3 2 4 1 1 2-1 0-2-1 0 1-2 1 1 3-2 1-2 0 0 2-1 0-3-1-1-3-2 0-4-3-2 0-3-2-2 0-1 0-2 0-1 2-2 1-1-3-1-3-2-1 0-3-2 0 0-2 3 0 2-1-3-2-1-2-2 1 1 3z",
	"TN": "M525 154l-1-7-2-1 0-1-2-2 0-3 1-2 1-2-1-4 1-1 2-2 2 1 0 1 2-1 0 1-1 1 0 2 1 1 0 3-2 2 1 1 1 0 1 2 1 1 0 2-1 1-1 1-2 2 1 1-1 2z",
	"TR": "M614 130l-1 0-1 0-3-1-1 1-3 0-1 0-3 1-2 0-1 0-3 1-1-1 0 2 0 1-1 0-1-1 1-1-2 0-2-1-2 2-4 0-2-1-3-1 0 2-2 0-2-1-3 0-2-4-2-2 1-2-2-2 2-3 4 0 1-3 5 1 2-2 3-1 4 0 5 2 4 1 2 0 3 0 2-2 3 0 3 2 0 1 0 2 2 0 2 1-2 1 2 4-1 1zM565 114l2-1 2 1 1 1 2 1 0 1-3 0-1 1-2 2-1-2 1-1 0-2z",
	"TT": "M327 225l2 0 0 3-3 0 1-1z",
	"TW": "M830 175l0 6 0 3-2-4-2-2 1-4 1-3 2 1z",
	"TZ": "M596 270l11 8 0 2 4 4-2 5 0 2 2 1 0 1-1 3 1 1-1 2 1 2 1 4 1 0-2 3-3 1-2 0-1 1-2 0-1 1-3-1-2 0-1-5-1-2 0-1-3-1-1-1-2 0-1-1-1-1-2-5-1-2-1-2 0-2 0-4 1 0 1-1 1-2 1-1 0-1-1-1 0-2 1 0 0-2-1-2 1-1 3 0z",
	"UA": "M573 83l1 0 0-1 1 0 2 0 2 2 0 1 2 0 1 2 3 1 2 0 2 1 1 0 4 1 0 1 0 2 0 1 0 1-2 1-1 0 0 2-2 0-1 1-2 0-2 1 0 2 0-1-1 0-2-1 0 1-1 0-4-1 0-1-2 0-1 2-1 2-2 0-1 0-1 0 1-1 0-1 1-1-1 0 1 0 1 0 1 0 0-1-1-1-1-1-1-1 0-1-1 0-1 0-2-1-1 0-1 0-1 0 0 1-2 0-1 1-1-1-2 0-1 0-1 0-2-1 1-2 1 0-1-1 2-3 1 0 0-1-2-3 1 0 1-1 2 0 3 1 2 0 2 0 1 1 1-1 1 1 2 0 1 0-1-1 1-1z",
	"UG": "M596 270l-6 0-3 0-1 1-2 1 0-1 0-3 0-1 1-3 0-2 1-2 1-1 1-1-1-1 0-4 1-1 2 1 2-1 2 0 2-2 2 3 0 2 1 4-1 3-1 2-1 2z",
	"US": "M211 92l7 0 7 0 2 0 7 0 7 0 7 0 7 0 8 0 8 0 5 0 1-1 1 0-1 1 0 1 2 0 2 1 2 1 2-1 2 1 1 0 3-1 1 1 2 1 2 1 1 1 0 1 0 1 1 0 0 1 1 0-1 1 2 1-1 3 0 3-2 2-2 1-1 2 1 1 4-2 3 0 4-2 0-1 0-1 1 0 3 0 2 0 1-2 1 0 3-2 1-1 4 0 5 0 0-1 1 0 1 0 2-2 1-2 3-2 1 0 1 0 1 1-2 4 1 2 0 1-3 1-3 2-3 0-2 2 0 1-1 2 0 1 1 1 0-2 1 1-1 1-2 1-1 0-2 0-1 0-1 0-3 1 4 0 1 0-4 1-2 0-1 1 1 0-1 2-3 3 0-1-1 0 0-1 0 2 0 2-1 1-3 3 2-3-1-1 0-3-1 2 0 2-1-1 1 1-1 4 1 0 0 1-1 3-2 3-3 1-3 2-1 0-2 1-1 2-3 2-2 1-2 3-1 2 0 2 0 4 0 2 0 2 0 4 0 2-1 2-1 2-1 0-1 0 0-2-1-1-1-3 0-2 0-2 1-2 0-2-2-3-1-1-3 2-1-2-1-1-3 1-3-1-2 0-1 1 0 1 0 1 0 1-1 1 0-1-2 1-2 0-1-2-2 0-2-1-2 1-2 0-4 3-3 2-2 1-1 2-1 2 0 2 0 1-1 0-1 0-2-1-1-2 1-3-1-2-1-2 0-2-1-2-3 0-2 3-2-1-1-1 0-2 0-2-1-1-1-1-1-2-4 0-1 2-2 0-5 0-5-3-3-1 0-1-3 0-3 1 0-2-1-2-1 0 0-1-1-1-1-1-2 0 0-2 0-4 0-4 0-1 0-1 0-3 1-3 0-2 2-2 1-3 1-3 3-3 2-3 3-2 2-5 1-2 1-2 3 1-1 3 1-1 2-3zM73 190l0 1 1 0 0 2-2 1-1 0 0 1-1-1 1-1 0-1 0-1 1 0 0-1zM72 188l-1 1 0-1-1 0 0-1 1 0 1 0zM71 186l-1 1-1 0 0-1zM68 184l0 1 0 1-1 0 0-1zM146 60l2 1-1 1-2 0-1-1zM167 67l1 0 0 1-4 1-3 1 0-1 1-1 3-1zM228 39l-11 8-17 14 2 0 1 0 1 1 0 2 3-1 3-1 0 1 0 1 1 1-1 2 0 3 2 2-2 2-2 1-1-1-1-1 2-2-1-2 2-3-2 0-4 0-1-1-2-2-1-1-3-1-3 0-3-1-1-1-3 1-2 1-1 1-3 0-3 1-3 1 1-2 4-2 4-1 0-1-5 2-3 1-6 2 0 1-4 2-4 1-3 1-2 1-5 2-2 1-4 1-1 0-3 1-4 1-3 0-5 1 1 0 4-1 3-1 4-2 3 0 3-1 5-2 1 0 3-1 2-2 4-2-4 1 0-1-2 1 0-1-2 1 1-1-4 1-1 0 2-2 2-1-1-1-3 1 0-1-1-1 2-1 0-1 3-2 4-1 2-1 2-1 1 1 3-1 1 0 3-1 1-1 3-1-2 0-3 0-1 1-1-1-3 1-2-1 0-1 0-1 4-1 6-1 2 0-2 1 4 0 1-1-1-1 0-1 0-1-2-1 3-1 3 0 4-1 3-1 3-1 2 0 5-1 2 0 4-1 3 1 0 1 1-1 3 0-1 1 3 0 2 0 3 1 3 0 2 0 3 0 2 0zM148 52l0 1 2-1 1 1 1 0 0 1-3 0-1 0 0-1-2 0z",
	"UY": "M348 379l1-1 3 3 1 0 4 2 2 2 2 2-1 2 1 2 0 2-3 2-2-1-1 1-3-2-2 0-2-2 0-2 0-1 0-3-1-4z",
	"UZ": "M639 116l-3-12 5-2 1 1 4 2 3 1 3 3 3 0 4-1 4 3 1 3 1 0 1 3 3 0 2 1 1-2 2-2 1-1 1 0-1 2 2 2 2-1 3 2-2 2-2 0-1 0-1-1 0-2-3 1 0 2-1 2-2 0 0 1 2 1 2 3-1 3-2-1-1 0-1-2-4-1-3-2-2-1-4-3-2-3-1-1-2 0-2 0-1-3-4-2-1 2-2 1 1 2z",
	"VD": "M793 226l2-1 3 0-1-3 4-3 0-4-1-3-1-3-1-3-2-3-3-3-3-4-4-3 1-1 1-1-2-3-3 0-2-3-2-3 1-1 2 0 3-1 1-2 2 2 3 1 0 2 2 1 3 1-3 3-2 4 0 2 3 4 4 5 3 2 2 3 2 7 1 7-2 2-3 3-2 3-3 3-1-2 0-3z",
	"VE": "M328 246l1 1-1 2-4 1-2 1 0 1-3-1-2-1 0 1 1 1 0 2 0 3 3 0 0 1-2 1-1 2-1 0-2 1-1 1-2 0-1-2-1-3-1-2-1-1 2-1 0-1-1-1-1-3 1-3 0-1 1-2-1-1-2 1-2 0-1 0-2-3-1-1-4 1-1-2 0-1 0-1 0-2-1-1 0-1-1-1 1-2 0-3 1-1 1-1 1-2 2-1 0 1-2 1 1 2 0 2-2 2 1 3 1-1 1-2 0-2 0-2 3-2 0-2 1-1 1 3 2 0 2 2 0 1 2 0 3 0 2 1 2 1 1-1 0-1 4 0 3-1-2 2 1 1 2 1 2 2 0 3 2-1 1 1-3 3 0 1 1 1-1 1-2 1 0 1 0 2z",
	"XK": "M551 114l0-1-1 0 0-1 0-1 1-1 1 0 0 1 1 0 0 1 1 0-1 0 0 1-2 1z",
	"YD": "M643 194l3 7 1 2-2 1 0 2 0 1-3 2-4 1-2 3-1 0-1 0-2 2-1 0-3 1-1 0 0 1-1 0 0 1-2 0-2 0-1-2 0-2-1-1-1-3 0-1 0-1 0-1 0-1 0-2 1-1-1-1 1-2 1 1 1-1 3 0 1 1 2 0 1 0 1 1 2-1 1-3 3-2z",
	"ZA": "M544 373l1-2 1 1 0 2 1 0 2 0 2 0 2-2 1-13 1 1 1 3 0 2 0 2 2-1 1-1 2-1 1-2 1-1 1 0 1 1 2 1 2-1 1-1 0-2 2 0 1-2 1-2 2-3 4-3 1 0 2 1 1 0 1 0 1 5 1 3-1 4 0 1-2-1 0 1-1 1-1 1 0 1 2 2 1 0 1-2 2 0-1 3 0 3-1 1-2 2-1 1-1 2-1 1-2 3-3 3-2 3-2 1-3 1-2 1 0 1-2-1-1 1-3-1-1 1-1-1-3 2-2 0-2 2-1 0-1-2-1 0-1-1-1-1 1-2-1-2 1-1 0-2-2-4-1-3zM577 374l-1-1-1 1-2 1-1 2 1 3 1 0 1-1 1-1 1-1 1-2z",
	"ZM": "M587 298l1 1 1 1 2 0 1 1 1 2 1 3 0 1-1 3 0 3-1 2-1 3 2 1-9 3 0 3-2 1-2 1 0 1-1 1-3 3-1 2-1 0-1 0-3-1-1 0-1-1-1 0-3 1-1-3-2-3 0-12 6 0 0-1 0-1 0-2 0-2 0-1 1 0 0 1 2 0 1 0 1 2 2 1 2-2 1 2 2 1 1 1 1 3 2 0 0-5-1 1-2-1 0-1 0-4 1-4-1-2 1-2 1-1 3 0z"
};
var dots$1 = {
	"AD": [504, 112],
	"AG": [329, 201],
	"AI": [326, 197],
	"AN": [307, 220],
	"AS": [24, 320],
	"AW": [304, 219],
	"BB": [334, 216],
	"BH": [636, 169],
	"BM": [330, 146],
	"CK": [62, 346],
	"CV": [433, 206],
	"DM": [329, 208],
	"FM": [932, 238],
	"FO": [486, 56],
	"GD": [327, 220],
	"GG": [494, 91],
	"GU": [904, 215],
	"HK": [811, 182],
	"IM": [490, 77],
	"JE": [495, 91],
	"KI": [25, 263],
	"KM": [622, 311],
	"KN": [326, 201],
	"KY": [277, 193],
	"LC": [330, 214],
	"LI": [523, 98],
	"MC": [518, 108],
	"MH": [980, 240],
	"MO": [810, 183],
	"MP": [905, 206],
	"MS": [328, 203],
	"MT": [537, 134],
	"MU": [658, 343],
	"MV": [708, 252],
	"NF": [947, 374],
	"NR": [973, 268],
	"NU": [32, 338],
	"PF": [97, 322],
	"PM": [365, 98],
	"PW": [879, 238],
	"SC": [657, 284],
	"SG": [794, 261],
	"SH": [473, 313],
	"SM": [530, 108],
	"ST": [519, 265],
	"SX": [326, 198],
	"TC": [303, 184],
	"TO": [20, 343],
	"VA": [531, 114],
	"VC": [329, 216],
	"VG": [322, 196],
	"VI": [321, 198],
	"WF": [5, 319],
	"WS": [19, 318]
};
// src/chart/map.ts
const BESIDE_FROM = 900;
const LIST_PX = 240;
const LISTED = 8;
const ROW$1 = 26;
const STRENGTHS = [
	.16,
	.34,
	.52,
	.7,
	.9
];
const DOT = 5;
function drawMap(canvas, chart, top) {
	const beside = canvas.width >= BESIDE_FROM;
	const map_px = beside ? canvas.room - LIST_PX - 24 : canvas.room;
	const scale = map_px / width;
	const height$1 = height * scale;
	const most = chart.places.reduce((found, { code, value }) => code === null ? found : Math.max(found, value), 0) || 1;
	const marks = [element("g", { transform: `translate(16 ${px(top)}) scale(${scale.toFixed(4)})` }, shapes(canvas, chart, most).join("")), ...key(canvas, chart, most, top + height$1 + 8)];
	const list_top = beside ? top : top + height$1 + 44;
	const list = ranking(canvas, chart, beside ? 16 + map_px + 24 : 16, list_top, beside ? LIST_PX : canvas.room);
	return {
		marks: [...marks, ...list.marks],
		bottom: Math.max(top + height$1 + 40, list.bottom)
	};
}
function shapes(canvas, chart, most) {
	const found = new Map(chart.places.flatMap((place) => place.code === null ? [] : [[place.code, place]]));
	const bare = {
		fill: canvas.paint("grid"),
		stroke: canvas.paint("ground"),
		"stroke-width": .8
	};
	const countries$1 = Object.entries(countries).map(([code, d]) => {
		const place = found.get(code);
		if (place === void 0) return element("path", {
			d,
			...bare
		});
		const mark = element("path", {
			d,
			...bare,
			fill: canvas.paint("hue0"),
			"fill-opacity": strengthOf(place.value, most)
		});
		return canvas.hit(mark, placeLines(chart, place), place.people);
	});
	const dots = Object.entries(dots$1).flatMap(([code, at]) => {
		const place = found.get(code);
		if (place === void 0) return [];
		const mark = element("circle", {
			cx: at[0] ?? 0,
			cy: at[1] ?? 0,
			r: DOT,
			fill: canvas.paint("hue0"),
			"fill-opacity": strengthOf(place.value, most),
			stroke: canvas.paint("ground")
		});
		return [canvas.hit(mark, placeLines(chart, place), place.people)];
	});
	return [...countries$1, ...dots];
}
/** By square root: one country often has most of it. */
function strengthOf(value, most) {
	const step = Math.ceil(Math.sqrt(Math.max(0, value) / most) * STRENGTHS.length);
	return STRENGTHS[Math.max(1, step) - 1];
}
function key(canvas, { unit }, most, top) {
	const width = Math.min(56, (canvas.room - 8) / STRENGTHS.length);
	return STRENGTHS.flatMap((strength, at) => {
		const until = ((at + 1) / STRENGTHS.length) ** 2 * most;
		const x = 16 + at * width;
		return [rect({
			x,
			y: top,
			width: width - 2,
			height: 8
		}, {
			fill: canvas.paint("hue0"),
			"fill-opacity": strength,
			rx: 2
		}), canvas.text(x + width - 2, top + 21, `≤ ${compact(Math.max(1, Math.round(until)), unit)}`, {
			size: 11,
			anchor: "end",
			width: width - 4
		})];
	});
}
function ranking(canvas, chart, left, top, width) {
	const shown = chart.places.slice(0, LISTED);
	const rest = chart.places.slice(LISTED);
	const most = shown[0]?.value || 1;
	const marks = shown.map((place, at) => {
		const y = top + at * ROW$1;
		const figure = full(place.value, chart.unit);
		const drawn = [
			canvas.text(left, y + 12, place.name, {
				paint: "ink",
				width: width - canvas.widthOf(figure) - 10
			}),
			canvas.text(left + width, y + 12, figure, { anchor: "end" }),
			rect({
				x: left,
				y: y + 17,
				width: Math.max(1.5, place.value / most * width),
				height: 4
			}, {
				fill: canvas.paint(place.code === null ? "line" : "hue0"),
				rx: 2
			})
		].join("");
		return canvas.hit(drawn, placeLines(chart, place), place.people);
	});
	const sum = rest.reduce((total, { value }) => total + value, 0);
	const more = rest.length === 0 ? [] : [canvas.text(left, top + shown.length * ROW$1 + 14, `and ${rest.length} more, ${full(sum, chart.unit)}`, { size: 11 })];
	return {
		marks: [...marks, ...more],
		bottom: top + shown.length * ROW$1 + (rest.length === 0 ? 4 : 22)
	};
}
function placeLines({ places, unit }, { name, value }) {
	const total = places.reduce((sum, place) => sum + place.value, 0);
	return [name, unit === "count" ? `${full(value, unit)} (${share(value, total)})` : full(value, unit)];
}
// node_modules/d3-path/dist/d3-path.mjs
const pi$1 = Math.PI;
const tau$1 = 2 * pi$1;
const epsilon$1 = 1e-6;
const tauEpsilon = tau$1 - epsilon$1;
function append(strings) {
	this._ += strings[0];
	for (let i = 1, n = strings.length; i < n; ++i) this._ += arguments[i] + strings[i];
}
function appendRound(digits) {
	let d = Math.floor(digits);
	if (!(d >= 0)) throw new Error(`invalid digits: ${digits}`);
	if (d > 15) return append;
	const k = 10 ** d;
	return function(strings) {
		this._ += strings[0];
		for (let i = 1, n = strings.length; i < n; ++i) this._ += Math.round(arguments[i] * k) / k + strings[i];
	};
}
function equal(x0, y0, x1, y1) {
	return x0 === x1 && y0 === y1;
}
function equalRound(digits) {
	const d = Math.floor(digits);
	if (!(d <= 15)) return equal;
	const k = 10 ** d;
	const r = function(value) {
		return Math.round(value * k);
	};
	return function(x0, y0, x1, y1) {
		return r(x0) === r(x1) && r(y0) === r(y1);
	};
}
var Path = class {
	constructor(digits) {
		this._x0 = this._y0 = this._x1 = this._y1 = null;
		this._ = "";
		this._append = digits == null ? append : appendRound(digits);
		this._equal = digits == null ? equal : equalRound(digits);
	}
	moveTo(x, y) {
		this._append`M${this._x0 = this._x1 = +x},${this._y0 = this._y1 = +y}`;
	}
	closePath() {
		if (this._x1 !== null) {
			this._x1 = this._x0, this._y1 = this._y0;
			this._append`Z`;
		}
	}
	lineTo(x, y) {
		this._append`L${this._x1 = +x},${this._y1 = +y}`;
	}
	quadraticCurveTo(x1, y1, x, y) {
		this._append`Q${+x1},${+y1},${this._x1 = +x},${this._y1 = +y}`;
	}
	bezierCurveTo(x1, y1, x2, y2, x, y) {
		this._append`C${+x1},${+y1},${+x2},${+y2},${this._x1 = +x},${this._y1 = +y}`;
	}
	arcTo(x1, y1, x2, y2, r) {
		x1 = +x1, y1 = +y1, x2 = +x2, y2 = +y2, r = +r;
		if (r < 0) throw new Error(`negative radius: ${r}`);
		let x0 = this._x1, y0 = this._y1, x21 = x2 - x1, y21 = y2 - y1, x01 = x0 - x1, y01 = y0 - y1, l01_2 = x01 * x01 + y01 * y01;
		if (this._x1 === null) this._append`M${this._x1 = x1},${this._y1 = y1}`;
		else if (!(l01_2 > epsilon$1));
		else if (!(Math.abs(y01 * x21 - y21 * x01) > epsilon$1) || !r) this._append`L${this._x1 = x1},${this._y1 = y1}`;
		else {
			let x20 = x2 - x0, y20 = y2 - y0, l21_2 = x21 * x21 + y21 * y21, l20_2 = x20 * x20 + y20 * y20, l21 = Math.sqrt(l21_2), l01 = Math.sqrt(l01_2), l = r * Math.tan((pi$1 - Math.acos((l21_2 + l01_2 - l20_2) / (2 * l21 * l01))) / 2), t01 = l / l01, t21 = l / l21;
			if (Math.abs(t01 - 1) > epsilon$1) this._append`L${x1 + t01 * x01},${y1 + t01 * y01}`;
			this._append`A${r},${r},0,0,${+(y01 * x20 > x01 * y20)},${this._x1 = x1 + t21 * x21},${this._y1 = y1 + t21 * y21}`;
		}
	}
	arc(x, y, r, a0, a1, ccw) {
		x = +x, y = +y, r = +r, ccw = !!ccw;
		if (r < 0) throw new Error(`negative radius: ${r}`);
		let dx = r * Math.cos(a0), dy = r * Math.sin(a0), x0 = x + dx, y0 = y + dy, cw = 1 ^ ccw, da = ccw ? a0 - a1 : a1 - a0;
		if (this._x1 === null) this._append`M${x0},${y0}`;
		else if (Math.abs(this._x1 - x0) > epsilon$1 || Math.abs(this._y1 - y0) > epsilon$1) this._append`L${x0},${y0}`;
		if (!r) return;
		if (da < 0) da = da % tau$1 + tau$1;
		if (da > tauEpsilon) this._append`A${r},${r},0,1,${cw},${x - dx},${y - dy}A${r},${r},0,1,${cw},${this._x1 = x0},${this._y1 = y0}`;
		else if (da > epsilon$1) {
			const x1 = x + r * Math.cos(a1);
			const y1 = y + r * Math.sin(a1);
			if (da >= pi$1 && this._equal(x0, y0, x1, y1)) {
				da /= 2;
				let a00 = a0 + da;
				this._append`A${r},${r},0,${+(da >= pi$1)},${cw},${x + r * Math.cos(a00)},${y + r * Math.sin(a00)}`;
			}
			this._append`A${r},${r},0,${+(da >= pi$1)},${cw},${this._x1 = x1},${this._y1 = y1}`;
		}
	}
	rect(x, y, w, h) {
		this._append`M${this._x0 = this._x1 = +x},${this._y0 = this._y1 = +y}h${w = +w}v${+h}h${-w}Z`;
	}
	toString() {
		return this._;
	}
};
function path() {
	return new Path();
}
path.prototype = Path.prototype;
// node_modules/d3-shape/dist/d3-shape.mjs
function constant(x) {
	return function constant() {
		return x;
	};
}
const cos = Math.cos;
const sin = Math.sin;
const sqrt = Math.sqrt;
const epsilon = 1e-12;
const pi = Math.PI;
pi / 2;
const tau = 2 * pi;
function withPath(shape) {
	let digits = 3;
	shape.digits = function(_) {
		if (!arguments.length) return digits;
		if (_ == null) digits = null;
		else {
			const d = Math.floor(_);
			if (!(d >= 0)) throw new RangeError(`invalid digits: ${_}`);
			digits = d;
		}
		return shape;
	};
	return () => new Path(digits);
}
Array.prototype.slice;
function array(x) {
	return typeof x === "object" && "length" in x ? x : Array.from(x);
}
function Linear(context) {
	this._context = context;
}
Linear.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._point = 0;
	},
	lineEnd: function() {
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1: this._point = 2;
			default: this._context.lineTo(x, y);
		}
	}
};
function curveLinear(context) {
	return new Linear(context);
}
function x(p) {
	return p[0];
}
function y(p) {
	return p[1];
}
function line(x$1, y$1) {
	var defined = constant(true), context = null, curve = curveLinear, output = null, path = withPath(line);
	x$1 = typeof x$1 === "function" ? x$1 : x$1 === void 0 ? x : constant(x$1);
	y$1 = typeof y$1 === "function" ? y$1 : y$1 === void 0 ? y : constant(y$1);
	function line(data) {
		var i, n = (data = array(data)).length, d, defined0 = false, buffer;
		if (context == null) output = curve(buffer = path());
		for (i = 0; i <= n; ++i) {
			if (!(i < n && defined(d = data[i], i, data)) === defined0) {
				if (defined0 = !defined0) output.lineStart();
				else output.lineEnd();
			}
			if (defined0) output.point(+x$1(d, i, data), +y$1(d, i, data));
		}
		if (buffer) return output = null, buffer + "" || null;
	}
	line.x = function(_) {
		return arguments.length ? (x$1 = typeof _ === "function" ? _ : constant(+_), line) : x$1;
	};
	line.y = function(_) {
		return arguments.length ? (y$1 = typeof _ === "function" ? _ : constant(+_), line) : y$1;
	};
	line.defined = function(_) {
		return arguments.length ? (defined = typeof _ === "function" ? _ : constant(!!_), line) : defined;
	};
	line.curve = function(_) {
		return arguments.length ? (curve = _, context != null && (output = curve(context)), line) : curve;
	};
	line.context = function(_) {
		return arguments.length ? (_ == null ? context = output = null : output = curve(context = _), line) : context;
	};
	return line;
}
function area(x0, y0, y1) {
	var x1 = null, defined = constant(true), context = null, curve = curveLinear, output = null, path = withPath(area);
	x0 = typeof x0 === "function" ? x0 : x0 === void 0 ? x : constant(+x0);
	y0 = typeof y0 === "function" ? y0 : y0 === void 0 ? constant(0) : constant(+y0);
	y1 = typeof y1 === "function" ? y1 : y1 === void 0 ? y : constant(+y1);
	function area(data) {
		var i, j, k, n = (data = array(data)).length, d, defined0 = false, buffer, x0z = new Array(n), y0z = new Array(n);
		if (context == null) output = curve(buffer = path());
		for (i = 0; i <= n; ++i) {
			if (!(i < n && defined(d = data[i], i, data)) === defined0) {
				if (defined0 = !defined0) {
					j = i;
					output.areaStart();
					output.lineStart();
				} else {
					output.lineEnd();
					output.lineStart();
					for (k = i - 1; k >= j; --k) output.point(x0z[k], y0z[k]);
					output.lineEnd();
					output.areaEnd();
				}
			}
			if (defined0) {
				x0z[i] = +x0(d, i, data), y0z[i] = +y0(d, i, data);
				output.point(x1 ? +x1(d, i, data) : x0z[i], y1 ? +y1(d, i, data) : y0z[i]);
			}
		}
		if (buffer) return output = null, buffer + "" || null;
	}
	function arealine() {
		return line().defined(defined).curve(curve).context(context);
	}
	area.x = function(_) {
		return arguments.length ? (x0 = typeof _ === "function" ? _ : constant(+_), x1 = null, area) : x0;
	};
	area.x0 = function(_) {
		return arguments.length ? (x0 = typeof _ === "function" ? _ : constant(+_), area) : x0;
	};
	area.x1 = function(_) {
		return arguments.length ? (x1 = _ == null ? null : typeof _ === "function" ? _ : constant(+_), area) : x1;
	};
	area.y = function(_) {
		return arguments.length ? (y0 = typeof _ === "function" ? _ : constant(+_), y1 = null, area) : y0;
	};
	area.y0 = function(_) {
		return arguments.length ? (y0 = typeof _ === "function" ? _ : constant(+_), area) : y0;
	};
	area.y1 = function(_) {
		return arguments.length ? (y1 = _ == null ? null : typeof _ === "function" ? _ : constant(+_), area) : y1;
	};
	area.lineX0 = area.lineY0 = function() {
		return arealine().x(x0).y(y0);
	};
	area.lineY1 = function() {
		return arealine().x(x0).y(y1);
	};
	area.lineX1 = function() {
		return arealine().x(x1).y(y0);
	};
	area.defined = function(_) {
		return arguments.length ? (defined = typeof _ === "function" ? _ : constant(!!_), area) : defined;
	};
	area.curve = function(_) {
		return arguments.length ? (curve = _, context != null && (output = curve(context)), area) : curve;
	};
	area.context = function(_) {
		return arguments.length ? (_ == null ? context = output = null : output = curve(context = _), area) : context;
	};
	return area;
}
curveRadial(curveLinear);
function Radial(curve) {
	this._curve = curve;
}
Radial.prototype = {
	areaStart: function() {
		this._curve.areaStart();
	},
	areaEnd: function() {
		this._curve.areaEnd();
	},
	lineStart: function() {
		this._curve.lineStart();
	},
	lineEnd: function() {
		this._curve.lineEnd();
	},
	point: function(a, r) {
		this._curve.point(r * Math.sin(a), r * -Math.cos(a));
	}
};
function curveRadial(curve) {
	function radial(context) {
		return new Radial(curve(context));
	}
	radial._curve = curve;
	return radial;
}
sqrt(3);
sqrt(1 / 3) * 2;
const kr = sin(pi / 10) / sin(7 * pi / 10);
sin(tau / 10) * kr;
-cos(tau / 10) * kr;
sqrt(3);
sqrt(3);
sqrt(3) / 2;
(1 / sqrt(12) / 2 + 1) * 3;
function noop() {}
function point$3(that, x, y) {
	that._context.bezierCurveTo((2 * that._x0 + that._x1) / 3, (2 * that._y0 + that._y1) / 3, (that._x0 + 2 * that._x1) / 3, (that._y0 + 2 * that._y1) / 3, (that._x0 + 4 * that._x1 + x) / 6, (that._y0 + 4 * that._y1 + y) / 6);
}
function Basis(context) {
	this._context = context;
}
Basis.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 3: point$3(this, this._x1, this._y1);
			case 2: this._context.lineTo(this._x1, this._y1);
		}
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3;
				this._context.lineTo((5 * this._x0 + this._x1) / 6, (5 * this._y0 + this._y1) / 6);
			default: point$3(this, x, y);
		}
		this._x0 = this._x1, this._x1 = x;
		this._y0 = this._y1, this._y1 = y;
	}
};
function BasisClosed(context) {
	this._context = context;
}
BasisClosed.prototype = {
	areaStart: noop,
	areaEnd: noop,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x2, this._y2);
				this._context.closePath();
				break;
			case 2:
				this._context.moveTo((this._x2 + 2 * this._x3) / 3, (this._y2 + 2 * this._y3) / 3);
				this._context.lineTo((this._x3 + 2 * this._x2) / 3, (this._y3 + 2 * this._y2) / 3);
				this._context.closePath();
				break;
			case 3:
				this.point(this._x2, this._y2);
				this.point(this._x3, this._y3);
				this.point(this._x4, this._y4);
		}
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._x2 = x, this._y2 = y;
				break;
			case 1:
				this._point = 2;
				this._x3 = x, this._y3 = y;
				break;
			case 2:
				this._point = 3;
				this._x4 = x, this._y4 = y;
				this._context.moveTo((this._x0 + 4 * this._x1 + x) / 6, (this._y0 + 4 * this._y1 + y) / 6);
				break;
			default: point$3(this, x, y);
		}
		this._x0 = this._x1, this._x1 = x;
		this._y0 = this._y1, this._y1 = y;
	}
};
function BasisOpen(context) {
	this._context = context;
}
BasisOpen.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3;
				var x0 = (this._x0 + 4 * this._x1 + x) / 6, y0 = (this._y0 + 4 * this._y1 + y) / 6;
				this._line ? this._context.lineTo(x0, y0) : this._context.moveTo(x0, y0);
				break;
			case 3: this._point = 4;
			default: point$3(this, x, y);
		}
		this._x0 = this._x1, this._x1 = x;
		this._y0 = this._y1, this._y1 = y;
	}
};
function Bundle(context, beta) {
	this._basis = new Basis(context);
	this._beta = beta;
}
Bundle.prototype = {
	lineStart: function() {
		this._x = [];
		this._y = [];
		this._basis.lineStart();
	},
	lineEnd: function() {
		var x = this._x, y = this._y, j = x.length - 1;
		if (j > 0) {
			var x0 = x[0], y0 = y[0], dx = x[j] - x0, dy = y[j] - y0, i = -1, t;
			while (++i <= j) {
				t = i / j;
				this._basis.point(this._beta * x[i] + (1 - this._beta) * (x0 + t * dx), this._beta * y[i] + (1 - this._beta) * (y0 + t * dy));
			}
		}
		this._x = this._y = null;
		this._basis.lineEnd();
	},
	point: function(x, y) {
		this._x.push(+x);
		this._y.push(+y);
	}
};
(function custom(beta) {
	function bundle(context) {
		return beta === 1 ? new Basis(context) : new Bundle(context, beta);
	}
	bundle.beta = function(beta) {
		return custom(+beta);
	};
	return bundle;
})(.85);
function point$2(that, x, y) {
	that._context.bezierCurveTo(that._x1 + that._k * (that._x2 - that._x0), that._y1 + that._k * (that._y2 - that._y0), that._x2 + that._k * (that._x1 - x), that._y2 + that._k * (that._y1 - y), that._x2, that._y2);
}
function Cardinal(context, tension) {
	this._context = context;
	this._k = (1 - tension) / 6;
}
Cardinal.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: point$2(this, this._x1, this._y1);
		}
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1:
				this._point = 2;
				this._x1 = x, this._y1 = y;
				break;
			case 2: this._point = 3;
			default: point$2(this, x, y);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(tension) {
	function cardinal(context) {
		return new Cardinal(context, tension);
	}
	cardinal.tension = function(tension) {
		return custom(+tension);
	};
	return cardinal;
})(0);
function CardinalClosed(context, tension) {
	this._context = context;
	this._k = (1 - tension) / 6;
}
CardinalClosed.prototype = {
	areaStart: noop,
	areaEnd: noop,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3);
				this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3);
				this._context.closePath();
				break;
			case 3:
				this.point(this._x3, this._y3);
				this.point(this._x4, this._y4);
				this.point(this._x5, this._y5);
		}
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._x3 = x, this._y3 = y;
				break;
			case 1:
				this._point = 2;
				this._context.moveTo(this._x4 = x, this._y4 = y);
				break;
			case 2:
				this._point = 3;
				this._x5 = x, this._y5 = y;
				break;
			default: point$2(this, x, y);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(tension) {
	function cardinal(context) {
		return new CardinalClosed(context, tension);
	}
	cardinal.tension = function(tension) {
		return custom(+tension);
	};
	return cardinal;
})(0);
function CardinalOpen(context, tension) {
	this._context = context;
	this._k = (1 - tension) / 6;
}
CardinalOpen.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3;
				this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: point$2(this, x, y);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(tension) {
	function cardinal(context) {
		return new CardinalOpen(context, tension);
	}
	cardinal.tension = function(tension) {
		return custom(+tension);
	};
	return cardinal;
})(0);
function point$1(that, x, y) {
	var x1 = that._x1, y1 = that._y1, x2 = that._x2, y2 = that._y2;
	if (that._l01_a > epsilon) {
		var a = 2 * that._l01_2a + 3 * that._l01_a * that._l12_a + that._l12_2a, n = 3 * that._l01_a * (that._l01_a + that._l12_a);
		x1 = (x1 * a - that._x0 * that._l12_2a + that._x2 * that._l01_2a) / n;
		y1 = (y1 * a - that._y0 * that._l12_2a + that._y2 * that._l01_2a) / n;
	}
	if (that._l23_a > epsilon) {
		var b = 2 * that._l23_2a + 3 * that._l23_a * that._l12_a + that._l12_2a, m = 3 * that._l23_a * (that._l23_a + that._l12_a);
		x2 = (x2 * b + that._x1 * that._l23_2a - x * that._l12_2a) / m;
		y2 = (y2 * b + that._y1 * that._l23_2a - y * that._l12_2a) / m;
	}
	that._context.bezierCurveTo(x1, y1, x2, y2, that._x2, that._y2);
}
function CatmullRom(context, alpha) {
	this._context = context;
	this._alpha = alpha;
}
CatmullRom.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
		this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: this.point(this._x2, this._y2);
		}
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		if (this._point) {
			var x23 = this._x2 - x, y23 = this._y2 - y;
			this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
		}
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1:
				this._point = 2;
				break;
			case 2: this._point = 3;
			default: point$1(this, x, y);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a;
		this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(alpha) {
	function catmullRom(context) {
		return alpha ? new CatmullRom(context, alpha) : new Cardinal(context, 0);
	}
	catmullRom.alpha = function(alpha) {
		return custom(+alpha);
	};
	return catmullRom;
})(.5);
function CatmullRomClosed(context, alpha) {
	this._context = context;
	this._alpha = alpha;
}
CatmullRomClosed.prototype = {
	areaStart: noop,
	areaEnd: noop,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN;
		this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3);
				this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3);
				this._context.closePath();
				break;
			case 3:
				this.point(this._x3, this._y3);
				this.point(this._x4, this._y4);
				this.point(this._x5, this._y5);
		}
	},
	point: function(x, y) {
		x = +x, y = +y;
		if (this._point) {
			var x23 = this._x2 - x, y23 = this._y2 - y;
			this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
		}
		switch (this._point) {
			case 0:
				this._point = 1;
				this._x3 = x, this._y3 = y;
				break;
			case 1:
				this._point = 2;
				this._context.moveTo(this._x4 = x, this._y4 = y);
				break;
			case 2:
				this._point = 3;
				this._x5 = x, this._y5 = y;
				break;
			default: point$1(this, x, y);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a;
		this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(alpha) {
	function catmullRom(context) {
		return alpha ? new CatmullRomClosed(context, alpha) : new CardinalClosed(context, 0);
	}
	catmullRom.alpha = function(alpha) {
		return custom(+alpha);
	};
	return catmullRom;
})(.5);
function CatmullRomOpen(context, alpha) {
	this._context = context;
	this._alpha = alpha;
}
CatmullRomOpen.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN;
		this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		if (this._line || this._line !== 0 && this._point === 3) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		if (this._point) {
			var x23 = this._x2 - x, y23 = this._y2 - y;
			this._l23_a = Math.sqrt(this._l23_2a = Math.pow(x23 * x23 + y23 * y23, this._alpha));
		}
		switch (this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3;
				this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: point$1(this, x, y);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a;
		this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a;
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = x;
		this._y0 = this._y1, this._y1 = this._y2, this._y2 = y;
	}
};
(function custom(alpha) {
	function catmullRom(context) {
		return alpha ? new CatmullRomOpen(context, alpha) : new CardinalOpen(context, 0);
	}
	catmullRom.alpha = function(alpha) {
		return custom(+alpha);
	};
	return catmullRom;
})(.5);
function LinearClosed(context) {
	this._context = context;
}
LinearClosed.prototype = {
	areaStart: noop,
	areaEnd: noop,
	lineStart: function() {
		this._point = 0;
	},
	lineEnd: function() {
		if (this._point) this._context.closePath();
	},
	point: function(x, y) {
		x = +x, y = +y;
		if (this._point) this._context.lineTo(x, y);
		else this._point = 1, this._context.moveTo(x, y);
	}
};
function sign(x) {
	return x < 0 ? -1 : 1;
}
function slope3(that, x2, y2) {
	var h0 = that._x1 - that._x0, h1 = x2 - that._x1, s0 = (that._y1 - that._y0) / (h0 || h1 < 0 && -0), s1 = (y2 - that._y1) / (h1 || h0 < 0 && -0), p = (s0 * h1 + s1 * h0) / (h0 + h1);
	return (sign(s0) + sign(s1)) * Math.min(Math.abs(s0), Math.abs(s1), .5 * Math.abs(p)) || 0;
}
function slope2(that, t) {
	var h = that._x1 - that._x0;
	return h ? (3 * (that._y1 - that._y0) / h - t) / 2 : t;
}
function point(that, t0, t1) {
	var x0 = that._x0, y0 = that._y0, x1 = that._x1, y1 = that._y1, dx = (x1 - x0) / 3;
	that._context.bezierCurveTo(x0 + dx, y0 + dx * t0, x1 - dx, y1 - dx * t1, x1, y1);
}
function MonotoneX(context) {
	this._context = context;
}
MonotoneX.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = this._t0 = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x1, this._y1);
				break;
			case 3: point(this, this._t0, slope2(this, this._t0));
		}
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		this._line = 1 - this._line;
	},
	point: function(x, y) {
		var t1 = NaN;
		x = +x, y = +y;
		if (x === this._x1 && y === this._y1) return;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3;
				point(this, slope2(this, t1 = slope3(this, x, y)), t1);
				break;
			default: point(this, this._t0, t1 = slope3(this, x, y));
		}
		this._x0 = this._x1, this._x1 = x;
		this._y0 = this._y1, this._y1 = y;
		this._t0 = t1;
	}
};
function MonotoneY(context) {
	this._context = new ReflectContext(context);
}
(MonotoneY.prototype = Object.create(MonotoneX.prototype)).point = function(x, y) {
	MonotoneX.prototype.point.call(this, y, x);
};
function ReflectContext(context) {
	this._context = context;
}
ReflectContext.prototype = {
	moveTo: function(x, y) {
		this._context.moveTo(y, x);
	},
	closePath: function() {
		this._context.closePath();
	},
	lineTo: function(x, y) {
		this._context.lineTo(y, x);
	},
	bezierCurveTo: function(x1, y1, x2, y2, x, y) {
		this._context.bezierCurveTo(y1, x1, y2, x2, y, x);
	}
};
function Natural(context) {
	this._context = context;
}
Natural.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x = [];
		this._y = [];
	},
	lineEnd: function() {
		var x = this._x, y = this._y, n = x.length;
		if (n) {
			this._line ? this._context.lineTo(x[0], y[0]) : this._context.moveTo(x[0], y[0]);
			if (n === 2) this._context.lineTo(x[1], y[1]);
			else {
				var px = controlPoints(x), py = controlPoints(y);
				for (var i0 = 0, i1 = 1; i1 < n; ++i0, ++i1) this._context.bezierCurveTo(px[0][i0], py[0][i0], px[1][i0], py[1][i0], x[i1], y[i1]);
			}
		}
		if (this._line || this._line !== 0 && n === 1) this._context.closePath();
		this._line = 1 - this._line;
		this._x = this._y = null;
	},
	point: function(x, y) {
		this._x.push(+x);
		this._y.push(+y);
	}
};
function controlPoints(x) {
	var i, n = x.length - 1, m, a = new Array(n), b = new Array(n), r = new Array(n);
	a[0] = 0, b[0] = 2, r[0] = x[0] + 2 * x[1];
	for (i = 1; i < n - 1; ++i) a[i] = 1, b[i] = 4, r[i] = 4 * x[i] + 2 * x[i + 1];
	a[n - 1] = 2, b[n - 1] = 7, r[n - 1] = 8 * x[n - 1] + x[n];
	for (i = 1; i < n; ++i) m = a[i] / b[i - 1], b[i] -= m, r[i] -= m * r[i - 1];
	a[n - 1] = r[n - 1] / b[n - 1];
	for (i = n - 2; i >= 0; --i) a[i] = (r[i] - a[i + 1]) / b[i];
	b[n - 1] = (x[n] + a[n - 1]) / 2;
	for (i = 0; i < n - 1; ++i) b[i] = 2 * x[i + 1] - a[i + 1];
	return [a, b];
}
function Step(context, t) {
	this._context = context;
	this._t = t;
}
Step.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x = this._y = NaN;
		this._point = 0;
	},
	lineEnd: function() {
		if (0 < this._t && this._t < 1 && this._point === 2) this._context.lineTo(this._x, this._y);
		if (this._line || this._line !== 0 && this._point === 1) this._context.closePath();
		if (this._line >= 0) this._t = 1 - this._t, this._line = 1 - this._line;
	},
	point: function(x, y) {
		x = +x, y = +y;
		switch (this._point) {
			case 0:
				this._point = 1;
				this._line ? this._context.lineTo(x, y) : this._context.moveTo(x, y);
				break;
			case 1: this._point = 2;
			default: if (this._t <= 0) {
				this._context.lineTo(this._x, y);
				this._context.lineTo(x, y);
			} else {
				var x1 = this._x * (1 - this._t) + x * this._t;
				this._context.lineTo(x1, this._y);
				this._context.lineTo(x1, y);
			}
		}
		this._x = x, this._y = y;
	}
};
function none$1(series, order) {
	if (!((n = series.length) > 1)) return;
	for (var i = 1, j, s0, s1 = series[order[0]], n, m = s1.length; i < n; ++i) {
		s0 = s1, s1 = series[order[i]];
		for (j = 0; j < m; ++j) s1[j][1] += s1[j][0] = isNaN(s0[j][1]) ? s0[j][0] : s0[j][1];
	}
}
function none(series) {
	var n = series.length, o = new Array(n);
	while (--n >= 0) o[n] = n;
	return o;
}
function stackValue(d, key) {
	return d[key];
}
function stackSeries(key) {
	const series = [];
	series.key = key;
	return series;
}
function stack() {
	var keys = constant([]), order = none, offset = none$1, value = stackValue;
	function stack(data) {
		var sz = Array.from(keys.apply(this, arguments), stackSeries), i, n = sz.length, j = -1, oz;
		for (const d of data) for (i = 0, ++j; i < n; ++i) (sz[i][j] = [0, +value(d, sz[i].key, j, data)]).data = d;
		for (i = 0, oz = array(order(sz)); i < n; ++i) sz[oz[i]].index = i;
		offset(sz, oz);
		return sz;
	}
	stack.keys = function(_) {
		return arguments.length ? (keys = typeof _ === "function" ? _ : constant(Array.from(_)), stack) : keys;
	};
	stack.value = function(_) {
		return arguments.length ? (value = typeof _ === "function" ? _ : constant(+_), stack) : value;
	};
	stack.order = function(_) {
		return arguments.length ? (order = _ == null ? none : typeof _ === "function" ? _ : constant(Array.from(_)), stack) : order;
	};
	stack.offset = function(_) {
		return arguments.length ? (offset = _ == null ? none$1 : _, stack) : offset;
	};
	return stack;
}
function diverging(series, order) {
	if (!((n = series.length) > 0)) return;
	for (var i, j = 0, d, dy, yp, yn, n, m = series[order[0]].length; j < m; ++j) for (yp = yn = 0, i = 0; i < n; ++i) if ((dy = (d = series[order[i]][j])[1] - d[0]) > 0) d[0] = yp, d[1] = yp += dy;
	else if (dy < 0) d[1] = yn, d[0] = yn += dy;
	else d[0] = 0, d[1] = dy;
}
// src/chart/flags.ts
const LANE_PX = 15;
const LANES_MAX = 2;
const TEXT_MAX_PX = 150;
const GAP_PX = 10;
/** Height needed above the plot. */
function flagsHeight(marks) {
	return Math.min(LANES_MAX, marks.length) * LANE_PX;
}
/** Texts that do not fit are only shown on pointing at the line. */
function flags(canvas, marks, { left, right, top, bottom, xs }) {
	const taken = Array.from({ length: LANES_MAX }, () => []);
	return marks.flatMap(({ at, text }) => {
		const x = xs[at];
		if (x === void 0) return [];
		const width = Math.min(TEXT_MAX_PX, canvas.widthOf(text, 11));
		const from = x + 4 + width > right ? x - 4 - width : x + 4;
		const lane = taken.findIndex((spans) => spans.every(([begin, end]) => from > end + GAP_PX || from + width < begin - GAP_PX));
		const dotted = line$1(x, top - (lane < 0 ? 0 : (lane + 1) * LANE_PX - 4), x, bottom, {
			stroke: canvas.paint("muted"),
			"stroke-dasharray": "2 3"
		});
		if (lane < 0 || from < left - 8) return [dotted];
		taken[lane].push([from, from + width]);
		const y = top - lane * LANE_PX - 4;
		return [dotted, canvas.text(from, y, text, {
			size: 11,
			width: width + 1
		})];
	});
}
// src/chart/levels.ts
/** Texts closer than this would overlap. */
const APART_PX = 16;
function levels(canvas, shown, { left, right, y }) {
	const taken = [];
	return shown.flatMap(({ value, text, side }) => {
		const at = y.at(value);
		const dashed = line$1(left, at, right, at, {
			stroke: canvas.paint("muted"),
			"stroke-dasharray": "6 4"
		});
		const baseline = side === "upper" ? at + 13 : at - 5;
		if (taken.some((other) => Math.abs(other - baseline) < APART_PX)) return [dashed];
		taken.push(baseline);
		const width = Math.min((right - left) / 2, canvas.widthOf(text, 11) + 1);
		const words = canvas.text(right - 4, baseline, text, {
			anchor: "end",
			size: 11,
			width
		});
		const behind = {
			x: right - 6 - width,
			y: baseline - 10,
			width: width + 4,
			height: 13
		};
		return [
			dashed,
			rect(behind, {
				fill: canvas.paint("ground"),
				"fill-opacity": .85
			}),
			words
		];
	});
}
// src/chart/series.ts
/** Lines, areas, stacks and bars, over points in time or names. */
const PLOT_HEIGHT = 240;
const PLOT_HEIGHT_NARROW = 200;
const AXIS_HEIGHT = 26;
/** With more marks, single ones cannot be pointed at. */
const HITS_MAX = 400;
const TIP_LINES = 10;
/** `hidden`: names of series that are switched off. */
function drawSeries(canvas, chart, top, with_legend) {
	const shown = with_legend ? legend(canvas, legendOf$1(chart), top) : {
		marks: [],
		bottom: top
	};
	const plot = plotOf(canvas, chart, shown.bottom + 10 + flagsHeight(chart.marks));
	const axis = line$1(plot.left, plot.y.at(0), plot.right, plot.y.at(0), { stroke: canvas.paint("line") });
	const watched = levels(canvas, chart.levels ?? [], plot);
	const below = [
		...shown.marks,
		...grid(canvas, chart, plot),
		...flags(canvas, chart.marks, plot)
	];
	return {
		marks: chart.form === "bars" ? [
			...below,
			...bands(canvas, chart, plot),
			...stackMarks(canvas, chart, plot),
			axis,
			...watched
		] : [
			...below,
			...chart.form === "stacked" ? stackMarks(canvas, chart, plot) : lineMarks(canvas, chart, plot),
			axis,
			...watched,
			...bands(canvas, chart, plot),
			...spots(canvas, chart, plot)
		],
		bottom: plot.bottom + AXIS_HEIGHT + (isTitled(chart) ? 14 : 0)
	};
}
/** A single series is named by the title. */
function legendOf$1(chart) {
	const form = isStacked(chart) ? "block" : "line";
	const entries = chart.series.map(({ name, hue, role }) => ({
		name,
		hue,
		form: role === "previous" ? "previous" : form
	}));
	const is_last = chart.open.every((at) => at === pointCount(chart) - 1);
	const open = chart.open.length > 0 && !isStacked(chart) ? [{
		name: is_last ? "not over yet" : "cut, or not over yet",
		hue: 0,
		form: "open"
	}] : [];
	return entries.length + open.length > 1 ? [...entries, ...open] : [];
}
function isStacked({ form }) {
	return form === "stacked" || form === "bars";
}
function pointCount({ axis }) {
	return axis.kind === "time" ? axis.starts.length : axis.names.length;
}
function plotOf(canvas, chart, top) {
	const bottom = top + (canvas.is_narrow ? PLOT_HEIGHT_NARROW : PLOT_HEIGHT);
	const y = valueScale([...isStacked(chart) ? stackedExtremes(chart) : allValues(chart), ...(chart.levels ?? []).map(({ value }) => value)], bottom, top, chart.unit === "count");
	const left = 16 + y.ticks.reduce((most, value) => Math.max(most, canvas.widthOf(compact(value, chart.unit))), 0) + 8;
	const right = canvas.width - 16;
	const count = pointCount(chart);
	const inset = chart.form === "bars" || count === 1 ? (right - left) / count / 2 : 6;
	const step = count < 2 ? right - left : (right - left - 2 * inset) / (count - 1);
	return {
		left,
		right,
		top,
		bottom,
		xs: Array.from({ length: count }, (_, at) => left + inset + at * step),
		step,
		y
	};
}
function* allValues({ series }) {
	for (const { values } of series) for (const value of values) if (value !== null) yield value;
}
function* stackedExtremes(chart) {
	for (const layer of layersOf(chart)) for (const [from, to] of layer) yield* [from, to];
	for (const { role, values } of chart.series) if (role === "previous") for (const value of values) yield value ?? 0;
}
/** Negative numbers stack downwards from zero, others upwards. */
function layersOf(chart) {
	const parts = stackedParts(chart);
	const points = Array.from({ length: pointCount(chart) }, (_, at) => at);
	return stack().keys(parts.map((_, at) => at)).value((point, part) => parts[part]?.values[point] ?? 0).offset(diverging)(points);
}
function stackedParts({ series }) {
	return series.filter(({ role }) => role !== "previous");
}
function grid(canvas, chart, plot) {
	const { left, right, bottom, y, xs } = plot;
	const rules = y.ticks.flatMap((value) => [line$1(left, y.at(value), right, y.at(value), { stroke: canvas.paint("grid") }), canvas.text(left - 8, y.at(value) + 4, compact(value, chart.unit), { anchor: "end" })]);
	const ticks = ticksOf(chart.axis, xs, (text) => canvas.widthOf(text));
	let taken = Number.NEGATIVE_INFINITY;
	const below = ticks.flatMap(({ at, text }) => {
		const width = Math.min(canvas.widthOf(text), chart.axis.kind === "names" ? 120 : 999);
		const x = Math.max(left - 8 + width / 2, Math.min(canvas.width - 8 - width / 2, xs[at]));
		if (x - width / 2 < taken + 8) return [];
		taken = x + width / 2;
		return [line$1(xs[at], bottom, xs[at], bottom + 4, { stroke: canvas.paint("line") }), canvas.text(x, bottom + 17, text, {
			anchor: "middle",
			width: width + 1
		})];
	});
	const name = chart.axis.kind === "names" && isTitled(chart) ? [canvas.text(right, bottom + 34, chart.axis.title, {
		anchor: "end",
		size: 11
	})] : [];
	return [
		...rules,
		...below,
		...name
	];
}
function isTitled({ axis }) {
	return axis.kind === "names" && axis.title !== "";
}
/** The continuous line, and segments drawn differently because one end is incomplete. */
function lineMarks(canvas, chart, plot) {
	const open = new Set(chart.open);
	return [...chart.series].sort((a, b) => Number(b.role === "previous") - Number(a.role === "previous") || b.hue - a.hue).flatMap((series) => {
		const is_previous = series.role === "previous";
		const color = canvas.paint(is_previous ? "line" : huePaint(series.hue));
		const style = {
			fill: "none",
			stroke: color,
			"stroke-width": is_previous ? 1.5 : 2,
			"stroke-linejoin": "round"
		};
		const solid = (at) => is_previous || !open.has(at) && !open.has(at + 1);
		const paths = [segments(series, plot, solid).map((d) => element("path", {
			d,
			...style,
			"stroke-dasharray": is_previous ? "" : dashOf(series.hue)
		})), segments(series, plot, (at) => !solid(at)).map((d) => element("path", {
			d,
			...style,
			"stroke-dasharray": "4 3"
		}))].flat();
		return [
			...chart.form === "area" && !is_previous ? [areaMark(series, plot, color)] : [],
			...paths,
			...dots(canvas, series, plot, open, color)
		];
	});
}
/** One path of all segments of this sort whose two ends exist. */
function segments({ values }, { xs, y }, wanted) {
	let path = "";
	let is_down = false;
	for (let at = 0; at + 1 < values.length; at++) {
		const [here, next] = [values[at], values[at + 1]];
		if (here === null || here === void 0 || next === null || next === void 0 || !wanted(at)) {
			is_down = false;
			continue;
		}
		if (!is_down) path += `M${px(xs[at])} ${px(y.at(here))}`;
		path += `L${px(xs[at + 1])} ${px(y.at(next))}`;
		is_down = true;
	}
	return path === "" ? [] : [path];
}
function areaMark({ values }, { xs, y }, color) {
	const shape = area().defined((value) => value !== null).x((_, at) => xs[at]).y0(y.at(0)).y1((value) => y.at(value ?? 0)).digits(1);
	return element("path", {
		d: shape([...values]) ?? "",
		fill: color,
		"fill-opacity": .15
	});
}
/** Isolated points are dots; incomplete ones are hollow. */
function dots(canvas, { values, role }, { xs, y }, open, color) {
	return values.flatMap((value, at) => {
		if (value === null) return [];
		const alone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
		const hollow = open.has(at) && role !== "previous";
		if (!alone && !hollow) return [];
		return [element("circle", {
			cx: xs[at],
			cy: y.at(value),
			r: 3.5,
			fill: hollow ? canvas.paint("ground") : color,
			stroke: color,
			"stroke-width": 2
		})];
	});
}
function stackMarks(canvas, chart, plot) {
	const parts = stackedParts(chart);
	const layers = layersOf(chart);
	if (chart.form === "bars") return [...previousBars(canvas, chart, plot), ...barMarks(canvas, chart, plot)];
	const shape = area().x((_, at) => plot.xs[at]).y0(([from = 0]) => plot.y.at(from)).y1(([, to = 0]) => plot.y.at(to)).digits(1);
	const rim = line().x((_, at) => plot.xs[at]).y(([, to = 0]) => plot.y.at(to)).digits(1);
	return layers.flatMap((layer, at) => {
		const color = canvas.paint(huePaint(parts[at].hue));
		return [element("path", {
			d: shape(layer) ?? "",
			fill: color,
			"fill-opacity": .75
		}), element("path", {
			d: rim(layer) ?? "",
			fill: "none",
			stroke: canvas.paint("ground")
		})];
	});
}
const BAR_SHARE = .72;
const BAR_MAX = 64;
function barMarks(canvas, chart, plot) {
	const parts = stackedParts(chart);
	const open = new Set(chart.open);
	const width = barWidth(plot, chart);
	return layersOf(chart).flatMap((layer, part) => {
		const color = canvas.paint(huePaint(parts[part].hue));
		return layer.flatMap(([from, to], at) => {
			if (from === to) return [];
			const [y0, y1] = [plot.y.at(from), plot.y.at(to)];
			const gap = parts.length > 1 && Math.abs(y0 - y1) > 3 ? 1 : 0;
			const box = {
				x: plot.xs[at] - width / 2,
				y: Math.min(y0, y1) + gap,
				width,
				height: Math.max(.5, Math.abs(y0 - y1) - gap)
			};
			const faded = open.has(at) ? {
				"fill-opacity": .45,
				stroke: color,
				"stroke-dasharray": "3 2"
			} : {};
			const mark = rect(box, {
				fill: color,
				rx: width > 8 ? 2 : null,
				...faded
			});
			return [parts.length === 1 || plot.xs.length * parts.length > HITS_MAX ? mark : canvas.hit(mark, spotLines(chart, parts[part], at), peopleOf(chart, parts[part], at))];
		});
	});
}
function barWidth({ step }, chart) {
	return chart.axis.kind === "names" && chart.series.length === 1 ? Math.max(1, Math.min(128, step - (step > 12 ? 3 : 1))) : Math.max(1, Math.min(BAR_MAX, step * BAR_SHARE));
}
/** A thin grey bar to the left of the bar it is compared with. */
function previousBars(canvas, chart, plot) {
	const width = barWidth(plot, chart);
	const previous = chart.series.filter(({ role }) => role === "previous");
	return plot.xs.flatMap((x, at) => {
		const sum = previous.reduce((total, { values }) => total + (values[at] ?? 0), 0);
		if (sum === 0) return [];
		const [y0, y1] = [plot.y.at(0), plot.y.at(sum)];
		const box = {
			x: x - width / 2 - Math.max(1.5, width * .16),
			y: Math.min(y0, y1),
			width: Math.max(1.5, width * .3),
			height: Math.abs(y0 - y1)
		};
		return [rect(box, { fill: canvas.paint("line") })];
	});
}
/** Vertical bands to point at; each shows all values of its point. */
function bands(canvas, chart, plot) {
	if (plot.xs.length > HITS_MAX) return [];
	const half = plot.step / 2;
	return plot.xs.map((x, at) => {
		const x0 = Math.max(plot.left, x - half);
		const box = {
			x: x0,
			y: plot.top,
			width: Math.min(plot.right, x + half) - x0,
			height: plot.bottom - plot.top
		};
		return canvas.hit(rect(box, { fill: "transparent" }), tipLines(chart, at), peopleAt(chart, at));
	});
}
function tipLines(chart, at) {
	const { axis, marks, open, series, unit } = chart;
	const point = axis.kind === "time" ? longTime(axis.starts[at], axis.interval) : axis.names[at] ?? "";
	const rows = series.flatMap(({ name, values, starts }) => {
		const value = values[at] ?? null;
		if (value === null) return [];
		const when = starts?.[at] !== void 0 && axis.kind === "time" ? ` (${longTime(starts[at], axis.interval)})` : "";
		return [{
			value,
			text: `${full(value, unit)}  ${name}${when}`
		}];
	});
	const left_out = rows.length - TIP_LINES;
	const shown = rows.toSorted((a, b) => b.value - a.value).slice(0, TIP_LINES);
	return [
		open.includes(at) ? `${point}, not whole` : point,
		...shown.map(({ text }) => text),
		...left_out > 0 ? [`and ${left_out} more`] : [],
		...marks.filter((mark) => mark.at === at).map(({ text }) => `Marked: ${text}`)
	];
}
/** With several lines it is unclear which one is meant. */
function peopleAt(chart, at) {
	if (chart.people !== void 0) return chart.people[at] ?? null;
	const current = stackedParts(chart);
	return current.length === 1 ? peopleOf(chart, current[0], at) : null;
}
function peopleOf(chart, { people, values }, at) {
	const { axis, is_thinned } = chart;
	if (is_thinned || (values[at] ?? null) === null) return null;
	if (chart.people !== void 0) return chart.people[at] ?? null;
	if (people === null) return null;
	return {
		...people,
		day: axis.kind === "time" ? axis.starts[at] : String(at + 1)
	};
}
const SPOT_RADIUS = 7;
/** With several lines, a spot per point, for the people of that line. */
function spots(canvas, chart, { xs, y }) {
	const parts = chart.form === "stacked" ? [] : stackedParts(chart);
	if (parts.length < 2 || parts.length * xs.length > HITS_MAX) return [];
	return parts.flatMap((series) => series.values.flatMap((value, at) => {
		if (value === null) return [];
		const spot = element("circle", {
			cx: xs[at],
			cy: y.at(value),
			r: SPOT_RADIUS,
			fill: "transparent"
		});
		return [canvas.hit(spot, spotLines(chart, series, at), peopleOf(chart, series, at))];
	}));
}
function spotLines({ axis, open, unit }, { name, values }, at) {
	const point = axis.kind === "time" ? longTime(axis.starts[at], axis.interval) : axis.names[at] ?? "";
	return [name, `${full(values[at] ?? 0, unit)}  ${point}${open.includes(at) ? ", not whole" : ""}`];
}
// src/chart/steps.ts
const COLUMN_MIN = 150;
const BARS_HEIGHT = 200;
const BAR_WIDTH_MAX = 96;
const ROW_BAR = 14;
function drawSteps(canvas, chart, top) {
	const shown = legend(canvas, legendOf(chart), top);
	const { marks, bottom } = canvas.room / chart.steps.length >= COLUMN_MIN && canvas.width >= 640 ? columns(canvas, chart, shown.bottom + 8) : rows(canvas, chart, shown.bottom + 4);
	return {
		marks: [...shown.marks, ...marks],
		bottom
	};
}
function legendOf({ groups }) {
	return groups.length < 2 ? [] : groups.map(({ name, hue }) => ({
		name: name ?? "",
		hue,
		form: "block"
	}));
}
/** Relative to the group's own first step, so that groups of different size compare. */
function shareOf({ counts }, step) {
	const first = counts[0] ?? 0;
	return first === 0 ? 0 : (counts[step] ?? 0) / first;
}
function columns(canvas, chart, top) {
	const { steps, groups } = chart;
	const column = canvas.room / steps.length;
	const bottom = top + BARS_HEIGHT;
	const gap = groups.length > 1 ? 3 : 0;
	const bar = Math.min(BAR_WIDTH_MAX, (Math.min(column * .6, 220) - gap * (groups.length - 1)) / groups.length);
	const marks = steps.flatMap((_, at) => {
		const left = 16 + at * column;
		const bars = groups.map((group, of) => {
			const x = left + of * (bar + gap);
			const height = Math.max(shareOf(group, at) * BARS_HEIGHT, (group.counts[at] ?? 0) > 0 ? 2 : 0);
			const drawn = [rect({
				x,
				y: top,
				width: bar,
				height: BARS_HEIGHT
			}, {
				fill: canvas.paint("tint"),
				rx: 3
			}), rect({
				x,
				y: bottom - height,
				width: bar,
				height
			}, {
				fill: canvas.paint(huePaint(group.hue)),
				rx: 3
			})].join("");
			return canvas.hit(drawn, stepLines(chart, group, at), group.people[at] ?? null);
		});
		return [
			...bars,
			...columnTexts(canvas, chart, at, {
				left,
				width: column,
				bottom
			}),
			...between(canvas, chart, at, {
				left: left + bars.length * (bar + gap),
				width: column - bars.length * (bar + gap),
				bottom
			})
		];
	});
	const names_lines = steps.reduce((most, { name }) => Math.max(most, nameLines(canvas, name, column).length), 1);
	return {
		marks,
		bottom: bottom + 12 + names_lines * 16 + 22
	};
}
function nameLines(canvas, name, column) {
	return canvas.wrapped(name, column - 24, 2, 12, true);
}
function columnTexts(canvas, { groups, steps }, at, { left, width, bottom }) {
	const lines = nameLines(canvas, `${at + 1}. ${steps[at]?.name ?? ""}`, width);
	const below = bottom + 20 + lines.length * 16;
	const [only] = groups;
	const figures = groups.length === 1 && only ? `${full(only.counts[at] ?? 0, "count")} · ${share(only.counts[at] ?? 0, only.counts[0] ?? 0)}` : sumText(groups, at);
	return [...lines.map((text, line) => canvas.text(left, bottom + 20 + line * 16, text, {
		bold: true,
		paint: "ink"
	})), canvas.text(left, below, figures, { width: width - (at < steps.length - 1 ? 12 : 0) })];
}
function sumText(groups, at) {
	const sum = groups.reduce((total, { counts }) => total + (counts[at] ?? 0), 0);
	const first = groups.reduce((total, { counts }) => total + (counts[0] ?? 0), 0);
	return `${full(sum, "count")} · ${share(sum, first)}`;
}
/** To the right of a step's bars: how many continue. */
function between(canvas, chart, at, room) {
	const { groups, steps } = chart;
	const [only] = groups;
	if (at === steps.length - 1 || groups.length !== 1 || only === void 0) return [];
	const { left, bottom } = room;
	const width = room.width - 14;
	if (width < 44) return [];
	const [here = 0, next = 0] = [only.counts[at], only.counts[at + 1]];
	const median = only.median_s[at + 1] ?? null;
	const texts = [
		`→ ${share(next, here)}`,
		...median === null ? [] : [duration(median)],
		`−${compact(here - next, "count")} lost`
	];
	const drawn = texts.map((text, line) => canvas.text(left + 8, bottom - 6 - (texts.length - 1 - line) * 16, text, {
		width,
		size: line === 0 ? 12 : 11,
		paint: line === 0 ? "ink" : "muted",
		bold: line === 0
	}));
	return [canvas.hit(drawn.join(""), lostLines(chart, only, at), only.lost[at + 1] ?? null)];
}
function rows(canvas, chart, top) {
	const { steps, groups } = chart;
	const marks = [];
	let y = top;
	for (const [at, { name }] of steps.entries()) {
		const figures = sumText(groups, at);
		const figures_px = canvas.widthOf(figures);
		marks.push(canvas.text(16, y + 14, `${at + 1}. ${name}`, {
			bold: true,
			paint: "ink",
			width: canvas.room - figures_px - 16
		}), canvas.text(canvas.width - 16, y + 14, figures, { anchor: "end" }));
		y += 22;
		for (const group of groups) {
			const width = Math.max(shareOf(group, at) * canvas.room, (group.counts[at] ?? 0) > 0 ? 2 : 0);
			const drawn = [rect({
				x: 16,
				y,
				width: canvas.room,
				height: ROW_BAR
			}, {
				fill: canvas.paint("tint"),
				rx: 3
			}), rect({
				x: 16,
				y,
				width,
				height: ROW_BAR
			}, {
				fill: canvas.paint(huePaint(group.hue)),
				rx: 3
			})].join("");
			marks.push(canvas.hit(drawn, stepLines(chart, group, at), group.people[at] ?? null));
			y += 16;
		}
		if (at < steps.length - 1) {
			marks.push(canvas.hit(canvas.text(16, y + 16, goOnText(groups, at), { width: canvas.room }), lostLinesOf(chart, at), groups.length === 1 ? groups[0].lost[at + 1] ?? null : null));
			y += 30;
		}
	}
	return {
		marks,
		bottom: y + 6
	};
}
function goOnText(groups, at) {
	const count = (step) => groups.reduce((sum, { counts }) => sum + (counts[step] ?? 0), 0);
	const [here, next] = [count(at), count(at + 1)];
	const median = groups.length === 1 ? groups[0].median_s[at + 1] ?? null : null;
	return `↓ ${share(next, here)} go on${median === null ? "" : ` in ${duration(median)}`} · ${full(here - next, "count")} lost`;
}
function stepLines({ steps }, group, at) {
	const median = group.median_s[at] ?? null;
	const [first = 0, here = 0, before = 0] = [
		group.counts[0],
		group.counts[at],
		group.counts[at - 1]
	];
	return [
		`${at + 1}. ${steps[at]?.name ?? ""}${group.name === null ? "" : ` – ${group.name}`}`,
		`${full(here, "count")} got here`,
		...at === 0 ? [] : [`${share(here, first)} of the first step, ${share(here, before)} of the step before`],
		...median === null ? [] : [`half of them within ${duration(median)} of the step before`]
	];
}
function lostLines({ steps }, group, at) {
	const [here = 0, next = 0] = [group.counts[at], group.counts[at + 1]];
	return [`From ${steps[at]?.name ?? ""} to ${steps[at + 1]?.name ?? ""}`, `${full(here - next, "count")} lost (${share(here - next, here)})`];
}
function lostLinesOf(chart, at) {
	return chart.groups.flatMap((group) => lostLines(chart, group, at).map((text, line) => line === 1 && group.name !== null ? `${group.name}: ${text}` : text)).filter((text, line, all) => all.indexOf(text) === line);
}
// src/chart/values.ts
const BIG = 44;
function drawNumber(canvas, chart, top) {
	const { value, before, unit } = chart;
	const text = full(value, unit);
	const shown = canvas.widthOf(text, BIG, true) > canvas.room ? compact(value, unit) : text;
	const by = before === null ? null : change(value, before);
	return {
		marks: [canvas.hit(canvas.text(16, top + 50, shown, {
			size: BIG,
			bold: true,
			paint: "ink"
		}), [text], chart.people), ...before === null ? [] : [canvas.text(16, top + 78, comparison(value, before, by), {
			size: 14,
			bold: true,
			paint: "ink",
			width: canvas.room
		}), canvas.text(16, top + 98, `${full(before, unit)} in the period before`, { width: canvas.room })]],
		bottom: top + (before === null ? 68 : 112)
	};
}
/** No colours for good and bad, as up may be either. */
function comparison(value, before, by) {
	if (value === before) return "No change";
	const arrow = value > before ? "↑" : "↓";
	return by === null ? `${arrow} from nothing` : `${arrow} ${by}`;
}
const ROW = 30;
const ROW_NARROW = 40;
const BAR = 14;
const ROWS_MAX = 25;
function drawValues(canvas, chart, top) {
	const { values, unit } = chart;
	const rows = values.slice(0, ROWS_MAX);
	const most = rows.reduce((found, { value, before }) => Math.max(found, Math.abs(value), Math.abs(before ?? 0)), 0);
	const total = values.reduce((sum, { value }) => sum + Math.abs(value), 0);
	const figures = figuresOf(canvas, rows, unit);
	const places = placesIn(canvas, rows, figures, most || 1);
	const row_px = canvas.is_narrow ? ROW_NARROW : ROW;
	return {
		marks: rows.map((row, at) => {
			const lines = [
				row.name,
				figureText(row, unit, full),
				...total > 0 && unit === "count" ? [`${full(Math.abs(row.value) / total * 100, "percent")} of all shown`] : []
			];
			return canvas.hit(drawRow(canvas, row, figures[at], top + at * row_px, places), lines, row.people);
		}),
		bottom: top + rows.length * row_px + 6
	};
}
/** The figure, and how it changed. */
function figureText({ value, before }, unit, written) {
	const by = before === null ? null : change(value, before);
	return by === null ? written(value, unit) : `${written(value, unit)}  ${by}`;
}
/** In full where all of them leave half of the room. */
function figuresOf(canvas, rows, unit) {
	const whole = rows.map((row) => figureText(row, unit, full));
	return whole.every((text) => canvas.widthOf(text) < canvas.room / 2) ? whole : rows.map((row) => figureText(row, unit, compact));
}
/** Names are beside the bars, or above them where it is narrow. */
function placesIn(canvas, rows, figures, most) {
	const widest = (texts) => texts.reduce((found, text) => Math.max(found, canvas.widthOf(text)), 0);
	const figures_px = widest(figures);
	const name_px = widest(rows.map(({ name }) => name));
	const { is_narrow, room } = canvas;
	const names_px = is_narrow ? room - figures_px - 16 : Math.min(room * .35, name_px);
	const bar_px = is_narrow ? room : Math.max(20, room - names_px - figures_px - 28);
	return {
		names_px,
		bar_left: is_narrow ? 16 : 16 + names_px + 12,
		bar_px,
		lengthOf: (value) => Math.max(value === 0 ? 0 : 1.5, Math.abs(value) / most * bar_px)
	};
}
function drawRow(canvas, row, figure, top, places) {
	const { names_px, bar_left: x, bar_px, lengthOf } = places;
	const { name, value, before, hue } = row;
	const base = top + (canvas.is_narrow ? 13 : 17);
	const y = top + (canvas.is_narrow ? 20 : 6);
	const faded = value < 0 ? { "fill-opacity": .5 } : {};
	const fill = canvas.paint(huePaint(hue));
	return [
		canvas.text(16, base, name, {
			paint: "ink",
			width: names_px + 1
		}),
		rect({
			x,
			y,
			width: bar_px,
			height: BAR
		}, {
			fill: canvas.paint("tint"),
			rx: 3
		}),
		rect({
			x,
			y,
			width: lengthOf(value),
			height: BAR
		}, {
			fill,
			rx: 3,
			...faded
		}),
		...before === null ? [] : [rect({
			x: x + lengthOf(before) - 1,
			y: y - 2,
			width: 2,
			height: 18
		}, { fill: canvas.paint("ink") })],
		canvas.text(canvas.width - 16, base, figure, { anchor: "end" })
	].join("");
}
// src/chart/draw.ts
const WIDTH_MIN = 280;
const FONT = "Inter, 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif";
const DRAW = {
	series: drawSeries,
	number: drawNumber,
	values: drawValues,
	map: drawMap,
	steps: drawSteps,
	cohorts: drawCohorts,
	flow: drawFlow,
	odds: drawOdds,
	board: () => ({
		marks: [],
		bottom: 0
	})
};
function draw(chart, options) {
	const { theme, measure = measureAnyFont, hits = "none", frame = "whole", standalone = false } = options;
	const canvas = new Canvas(Math.max(WIDTH_MIN, options.width), paintOf(theme), measure, hits);
	if (chart.kind === "board") return board(chart, canvas, options);
	const { marks, bottom } = drawnOne(chart, canvas, frame, 0);
	return finished(canvas, {
		marks,
		bottom: bottom + 16
	}, chart, {
		theme,
		standalone
	});
}
function drawnOne(chart, canvas, frame, offset) {
	const above = frame === "whole" ? head(canvas, chart) : {
		marks: [],
		bottom: 4
	};
	const body = chart.empty === null ? drawnBody(chart, canvas, above.bottom, frame !== "none") : empty(canvas, chart.empty, above.bottom);
	const below = frame === "whole" ? notes(canvas, notesOf(chart, canvas), body.bottom) : {
		marks: [],
		bottom: body.bottom
	};
	const marks = [
		...above.marks,
		...body.marks,
		...below.marks
	];
	return offset === 0 ? {
		marks,
		bottom: below.bottom
	} : {
		marks: [element("g", { transform: `translate(0 ${px(offset)})` }, marks.join(""))],
		bottom: offset + below.bottom
	};
}
function drawnBody(chart, canvas, top, with_legend) {
	const drawer = DRAW[chart.kind];
	return drawer(canvas, chart, top, with_legend);
}
/** Includes what this width left out. */
function notesOf(chart, canvas) {
	if (chart.empty !== null) return [...chart.notes];
	const left_out = [];
	if (chart.kind === "cohorts") {
		const [columns, rows] = [columnsLeftOut(canvas, chart), chart.form === "curve" ? 0 : chart.rows.length - 31];
		if (columns > 0) left_out.push(`${columns} later periods are not drawn at this width; the table has them.`);
		if (rows > 0) left_out.push(`${rows} more rows are in the table.`);
	}
	if (chart.kind === "flow") {
		const steps = stepsLeftOut(canvas, chart);
		if (steps > 0) left_out.push(`${steps} later ${steps === 1 ? "step is" : "steps are"} not drawn at this width; the table has them.`);
	}
	return [...chart.notes, ...left_out];
}
/** Charts stacked vertically. */
function board(chart, canvas, { theme, standalone = false }) {
	const above = head(canvas, chart);
	const marks = [...above.marks];
	let bottom = above.bottom;
	for (const each of chart.charts) {
		const drawn = drawnOne(each, canvas, "whole", bottom + 8);
		marks.push(...drawn.marks);
		bottom = drawn.bottom + 12;
	}
	return finished(canvas, {
		marks,
		bottom: bottom + 16
	}, chart, {
		theme,
		standalone
	});
}
function finished(canvas, { marks, bottom }, chart, { theme, standalone }) {
	const height = Math.ceil(bottom);
	const { width } = canvas;
	const style = standalone && theme === "page" ? `<style>${themeCss("svg")}</style>` : "";
	const ground = standalone ? rect({
		x: 0,
		y: 0,
		width,
		height
	}, { fill: canvas.paint("ground") }) : "";
	return {
		svg: element("svg", {
			xmlns: "http://www.w3.org/2000/svg",
			viewBox: `0 0 ${px(width)} ${height}`,
			width: standalone ? width : null,
			height: standalone ? height : null,
			role: "img",
			"aria-label": `${chart.title}. ${chart.summary}`,
			"font-family": standalone ? FONT : null,
			"font-size": 12
		}, [
			style,
			ground,
			...marks
		].join("\n")),
		height,
		hits: canvas.hits
	};
}
export { draw as t };
