import { Q as formatUuid, et as stampUuid } from "./column_codec-CRp8qQ50.js";
import { hash } from "node:crypto";
// src/model/question/elements.ts
function writeChain(elements) {
	return elements.map(writeElement).join(";");
}
function writeElement({ tag_name, classes, attributes }) {
	const names = classes.map((name) => `.${name.replace(/["\s;]/g, "")}`).filter((name) => name !== ".");
	const written = Object.keys(attributes).sort().map((name) => `${name.replace(/["=:;\s]/g, "")}="${attributes[name].replace(/[\\"]/g, "\\$&")}"`);
	return `${tag_name.replace(/[".:;\s]/g, "")}${names.join("")}:${written.join("")}`;
}
/** Lenient: a chain that breaks off ends there. */
function parseChain(text) {
	const elements = [];
	for (let at = 0; at < text.length;) {
		const end = endOfElement(text, at);
		elements.push(parseElement(text.slice(at, end)));
		at = end + 1;
	}
	return elements;
}
/** Next semicolon outside quotes. */
function endOfElement(text, from) {
	let quoted = false;
	for (let at = from; at < text.length; at++) {
		const letter = text[at];
		if (letter === "\\" && quoted) at++;
		else if (letter === "\"") quoted = !quoted;
		else if (letter === ";" && !quoted) return at;
	}
	return text.length;
}
/** Class names may contain colons, so attributes begin at the first colon followed by a name and a quote. */
const HEAD = /^((?:(?!:[\w-]+=")[^"])*?)(?::(?=[\w-]+=")|:?$)/s;
const ATTRIBUTE = /([\w-]+)="((?:[^"\\]|\\.)*)"/gs;
function parseElement(text) {
	const head = HEAD.exec(text);
	const [tag_name = "", ...classes] = (head?.[1] ?? "").split(".");
	const attributes = {};
	for (const [, name, value] of text.slice(head?.[0].length ?? 0).matchAll(ATTRIBUTE)) attributes[name] = value.replace(/\\(["\\])/g, "$1");
	return {
		tag_name,
		classes: classes.filter((name) => name !== ""),
		attributes
	};
}
const MULTIPLY = -1640531535;
const QUOTE = 34;
const COMMA = 44;
const FIRST_SLOTS = 64;
const FIRST_BYTES = 1024;
/** Layout of a slot: hash, number, start, length. */
const WIDTH = 4;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
/** Masks for the lowest 0 to 3 bytes of a word. */
function lowBytes(word, bytes) {
	return word & (1 << (bytes << 3)) - 1;
}
/** Hashes combine whole words, then the rest of the last one; see `hashOf`. */
function hashWord(hash, word) {
	const next = Math.imul(hash ^ word, MULTIPLY);
	return next ^ next >>> 15;
}
/** `rest`: the last 0 to 3 bytes. */
function hashRest(hash, rest, bytes) {
	const next = Math.imul(hash ^ rest ^ bytes << 27, MULTIPLY);
	return next ^ next >>> 16;
}
function hashOf(view, from, to) {
	let hash = 0;
	let at = from;
	for (; at + 4 <= to; at += 4) hash = hashWord(hash, view.getInt32(at, true));
	return hashRest(hash, lowBytes(view.getInt32(at, true), to - at), to - at);
}
function sourceOf(text) {
	const encoded = ENCODER.encode(text);
	const bytes = new Uint8Array(encoded.length + 8);
	bytes.set(encoded);
	return {
		bytes,
		view: new DataView(bytes.buffer),
		length: encoded.length
	};
}
var ByteTable = class {
	#slots = /* @__PURE__ */ new Int32Array(256);
	#slot_count = FIRST_SLOTS;
	/** Pieces in slots. */
	#used = 0;
	#bytes = new Uint8Array(FIRST_BYTES);
	#view = new DataView(this.#bytes.buffer);
	#length = 0;
	/** number -> start of its bytes; the next entry is the next one's */
	#starts = new Uint32Array(FIRST_SLOTS);
	#size = 0;
	/** The largest number. */
	get size() {
		return this.#size;
	}
	/** Estimated bytes. */
	get length() {
		return this.#length;
	}
	/**
	* Number of a piece, added if new. `quoted`: 1 = the piece is between a string's quotes, 0 = it is another value. It
	* must be as `JSON.stringify` writes it.
	*/
	code(view, from, to, hash, quoted) {
		const slots = this.#slots;
		const mask = this.#slot_count - 1;
		const length = to - from << 1 | quoted;
		for (let slot = hash & mask;; slot = slot + 1 & mask) {
			const at = slot * WIDTH;
			const code = slots[at + 1];
			if (code === 0) return this.#add(view, from, length, hash, slot);
			if (slots[at] === hash && slots[at + 3] === length && this.#isSame(view, from, to - from, slots[at + 2])) return code;
		}
	}
	/**
	* Looks at where pieces with these hashes will be looked up: the waits for memory overlap, as none depends on another.
	* @param width each hash is followed by other numbers
	*/
	bringNear(hashes, from, to, width) {
		const [slots, bytes, mask] = [
			this.#slots,
			this.#bytes,
			this.#slot_count - 1
		];
		let met = 0;
		for (let at = from; at < to; at += width) met |= bytes[slots[(hashes[at] & mask) * WIDTH + 2]];
		return met;
	}
	/** Same for any JSON text. */
	codeOfText(json) {
		const { bytes, view, length } = sourceOf(json);
		const quoted = bytes[0] === QUOTE ? 1 : 0;
		const end = length - quoted;
		return this.code(view, quoted, end, hashOf(view, quoted, end), quoted);
	}
	/** A piece that is never looked up: ASCII, such as a number. */
	append(json) {
		const code = this.#begin(json.length);
		for (let i = 0; i < json.length; i++) this.#bytes[this.#length++] = json.charCodeAt(i);
		this.#bytes[this.#length++] = COMMA;
		return code;
	}
	/** All pieces, each with a comma. A view, valid until the next change. */
	joined() {
		return this.#bytes.subarray(0, this.#length);
	}
	/** JSON text. */
	text(code) {
		const from = this.#starts[code];
		const to = code === this.#size ? this.#length : this.#starts[code + 1];
		return DECODER.decode(this.#bytes.subarray(from, to - 1));
	}
	clear() {
		if (this.#used > 0) this.#slots.fill(0);
		this.#used = 0;
		this.#length = 0;
		this.#size = 0;
	}
	#isSame(view, from, length, offset) {
		const mine = this.#view;
		let at = 0;
		for (; at + 4 <= length; at += 4) if (mine.getInt32(offset + at, true) !== view.getInt32(from + at, true)) return false;
		return lowBytes(mine.getInt32(offset + at, true) ^ view.getInt32(from + at, true), length - at) === 0;
	}
	/** `length`: as in slots. */
	#add(view, from, length, hash, slot) {
		const quoted = length & 1;
		const code = this.#put(view, from, length >>> 1, quoted);
		const slots = this.#slots;
		slots[slot * WIDTH] = hash;
		slots[slot * WIDTH + 1] = code;
		slots[slot * WIDTH + 2] = this.#starts[code] + quoted;
		slots[slot * WIDTH + 3] = length;
		if (++this.#used * 2 > this.#slot_count) this.#grow();
		return code;
	}
	#put(view, from, length, quoted) {
		const code = this.#begin(length);
		const bytes = this.#bytes;
		let at = this.#length;
		if (quoted === 1) bytes[at++] = QUOTE;
		if (length < COPIED_BYTES) for (let i = from; i < from + length; i++) bytes[at++] = view.getUint8(i);
		else {
			bytes.set(new Uint8Array(view.buffer, view.byteOffset + from, length), at);
			at += length;
		}
		if (quoted === 1) bytes[at++] = QUOTE;
		bytes[at++] = COMMA;
		this.#length = at;
		return code;
	}
	/** Makes room for one more of this many bytes. */
	#begin(bytes) {
		const code = ++this.#size;
		if (code >= this.#starts.length) this.#starts = grown(this.#starts, code * 2);
		this.#reserve(bytes);
		this.#starts[code] = this.#length;
		return code;
	}
	#reserve(more) {
		const needed = this.#length + more + 3 + 8;
		if (needed <= this.#bytes.length) return;
		const bytes = new Uint8Array(needed * 2);
		bytes.set(this.#bytes.subarray(0, this.#length));
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer);
	}
	#grow() {
		const old = this.#slots;
		this.#slot_count *= 4;
		const mask = this.#slot_count - 1;
		const slots = new Int32Array(this.#slot_count * WIDTH);
		for (let from = 0; from < old.length; from += WIDTH) {
			if (old[from + 1] === 0) continue;
			let slot = old[from] & mask;
			while (slots[slot * WIDTH + 1] !== 0) slot = slot + 1 & mask;
			for (let i = 0; i < WIDTH; i++) slots[slot * WIDTH + i] = old[from + i];
		}
		this.#slots = slots;
	}
};
/** Up to this length, copying byte by byte is faster. */
const COPIED_BYTES = 48;
function grown(array, length) {
	const larger = new Uint32Array(length);
	larger.set(array);
	return larger;
}
// src/service/identity/person_uuid.ts
/** External ids of persons. Derived from the person's first distinct id, not stored. */
/** Deterministic, so that loading the same events again makes the same persons. */
function personUuid(project_id, first_distinct_id) {
	return nameUuid(`person:${project_id}:${first_distinct_id}`);
}
/** Deterministic uuid of a name. */
function nameUuid(name) {
	return formatUuid(digestUuid(name));
}
/** 16 bytes, a UUID of version 8 made of a digest. */
function digestUuid(name, algorithm = "sha1") {
	return stampUuid(new Uint8Array(hash(algorithm, name, "buffer").subarray(0, 16)), 8);
}
export { hashOf as a, lowBytes as c, ByteTable as i, parseChain as l, nameUuid as n, hashRest as o, personUuid as r, hashWord as s, digestUuid as t, writeChain as u };
