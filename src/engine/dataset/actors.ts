/** Maps rows to actors: persons, which a merge can change, and groups of one type, which never change. */
import { assert, must } from '../../base/assert.ts';
import { allocate, set } from '../../base/bitmap.ts';
import { type Column, textOf, type Value } from '../frame/column.ts';
import { pickSlice, type Slice, sliceOf } from './gather.ts';

/** "No group" as a group index. */
export const NO_OWNER = 0xffffffff;

/** A slice, and the actor of each row. */
export interface AssignedSlice {
  readonly slice: Slice;
  /** index in the slice -> actor. */
  readonly actor: Uint32Array;
}

/** What actor indices refer to. */
export interface ActorSpace {
  /** Actor indices are below this. */
  count(): number;
}

export interface Actors extends ActorSpace {
  /** Grows whenever existing rows get another actor. */
  moves(): number;
  /** Finds the rows that have an actor, and the actor of each. */
  assign(slice: Slice): AssignedSlice;
}

/** person = person_of[distinct id]. */
export class PersonActors implements Actors {
  /** distinct id -> person; the first `#distincts` elements are valid. */
  #person_of = new Uint32Array(1024);
  #distincts = 0;
  #persons = 0;
  #moves = 0;

  count(): number {
    return this.#persons;
  }

  moves(): number {
    return this.#moves;
  }

  distinctCount(): number {
    return this.#distincts;
  }

  /** Appends distinct ids. */
  add(person_of: Uint32Array): void {
    const distincts = this.#distincts + person_of.length;
    if (distincts > this.#person_of.length) {
      const grown = new Uint32Array(Math.max(distincts, this.#person_of.length * 2));
      grown.set(this.#person_of.subarray(0, this.#distincts));
      this.#person_of = grown;
    }
    this.#person_of.set(person_of, this.#distincts);
    this.#distincts = distincts;
  }

  /** Raises the bound of person indices; never lowers it. */
  setLimit(persons: number): void {
    this.#persons = Math.max(this.#persons, persons);
  }

  /** Returns the previous person; null = nothing changed. */
  move(distinct: number, person: number): number | null {
    assert(distinct < this.#distincts, 'a moved distinct id is known');
    const before = this.#person_of[distinct]!;
    if (before === person) return null;
    this.#person_of[distinct] = person;
    this.#moves++;
    return before;
  }

  /** distinct id -> person. Later changes may show. Do not write. */
  ofDistincts(): Uint32Array {
    return this.#person_of.subarray(0, this.#distincts);
  }

  /** Bitmap of persons that distinct ids lead to. @param created_ms person -> creation time, NaN if deleted; null = nobody is */
  living(created_ms: Float64Array | null): Uint32Array {
    const living = allocate(this.#persons);
    for (const person of this.ofDistincts()) {
      if (created_ms === null || !Number.isNaN(created_ms[person])) set(living, person);
    }
    return living;
  }

  assign(slice: Slice): AssignedSlice {
    return { slice, actor: this.personsOf(sliceOf(slice, slice.source.distinct())) };
  }

  /** row -> person. */
  personsOf(distinct: Uint32Array): Uint32Array {
    const person_of = this.#person_of;
    const persons = new Uint32Array(distinct.length);
    let last = -1;
    for (let row = 0; row < persons.length; row++) {
      const ord = distinct[row]!;
      if (ord > last) last = ord;
      persons[row] = person_of[ord]!;
    }
    assert(last < this.#distincts, 'the distinct ids of rows are known');
    return persons;
  }
}

/** Actors known by a text only. Each gets an index when first met, for the life of this object. */
export class KeyActors implements ActorSpace {
  readonly #indices = new Map<string, number>();
  /** index -> key. */
  readonly #keys: string[] = [];

  count(): number {
    return this.#indices.size;
  }

  moves(): number {
    return 0;
  }

  indexOf(key: string): number {
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.#keys.length;
      this.#indices.set(key, index);
      this.#keys.push(key);
    }
    return index;
  }

  keyOf(index: number): string {
    return must(this.#keys[index], 'an actor that was met');
  }

  /** row -> group, NO_OWNER if the key is missing or empty. */
  groupsOf(column: Column): Uint32Array {
    const rows = column.kind === 'number' ? column.values.length : column.codes.length;
    const groups = new Uint32Array(rows);
    if (column.kind === 'number') {
      for (let row = 0; row < rows; row++) {
        const number = column.values[row]!;
        groups[row] = Number.isNaN(number) ? NO_OWNER : this.indexOf(String(number));
      }
      return groups;
    }
    // code -> group + 1, 0 = not met yet: values without rows here must not become groups.
    const met = new Float64Array(column.values.length);
    for (let row = 0; row < rows; row++) {
      const code = column.codes[row]!;
      if (met[code] === 0) met[code] = this.#groupOfValue(column.values.at(code)!) + 1;
      groups[row] = met[code]! - 1;
    }
    return groups;
  }

  #groupOfValue(value: Value): number {
    const key = textOf(value);
    return key === null || key === '' ? NO_OWNER : this.indexOf(key);
  }
}

/** Groups of one type, for the life of the dataset. */
export class GroupActors extends KeyActors implements Actors {
  /** Event property with the group's key. */
  readonly property: string;

  constructor(type_index: number) {
    super();
    this.property = `$group_${type_index}`;
  }

  assign(slice: Slice): AssignedSlice {
    const column = slice.source.column(this.property);
    const groups = column === null ? new Uint32Array(slice.rows).fill(NO_OWNER) : this.#groupsOfSlice(slice, column);
    let rows = 0;
    for (let index = 0; index < groups.length; index++) if (groups[index] !== NO_OWNER) rows++;
    if (rows === groups.length) return { slice, actor: groups };
    const pick = new Uint32Array(rows);
    const actor = new Uint32Array(rows);
    let to = 0;
    for (let index = 0; index < groups.length; index++) {
      if (groups[index] === NO_OWNER) continue;
      pick[to] = slice.pick === null ? slice.from + index : slice.pick[index]!;
      actor[to++] = groups[index]!;
    }
    return { slice: pickSlice(slice.source, pick), actor };
  }

  #groupsOfSlice(slice: Slice, column: Column): Uint32Array {
    if (column.kind === 'number') return this.groupsOf({ kind: 'number', values: sliceOf(slice, column.values) });
    return this.groupsOf({ ...column, codes: sliceOf(slice, column.codes) });
  }
}
