/**
 * A value as JSON text in UTF-8: written once by whoever had it, sent on as it is, read only by who has to look into it.
 * Where it is long, it is read in pieces, so that nobody else has to wait.
 */
import { setImmediate } from 'node:timers/promises';

/** Read at once, and remembered: reading it costs about as little as looking it up. */
const SHORT_BYTES = 64 * 1024;
/** About a millisecond or two of reading. */
const PIECE_BYTES = 256 * 1024;

export class Written<T> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of a list: item -> where it ends; items are a byte apart. */
  readonly #ends: Uint32Array;
  #value: { readonly read: T } | null = null;

  /** `ends`: empty for what is no list. */
  constructor(bytes: Uint8Array<ArrayBuffer>, ends: Uint32Array) {
    this.bytes = bytes;
    this.#ends = ends;
  }

  /** Of a list, how many items it has. */
  get length(): number {
    return this.#ends.length;
  }

  /** Not to be written to. */
  async read(): Promise<T> {
    if (this.#value !== null) return this.#value.read;
    if (this.bytes.length > SHORT_BYTES && this.#ends.length > 0) return (await this.#items()) as T;
    const read = JSON.parse(textOf(this.bytes)) as T;
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

/** An object of which members may be written already. */
export type Unread<T> = T | { readonly [K in keyof T]: T[K] | Written<T[K]> };

/** The object with all its members. */
export async function readMembers(output: unknown): Promise<unknown> {
  if (!hasWritten(output)) return output;
  const read = Object.entries(output).map(async ([name, member]) => [
    name,
    member instanceof Written ? await member.read() : member,
  ]);
  return Object.fromEntries(await Promise.all(read));
}

/** The object as JSON in pieces, one after the other; members that are written are sent as they are. */
export function jsonPieces(output: object): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let text = '{';
  for (const [name, member] of Object.entries(output)) {
    if (member === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (member instanceof Written) {
      pieces.push(new TextEncoder().encode(text), member.bytes);
      text = '';
    } else text += JSON.stringify(member) ?? 'null';
  }
  return [...pieces, new TextEncoder().encode(`${text}}`)];
}

/** Whether any member of it is written already. */
export function hasWritten(output: unknown): output is object {
  if (typeof output !== 'object' || output === null) return false;
  return Object.values(output).some((member) => member instanceof Written);
}
