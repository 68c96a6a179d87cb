import { d as sharedNumbers, p as sharedWords } from "./column-NKnza9zL.js";
import { h as has } from "./run-B9uRFbuc.js";
// src/engine/frame/actor_walk.ts
/** Walks several runs actor by actor. Runs are sorted by actor, so one cursor per run is enough. */
const NO_ACTOR = 4294967295;
/** Actors in [first_actor, until_actor). */
function walkActors(actors, first_actor, until_actor) {
	const count = actors.length;
	const walk = {
		actors,
		end: new Uint32Array(count),
		head: new Uint32Array(count).fill(NO_ACTOR),
		begin: new Uint32Array(count),
		until: new Uint32Array(count),
		active: new Uint32Array(count),
		active_count: 0
	};
	for (let source = 0; source < count; source++) {
		const rows = actors[source];
		const row = firstRowOf(rows, first_actor);
		walk.until[source] = row;
		walk.end[source] = firstRowOf(rows, until_actor);
		if (row < walk.end[source]) walk.head[source] = rows[row];
	}
	return walk;
}
/** Advances to the next actor with rows in any source; NO_ACTOR at the end. */
function nextActor(walk) {
	const { head, begin, until } = walk;
	let current = NO_ACTOR;
	for (let source = 0; source < head.length; source++) if (head[source] < current) current = head[source];
	walk.active_count = 0;
	if (current === 4294967295) return NO_ACTOR;
	for (let source = 0; source < head.length; source++) {
		if (head[source] !== current) continue;
		const actor = walk.actors[source];
		const end = walk.end[source];
		let row = until[source];
		begin[source] = row;
		do
			row++;
		while (row < end && actor[row] === current);
		until[source] = row;
		head[source] = row < end ? actor[row] : NO_ACTOR;
		walk.active[walk.active_count++] = source;
	}
	return current;
}
/** First row whose actor is >= wanted (binary search). */
function firstRowOf(actor, wanted) {
	let low = 0;
	let high = actor.length;
	while (low < high) {
		const middle = low + high >>> 1;
		if (actor[middle] < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}
// src/engine/frame/slices.ts
/**
* Cuts long work into morsels that threads share (see team.ts). Between two morsels, work can be given up.
* All functions return ascending cuts: morsel i is [cuts[i], cuts[i + 1]).
*/
/** A morsel takes a few milliseconds; its setup is negligible. */
const MORSEL_ACTORS = 4096;
const MORSEL_ROWS = 131072;
/** For bitmaps over actors: a few dozen slices of this size fit a core's own cache. */
const MORSEL_WORDS = 2048;
/** Cuts actors; at most `most` morsels, for tasks with setup cost. */
function actorCuts(actors, most = Number.POSITIVE_INFINITY) {
	return evenCuts(actors, Math.max(MORSEL_ACTORS, Math.ceil(actors / most)));
}
/** Cuts rows anywhere. */
function rowCuts(rows) {
	return evenCuts(rows, MORSEL_ROWS);
}
/** Cuts bitmap words. */
function wordCuts(words) {
	return evenCuts(words, MORSEL_WORDS);
}
function evenCuts(count, size) {
	return Uint32Array.from({ length: Math.ceil(count / size) + 1 }, (_, at) => Math.min(at * size, count));
}
/**
* Cuts rows without splitting an actor, or a group of `together` consecutive actors. `actor`: row -> actor, ascending.
*/
function wholeActorCuts(actor, together = 1) {
	const cuts = [0];
	for (let first = 0; first < actor.length; cuts.push(first)) {
		const last = Math.min(first + MORSEL_ROWS, actor.length) - 1;
		first = firstRowOf(actor, (Math.floor(actor[last] / together) + 1) * together);
	}
	return Uint32Array.from(cuts);
}
// src/engine/kernels/rows/select_ordered.ts
/** A multiple of 32. Copying the order into plain memory first costs next to nothing. */
const BLOCK_ROWS = 4096;
/** Of this thread: making it would take longer than a short run. */
const block = new Int32Array(BLOCK_ROWS);
/** Morsels of rows, starting at a word. */
const SELECT_ORDERED = {
	name: "select ordered",
	begin: () => null,
	add({ order, flags, found }, _, begin, end) {
		for (let first = begin; first < end; first += BLOCK_ROWS) {
			const until = Math.min(first + BLOCK_ROWS, end);
			block.set(order.subarray(first, until));
			pack(block, flags, found.subarray(first >>> 5, until + 31 >>> 5));
		}
	},
	end: () => null
};
/** Eight independent loads per step overlap. `index`: row -> source row. */
function pack(index, flags, words) {
	let at = 0;
	for (let word = 0; word < words.length; word++) {
		let packed = 0;
		for (let shift = 0; shift < 32; shift += 8, at += 8) {
			const byte = flags[index[at]] | flags[index[at + 1]] << 1 | flags[index[at + 2]] << 2 | flags[index[at + 3]] << 3 | flags[index[at + 4]] << 4 | flags[index[at + 5]] << 5 | flags[index[at + 6]] << 6 | flags[index[at + 7]] << 7;
			packed |= byte << shift;
		}
		words[word] = packed;
	}
}
// src/engine/kernels/rows/skipped_rows.ts
/** Row ranges of skipped actors. An actor's rows are neighbours, so kernels need no test per row. */
/** first, until, first, until, …: row ranges of the actors in `skip`, ascending. */
function skippedRows({ actor, begin }, skip) {
	const rows = [];
	for (let rank = 0; rank < actor.length; rank++) if (has(skip, actor[rank])) rows.push(begin[rank], begin[rank + 1]);
	return Uint32Array.from(rows);
}
/** Index of the first such range that ends after this row. */
function firstSkipped(skipped, row) {
	let low = 0;
	let high = skipped.length >>> 1;
	while (low < high) {
		const middle = low + high >>> 1;
		if (skipped[2 * middle + 1] <= row) low = middle + 1;
		else high = middle;
	}
	return 2 * low;
}
// src/engine/kernels/path/edges.ts
/**
* The edge log of paths, and its sums.
* Each thread appends (source, target, duration) records to chunks of its own; all chunks together are the log. Summing
* first spreads records over shards by hash, so that each shard's hash table fits the cache. Cost: two passes over the
* records.
*/
/** Sources are 32-bit. */
const EDGE_SOURCES_MAX = 2 ** 32;
/** A megabyte: allocation is rare, and little of the last chunk is wasted. */
const CHUNK_RECORDS = 2 ** 16;
const SPARE_CHUNKS_MAX = 64;
/**
* Chunks are reused by the next question, as getting this much memory costs as much as filling it. Held weakly, so a
* full garbage collection frees them.
*/
let kept = new WeakRef([]);
/** Takes back the previous question's chunks: enough for a log of `records`, and for its filtered copy. */
function spareChunks(records) {
	const chunks = kept.deref() ?? [];
	const wanted = Math.min(SPARE_CHUNKS_MAX, 2 * Math.ceil(records / CHUNK_RECORDS));
	while (chunks.length < wanted) chunks.push(newChunk(CHUNK_RECORDS));
	kept = new WeakRef(chunks);
	return {
		chunks,
		taken: sharedWords(1)
	};
}
/** For a log beside others. */
function noSpare() {
	return {
		chunks: [],
		taken: sharedWords(1)
	};
}
function newEdgeLog(spare) {
	return {
		chunks: [],
		spare
	};
}
function newChunk(records) {
	return {
		length: 0,
		source: sharedWords(records),
		target: sharedWords(records),
		took_ms: sharedNumbers(records)
	};
}
/** The current chunk, with room for this many more records. */
function roomFor(log, records) {
	const last = log.chunks.at(-1);
	if (last !== void 0 && last.length + records <= last.source.length) return last;
	const chunk = records <= CHUNK_RECORDS ? takeChunk(log.spare) : newChunk(records);
	chunk.length = 0;
	log.chunks.push(chunk);
	return chunk;
}
function takeChunk({ chunks, taken }) {
	return chunks[Atomics.add(taken, 0, 1)] ?? newChunk(CHUNK_RECORDS);
}
function logEdge(log, source, target, took_ms) {
	const chunk = roomFor(log, 1);
	const at = chunk.length++;
	chunk.source[at] = source;
	chunk.target[at] = target;
	chunk.took_ms[at] = took_ms;
}
/** Empties the log but keeps one chunk. */
function clearEdges({ chunks }) {
	chunks.length = Math.min(chunks.length, 1);
	for (const chunk of chunks) chunk.length = 0;
}
function recordsOf(chunks) {
	return chunks.reduce((sum, { length }) => sum + length, 0);
}
function recordsOfEdge(chunks, wanted_source, wanted_target) {
	let records = 0;
	for (const { source, target, length } of chunks) for (let at = 0; at < length; at++) if (source[at] === wanted_source && target[at] === wanted_target) records++;
	return records;
}
/** Mixes both numbers; upper bits choose the shard, lower bits the table slot. */
function hashOf(source, target) {
	let hash = Math.imul(source, 2654435761) ^ Math.imul(target, 2246822519);
	hash = Math.imul(hash ^ hash >>> 15, 3266489917);
	return (hash ^ hash >>> 13) >>> 0;
}
/** Records per shard: a half-full table of 16-byte slots fits L2. */
const SHARD_RECORDS_BITS = 13;
const SHARD_BITS_MAX = 8;
/** Edges come in an arbitrary order. */
function sumEdges(chunks) {
	const length = recordsOf(chunks);
	const bits = Math.min(SHARD_BITS_MAX, Math.max(1, 32 - Math.clz32(length) - SHARD_RECORDS_BITS));
	const shift = 32 - bits;
	/** shard -> first record; the last entry is the number of records. */
	const begins = new Uint32Array((1 << bits) + 1);
	for (const chunk of chunks) countShards(chunk, shift, begins);
	for (let shard = 1; shard < begins.length; shard++) begins[shard] += begins[shard - 1];
	/** shard -> where its next record goes. */
	const next = begins.slice(0, -1);
	const sharded = newChunk(length);
	for (const chunk of chunks) spread(chunk, shift, next, sharded);
	return sumShards(sharded, length, begins);
}
/** begins[shard + 1] grows by the shard's records. */
function countShards({ source, target, length }, shift, begins) {
	for (let at = 0; at < length; at++) begins[(hashOf(source[at], target[at]) >>> shift) + 1]++;
}
function spread({ source, target, took_ms, length }, shift, next, into) {
	for (let at = 0; at < length; at++) {
		const to = next[hashOf(source[at], target[at]) >>> shift]++;
		into.source[to] = source[at];
		into.target[to] = target[at];
		into.took_ms[to] = took_ms[at];
	}
}
/** Sums each shard. Sums overwrite the records in place: there are never more of them. */
function sumShards({ source, target, took_ms }, length, begins) {
	const count = new Uint32Array(length);
	let longest = 0;
	for (let shard = 0; shard + 1 < begins.length; shard++) longest = Math.max(longest, begins[shard + 1] - begins[shard]);
	/** table slot -> edge + 1, 0 = free; at most half full. */
	const slots = new Uint32Array(slotsFor(longest));
	let edges = 0;
	for (let shard = 0; shard + 1 < begins.length; shard++) {
		const end = begins[shard + 1];
		const mask = slotsFor(end - begins[shard]) - 1;
		slots.fill(0, 0, mask + 1);
		for (let at = begins[shard]; at < end; at++) {
			const from = source[at];
			const to = target[at];
			let slot = hashOf(from, to) & mask;
			let edge = slots[slot];
			while (edge !== 0 && (source[edge - 1] !== from || target[edge - 1] !== to)) {
				slot = slot + 1 & mask;
				edge = slots[slot];
			}
			if (edge === 0) {
				slots[slot] = edges + 1;
				const took = took_ms[at];
				source[edges] = from;
				target[edges] = to;
				took_ms[edges] = took;
				count[edges++] = 1;
			} else {
				count[edge - 1]++;
				took_ms[edge - 1] += took_ms[at];
			}
		}
	}
	return {
		source: source.subarray(0, edges),
		target: target.subarray(0, edges),
		count: count.subarray(0, edges),
		total_ms: took_ms.subarray(0, edges)
	};
}
function slotsFor(records) {
	return 2 ** Math.ceil(Math.log2(Math.max(records, 1) * 2));
}
export { walkActors as S, wholeActorCuts as _, newEdgeLog as a, firstRowOf as b, recordsOfEdge as c, sumEdges as d, firstSkipped as f, rowCuts as g, actorCuts as h, logEdge as i, roomFor as l, SELECT_ORDERED as m, clearEdges as n, noSpare as o, skippedRows as p, hashOf as r, recordsOf as s, EDGE_SOURCES_MAX as t, spareChunks as u, wordCuts as v, nextActor as x, NO_ACTOR as y };
