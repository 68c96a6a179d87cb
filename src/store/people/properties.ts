/**
 * Person properties as a few bytes. Names and recurring values ("Firefox") are terms, which are stored once and referred
 * to by number. Anything else is inline JSON.
 * Each property is its name, then its value. Both are n > 0 for term n - 1; or 0, a length, and that many bytes of JSON
 * (see packed.ts).
 */
import { assert } from '../../base/assert.ts';
import { put } from '../../base/json.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Database } from '../file/database.ts';
import { PackedReader, PackedWriter } from '../file/packed.ts';
import { checkRow, damagedRow, rowCrc } from '../file/row_crc.ts';
import type { PropertiesInUse, PropertiesOfMany, PropertyHolders } from '../types/people.ts';

type Properties = Readonly<Record<string, unknown>>;
/** Values that can be terms. */
type Plain = string | number | boolean | null;

export interface PropertyPacker {
  /** Reads the terms that `pack` needs, some milliseconds at a time. */
  readAhead(project_id: number): Generator<void>;
  /** Inside a writing transaction: may add terms. */
  pack(project_id: number, properties: Properties): Uint8Array;
  unpack(project_id: number, bytes: Uint8Array): Record<string, unknown>;
  /** Collects properties of many persons: those in `names`; null = all. */
  gathering(project_id: number, names: ReadonlySet<string> | null): Gathering;
  /** How many terms there are. */
  terms(project_id: number): number;
  /** Adds the terms and names of these properties to `in_use`. */
  noteUse(bytes: Uint8Array, in_use: PropertiesInUse): void;
  /** Forgets all terms but those in use and newer ones. Returns the names in use. */
  forgetUnused(project_id: number, in_use: PropertiesInUse): ReadonlySet<string>;
}

const EMPTY = new Uint8Array(0);
/** Terms per read: a page of people needs a few out of very many, everybody's properties need most of them. */
const FEW_TERMS = 16;
const MANY_TERMS = 256;
/** Terms per step of reading ahead, which takes a few milliseconds. */
const STEP_TERMS = 1_024;
const DECODER = new TextDecoder();
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Text of a term that nobody uses any more. It is not JSON. */
const FORGOTTEN = '';

export function propertyPacker(database: Database): PropertyPacker {
  const projects = new Map<number, Terms>();
  const termsOf = (project_id: number): Terms => {
    let terms = projects.get(project_id);
    if (terms === undefined) {
      terms = new Terms(database, project_id);
      projects.set(project_id, terms);
    }
    return terms;
  };
  const out = new PackedWriter();
  return {
    readAhead: (project_id) => termsOf(project_id).readAhead(),
    pack: (project_id, properties) => pack(properties, termsOf(project_id), out),
    unpack: (project_id, bytes) => unpack(bytes, termsOf(project_id)),
    gathering: (project_id, names) => new Gathering(termsOf(project_id), names),
    terms: (project_id) => termsOf(project_id).count(),
    noteUse,
    forgetUnused: (project_id, in_use) => termsOf(project_id).forgetUnused(in_use),
  };
}

function pack(properties: Properties, terms: Terms, out: PackedWriter): Uint8Array {
  const names = Object.keys(properties);
  if (names.length === 0) return EMPTY;
  terms.catchUp();
  out.clear();
  for (const name of names) {
    const value = plainOf(properties[name]);
    const json = value === undefined ? JSON.stringify(properties[name]) : null;
    if (json === undefined) continue;
    putPlain(out, name, terms.ordOf(name, true));
    if (value === undefined) putJson(out, json!);
    else putPlain(out, value, terms.ordOf(value, false));
  }
  return out.taken();
}

/** The value as JSON would have it; undefined for lists, objects and what JSON cannot express. */
function plainOf(value: unknown): Plain | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined;
}

function termIn(json: string): Plain {
  const value = plainOf(JSON.parse(json));
  assert(value !== undefined, 'lists and objects are no terms');
  return value;
}

/** A name may be anything, even `__proto__`. */
function unpack(bytes: Uint8Array, terms: Terms): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const from = new PackedReader(bytes);
  while (!from.isAtEnd()) {
    const name = String(unpackOne(from, terms, FEW_TERMS));
    put(properties, name, unpackOne(from, terms, FEW_TERMS));
  }
  return properties;
}

function unpackOne(from: PackedReader, terms: Terms, block: number): unknown {
  const term = from.number();
  return term > 0 ? terms.valueOf(term - 1, block) : jsonIn(from);
}

function jsonIn(from: PackedReader): unknown {
  const json = from.bytes(from.number());
  if (json[0] !== QUOTE || json.includes(BACKSLASH)) return JSON.parse(DECODER.decode(json));
  // Almost all values are texts without escapes, which need no parsing.
  return Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8', 1, json.length - 1);
}

function passOne(from: PackedReader): void {
  if (from.passNumber()) from.pass(from.number());
}

/** Properties of many persons by name. Making an object per person would take longer than all the rest. */
class Gathering {
  readonly #terms: Terms;
  readonly #wanted: ReadonlySet<string> | null;
  /** Name -> index, of those met so far. */
  readonly #names = new Map<string, number>();
  /** Term of a name -> index of the name, NOT_WANTED, or UNKNOWN until it is met. */
  readonly #ofTerm: number[] = [];
  /** Index of the name -> who has the property. */
  #holders: PropertyHolders[] = [];
  #persons: number[] = [];
  readonly #from = new PackedReader(EMPTY);

  constructor(terms: Terms, wanted: ReadonlySet<string> | null) {
    this.#terms = terms;
    this.#wanted = wanted;
  }

  /** Adds a person. */
  readonly add = (ord: number, bytes: Uint8Array, begin: number, end: number): void => {
    const from = this.#from.open(bytes, begin, end);
    this.#persons.push(ord);
    let left = this.#wanted?.size ?? Number.POSITIVE_INFINITY;
    while (left > 0 && !from.isAtEnd()) {
      const index = this.#nextName(from);
      if (index === NOT_WANTED) {
        passOne(from);
        continue;
      }
      const { ords, values } = this.#holders[index]!;
      ords.push(ord);
      values.push(unpackOne(from, this.#terms, MANY_TERMS));
      left--;
    }
  };

  /** What was added since the last time. */
  taken(): PropertiesOfMany {
    const taken = {
      persons: this.#persons,
      holders: new Map(Array.from(this.#names, ([name, index]) => [name, this.#holders[index]!])),
    };
    this.#persons = [];
    this.#holders = this.#holders.map(() => ({ ords: [], values: [] }));
    return taken;
  }

  #nextName(from: PackedReader): number {
    const term = from.number();
    if (term === 0) return this.#indexOf(String(jsonIn(from)));
    while (this.#ofTerm.length < term) this.#ofTerm.push(UNKNOWN); // holes would make it slow
    const known = this.#ofTerm[term - 1]!;
    if (known !== UNKNOWN) return known;
    const index = this.#indexOf(String(this.#terms.valueOf(term - 1, MANY_TERMS)));
    this.#ofTerm[term - 1] = index;
    return index;
  }

  #indexOf(name: string): number {
    if (this.#wanted?.has(name) === false) return NOT_WANTED;
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#names.set(name, this.#names.size);
    return this.#holders.push({ ords: [], values: [] }) - 1;
  }
}

const NOT_WANTED = -1;
const UNKNOWN = -2;

function noteUse(bytes: Uint8Array, { used, names, used_names }: PropertiesInUse): void {
  const from = new PackedReader(bytes);
  while (!from.isAtEnd()) {
    const name = from.number();
    if (name === 0) names.add(String(jsonIn(from)));
    else {
      used.add(name - 1);
      used_names.add(name - 1);
    }
    const value = from.number();
    if (value === 0) from.bytes(from.number());
    else used.add(value - 1);
  }
}

/** Drops properties made of lost terms. Returns the rest and the dropped names (null if lost), or null if all stay. */
export function withoutTerms(
  bytes: Uint8Array,
  textOf: (term: number) => string | undefined,
): { readonly left: Uint8Array; readonly names: readonly (string | null)[] } | null {
  const [from, out] = [new PackedReader(bytes), new PackedWriter()];
  const names: (string | null)[] = [];
  while (!from.isAtEnd()) {
    const pair = [packedIn(from), packedIn(from)] as const;
    const [name, value] = pair.map((one) => (one.json === null ? textOf(one.term - 1) : DECODER.decode(one.json)));
    if (name === undefined || value === undefined) {
      names.push(name === undefined ? null : String(JSON.parse(name)));
      continue;
    }
    for (const { term, json } of pair) {
      out.putNumber(term);
      if (json === null) continue;
      out.putNumber(json.length);
      out.putBytes(json);
    }
  }
  return names.length === 0 ? null : { left: out.taken(), names };
}

function packedIn(from: PackedReader): { readonly term: number; readonly json: Uint8Array | null } {
  const term = from.number();
  return { term, json: term > 0 ? null : from.bytes(from.number()) };
}

/** Writes the number of the term; null = the value as JSON. */
function putPlain(out: PackedWriter, value: Plain, term: number | null): void {
  if (term === null) putJson(out, JSON.stringify(value));
  else out.putNumber(term + 1);
}

function putJson(out: PackedWriter, json: string): void {
  out.putNumber(0);
  out.putText(json);
}

interface TermRow {
  readonly ord: number;
  readonly text: string;
  readonly crc: number | null;
}

/** Terms of a project, in memory and in the store. Only erasures remove some. */
class Terms {
  readonly #database: Database;
  readonly #project_id: number;
  /** ord -> term, as far as read. */
  #values: Plain[] = [];
  /** Terms up to `#counted` -> ord. Most values are terms, which are found here without serializing. */
  #ords = new Map<Plain, number>();
  #counted = 0;
  /** Values that were seen once. A value that is seen again while it is here becomes a term. */
  readonly #once = new Set<Plain>();
  /** `database.epoch()` and `database.undone()` at the last check. */
  #epoch: number | null = null;
  #undone: number;
  /** Erasures of the project when terms were read. */
  #erasures = 0;

  constructor(database: Database, project_id: number) {
    this.#database = database;
    this.#project_id = project_id;
    this.#undone = database.undone();
  }

  /** Another process may have added terms, or forgotten some. */
  catchUp(): void {
    this.#forgetUndone();
    const epoch = this.#database.epoch();
    if (epoch !== null && epoch === this.#epoch) return;
    this.#readMore(-1);
    this.#epoch = epoch;
  }

  /** Like `catchUp`, in steps. Anything may happen in between, as `catchUp` has the last word. */
  *readAhead(): Generator<void> {
    do {
      this.#forgetUndone();
      yield;
    } while (this.#readMore(STEP_TERMS) === STEP_TERMS);
  }

  /** Returns how many terms it read: at most so many; -1 for all. */
  #readMore(terms: number): number {
    const sql = 'SELECT erasures FROM project_state WHERE project_id = ?';
    const erasures = this.#database.get<{ erasures: number }>(sql, this.#project_id)?.erasures ?? 0;
    if (erasures !== this.#erasures) this.#forget();
    this.#erasures = erasures;
    const texts = this.#read(this.#counted, terms);
    for (const text of texts) this.#add(text);
    return texts.length;
  }

  /** Number of the value's term; null = better kept inline. Names become terms at once, values when they recur. */
  ordOf(value: Plain, isName: boolean): number | null {
    const known = this.#ords.get(value);
    if (known !== undefined) return known;
    const is_long = typeof value === 'string' && value.length > TUNING.term_chars;
    if (is_long || this.#counted >= TUNING.property_terms) return null;
    if (!isName && !this.#once.has(value)) {
      if (this.#once.size >= TUNING.terms_seen_once) this.#once.clear();
      this.#once.add(value);
      return null;
    }
    const json = JSON.stringify(value);
    if (json.length > TUNING.term_chars) return null;
    this.#once.delete(value);
    const ord = this.#counted;
    const sql = 'INSERT INTO property_term (project_id, ord, text, crc) VALUES (?, ?, ?, ?)';
    this.#database.run(sql, this.#project_id, ord, json, rowCrc(json, this.#project_id, ord));
    this.#add(json);
    return ord;
  }

  count(): number {
    const sql = 'SELECT count(*) AS count FROM property_term WHERE project_id = ?';
    return this.#database.get<{ count: number }>(sql, this.#project_id)!.count;
  }

  /** Numbers of forgotten terms are not reused. */
  forgetUnused({ terms, used, used_names, names }: PropertiesInUse): ReadonlySet<string> {
    const all = this.#read(0, -1);
    for (const [ord, text] of all.entries()) {
      if (ord >= terms || used.has(ord) || text === FORGOTTEN) continue;
      const sql = 'UPDATE property_term SET text = ?, crc = ? WHERE project_id = ? AND ord = ?';
      this.#database.run(sql, FORGOTTEN, rowCrc(FORGOTTEN, this.#project_id, ord), this.#project_id, ord);
    }
    this.#forget();
    // It is unknown which of the newer terms are names, so all of them count.
    const newer = all.slice(terms);
    const used_texts = Array.from(used_names, (ord) => all[ord]!);
    return new Set([...names, ...[...used_texts, ...newer].map((text) => String(JSON.parse(text)))]);
  }

  /** Reads neighbours, too: the block of so many terms that it is in. */
  valueOf(ord: number, block: number): Plain {
    this.#forgetUndone();
    if (this.#values[ord] === undefined) {
      const first = ord - (ord % block);
      for (const [at, text] of this.#read(first, block).entries()) {
        if (text !== FORGOTTEN) this.#values[first + at] = termIn(text);
      }
    }
    const value = this.#values[ord];
    if (value === undefined) throw damagedRow('property_term', this.#nameOf(ord));
    return value;
  }

  /** A rolled back transaction may have removed terms. */
  #forgetUndone(): void {
    const undone = this.#database.undone();
    if (undone === this.#undone) return;
    this.#undone = undone;
    this.#forget();
  }

  #forget(): void {
    this.#once.clear();
    this.#values = [];
    this.#ords = new Map();
    this.#counted = 0;
    this.#epoch = null;
  }

  /** At most `terms` terms from number `from` on; -1 for all. */
  #read(from: number, terms: number): string[] {
    const sql = 'SELECT ord, text, crc FROM property_term WHERE project_id = ? AND ord >= ? ORDER BY ord LIMIT ?';
    const rows = this.#database.all<TermRow>(sql, this.#project_id, from, terms);
    return rows.map(({ ord, text, crc }, at) => {
      if (ord !== from + at) throw damagedRow('property_term', this.#nameOf(from + at));
      checkRow(crc, rowCrc(text, this.#project_id, ord), 'property_term', this.#nameOf(ord));
      return text;
    });
  }

  #nameOf(ord: number): string {
    return `term ${ord} of project ${this.#project_id}`;
  }

  #add(json: string): void {
    const ord = this.#counted++;
    if (json === FORGOTTEN) return;
    const value = termIn(json);
    this.#ords.set(value, ord);
    this.#values[ord] = value;
  }
}
