import { c as Budget, l as Shelf, t as DatasetFeed } from "./dataset_feed-CF_LROtY.js";
import { w as alone } from "./audience-D0Z5fApC.js";
import { t as assert } from "./assert-Cucc65-M.js";
import { I as monthOf, L as monthStart } from "./column_codec-1DCwPxVM.js";
// src/engine/storage/uuids.ts
var UuidSet = class {
	/** 4 * index -> the four 32-bit words of the id that was added as that one. */
	ids = /* @__PURE__ */ new Int32Array(128);
	/** 2 * slot -> 1 + index of its id (0 = free), and beside it the id's hash. */
	table = /* @__PURE__ */ new Int32Array(128);
	count = 0;
	get size() {
		return this.count;
	}
	bytes() {
		return this.ids.byteLength + this.table.byteLength;
	}
	has(bytes, offset) {
		const a = wordAt(bytes, offset);
		const b = wordAt(bytes, offset + 4);
		const c = wordAt(bytes, offset + 8);
		const d = wordAt(bytes, offset + 12);
		return this.table[probe(this.table, this.ids, hashOf(a, b, c, d), a, b, c, d)] !== 0;
	}
	/** Adds the id at that offset; true when it was not there. */
	add(bytes, offset) {
		const a = wordAt(bytes, offset);
		const b = wordAt(bytes, offset + 4);
		const c = wordAt(bytes, offset + 8);
		const d = wordAt(bytes, offset + 12);
		const hash = hashOf(a, b, c, d);
		const at = probe(this.table, this.ids, hash, a, b, c, d);
		if (this.table[at] !== 0) return false;
		if (this.count * 4 === this.ids.length) this.grow();
		const { ids } = this;
		const id_at = this.count * 4;
		ids[id_at] = a;
		ids[id_at + 1] = b;
		ids[id_at + 2] = c;
		ids[id_at + 3] = d;
		this.count++;
		insert(this.table, hash, this.count);
		return true;
	}
	/** Adds ids that lie one after the other. */
	addAll(bytes) {
		for (let offset = 0; offset < bytes.length; offset += 16) this.add(bytes, offset);
	}
	grow() {
		const old = this.table;
		const ids = new Int32Array(this.ids.length * 2);
		const table = new Int32Array(old.length * 2);
		ids.set(this.ids);
		for (let at = 0; at < old.length; at += 2) if (old[at] !== 0) insert(table, old[at + 1], old[at]);
		this.ids = ids;
		this.table = table;
	}
};
function wordAt(bytes, offset) {
	return bytes[offset] | bytes[offset + 1] << 8 | bytes[offset + 2] << 16 | bytes[offset + 3] << 24;
}
/** Ids need not be random (some are counted up): all their words are mixed. */
function hashOf(a, b, c, d) {
	let hash = Math.imul(a, 2654435761) ^ Math.imul(b, 2246822519);
	hash = Math.imul(hash ^ hash >>> 15, 3266489917) ^ Math.imul(c, 668265263) ^ Math.imul(d, 374761393);
	hash = Math.imul(hash ^ hash >>> 16, 73244475);
	return hash ^ hash >>> 15;
}
/** Where in the table the id is, or the free place where it belongs. */
function probe(table, ids, hash, a, b, c, d) {
	const mask = table.length - 1;
	let at = hash << 1 & mask;
	for (;;) {
		const entry = table[at];
		if (entry === 0) return at;
		if (table[at + 1] === hash) {
			const id_at = (entry - 1) * 4;
			if (ids[id_at] === a && ids[id_at + 1] === b && ids[id_at + 2] === c && ids[id_at + 3] === d) return at;
		}
		at = at + 2 & mask;
	}
}
function insert(table, hash, entry) {
	const mask = table.length - 1;
	let at = hash << 1 & mask;
	while (table[at] !== 0) at = at + 2 & mask;
	table[at] = entry;
	table[at + 1] = hash;
}
// src/service/data/known_events.ts
/**
* Which events a project holds: sets of uuids by event and month, made from the stored rows when first needed. What a
* transaction takes goes into the same sets at once; where it comes to nothing, the sets are made anew.
*/
const UUID_BYTES = 16;
const MONTHS = 2 ** 20;
/** Added at a step of `warm`: a few milliseconds. */
const WARMED_IDS = 32768;
var UuidIndex = class {
	#rows;
	/** For as long as they fit: what is forgotten here leaves `#stored`. */
	#kept;
	/** event and month (`keyOf`) -> what is stored */
	#stored = /* @__PURE__ */ new Map();
	/** Chunks of the tail that are counted in all of `#stored`, and which tail it is. */
	#chunks = 0;
	#tailEpoch = -1;
	/** Ids of chunks up to this number are in all of `#stored`. */
	#seq = 0;
	/** The sets that a transaction has looked into which is not known to be committed. */
	#open = null;
	constructor(rows, budget) {
		this.#rows = rows;
		this.#kept = new Shelf(budget, (stored) => stored.ids.bytes(), ({ key }) => this.#stored.delete(key));
	}
	/** As of now; the caller's transaction keeps others from writing. */
	known() {
		this.#forgetOpen();
		this.#readTail();
		const used = /* @__PURE__ */ new Map();
		const keyOf = monthKeys();
		this.#open = used;
		return {
			take: (event_ord, time_ms, uuids, at) => {
				const key = keyOf(event_ord, time_ms);
				let stored = used.get(key);
				if (stored === void 0) {
					stored = this.#current(key);
					used.set(key, stored);
				}
				return stored.ids.add(uuids, at);
			},
			committed: ({ chunks }) => {
				assert(this.#open === used, "one transaction after the other");
				this.#open = null;
				this.#seq = chunks.at(-1)?.seq ?? this.#seq;
				for (const stored of used.values()) this.#keep(stored);
			}
		};
	}
	/**
	* Reads the ids of events from that time on, so that `known` finds them there: a part at each step, and others may do
	* what they like between two. Whatever is left out or changes meanwhile, `known` reads itself.
	*/
	*warm(from_ms) {
		for (const event_ord of this.#rows.sealedOrds()) for (const { id, partition } of this.#rows.partitionsOf(event_ord, from_ms)) {
			const key = event_ord * MONTHS + partition.month;
			const stored = this.#stored.get(key) ?? this.#keep(this.#begin(key));
			if (stored.partition_ids.has(id)) continue;
			const uuids = partition.uuids();
			for (let at = 0; at < uuids.length; at += WARMED_IDS * UUID_BYTES) {
				stored.ids.addAll(uuids.subarray(at, at + WARMED_IDS * UUID_BYTES));
				yield;
			}
			if (this.#stored.get(key) !== stored) return;
			stored.partition_ids.add(id);
			this.#keep(stored);
		}
	}
	#forgetOpen() {
		const open = this.#open;
		if (open !== null) this.#kept.clear(({ key }) => !open.has(key));
		this.#open = null;
	}
	#current(key) {
		const stored = this.#stored.get(key) ?? this.#begin(key);
		this.#addSegments(key, stored);
		return stored;
	}
	#keep(stored) {
		this.#stored.set(stored.key, stored);
		return this.#kept.put(String(stored.key), stored);
	}
	#begin(key) {
		this.#readTail();
		const stored = {
			key,
			ids: new UuidSet(),
			partition_ids: /* @__PURE__ */ new Set(),
			tailRows: 0
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
	/** After the tail: rows that were sealed or merged since are in already, which their number tells. */
	#addSegments(key, { ids, partition_ids, tailRows }) {
		const month = key % MONTHS;
		const files = this.#rows.partitionsOf(Math.floor(key / MONTHS), monthStart(month), monthStart(month + 1));
		const rows = files.reduce((sum, { partition }) => sum + partition.rows, tailRows);
		for (const { id, partition } of files) {
			if (partition_ids.has(id)) continue;
			if (ids.size < rows) ids.addAll(partition.uuids());
			partition_ids.add(id);
		}
	}
};
/** Ids of a chunk into the sets there are of their event and month; only counted where they are in already. */
function addChunk(chunk, stored, isIn) {
	let isAsked = false;
	for (const [key, rows] of rowsByKey(chunk)) {
		const into = stored.get(key);
		if (into === void 0) continue;
		into.tailRows += rows;
		isAsked = true;
	}
	if (isIn || !isAsked) return;
	const { event_ord, time_ms, uuids } = chunk;
	const keyOf = monthKeys();
	for (let row = 0; row < chunk.rows; row++) stored.get(keyOf(event_ord[row], time_ms[row]))?.ids.add(uuids, row * UUID_BYTES);
}
/** chunk -> event and month -> how many of its rows. Each sealing asks anew for all that are left. */
const COUNTED = /* @__PURE__ */ new WeakMap();
function rowsByKey(chunk) {
	const counted = COUNTED.get(chunk);
	if (counted !== void 0) return counted;
	const counts = /* @__PURE__ */ new Map();
	const keyOf = monthKeys();
	for (let row = 0; row < chunk.rows; row++) {
		const key = keyOf(chunk.event_ord[row], chunk.time_ms[row]);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	COUNTED.set(chunk, counts);
	return counts;
}
/** event and time -> a number for the event and month. The calendar is asked only where the month is another one. */
function monthKeys() {
	let month = -1;
	let from_ms = 0;
	let until_ms = 0;
	return (event_ord, time_ms) => {
		if (time_ms < from_ms || time_ms >= until_ms) {
			month = monthOf(time_ms);
			from_ms = monthStart(month);
			until_ms = monthStart(month + 1);
		}
		return event_ord * MONTHS + month;
	};
}
// src/service/data/datasets.ts
/**
* The projects' datasets in memory, brought up to date from the store before each use. They only ever hold what was
* committed, so a transaction that fails leaves nothing to undo here.
*/
/**
* `memory_bytes`: for columns and sets that can be made again; tails and who is who come on top.
* `team` works on what is asked of them.
*/
function openDatasets(store, memory_bytes, team = alone()) {
	const budget = new Budget(memory_bytes);
	const projects = /* @__PURE__ */ new Map();
	const open = (project_id) => {
		const feed = new DatasetFeed(store, project_id, budget, team);
		const opened = {
			feed,
			uuids: new UuidIndex(feed.data.rows, budget)
		};
		projects.set(project_id, opened);
		return opened;
	};
	/** `sync` says no where the store went back: then all is read anew. */
	const upToDate = (project_id, sync) => {
		const known = projects.get(project_id) ?? open(project_id);
		if (sync(known.feed)) return known;
		const again = open(project_id);
		sync(again.feed);
		return again;
	};
	return {
		current: (project) => upToDate(project.id, (feed) => feed.sync()).feed.data,
		revision: (project) => store.events.revision(project.id),
		known(project) {
			const { feed, uuids } = upToDate(project.id, (opened) => opened.syncRows());
			const { take, committed } = uuids.known();
			return {
				take,
				committed(written) {
					feed.wrote(written);
					committed(written);
				}
			};
		},
		warmKnown(project, from_ms) {
			const { uuids } = store.snapshot(() => upToDate(project.id, (feed) => feed.syncRows()));
			return uuids.warm(from_ms);
		},
		bytes() {
			let bytes = budget.bytes;
			for (const { feed } of projects.values()) bytes += feed.data.residentBytes();
			return bytes;
		}
	};
}
export { openDatasets as t };

//# sourceMappingURL=datasets-Bc_jEl4M.js.map