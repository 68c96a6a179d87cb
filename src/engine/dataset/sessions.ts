/**
 * The sessions of a project: rows of all events that carry the same `$session_id`. Which row came first and last needs
 * every event, so that is kept here and brought up to date by what came since. Looking at a row again changes nothing.
 */
import { type Column, type NumberColumn, textOf } from '../column.ts';
import type { RowSource } from '../storage/table.ts';
import type { ProjectRows } from './project_rows.ts';

/** The event property that names the session. */
export const SESSION_ID = '$session_id';
const NO_SESSION = 0xffffffff;
const SECOND_MS = 1_000;
/** About what an id takes in the map. */
const ID_BYTES = 100;

export class Sessions {
  readonly #rows: ProjectRows;
  readonly #indices = new Map<string, number>();
  /** session -> milliseconds of its first and of its last event. */
  #first_ms = new Float64Array(64);
  #last_ms = new Float64Array(64);
  /** Sessions whose times have been given a beginning. */
  #begun = 0;
  /** `rows.version` and `rows.epoch` everything is looked at up to. */
  #version = -1;
  #epoch = -1;
  /** Segments whose rows are in. */
  #segments = new Set<number>();
  /** event -> rows of its tail that are in. */
  #tail = new Map<number, number>();
  /** What was said last; null when something has changed. */
  #durations: NumberColumn | null = null;

  constructor(rows: ProjectRows) {
    this.#rows = rows;
  }

  /** row -> session, for a column of session ids. */
  of(ids: Column): Uint32Array {
    this.#catchUp();
    return this.#indicesOf(ids);
  }

  /** session -> whole seconds from its first event to its last. */
  durations(): Column {
    this.#catchUp();
    if (this.#durations?.values.length === this.#indices.size) return this.#durations;
    this.#grow();
    const values = new Float64Array(this.#indices.size);
    for (let session = 0; session < values.length; session++) {
      const seconds = secondsBetween(this.#first_ms[session]!, this.#last_ms[session]!);
      // An id that only a dictionary still knows has no events.
      values[session] = Number.isFinite(seconds) ? seconds : Number.NaN;
    }
    this.#durations = { kind: 'number', values };
    return this.#durations;
  }

  bytes(): number {
    return this.#first_ms.byteLength * 2 + this.#indices.size * ID_BYTES;
  }

  #catchUp(): void {
    if (this.#version === this.#rows.version) return;
    this.#durations = null;
    if (this.#epoch !== this.#rows.epoch) this.#tail.clear();
    const segments = new Set<number>();
    for (const [id, segment] of this.#rows.segments()) {
      segments.add(id);
      if (!this.#segments.has(id)) this.#note(segment, 0);
    }
    for (const [event_ord, table] of this.#rows.tails()) {
      this.#note(table, this.#tail.get(event_ord) ?? 0);
      this.#tail.set(event_ord, table.rows);
    }
    this.#segments = segments;
    this.#version = this.#rows.version;
    this.#epoch = this.#rows.epoch;
  }

  /** Widens the sessions of a source's rows from `from` on. */
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
    if (ids.kind === 'number') {
      return Uint32Array.from(ids.values, (id) => (Number.isNaN(id) ? NO_SESSION : this.#indexOf(String(id))));
    }
    const { codes } = ids;
    // code -> session
    const of_code = Uint32Array.from(ids.values, (value) => {
      const text = textOf(value);
      return text === null || text === '' ? NO_SESSION : this.#indexOf(text);
    });
    const sessions = new Uint32Array(codes.length);
    for (let row = 0; row < codes.length; row++) sessions[row] = of_code[codes[row]!]!;
    return sessions;
  }

  #indexOf(id: string): number {
    let session = this.#indices.get(id);
    if (session === undefined) {
      session = this.#indices.size;
      this.#indices.set(id, session);
    }
    return session;
  }

  /** Room for every session; those that are new begin after their end. */
  #grow(): void {
    const before = this.#first_ms.length;
    const known = this.#indices.size;
    if (known > before) {
      const first_ms = new Float64Array(known * 2);
      const last_ms = new Float64Array(known * 2);
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

/** Counted as a clock without fractions shows them. */
function secondsBetween(first_ms: number, last_ms: number): number {
  return Math.floor(last_ms / SECOND_MS) - Math.floor(first_ms / SECOND_MS);
}
