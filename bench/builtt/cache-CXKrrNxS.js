import { t as canonical } from "./json-GpSeq4qu.js";
// src/base/hash64.ts
/**
* A 64-bit hash in two halves, to tell millions of things apart: fast, stable across machines, not secret. `seed`, then
* words and texts, then `end`.
*/
const WORDS = /* @__PURE__ */ new Float64Array(1);
const HALVES = new Int32Array(WORDS.buffer);
var Hash64 = class {
	a = 0;
	b = 0;
	seed(a, b) {
		this.a = a | 0;
		this.b = b | 0;
		return this;
	}
	word(word) {
		this.a = Math.imul(this.a ^ word, 2654435761);
		this.b = Math.imul(this.b ^ word, 1597334677);
		this.a ^= this.a >>> 15;
		this.b ^= this.b >>> 13;
		return this;
	}
	/** Zero has one sign. */
	number(number) {
		WORDS[0] = number + 0;
		return this.word(HALVES[0]).word(HALVES[1]);
	}
	text(text) {
		let { a, b } = this;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			a = Math.imul(a ^ code, 2654435761);
			b = Math.imul(b ^ code, 1597334677);
			a ^= a >>> 15;
			b ^= b >>> 13;
		}
		this.a = a;
		this.b = b;
		return this.word(text.length);
	}
	/** Final mix: each input bit flips about half of both halves. */
	end() {
		let { a, b } = this;
		a = Math.imul(a ^ a >>> 16, 2246822507) ^ Math.imul(b ^ b >>> 13, 3266489909);
		b = Math.imul(b ^ b >>> 16, 2246822507) ^ Math.imul(a ^ a >>> 13, 3266489909);
		a = Math.imul(a ^ a >>> 15, 668265263) ^ b >>> 16;
		this.a = a | 0;
		this.b = b | 0;
		return this;
	}
};
const FIRST_SLOTS = 1024;
/** Layout of a slot: both halves, and the count. */
const WIDTH = 3;
/** Counts occurrences of hashes. Open addressing, at most three quarters full: 16 to 32 bytes per distinct hash. */
var HashCounts = class {
	/** 3 * slot -> both halves, and how often they came up (0 = the slot is free) */
	#table = new Int32Array(FIRST_SLOTS * WIDTH);
	#slots = FIRST_SLOTS;
	#size = 0;
	/** Its count, including this time. */
	count(a, b) {
		if (this.#size * 4 >= this.#slots * 3) this.#grow();
		const at = slotOf(this.#table, this.#slots, a, b);
		if (this.#table[at + 2] === 0) {
			this.#table[at] = a;
			this.#table[at + 1] = b;
			this.#size++;
		}
		return ++this.#table[at + 2];
	}
	bytes() {
		return this.#table.byteLength;
	}
	#grow() {
		const old = this.#table;
		this.#slots *= 2;
		this.#table = new Int32Array(this.#slots * WIDTH);
		for (let from = 0; from < old.length; from += WIDTH) {
			if (old[from + 2] === 0) continue;
			const at = slotOf(this.#table, this.#slots, old[from], old[from + 1]);
			this.#table[at] = old[from];
			this.#table[at + 1] = old[from + 1];
			this.#table[at + 2] = old[from + 2];
		}
	}
};
/** Its slot, or the free one where it belongs. */
function slotOf(table, slots, a, b) {
	const mask = slots - 1;
	for (let slot = a & mask;; slot = slot + 1 & mask) {
		const at = slot * WIDTH;
		if (table[at + 2] === 0 || table[at] === a && table[at + 1] === b) return at;
	}
}
// src/service/identity/line_about.ts
/** Hash of what a line of a file is about; finds what its source said about it before. */
/** Keeps hashes of events and of other lines apart. */
const OTHER = 2;
/** Hash of the source, the seed for its lines. */
function sourceHash(source) {
	return new Hash64().text(source).end();
}
/** `of`: person and their first distinct id, or group, type and key. */
function aboutHash({ a, b }, of) {
	return new Hash64().seed(a, b).word(OTHER).text(canonical(of)).end();
}
function hashBytes({ a, b }) {
	return new Uint8Array(Int32Array.of(a, b).buffer);
}
// src/service/identity/cache.ts
var RecentMap = class {
	#young = /* @__PURE__ */ new Map();
	#old = /* @__PURE__ */ new Map();
	#capacity;
	/** Keeps between `capacity` and twice as many of the most recently used entries. */
	constructor(capacity) {
		this.#capacity = capacity;
	}
	get(key) {
		const found = this.#young.get(key);
		if (found !== void 0) return found;
		const aged = this.#old.get(key);
		if (aged !== void 0) this.set(key, aged);
		return aged;
	}
	set(key, value) {
		if (this.#young.size >= this.#capacity) {
			this.#old = this.#young;
			this.#young = /* @__PURE__ */ new Map();
		}
		this.#young.set(key, value);
	}
	delete(key) {
		this.#young.delete(key);
		this.#old.delete(key);
	}
	clear() {
		this.#young.clear();
		this.#old.clear();
	}
};
export { Hash64 as a, sourceHash as i, aboutHash as n, HashCounts as o, hashBytes as r, RecentMap as t };
