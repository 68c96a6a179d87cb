/** What the product should hold, as plain lists: every event once, who is who by the slow twin, saved insights. */
import { type OracleLine, OraclePeople } from '../../oracle/identity.ts';
import type { SentEvent, SentRequest } from './sent.ts';
import { dayOf } from './sent.ts';

export interface SavedInsight {
  readonly name: string;
  readonly deleted: boolean;
}

/** All of it, at one moment. */
export interface State {
  readonly events: ReadonlyMap<string, SentEvent>;
  readonly people: OraclePeople['persons'];
  readonly insights: ReadonlyMap<number, SavedInsight>;
  readonly keys: ReadonlyMap<string, number>;
}

export class Model {
  /** By uuid. */
  events = new Map<string, SentEvent>();
  people = new OraclePeople();
  /** Since `#base`, in order. */
  #requests: SentRequest[] = [];
  /** After what cannot be replayed: a deletion, or a restored copy. */
  #base: State | null = null;
  /** By id. */
  insights = new Map<number, SavedInsight>();
  /** Text of an API key -> epoch milliseconds from which it does not count. */
  keys = new Map<string, number>();
  /** Sent once, and deleted for good. */
  deleted: SentEvent[] = [];
  #renamed = 0;

  take(request: SentRequest): void {
    this.#requests.push(request);
    for (const event of request) {
      if (this.events.has(event.uuid)) continue;
      this.events.set(event.uuid, event);
      this.#happened(event);
    }
  }

  /** Whoever was changed by anything but the import that made them is no more only that import's. */
  #happened({ about, import_id }: SentEvent): void {
    const before = this.people.find(about.id);
    const text = JSON.stringify(before);
    this.people.take(about);
    const person = this.people.find(about.id)!;
    if (before === undefined && person.ids.size === 1) person.made_by = import_id;
    else if (person.made_by !== import_id && (person !== before || JSON.stringify(person) !== text))
      person.made_by = undefined;
  }

  /** An import that is on the disk: what it says of people, then its events. */
  imported(lines: readonly OracleLine[], events: SentRequest): void {
    for (const line of lines) this.people.describe(line);
    this.take(events);
    this.begin(this.state());
  }

  /** Its events, and people whom only it made. */
  deleteImport(import_id: number): void {
    this.deleteEvents((event) => event.import_id === import_id);
    const alive = new Set([...this.events.values()].map((event) => this.people.find(event.about.id)));
    this.people.persons = this.people.persons.filter((one) => one.made_by !== import_id || alive.has(one));
    this.begin(this.state());
  }

  /** As if the last ones had never come; answers them. */
  forgetLast(count: number): SentRequest[] {
    const kept = this.#requests.slice(0, this.#requests.length - count);
    const forgotten = this.#requests.slice(kept.length);
    this.#requests = [];
    const base = this.#base;
    this.events = new Map(base?.events);
    this.people = new OraclePeople();
    if (base !== null) this.people.persons = structuredClone(base.people);
    for (const request of kept) this.take(request);
    return forgotten;
  }

  state(): State {
    const { events, people, insights, keys } = this;
    const copies = { events: new Map(events), insights: new Map(insights), keys: new Map(keys) };
    return { ...copies, people: structuredClone(people.persons) };
  }

  /** Everything is on the disk. */
  begin(state: State): void {
    this.#base = state;
    this.events = new Map(state.events);
    this.insights = new Map(state.insights);
    this.keys = new Map(state.keys);
    this.people = new OraclePeople();
    this.people.persons = structuredClone(state.people);
    this.#requests = [];
  }

  /** Of one of their ids. Without their events, these stay, of somebody whom nobody can name. */
  deletePerson(id: string, with_events: boolean): void {
    const person = this.people.find(id);
    if (person === undefined) return;
    if (with_events) this.#remove(({ about }) => person.ids.has(about.id));
    const others = this.people.persons.filter((one) => one !== person);
    const name = (one: string) => `nobody-${this.#renamed}-${one}`;
    this.#renamed++;
    for (const [uuid, event] of this.events) {
      if (person.ids.has(event.about.id)) {
        this.events.set(uuid, { ...event, about: { ...event.about, id: name(event.about.id) } });
      }
    }
    const nobody = { ...person, ids: new Set([...person.ids].map(name)), properties: {}, made_by: undefined };
    this.people.persons = with_events ? others : [...others, nobody];
    this.begin(this.state());
  }

  deleteEvents(isGone: (event: SentEvent) => boolean): void {
    this.#remove(isGone);
    this.begin(this.state());
  }

  #remove(isGone: (event: SentEvent) => boolean): void {
    const gone = [...this.events.values()].filter(isGone);
    for (const { uuid } of gone) this.events.delete(uuid);
    this.deleted = [...this.deleted, ...gone].slice(-20);
  }

  /** Of a name, or of all. */
  named(name: string | null): SentEvent[] {
    return [...this.events.values()].filter(({ event }) => name === null || event === name);
  }

  personOf({ about }: SentEvent): object {
    const person = this.people.find(about.id);
    if (person === undefined) throw new Error(`nobody has the id ${about.id}`);
    return person;
  }

  tierOf({ about }: SentEvent): string | null {
    return (this.people.find(about.id)?.properties['tier'] as string | undefined) ?? null;
  }

  /** day -> events, or people, with that name */
  byDay(name: string, who: 'events' | 'people'): Map<string, number> {
    const days = Map.groupBy(this.named(name), ({ at_ms }) => dayOf(at_ms));
    return new Map([...days].map(([day, events]) => [day, who === 'events' ? events.length : this.peopleIn(events)]));
  }

  peopleIn(events: readonly SentEvent[]): number {
    return new Set(events.map((event) => this.personOf(event))).size;
  }
}
