import { o as objectIn } from "./json-GpSeq4qu.js";
import { F as newProjectData, V as Budget, i as readShipped, t as copyUuid } from "./shipped-Crx_IG-5.js";
import { a as textOf, r as narrowCodes } from "./column-NKnza9zL.js";
import { p as fromStored } from "./column_codec-CRp8qQ50.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
// src/service/remote/dataset.ts
/** Rows fetched for one question as a dataset; identities come from the store as usual. */
const UUID_BYTES = 16;
/** Call it within a snapshot of the store. @throws ServiceError if there are too many rows */
function shippedDataset(store, project_id, shipped, team, memory_bytes) {
	const data = newProjectData(store, project_id, new Budget(memory_bytes), team);
	const { people, events } = store;
	const person_of = people.personOf(project_id, 0);
	data.addDistincts(person_of, people.personLimit(project_id));
	for (const [at, name] of shipped.names.entries()) data.rows.nameEvent(at + 1, name);
	const chunk = shippedChunk(shipped);
	if (chunk.distinct.some((distinct) => distinct >= person_of.length)) throw isOld();
	if (chunk.rows > 0) data.rows.append(chunk, 1);
	data.setRevision(events.revision(project_id));
	return data;
}
/** Possible only for a copy of a file to which others write. */
function isOld() {
	return new ServiceError("conflict", "Some of these events are of people who came after this copy of the file was made. Make the copy anew, or ask the process that takes events.");
}
/** In order of arrival, which breaks ties of time. Events are numbered as in `names`. */
function shippedChunk(shipped) {
	const [event, distinct, uuid] = [
		words(),
		words(),
		words()
	];
	const [time_ms, arrived] = [numbers(), numbers()];
	const values = new ValueCodes(shipped.keys);
	let rows = 0;
	for (const row of readShipped(shipped)) {
		event.set(rows, row.event);
		distinct.set(rows, row.distinct);
		if (shipped.has_ids) uuid.set(rows, row.uuid);
		time_ms.set(rows, row.time_ms);
		arrived.set(rows, row.arrived);
		values.add(rows, row.texts);
		rows++;
	}
	const order = ascending(arrived.all(rows));
	const uuids = new Uint8Array(rows * UUID_BYTES);
	if (shipped.has_ids) for (const [at, from] of uuid.inOrder(order).entries()) copyUuid(shipped.bytes, from, uuids, at * UUID_BYTES);
	const columns = values.columns(order);
	return {
		rows,
		bytes: shipped.bytes.length,
		uuids,
		columns: () => columns,
		event_ord: event.inOrder(order),
		distinct: distinct.inOrder(order),
		time_ms: time_ms.inOrder(order)
	};
}
function ascending(values) {
	return Uint32Array.from(values, (_, at) => at).sort((a, b) => values[a] - values[b]);
}
/** A typed array that grows: of millions of rows, an object each would not fit into memory. */
var Growing = class {
	#make;
	#array;
	constructor(make) {
		this.#make = make;
		this.#array = make(1024);
	}
	set(at, value) {
		while (at >= this.#array.length) {
			const larger = this.#make(this.#array.length * 2);
			larger.set(this.#array);
			this.#array = larger;
		}
		this.#array[at] = value;
	}
	all(length) {
		const all = this.#make(length);
		all.set(this.#array.subarray(0, length));
		return all;
	}
	/** Zeros where nothing was set. */
	inOrder(order) {
		const ordered = this.#make(order.length);
		for (const [at, from] of order.entries()) ordered[at] = this.#array[from] ?? 0;
		return ordered;
	}
};
const words = () => new Growing((length) => new Uint32Array(length));
const numbers = () => new Growing((length) => new Float64Array(length));
var ValueCodes = class {
	#keys;
	#known = [];
	#place_of = /* @__PURE__ */ new Map();
	constructor(keys) {
		this.#keys = keys;
		for (const key of keys ?? []) this.#placeOf(key);
	}
	add(row, texts) {
		if (this.#keys === null) this.#addAll(row, texts[0]);
		for (let place = 0; place < (this.#keys?.length ?? 0); place++) {
			const code = this.#codeOf(place, texts[place * 2], texts[place * 2 + 1]);
			this.#known[place].codes.set(row, code);
		}
	}
	columns(order) {
		return new Map(this.#known.map(({ name, values, codes }) => {
			return [name, {
				kind: "dictionary",
				codes: narrowCodes(codes.inOrder(order), values.length),
				values
			}];
		}));
	}
	#addAll(row, json) {
		for (const [name, said] of Object.entries(objectIn(json))) {
			const value = fromStored(typeof said === "object" && said !== null ? [JSON.stringify(said)] : said);
			const place = this.#placeOf(name);
			this.#known[place].codes.set(row, this.#add(place, `${typeof value} ${textOf(value)}`, value));
		}
	}
	#placeOf(name) {
		const known = this.#place_of.get(name);
		if (known !== void 0) return known;
		this.#place_of.set(name, this.#known.length);
		return this.#known.push({
			name,
			values: [null],
			code_of: /* @__PURE__ */ new Map(),
			codes: words()
		}) - 1;
	}
	#codeOf(place, type, text) {
		if (type === "" || type === "Null") return 0;
		return this.#known[place].code_of.get(`${type} ${text}`) ?? this.#add(place, `${type} ${text}`, valueFrom(type, text));
	}
	#add(place, key, value) {
		const { values, code_of } = this.#known[place];
		const known = code_of.get(key);
		if (known !== void 0) return known;
		const code = values.push(value) - 1;
		code_of.set(key, code);
		return code;
	}
};
function valueFrom(type, text) {
	switch (type) {
		case "String": return text;
		case "Bool": return text === "true";
		case "Object":
		case "Array": return { json: text };
		default: return Number(text);
	}
}
export { shippedDataset as n, shippedChunk as t };
