import { l as put } from "./json-GpSeq4qu.js";
import { a as ColumnBuilder } from "./chunk-DoCuzWrP.js";
// src/engine/storage/property_columns.ts
/** Properties of rows as growing columns. Names may be anything, including `__proto__`: hence maps. */
var PropertyColumns = class {
	builders = /* @__PURE__ */ new Map();
	/** Properties of the last row in order; the next row usually has the same. */
	lastNames = [];
	lastBuilders = [];
	/** Number of names. */
	get size() {
		return this.builders.size;
	}
	get names() {
		return [...this.builders.keys()];
	}
	/** Rows may come in any order, with gaps. */
	set(row, properties) {
		let index = 0;
		for (const name in properties) {
			if (this.lastNames[index] !== name) this.remember(index, name);
			this.lastBuilders[index].set(row, properties[name]);
			index++;
		}
	}
	/** Row `first_row + i` becomes row `rows[i]` of these columns. */
	addRows(first_row, columns, rows) {
		for (const [name, column] of columns) if (this.builders.has(name) || hasAny(column, rows)) this.builder(name).addRows(first_row, column, rows);
	}
	/** As `ColumnBuilder.column`; null where no row has the property. */
	column(name, rows) {
		return this.builders.get(name)?.column(rows) ?? null;
	}
	columns(rows) {
		return new Map(Array.from(this.builders, ([name, builder]) => [name, builder.column(rows)]));
	}
	bytes() {
		let bytes = 0;
		for (const builder of this.builders.values()) bytes += builder.bytes();
		return bytes;
	}
	remember(index, name) {
		this.lastNames[index] = name;
		this.lastBuilders[index] = this.builder(name);
	}
	builder(name) {
		let builder = this.builders.get(name);
		if (builder === void 0) {
			builder = new ColumnBuilder();
			this.builders.set(name, builder);
		}
		return builder;
	}
};
/** Properties of one row as they came in, except for their order. */
function propertiesAt(columns, row) {
	const properties = {};
	for (const [name, column] of columns) if (column.kind === "number") {
		if (!Number.isNaN(column.values[row])) put(properties, name, column.values[row]);
	} else if (column.codes[row] !== 0) {
		const value = column.values.at(column.codes[row]);
		put(properties, name, value !== null && typeof value === "object" ? JSON.parse(value.json) : value);
	}
	return properties;
}
function hasAny(column, rows) {
	if (column.kind === "number") return rows.some((row) => !Number.isNaN(column.values[row]));
	return rows.some((row) => column.codes[row] !== 0);
}
export { propertiesAt as n, PropertyColumns as t };
