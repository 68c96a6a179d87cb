/** Identities, the slow and obvious way: a list of persons, each with its ids; every rule written out once. */

export interface OraclePerson {
  ids: Set<string>;
  properties: Record<string, unknown>;
  created_at_ms: number;
  is_identified: boolean;
  /** The import that made it, while nothing else has told of it. */
  made_by?: number | undefined;
}

/** A line of a file about a person. */
export interface OracleLine {
  readonly ids: readonly string[];
  readonly properties: Record<string, unknown>;
  readonly import_id: number;
}

/** Of people about whom a file has told, and no event yet. */
const UNKNOWN_CREATED_MS = 5_000;

export interface OracleEvent {
  readonly kind: 'event' | 'identify' | 'merge_dangerously';
  readonly id: string;
  readonly other: string;
  readonly at_ms: number;
  readonly set: Record<string, unknown>;
  readonly set_once: Record<string, unknown>;
}

/** Neither side of a merge may be one of these (the tests use no others). */
export const ORACLE_ILLEGAL_ID = 'guest';

export function replay(events: readonly OracleEvent[]): OraclePerson[] {
  const people = new OraclePeople();
  for (const event of events) people.take(event);
  return people.persons;
}

export class OraclePeople {
  persons: OraclePerson[] = [];

  find(id: string): OraclePerson | undefined {
    return this.persons.find((person) => person.ids.has(id));
  }

  take(event: OracleEvent): void {
    const mayMerge =
      event.kind !== 'event' &&
      event.id !== event.other &&
      event.id !== ORACLE_ILLEGAL_ID &&
      event.other !== ORACLE_ILLEGAL_ID;
    if (mayMerge) this.#merge(event);
    const person = this.find(event.id) ?? this.#make(event.id, event.at_ms);
    person.properties = { ...event.set_once, ...person.properties, ...event.set };
    if (person.created_at_ms === UNKNOWN_CREATED_MS) person.created_at_ms = event.at_ms;
  }

  /** All ids end up with the first one's person, and what the line says wins. */
  describe({ ids, properties, import_id }: OracleLine): void {
    const [first, ...others] = ids as [string, ...string[]];
    const before = this.find(first);
    const person = before ?? this.#make(first, UNKNOWN_CREATED_MS);
    const merged = new Set(others.map((id) => this.find(id)).filter((one) => one !== undefined && one !== person));
    for (const one of merged) {
      person.ids = person.ids.union(one!.ids);
      person.properties = { ...one!.properties, ...person.properties };
    }
    this.persons = this.persons.filter((one) => !merged.has(one));
    for (const id of others) person.ids.add(id);
    person.properties = { ...person.properties, ...properties };
    person.is_identified ||= others.length > 0;
    const made = [...(before === undefined ? [] : [before]), ...merged];
    person.made_by = made.every((one) => one!.made_by === import_id) ? import_id : undefined;
  }

  #merge(event: OracleEvent): void {
    const target = this.find(event.id) ?? this.find(event.other) ?? this.#make(event.id, event.at_ms);
    const source = this.find(event.other);
    target.is_identified ||= source === undefined || source === target;
    if (source !== undefined && source !== target) {
      if (!source.is_identified || event.kind === 'merge_dangerously') {
        target.ids = target.ids.union(source.ids);
        target.properties = { ...source.properties, ...target.properties };
        target.created_at_ms = Math.min(source.created_at_ms, target.created_at_ms);
        this.persons = this.persons.filter((person) => person !== source);
      }
      target.is_identified = true;
    }
    target.ids.add(event.id);
    if (this.find(event.other) === undefined) target.ids.add(event.other);
  }

  #make(id: string, at_ms: number): OraclePerson {
    const person = { ids: new Set([id]), properties: {}, created_at_ms: at_ms, is_identified: false };
    this.persons.push(person);
    return person;
  }
}
