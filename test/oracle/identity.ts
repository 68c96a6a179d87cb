/** Identities, the slow and obvious way: a list of persons, each with its ids; every rule written out once. */

export interface OraclePerson {
  ids: Set<string>;
  properties: Record<string, unknown>;
  created_at_ms: number;
  is_identified: boolean;
}

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
