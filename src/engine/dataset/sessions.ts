/**
 * Sessions of a project: rows of any event with the same `$session_id`. Finding the times of a session's first and last
 * row needs every event, so both are kept here and updated with new rows. Reading a row twice is harmless.
 */
import { SECOND_MS } from '../../base/time.ts';
import { type Column, type NumberColumn, textOf } from '../frame/column.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import type { RowSource } from '../storage/table.ts';
import { codesIn } from './gather.ts';
import type { ProjectRows } from './project_rows.ts';

/** Event property that names the session. */
export const SESSION_ID = '$session_id';
const NO_SESSION = 0xffffffff;
/** Arrays grow to a little more than the sessions there are, which segments bring by the thousand. */
const GROWTH = 1.015625;

export class Sessions {
  readonly #rows: ProjectRows;
  /** A session is the dictionary code of its id. */
  readonly #ids: Dictionary;
  /** Code of an id that is not text, or names no session -> code of its text, or NO_SESSION. */
  readonly #said = new Map<number, number>();
  /** How many odd values of the dictionary were seen so far. */
  #odd = 0;
  /** session -> time of its first and last event, milliseconds. */
  #first_ms = new Float64Array(64);
  #last_ms = new Float64Array(64);
  /** Sessions below this have their times initialised. */
  #begun = 0;
  /** `rows.version` and `rows.epoch` seen so far. */
  #version = -1;
  #epoch = -1;
  /** Segments whose rows are included. */
  #segments = new Set<number>();
  /** event -> how many rows of its tail are included. */
  #tail = new Map<number, number>();
  /** Cached durations; null after a change. */
  #durations: NumberColumn | null = null;

  constructor(rows: ProjectRows) {
    this.#rows = rows;
    this.#ids = rows.dictionary(SESSION_ID);
  }

  /** row -> session, for a column of session ids. */
  of(ids: Column): Uint32Array {
    return this.#indicesOf(ids);
  }

  /** One more than the largest session that `of` returned. */
  count(): number {
    return this.#ids.length;
  }

  /** session -> whole seconds from first to last event. */
  durations(): Column {
    this.#catchUp();
    if (this.#durations?.values.length === this.#ids.length) return this.#durations;
    this.#grow();
    const values = new Float64Array(this.#ids.length);
    for (let session = 0; session < values.length; session++) {
      const seconds = secondsBetween(this.#first_ms[session]!, this.#last_ms[session]!);
      // An id may be in the dictionary without having events.
      values[session] = Number.isFinite(seconds) ? seconds : Number.NaN;
    }
    this.#durations = { kind: 'number', values };
    return this.#durations;
  }

  /** session -> time of its first or last event, milliseconds. */
  ends(which: 'first' | 'last'): Column {
    this.#catchUp();
    this.#grow();
    const ends_ms = which === 'first' ? this.#first_ms : this.#last_ms;
    const values = ends_ms
      .slice(0, this.#ids.length)
      .map((time_ms) => (Number.isFinite(time_ms) ? time_ms : Number.NaN));
    return { kind: 'number', values };
  }

  bytes(): number {
    return this.#first_ms.byteLength * 2 + (this.#durations?.values.byteLength ?? 0);
  }

  #catchUp(): void {
    if (this.#version === this.#rows.version) return;
    this.#durations = null;
    if (this.#epoch !== this.#rows.epoch) this.#tail.clear();
    const segments = new Set<number>();
    for (const [id, segment] of this.#rows.segments()) {
      segments.add(id);
      if (!this.#segments.has(id)) this.#rows.inPassing(() => this.#note(segment, 0));
    }
    for (const [event_ord, table] of this.#rows.tails()) {
      this.#note(table, this.#tail.get(event_ord) ?? 0);
      this.#tail.set(event_ord, table.rows);
    }
    this.#segments = segments;
    this.#version = this.#rows.version;
    this.#epoch = this.#rows.epoch;
  }

  /** Extends sessions by a source's rows from `from` on. */
  #note(source: Pick<RowSource, 'rows' | 'timeMs' | 'column'>, from: number): void {
    const ids = source.column(SESSION_ID);
    if (ids === null || source.rows === from) return;
    const sessions = this.#indicesOf(ids);
    const time_ms = source.timeMs();
    this.#grow();
    for (let row = from; row < source.rows; row++) {
      const session = sessions[row]!;
      if (session === NO_SESSION) continue;
      const time = time_ms[row]!;
      if (time < this.#first_ms[session]!) this.#first_ms[session] = time;
      if (time > this.#last_ms[session]!) this.#last_ms[session] = time;
    }
  }

  #indicesOf(ids: Column): Uint32Array {
    const sessions = codesIn(this.#ids, ids);
    while (this.#odd < this.#ids.odd.length) {
      const code = this.#ids.odd[this.#odd++]!;
      const value = this.#ids.at(code)!;
      if (typeof value !== 'string') this.#said.set(code, this.#codeOf(textOf(value)));
    }
    this.#said.set(0, NO_SESSION).set(this.#ids.find(''), NO_SESSION);
    // Most ids are text, so their code is the session already.
    const said = new Uint8Array(this.#ids.length);
    for (const code of this.#said.keys()) said[code] = 1;
    for (let row = 0; row < sessions.length; row++) {
      if (said[sessions[row]!] === 1) sessions[row] = this.#said.get(sessions[row]!)!;
    }
    return sessions;
  }

  #codeOf(text: string | null): number {
    return text === null ? NO_SESSION : this.#ids.codeOf(text);
  }

  /** Makes room for every session; new ones are empty. */
  #grow(): void {
    const before = this.#first_ms.length;
    const known = this.#ids.length;
    if (known > before) {
      const room = Math.ceil(known * GROWTH);
      const first_ms = new Float64Array(room);
      const last_ms = new Float64Array(room);
      first_ms.set(this.#first_ms);
      last_ms.set(this.#last_ms);
      this.#first_ms = first_ms;
      this.#last_ms = last_ms;
    }
    for (let session = this.#begun; session < known; session++) {
      this.#first_ms[session] = Number.POSITIVE_INFINITY;
      this.#last_ms[session] = Number.NEGATIVE_INFINITY;
    }
    this.#begun = known;
  }
}

/** Difference of the two times' whole seconds, as a clock shows them. */
function secondsBetween(first_ms: number, last_ms: number): number {
  return Math.floor(last_ms / SECOND_MS) - Math.floor(first_ms / SECOND_MS);
}
