/** JSON values in an array or one after the other, with any line breaks. Each value is a row. */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { fromList, judgeBehind, type WithinObject } from './json_object.ts';
import { parsedRow } from './ndjson.ts';
import type { Batch, Row } from './types.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * @param chunks UTF-8
 * @param within the list to read, if the file is one object; null to read all
 */
export async function* jsonValueRows(
  chunks: AsyncIterable<Buffer>,
  within: WithinObject | null,
): AsyncGenerator<Batch> {
  const scanner = new Scanner(within);
  let rows: Row[] = [];
  let bytes = 0;
  let last_line = 0;
  try {
    for await (const chunk of within === null ? chunks : fromList(chunks, within)) {
      for (const text of scanner.add(chunk)) {
        rows.push(parsedRow(text, ++last_line));
        bytes += text.length;
        if (rows.length < TUNING.import_rows && bytes < TUNING.import_batch_chars) continue;
        yield { last_line, rows };
        rows = [];
        bytes = 0;
      }
      if (scanner.pending_bytes > LIMIT.import_row_chars) throw tooLong(last_line + 1);
    }
    scanner.end(last_line + 1);
  } catch (error) {
    yield { last_line, rows };
    throw error;
  }
  yield { last_line, rows };
}

/** State of a byte: outside values, inside one, the last of one, or the first after it. */
const BETWEEN = 0;
const INSIDE = 1;
const END = 2;
const BEHIND = 3;

/** Finds the bounds of values; JSON.parse judges the contents. */
class Scanner {
  /** The incomplete value so far. */
  #rest: Buffer = Buffer.alloc(0);
  #depth = 0;
  #inList = false;
  #quoted = false;
  #escaped = false;
  /** Within a number or word, which ends at the next delimiter. */
  #bare = false;
  /** What comes behind the list of an object; null before that. */
  #behind: Buffer | null = null;
  readonly #within: WithinObject | null;

  constructor(within: WithinObject | null) {
    this.#within = within;
  }

  get pending_bytes(): number {
    return this.#rest.length + (this.#behind?.length ?? 0);
  }

  *add(chunk: Buffer): Iterable<string> {
    if (this.#behind !== null) {
      this.#behind = Buffer.concat([this.#behind, chunk]);
      return;
    }
    const block = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = this.#rest.length === 0 ? -1 : 0;
    for (let at = this.#rest.length; at < block.length; at++) {
      const was_in_list = this.#inList;
      const step = this.#step(block[at]!);
      if (step === END || step === BEHIND) {
        yield block.toString('utf8', start, step === END ? at + 1 : at);
        start = -1;
      } else if (step === INSIDE && start < 0) start = at;
      if (this.#within !== null && was_in_list && !this.#inList) {
        this.#behind = Buffer.from(block.subarray(at + 1));
        break;
      }
    }
    this.#rest = start < 0 ? Buffer.alloc(0) : Buffer.from(block.subarray(start));
  }

  #step(byte: number): number {
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#quoted = false;
      return this.#quoted || this.#depth > 0 ? INSIDE : END;
    }
    if (this.#depth > 0) {
      if (byte === QUOTE) this.#quoted = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth--;
      return this.#depth > 0 ? INSIDE : END;
    }
    return this.#stepOutside(byte);
  }

  #stepOutside(byte: number): number {
    const wasBare = this.#bare;
    this.#bare = false;
    if (isBetween(byte) || byte === CLOSE_LIST) {
      if (byte === CLOSE_LIST) this.#inList = false;
      return wasBare ? BEHIND : BETWEEN;
    }
    if (byte === OPEN_LIST && !this.#inList && !wasBare) {
      this.#inList = true;
      return BETWEEN;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth = 1;
    else if (byte === QUOTE) this.#quoted = true;
    else this.#bare = true;
    return INSIDE;
  }

  /** @throws ServiceError if the file ends within a value or an array, or another list comes behind its own */
  end(item: number): void {
    if (this.#within !== null && this.#behind !== null) {
      judgeBehind(this.#within.name, this.#behind.toString());
      return;
    }
    if (this.#rest.length === 0 && !this.#inList) return;
    const where = this.#rest.length > 0 ? `within item ${item}` : 'before its list does';
    throw new ServiceError('invalid_input', `The file ends ${where}. Was it cut off?`);
  }
}

function isBetween(byte: number): boolean {
  return byte === COMMA || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function tooLong(item: number): ServiceError {
  return new ServiceError('too_large', `Item ${item} has more than ${LIMIT.import_row_chars} bytes: it is no event.`);
}
