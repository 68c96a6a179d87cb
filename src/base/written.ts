/**
 * A value as JSON text in UTF-8: serialized once, passed on as it is, parsed only by readers that look inside. Long
 * ones are parsed in pieces, so that others need not wait.
 */
import { setImmediate } from 'node:timers/promises';

/** Values up to this size are parsed at once and cached. */
const SHORT_BYTES = 64 * 1024;
/** Bytes parsed before others get a turn: about one or two milliseconds. */
const PIECE_BYTES = 256 * 1024;

/** A change of a text: start, bytes removed, bytes inserted. */
export interface Patch {
  readonly at: number;
  readonly removed: number;
  readonly text: string;
}

/**
 * The single change that turns one text into the other. `at`: where the text begins. The part that differs must consist
 * of single-byte characters.
 */
export function patchBetween(before: string, after: string, at: number): Patch {
  const most = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < most && before.charCodeAt(begin) === after.charCodeAt(begin)) begin++;
  let end = 0;
  while (
    end < most - begin &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  return {
    at: at + bytesOf(before.slice(0, begin)),
    removed: bytesOf(before.slice(begin, before.length - end)),
    text: after.slice(begin, after.length - end),
  };
}

export class Written<T> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** For a list: index of an item -> offset where it ends. One byte separates items. */
  readonly #ends: Uint32Array;
  #value: { readonly read: T } | null = null;

  /** `ends`: offset where each item ends; empty unless the value is a list. */
  constructor(bytes: Uint8Array<ArrayBuffer>, ends: Uint32Array) {
    this.bytes = bytes;
    this.#ends = ends;
  }

  /** Number of items of a list. */
  get length(): number {
    return this.#ends.length;
  }

  /** Offset where each item of a list ends. */
  get ends(): Uint32Array {
    return this.#ends;
  }

  /** The value with these changes, in ascending order, each inside one item. */
  patched(patches: readonly Patch[]): Written<T> {
    if (patches.length === 0) return this;
    const texts = patches.map(({ text }) => new TextEncoder().encode(text));
    const added = patches.reduce((sum, { removed }, nth) => sum + texts[nth]!.length - removed, 0);
    const bytes = new Uint8Array(this.bytes.length + added);
    const ends = this.#ends.slice();
    let [from, to, item] = [0, 0, 0];
    for (const [nth, { at, removed }] of patches.entries()) {
      for (; item < ends.length && ends[item]! <= at; item++) ends[item]! += to - from;
      bytes.set(this.bytes.subarray(from, at), to);
      to += at - from;
      bytes.set(texts[nth]!, to);
      to += texts[nth]!.length;
      from = at + removed;
    }
    bytes.set(this.bytes.subarray(from), to);
    for (; item < ends.length; item++) ends[item]! += to - from;
    return new Written<T>(bytes, ends);
  }

  /** Parses it, for embedding in another JSON text. */
  toJSON(): T {
    return JSON.parse(textOf(this.bytes)) as T;
  }

  /** The parsed value; do not write. */
  async read(): Promise<T> {
    if (this.#value !== null) return this.#value.read;
    if (this.bytes.length > SHORT_BYTES && this.#ends.length > 0) return (await this.#items()) as T;
    const read = this.toJSON();
    if (this.bytes.length <= SHORT_BYTES) this.#value = { read };
    return read;
  }

  async #items(): Promise<unknown[]> {
    const items: unknown[] = [];
    let begin = 1;
    let read_bytes = 0;
    for (const end of this.#ends) {
      items.push(JSON.parse(textOf(this.bytes.subarray(begin, end))));
      read_bytes += end - begin;
      begin = end + 1;
      if (read_bytes < PIECE_BYTES) continue;
      read_bytes = 0;
      await setImmediate();
    }
    return items;
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** An object whose members may be serialized already. */
export type Unread<T> = T | { readonly [K in keyof T]: T[K] | Written<T[K]> };

/** Depth down to which members may be serialized: an insight in a tile of a dashboard. */
const DEPTH = 5;

/** The output with all members parsed. */
export async function readMembers(output: unknown): Promise<unknown> {
  if (output instanceof Written) return output.read();
  if (!hasWritten(output)) return output;
  if (Array.isArray(output)) {
    const items: unknown[] = [];
    for (const item of output) items.push(await readMembers(item));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(output)) members.push([name, await readMembers(member)]);
  return Object.fromEntries(members);
}

/** The answer's JSON in pieces; serialized members are sent as they are. */
export function jsonPieces(output: unknown): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let text = '';
  const write = (node: unknown): void => {
    if (node instanceof Written) {
      pieces.push(new TextEncoder().encode(text), node.bytes);
      text = '';
    } else if (!hasWritten(node)) text += JSON.stringify(node) ?? 'null';
    else if (Array.isArray(node)) {
      for (const [at, item] of node.entries()) {
        text += at === 0 ? '[' : ',';
        write(item);
      }
      text += ']';
    } else {
      let between = '{';
      for (const [name, member] of Object.entries(node)) {
        if (member === undefined) continue;
        text += `${between}${JSON.stringify(name)}:`;
        between = ',';
        write(member);
      }
      text += '}';
    }
  };
  write(output);
  return [...pieces, new TextEncoder().encode(text)];
}

/** Whether any member is serialized. */
export function hasWritten(output: unknown, depth: number = DEPTH): output is object {
  if (typeof output !== 'object' || output === null) return false;
  if (output instanceof Written) return true;
  const members: readonly unknown[] = Array.isArray(output) ? output : Object.values(output);
  return depth > 0 && members.some((member) => typeof member === 'object' && hasWritten(member, depth - 1));
}
