import { H as Shelf, P as DatasetFeed, V as Budget } from "./shipped-Crx_IG-5.js";
import { G as alone } from "./value_aggregates-oy79J-9b.js";
import { t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { B as monthOf, V as monthStart } from "./column_codec-CRp8qQ50.js";
// src/engine/storage/uuids.ts
/**
* A set of 16-byte ids, kept as 63 bits of a hash: 9 to 12 bytes an id. Of ten million ids, a new one is taken for a
* known one with a chance of 1 in 180,000, over all of them.
*
* All ids at once can be put in doubt (`doubt`), where some have left and nobody says which. Adding an id that is in
* doubt makes it certain again; those that nobody adds are dropped in the end. In the place of a hash's last bit stands
* whether the id is certain.
*
* Extendible hashing: small tables, found by the first bits of the hash. A full table grows by a quarter, so that little
* of it is empty; a large one splits in two, so that growing never takes longer than moving one table.
*
*     directory   00 01 10 11        depth 2
*                  \ /   |  |
*     tables        A    B  C        depth 1, 2, 2
*/
/** Of a table; a slot holds an id. */
const FIRST_SLOTS = 32;
const MOST_SLOTS = 4096;
/** Share of a table in use before it grows, and after. */
const FULL = .85;
const ROOMY = .68;
const DEEPEST = 24;
/** All bits of a high word but the last. */
const HIGH = -2;
/** Tables looked at per step of settling: a millisecond. */
const TABLES_A_STEP = 64;
var UuidSet = class {
	/** The number of leading bits that select a table, and the table of each value of them. */
	depth = 0;
	tables = [tableOf(0, FIRST_SLOTS)];
	count = 0;
	doubtful = 0;
	/** Last bit of certain ids, unless all are in doubt, whatever their bit. */
	certain = 0;
	isStale = false;
	slots = FIRST_SLOTS;
	/** Of the id looked at last. */
	low = 0;
	high = 0;
	/** Without those in doubt. */
	get size() {
		return this.isStale ? 0 : this.count;
	}
	bytes() {
		return 2 * this.slots * Int32Array.BYTES_PER_ELEMENT;
	}
	isInDoubt(bytes, offset) {
		const bit = this.bitOf(bytes, offset);
		return bit !== null && (bit !== this.certain || this.isStale);
	}
	/** Adds the id at that offset; true when it was not there, or in doubt. */
	add(bytes, offset) {
		this.hash(bytes, offset);
		return this.addHash(this.low, this.high);
	}
	/** Adds ids that lie one after the other. */
	addAll(bytes) {
		for (let offset = 0; offset < bytes.length; offset += 16) this.add(bytes, offset);
	}
	/** Removes an id that is there. Those behind it move up, as a search ends where a place is free. */
	remove(bytes, offset) {
		this.hash(bytes, offset);
		const table = this.tables[indexOf(this.high, this.depth)];
		const { words } = table;
		let free = slotOf(words, this.low, this.high);
		if (this.isCertain(words, free)) this.count--;
		else this.doubtful--;
		words[free] = 0;
		table.count--;
		for (let at = after(words, free); words[at] !== 0; at = after(words, at)) {
			const [low, high] = [words[at], words[at + 1]];
			words[at] = 0;
			free = slotOf(words, low, high & HIGH);
			words[free] = low;
			words[free + 1] = high;
		}
	}
	/** From now on no id is certain. If there are some in doubt already, call `refresh` before any is made certain. */
	doubt() {
		if (this.doubtful > 0) {
			this.isStale = true;
			return;
		}
		this.certain ^= 1;
		this.doubtful = this.count;
		this.count = 0;
	}
	/** Ids can be made certain again afterwards; those added meanwhile may be in doubt. Start again after a `doubt`. */
	*refresh() {
		if (!this.isStale) return;
		yield* this.eachTable((table) => this.doubtTable(table));
		this.isStale = false;
	}
	/** Drops ids in doubt. What is added meanwhile stays. Give it up after a `doubt`. */
	*settle() {
		if (this.doubtful > 0) yield* this.eachTable((table) => this.dropDoubtful(table));
	}
	/** Some tables per step. Those that split meanwhile are visited again. */
	*eachTable(visit) {
		for (let at = 0; at < this.tables.length; at++) {
			if (this.tables[at] !== this.tables[at - 1]) visit(this.tables[at]);
			if (at % TABLES_A_STEP === 63) yield;
		}
	}
	doubtTable({ words }) {
		for (let at = 0; at < words.length; at += 2) {
			if (!this.isCertain(words, at)) continue;
			words[at + 1] = words[at + 1] ^ 1;
			this.count--;
			this.doubtful++;
		}
	}
	dropDoubtful(table) {
		const { words } = table;
		let left = 0;
		for (let at = 0; at < words.length; at += 2) if (this.isCertain(words, at)) left++;
		if (left === table.count) return;
		const slots = Math.max(FIRST_SLOTS, Math.ceil(left / ROOMY));
		table.words = new Int32Array(2 * slots);
		for (let at = 0; at < words.length; at += 2) if (this.isCertain(words, at)) copySlot(words, at, table.words);
		this.slots += slots - words.length / 2;
		this.doubtful -= table.count - left;
		table.count = left;
	}
	isCertain(words, at) {
		return words[at] !== 0 && (words[at + 1] & 1) === this.certain;
	}
	/** null = not there. */
	bitOf(bytes, offset) {
		this.hash(bytes, offset);
		const { words } = this.tables[indexOf(this.high, this.depth)];
		const at = slotOf(words, this.low, this.high);
		return words[at] === 0 ? null : words[at + 1] & 1;
	}
	addHash(low, high) {
		const table = this.tables[indexOf(high, this.depth)];
		const { words } = table;
		const at = slotOf(words, low, high);
		if (words[at] !== 0) {
			if ((words[at + 1] & 1) === this.certain) return false;
			words[at + 1] = high | this.certain;
			this.doubtful--;
			this.count++;
			return true;
		}
		words[at] = low;
		words[at + 1] = high | this.certain;
		this.count++;
		if (++table.count * 2 > words.length * FULL) this.grow(table, high);
		return true;
	}
	/**
	* Sets `low` and `high`. Ids need not be random (some are counted up). Of two ids that differ in one word, `low`
	* always differs; `high` takes in each state that `low` goes through.
	*/
	hash(bytes, offset) {
		let low = 1013904242;
		let high = 461845907;
		for (let at = offset; at < offset + 16; at += 4) {
			low = Math.imul(low ^ wordAt(bytes, at), 2246822519);
			low ^= low >>> 15;
			high = Math.imul(high ^ low, 2654435761);
			high ^= high >>> 14;
			low = Math.imul(low, 3266489917);
			low ^= low >>> 13;
		}
		high = Math.imul(high, 668265263);
		this.low = low === 0 ? 1 : low;
		this.high = (high ^ high >>> 15) & HIGH;
	}
	grow(table, high) {
		const { words, depth } = table;
		const slots = Math.ceil(table.count / ROOMY);
		if (slots <= MOST_SLOTS) {
			this.slots += slots - words.length / 2;
			table.words = new Int32Array(2 * slots);
			for (let at = 0; at < words.length; at += 2) if (words[at] !== 0) copySlot(words, at, table.words);
			return;
		}
		const halves = this.halvesOf(table);
		if (depth === this.depth) this.deepen();
		const span = 2 ** (this.depth - depth - 1);
		const first = indexOf(high, depth) * span * 2;
		this.tables.fill(halves[0], first, first + span);
		this.tables.fill(halves[1], first + span, first + 2 * span);
	}
	halvesOf({ words, depth, count }) {
		let upper = 0;
		for (let at = 0; at < words.length; at += 2) if (words[at] !== 0) upper += indexOf(words[at + 1], depth + 1) & 1;
		const slots = [count - upper, upper].map((ids) => Math.max(FIRST_SLOTS, Math.ceil(ids / ROOMY)));
		this.slots += slots[0] + slots[1] - words.length / 2;
		const halves = [tableOf(depth + 1, slots[0]), tableOf(depth + 1, slots[1])];
		for (let at = 0; at < words.length; at += 2) {
			if (words[at] === 0) continue;
			const half = halves[indexOf(words[at + 1], depth + 1) & 1];
			copySlot(words, at, half.words);
			half.count++;
		}
		return halves;
	}
	deepen() {
		assert(this.depth < DEEPEST, "hashes are spread");
		this.tables = this.tables.flatMap((table) => [table, table]);
		this.depth++;
	}
};
function tableOf(depth, slots) {
	return {
		depth,
		words: new Int32Array(2 * slots),
		count: 0
	};
}
/** The leading bits as a number. Shifting by 32 would do nothing. */
function indexOf(high, depth) {
	return high >>> 1 >>> 31 - depth;
}
function wordAt(bytes, offset) {
	return bytes[offset] | bytes[offset + 1] << 8 | bytes[offset + 2] << 16 | bytes[offset + 3] << 24;
}
/**
* Where the hash is, or the free place where it belongs. In tables of different sizes hashes are in different orders:
* moved from one to another in the same order, they would crowd at its beginning.
*/
function slotOf(words, low, high) {
	const slots = words.length >>> 1;
	let at = Math.floor((Math.imul(low, 2654435761 + 2 * slots) >>> 0) * slots / 2 ** 32) * 2;
	while (words[at] !== 0 && (words[at] !== low || (words[at + 1] & HIGH) !== high)) at = after(words, at);
	return at;
}
function after(words, at) {
	return at + 2 === words.length ? 0 : at + 2;
}
function copySlot(from, at, into) {
	const slot = slotOf(into, from[at], from[at + 1] & HIGH);
	into[slot] = from[at];
	into[slot + 1] = from[at + 1];
}
// src/service/data/rows_by_month.ts
/** Stored rows counted by event and month, a number for both; and which of these a removal has touched. */
const MONTHS = 2 ** 20;
/** `month`: since 1970-01. */
function keyOf(event_ord, month) {
	return event_ord * MONTHS + month;
}
/** Sealed rows of an event and month, in order of arrival. */
function filesOf(rows, key) {
	const month = key % MONTHS;
	return rows.partitionsOf(Math.floor(key / MONTHS), monthStart(month), monthStart(month + 1));
}
function segmentsOf(rows) {
	const of = ({ rows, partitions }) => ({
		rows,
		byKey: () => new Map(partitions.map((one) => [keyOf(one.event_ord, one.month), one.rows]))
	});
	return new Map(Array.from(rows.segments(), ([id, segment]) => [id, of(segment)]));
}
function chunksOf(rows) {
	const { chunks, seqs } = rows.tailChunks();
	return new Map(chunks.map((chunk, at) => [seqs[at], {
		rows: chunk.rows,
		byKey: () => rowsByKey(chunk)
	}]));
}
/** Events and months that have fewer rows in a segment or chunk, and those with rows in a new segment. */
function changedKeys(before, after) {
	const segments = segmentsOf(after);
	const lost = /* @__PURE__ */ new Set([...keysWithFewer(segmentsOf(before), segments), ...keysWithFewer(chunksOf(before), chunksOf(after))]);
	const added = segments.entries().filter(([id]) => !before.segments().has(id));
	return {
		lost,
		gained: new Set(added.flatMap(([, { byKey }]) => byKey().keys()))
	};
}
/** Of what keeps its number, rows are only ever removed. What was sealed or merged meanwhile counts as removed. */
function* keysWithFewer(before, after) {
	for (const [id, { rows, byKey }] of before) {
		const left = after.get(id);
		if (left?.rows === rows) continue;
		for (const [key, count] of byKey()) if (left?.byKey().get(key) !== count) yield key;
	}
}
/** chunk -> event and month -> row count. Cached, since each sealing asks again for all remaining chunks. */
const COUNTED = /* @__PURE__ */ new WeakMap();
function rowsByKey(chunk) {
	const counted = COUNTED.get(chunk);
	if (counted !== void 0) return counted;
	const counts = new ByMonth();
	for (let row = 0; row < chunk.rows; row++) {
		const event = chunk.event_ord[row];
		const ofMonth = counts.at(chunk.time_ms[row]);
		ofMonth[event] = (ofMonth[event] ?? 0) + 1;
	}
	const byKey = new Map(counts.entries());
	COUNTED.set(chunk, byKey);
	return byKey;
}
/** Something of each event and month. Uses the calendar only when the month changes. */
var ByMonth = class {
	/** month -> event number -> of that. */
	#months = /* @__PURE__ */ new Map();
	#current = [];
	#from_ms = 0;
	#until_ms = 0;
	/** Of the time that was asked for last. */
	month = -1;
	/** event number -> of that, in the month of that time. */
	at(time_ms) {
		if (time_ms >= this.#from_ms && time_ms < this.#until_ms) return this.#current;
		this.month = monthOf(time_ms);
		this.#from_ms = monthStart(this.month);
		this.#until_ms = monthStart(this.month + 1);
		this.#current = this.#months.get(this.month) ?? [];
		this.#months.set(this.month, this.#current);
		return this.#current;
	}
	/** With the number for event and month. */
	*entries() {
		for (const [month, ofMonth] of this.#months) for (const [event_ord, one] of Object.entries(ofMonth)) if (one !== void 0) yield [keyOf(Number(event_ord), month), one];
	}
};
// src/service/data/known_events.ts
/**
* Which events a project holds: sets of uuids by event and month, read from stored rows on first use. A transaction's
* events are added as they are taken, and leave again if it fails. Where many ids have to be read, transactions are told
* to wait: the thread that reads them serves everybody.
*/
const UUID_BYTES = 16;
/** Ids per step of reading: a few milliseconds. */
const STEP_IDS = 16384;
/** Decoding a partition before its first id costs as much as reading this many. */
const DECODED_IDS = 8192;
var UuidIndex = class {
	#rows;
	/** Evicts within the budget, but never sets in use; evicted ones leave `#stored`. */
	#kept;
	/** event and month (`keyOf`) -> what is stored */
	#stored = /* @__PURE__ */ new Map();
	/** Sets in use -> the last transaction that used them, in that order. */
	#held = /* @__PURE__ */ new Map();
	/** Sets that transactions could not do without. */
	#missed = /* @__PURE__ */ new Set();
	#transaction = 0;
	#removals = 0;
	/** Number of tail chunks counted in all of `#stored`, and the epoch of that tail. */
	#chunks = 0;
	#tailEpoch = -1;
	/** Sequence up to which chunks' ids are in all of `#stored`. */
	#seq = 0;
	constructor(rows, budget) {
		this.#rows = rows;
		this.#kept = new Shelf(budget, (stored) => stored.ids.bytes(), ({ key }) => this.#stored.delete(key));
	}
	/** `transaction`: its number, counted by the caller; call within it, as it keeps other writers out. */
	known(transaction, ids_at_most) {
		this.#transaction = transaction;
		this.#readTail();
		const used = new ByMonth();
		const allowance = { ids: ids_at_most };
		let isSure = true;
		const miss = (key) => {
			this.#missed.add(key);
			isSure = false;
		};
		const begin = (key) => {
			const stored = this.#current(key);
			if (!this.#complete(stored, allowance)) miss(key);
			return {
				stored,
				uuids: [],
				offsets: []
			};
		};
		return {
			take: (event_ord, time_ms, uuids, at) => {
				const ofMonth = used.at(time_ms);
				ofMonth[event_ord] ??= begin(keyOf(event_ord, used.month));
				const { stored, uuids: taken, offsets } = ofMonth[event_ord];
				if (stored.doubted_rows !== null && stored.ids.isInDoubt(uuids, at)) {
					miss(stored.key);
					return true;
				}
				if (!stored.ids.add(uuids, at)) return false;
				taken.push(uuids);
				offsets.push(at);
				return true;
			},
			isSure: () => isSure,
			committed: ({ chunks }) => {
				this.#seq = chunks.at(-1)?.seq ?? this.#seq;
				for (const [, { stored, offsets }] of used.entries()) {
					if (stored.doubted_rows !== null) stored.doubted_rows += offsets.length;
					this.#hold(stored);
				}
			},
			undo: () => {
				for (const [, { stored, uuids, offsets }] of used.entries()) for (const [index, at] of offsets.entries()) stored.ids.remove(uuids[index], at);
			}
		};
	}
	/** Lets go of sets that many transactions, of this project or others, have not used. */
	release(transaction) {
		for (const [stored, used] of this.#held) {
			if (transaction - used < TUNING.known_ids_held_transactions) return;
			if (this.#missed.has(stored.key)) continue;
			this.#held.delete(stored);
			this.#kept.release(String(stored.key));
		}
	}
	forget() {
		this.#held.clear();
		this.#missed.clear();
		this.#kept.clear();
	}
	/**
	* `rows` replaces the rows there were, of which some have been removed. Sets of which rows were removed are in doubt
	* from now on. If rows were added to them at the same time, maybe unseen, they are dropped.
	*/
	follow(rows) {
		if (rows === this.#rows) return;
		this.#readTail();
		const { lost, gained } = changedKeys(this.#rows, rows);
		const isKept = (stored) => !lost.has(stored.key) || !gained.has(stored.key) && this.#hasAll(stored, this.#unread(stored));
		this.#keepOnly(isKept);
		this.#rows = rows;
		this.#removals++;
		this.#keepOnly(({ key }) => !lost.has(key) || filesOf(this.#rows, key).length > 0);
		this.#tailEpoch = -1;
		this.#readTail();
		for (const [key, stored] of this.#stored) if (lost.has(key)) this.#doubt(stored);
	}
	#keepOnly(isKept) {
		for (const stored of this.#held.keys()) if (!isKept(stored)) this.#held.delete(stored);
		this.#kept.clear(isKept);
	}
	#doubt(stored) {
		stored.ids.doubt();
		stored.segment_ids.clear();
		stored.isTailSure = false;
		stored.doubted_rows = this.#rowsOf(stored);
	}
	/**
	* Preloads ids of events since `from_ms` for `known`, yielding between slices; anything may happen in between.
	* `known` reads what was left out or has changed.
	*/
	*warm(from_ms) {
		const removals = this.#removals;
		for (const event_ord of this.#rows.sealedOrds()) for (const file of this.#rows.partitionsOf(event_ord, from_ms)) {
			const key = keyOf(event_ord, file.partition.month);
			const stored = this.#stored.get(key) ?? this.#keep(this.#begin(key));
			if (!stored.segment_ids.has(file.segment_id)) yield* this.#add(stored, file);
			if (this.#stored.get(key) !== stored || this.#removals !== removals) return;
		}
	}
	/** Reads what `known` missed, in the same way. */
	*read() {
		for (const key of this.#missed) while (this.#missed.has(key)) yield* this.#readSome(this.#current(key));
	}
	*#readSome(stored) {
		const [file] = this.#unread(stored);
		if (!stored.isTailSure) yield* this.#addTail(stored);
		else if (file !== void 0) yield* this.#add(stored, file);
		else {
			yield* this.#settle(stored);
			this.#missed.delete(stored.key);
		}
	}
	/** Makes ids of the tail's chunks certain; those of later chunks are from the start. */
	*#addTail(stored) {
		const removals = this.#removals;
		const one = /* @__PURE__ */ new Map([[stored.key, stored]]);
		const { chunks } = this.#rows.tailChunks();
		for (const _ of stored.ids.refresh()) {
			yield;
			if (this.#removals !== removals) return;
		}
		let ids = 0;
		for (const chunk of chunks) {
			addIds(chunk, one);
			ids += chunk.rows;
			if (ids < STEP_IDS) continue;
			ids = 0;
			yield;
			if (this.#removals !== removals) return;
		}
		stored.isTailSure = true;
	}
	/** Adds all ids of a partition. Gives up if rows are removed meanwhile, or the set is evicted. */
	*#add(stored, { segment_id, partition }) {
		const removals = this.#removals;
		for (const _ of stored.ids.refresh()) {
			yield;
			if (this.#removals !== removals) return;
		}
		for (const uuids of partition.uuidPieces()) for (let at = 0; at < uuids.length; at += STEP_IDS * UUID_BYTES) {
			stored.ids.addAll(uuids.subarray(at, at + STEP_IDS * UUID_BYTES));
			yield;
			if (this.#stored.get(stored.key) !== stored || this.#removals !== removals) return;
		}
		stored.segment_ids.add(segment_id);
		this.#keep(stored, this.#held.has(stored));
	}
	/** Drops ids still in doubt: their events are gone. */
	*#settle(stored) {
		const removals = this.#removals;
		stored.doubted_rows = null;
		for (const _ of stored.ids.settle()) {
			yield;
			if (this.#removals !== removals) return;
		}
		this.#keep(stored, true);
	}
	#current(key) {
		this.#readTail();
		return this.#hold(this.#stored.get(key) ?? this.#begin(key));
	}
	/** The next transactions need the same sets: reading them anew for each would stop all else. */
	#hold(stored) {
		this.#held.delete(stored);
		this.#held.set(stored, this.#transaction);
		return this.#keep(stored, true);
	}
	/** Call again once it has grown. */
	#keep(stored, held = false) {
		this.#stored.set(stored.key, stored);
		return this.#kept.put(String(stored.key), stored, held);
	}
	#begin(key) {
		this.#readTail();
		const stored = {
			key,
			ids: new UuidSet(),
			segment_ids: /* @__PURE__ */ new Set(),
			tailRows: 0,
			doubted_rows: null,
			isTailSure: true
		};
		const one = /* @__PURE__ */ new Map([[key, stored]]);
		for (const chunk of this.#rows.tailChunks().chunks) if (rowsByKey(chunk).has(key)) addChunk(chunk, one, false);
		return stored;
	}
	#readTail() {
		const { chunks, seqs } = this.#rows.tailChunks();
		if (this.#tailEpoch !== this.#rows.tailEpoch) {
			this.#tailEpoch = this.#rows.tailEpoch;
			this.#chunks = 0;
			for (const stored of this.#stored.values()) stored.tailRows = 0;
		}
		for (; this.#chunks < chunks.length; this.#chunks++) {
			const seq = seqs[this.#chunks];
			addChunk(chunks[this.#chunks], this.#stored, seq <= this.#seq);
			this.#seq = Math.max(this.#seq, seq);
		}
	}
	/** Reads what is missing, as far as allowed. False if some is missing still. */
	#complete(stored, allowance) {
		const unread = this.#unread(stored);
		if (unread.length === 0 && stored.doubted_rows === null) return true;
		const cost = unread.reduce((sum, { partition }) => sum + DECODED_IDS + partition.rows, stored.tailRows);
		if (cost > allowance.ids) return this.#hasAll(stored, unread);
		allowance.ids -= cost;
		if (!stored.isTailSure) for (const _ of this.#addTail(stored));
		for (const file of unread) for (const _ of this.#add(stored, file));
		for (const _ of this.#settle(stored));
		return true;
	}
	/** Whether ids of all stored rows are in, certain or not. */
	#hasAll(stored, unread) {
		return unread.length === 0 || stored.doubted_rows !== null && stored.doubted_rows >= this.#rowsOf(stored);
	}
	#rowsOf({ key, tailRows }) {
		return filesOf(this.#rows, key).reduce((sum, { partition }) => sum + partition.rows, tailRows);
	}
	/** Call after the tail was added. Rows sealed or merged since then are already in, which the counts tell. */
	#unread(stored) {
		const { key, ids, segment_ids } = stored;
		const unread = filesOf(this.#rows, key).filter(({ segment_id }) => !segment_ids.has(segment_id));
		if (unread.length === 0 || ids.size < this.#rowsOf(stored)) return unread;
		for (const { segment_id } of unread) segment_ids.add(segment_id);
		return [];
	}
};
/** Adds a chunk's ids to the existing sets of their event and month; only counts them if they are in already. */
function addChunk(chunk, stored, isIn) {
	let isAsked = false;
	for (const [key, rows] of rowsByKey(chunk)) {
		const into = stored.get(key);
		if (into === void 0) continue;
		into.tailRows += rows;
		if (into.doubted_rows !== null && !isIn) into.doubted_rows += rows;
		isAsked = true;
	}
	if (!isIn && isAsked) addIds(chunk, stored);
}
function addIds({ event_ord, time_ms, uuids, rows }, stored) {
	const months = new ByMonth();
	for (let row = 0; row < rows; row++) {
		const event = event_ord[row];
		const ofMonth = months.at(time_ms[row]);
		ofMonth[event] ??= stored.get(keyOf(event, months.month))?.ids ?? null;
		ofMonth[event]?.add(uuids, row * UUID_BYTES);
	}
}
// src/service/data/datasets.ts
/**
* Datasets of all projects, updated from the store before each use. Columns hold committed data only; the ids that a
* failed transaction took are given back (`KnownEvents.undo`).
*/
/** Share of the memory for columns and sets that can be rebuilt, however much the rest takes. */
const KEPT_SHARE = .25;
/**
* `memory_bytes`: for columns and sets that can be rebuilt, tails, dictionaries and properties; identities come on top.
* `team` computes on the datasets.
*/
function openDatasets(store, memory_bytes, team = alone()) {
	let limit_bytes = memory_bytes;
	const budget = new Budget(memory_bytes);
	const projects = /* @__PURE__ */ new Map();
	let transactions = 0;
	const open = (project_id) => {
		const before = projects.get(project_id);
		const same = before?.feed.isErased() ? before : void 0;
		if (same === void 0) before?.uuids.forget();
		const feed = new DatasetFeed(store, project_id, budget, team, same?.feed.data.rows);
		const opened = {
			feed,
			uuids: same?.uuids ?? new UuidIndex(feed.data.rows, budget)
		};
		projects.set(project_id, opened);
		return opened;
	};
	/** If `sync` returns false, the store went back or something was erased: start over. */
	const upToDate = (project_id, sync, known = projects.get(project_id) ?? open(project_id)) => {
		if (sync(known.feed)) {
			known.uuids.follow(known.feed.data.rows);
			return known;
		}
		return upToDate(project_id, sync, open(project_id));
	};
	const residentBytes = () => projects.values().reduce((bytes, { feed }) => bytes + feed.data.residentBytes(), 0);
	return {
		current(project) {
			const { data } = upToDate(project.id, (feed) => feed.sync()).feed;
			budget.resize(Math.max(limit_bytes - residentBytes(), limit_bytes * KEPT_SHARE));
			return data;
		},
		revision: (project) => store.events.revision(project.id),
		known(project, ids_at_most = Number.POSITIVE_INFINITY) {
			const { feed, uuids } = upToDate(project.id, (opened) => opened.syncRows());
			transactions++;
			for (const opened of projects.values()) opened.uuids.release(transactions);
			const known = uuids.known(transactions, ids_at_most);
			return {
				...known,
				committed(written) {
					feed.wrote(written);
					known.committed(written);
				}
			};
		},
		warmKnown(project, from_ms) {
			const { uuids } = store.snapshot(() => upToDate(project.id, (feed) => feed.syncRows()));
			return uuids.warm(from_ms);
		},
		readKnown(project) {
			const { uuids } = store.snapshot(() => upToDate(project.id, (feed) => feed.syncRows()));
			return uuids.read();
		},
		bytes: () => budget.bytes + residentBytes(),
		excessBytes: () => Math.max(0, budget.bytes + residentBytes() - limit_bytes),
		resize(now_bytes) {
			limit_bytes = now_bytes;
		}
	};
}
export { openDatasets as t };
