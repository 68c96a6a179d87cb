/**
 * Finds the person an event belongs to. Works within the caller's open transaction: creates and merges ids and persons
 * as events come, and `finish` writes each changed person once. If a transaction failed or another process has written,
 * call `forget` to drop what is cached between transactions.
 *
 * A person with UNKNOWN_CREATED_MS as `created_at_ms` stands for an id without a profile. Its events are counted under
 * it and it has no properties yet. The first event that may make a profile sets its creation time.
 */
import { must } from '../../base/assert.ts';
import { TUNING } from '../../model/tuning.ts';
import type { FoundId, Merge, PeopleStore, Person } from '../../store/types/people.ts';
import { type KnownId, type KnownPerson, RecentMap } from './cache.ts';
import type { Complete } from './complete.ts';
import type { IncomingEvent, IncomingPerson } from './incoming.ts';
import {
  CAMPAIGN_BIT,
  type Campaign,
  type Changes,
  changedProperties,
  changesOf,
  firstProperties,
  isIllegalId,
  mergedIdOf,
  type Properties,
  visitBits,
} from './rules.ts';

/** 1970-01-01T00:00:05Z: recognisable, and too early to be a real time. */
export const UNKNOWN_CREATED_MS = 5_000;
const NO_PROPERTIES: Properties = Object.freeze({});

/** What identities need of their transaction. */
export interface IdentityTransaction {
  /** People whom events leave as they are; null if there are none. */
  readonly complete: Complete | null;
  /** The project revision being written; incremented on first use. */
  revision(): number;
  /** Reports person properties that were set. */
  notePersonProperties(properties: Properties): void;
}

/** Why two ids stay two people: both are identified, or one of them cannot be anybody's own ("null"). */
export type Unmerged = 'identified' | 'illegal';
const NONE_UNMERGED: Readonly<Record<Unmerged, number>> = { identified: 0, illegal: 0 };

export class Identities {
  readonly #people: PeopleStore;
  readonly #project_id: number;
  readonly #ids = new RecentMap<string, KnownId>(TUNING.cached_ids);
  readonly #persons = new RecentMap<number, KnownPerson>(TUNING.cached_persons);
  /** Persons created or changed in this transaction. Never evicted, so that a person has only one state. */
  readonly #dirty = new Map<number, KnownPerson>();
  /** Distinct ids created in this transaction, in order, with their first person. Never evicted. */
  readonly #newIds = new Map<string, { readonly id: KnownId; readonly person_ord: number }>();
  /** Merges in this transaction, in order. Written at the end, when all persons are in the store. */
  readonly #merges: Merge[] = [];
  /** Ids that the store did not have when this transaction looked them up. */
  readonly #absent = new Set<string>();
  /** Next numbers for persons and distinct ids; null until this transaction needs them. */
  #next: { person: number; distinct: number } | null = null;
  /** How often properties were removed from any person. */
  #unsets = 0;
  #unmerged: Record<Unmerged, number> = { ...NONE_UNMERGED };
  /** Merged person -> survivor, for ids cached before the merge. */
  readonly #merged = new Map<number, number>();

  constructor(people: PeopleStore, project_id: number) {
    this.#people = people;
    this.#project_id = project_id;
  }

  /** Returns the cached ones of these ids. Reads the others and their persons ahead, in a few statements for all. */
  lookAhead(distinct_ids: readonly string[]): (KnownId | undefined)[] {
    const cached = distinct_ids.map((id) => this.remembered(id));
    const unknown = distinct_ids.filter((_, at) => cached[at] === undefined);
    if (unknown.length === 0) return cached;
    const persons = new Set<number>();
    for (const [at, found] of this.#people.findAll(this.#project_id, unknown).entries()) {
      if (found === undefined) this.#absent.add(unknown[at]!);
      else if (this.#held(this.#remember(unknown[at]!, found).person_ord) === undefined) persons.add(found.person_ord);
    }
    for (const person of this.#people.getAll(this.#project_id, [...persons]))
      this.#persons.set(person.ord, known(person));
    return cached;
  }

  /** Number of the person whom a distinct id leads to. */
  personOf(distinct_id: string): number | undefined {
    return this.#find(distinct_id)?.person_ord;
  }

  /** A cached distinct id; valid for `isSettled` until the transaction ends. */
  remembered(distinct_id: string): KnownId | undefined {
    return this.#ids.get(distinct_id) ?? this.#newIds.get(distinct_id)?.id;
  }

  /** Whether an event with this visit (`visitBits`) changes nothing about the id's person. */
  isSettled(id: KnownId, visit: number, { complete }: IdentityTransaction): boolean {
    return this.#hasVisited(id, visit) || complete?.has(this.#living(id).person_ord) === true;
  }

  /** Whether an event with campaigns changes nothing, because the person already has these as the latest ones. */
  isCampaignKnown(id: KnownId, visit: number, campaigns: readonly Campaign[], row: number): boolean {
    if ((visit & CAMPAIGN_BIT) === 0 || !this.#hasVisited(id, visit & ~CAMPAIGN_BIT)) return false;
    const { properties } = this.#person(this.#living(id));
    return campaigns.every(({ name, initial, valueAt }) => {
      const value = valueAt(row);
      if (value === undefined || value === null) return true;
      return properties[name] === value && Object.hasOwn(properties, initial);
    });
  }

  /** Returns the number of the event's distinct id. Creates and changes persons as the event demands. */
  resolve(event: IncomingEvent, transaction: IdentityTransaction): number {
    const { properties } = event;
    if (properties['$process_person_profile'] === false) return this.#withoutProfile(event.distinct_id);
    const visit = visitBits(event.event, properties);
    const before = this.#find(event.distinct_id);
    if (before !== undefined && this.isSettled(before, visit, transaction)) return before.ord;
    const changes = changesOf(event.event, properties);
    const other = mergedIdOf(event.event, properties);
    const merges = other !== null && other !== event.distinct_id && !isIllegalId(other);
    const joins = merges && !isIllegalId(event.distinct_id);
    if (joins) this.#join(event, before, other);
    else if (other !== null && other !== event.distinct_id) this.#unmerged.illegal++;
    const known = joins ? this.#find(event.distinct_id) : before;
    if (known === undefined) return this.#settled(this.#create(event, changes, transaction), visit).ord;
    this.#update(this.#person(known), event, changes, transaction);
    return this.#settled(known, visit).ord;
  }

  /** Notes that the id's person has had an event with this visit. */
  #settled(id: KnownId, visit: number): KnownId {
    id.visit = this.#visitOf(id) | (visit < 0 ? 0 : visit & ~CAMPAIGN_BIT);
    id.has_profile = true;
    id.unsets = this.#unsets;
    return id;
  }

  #hasVisited(id: KnownId, visit: number): boolean {
    return id.has_profile && visit >= 0 && (visit & ~this.#visitOf(id)) === 0;
  }

  /** Visit properties that the id's person certainly has. Merges and imports only add to them. */
  #visitOf(known: KnownId): number {
    return known.unsets === this.#unsets ? known.visit : 0;
  }

  /** Applies a person from a file. All ids of the item end up with one person, and the item's properties win. */
  describe(item: IncomingPerson, transaction: IdentityTransaction): void {
    const [first, ...others] = item.distinct_ids;
    const known = this.#find(must(first, 'a person has an id'));
    const person = known ? this.#person(known) : this.#addPerson(must(first, 'a person has an id'));
    for (const id of others) {
      const other = this.#find(id);
      if (other === undefined) this.#attach(id, person);
      else if (other.person_ord !== person.ord) this.#merge(this.#person(other), person);
    }
    transaction.notePersonProperties(item.properties);
    const changes = { set: item.properties, set_once: {}, unset: [] };
    const properties = changedProperties(person.properties, changes, '$set');
    const is_told = item.created_at_ms !== null && item.created_at_ms !== UNKNOWN_CREATED_MS;
    const created_at_ms = is_told ? item.created_at_ms : person.created_at_ms;
    const is_identified = person.is_identified || (item.is_identified ?? others.length > 0);
    this.#change(person, properties, created_at_ms, is_identified);
    // Also written if nothing changes: now they stay when an import that said the same before is taken back.
    this.#dirty.set(person.ord, person);
  }

  /** Writes changes back; call at the end of the transaction. */
  finish(transaction: IdentityTransaction): void {
    this.#write(transaction);
    this.#absent.clear();
    this.#next = null;
    if (this.#merged.size > TUNING.cached_merges) this.forget();
  }

  /** How often events did not join two ids though they say so, since the last call. */
  takeUnmerged(): Readonly<Record<Unmerged, number>> {
    const taken = this.#unmerged;
    this.#unmerged = { ...NONE_UNMERGED };
    return taken;
  }

  /** Drops all cached state. */
  forget(): void {
    this.takeUnmerged();
    this.#ids.clear();
    this.#persons.clear();
    this.#dirty.clear();
    this.#newIds.clear();
    this.#merges.length = 0;
    this.#absent.clear();
    this.#next = null;
    this.#merged.clear();
  }

  #write(transaction: IdentityTransaction): void {
    if (this.#dirty.size + this.#newIds.size === 0) return;
    const persons = [...this.#dirty.values()];
    const ids = Array.from(this.#newIds, ([distinct_id, { id, person_ord }]) => ({
      distinct_id,
      ord: id.ord,
      person_ord,
    }));
    const revision = transaction.revision();
    this.#people.write(this.#project_id, { persons, ids }, revision);
    if (this.#merges.length > 0) this.#people.merge(this.#project_id, this.#merges, revision);
    for (const person of persons) if (!this.#merged.has(person.ord)) this.#persons.set(person.ord, person);
    this.#dirty.clear();
    this.#newIds.clear();
    this.#merges.length = 0;
  }

  #withoutProfile(distinct_id: string): number {
    const known = this.#find(distinct_id);
    if (known !== undefined) return known.ord;
    this.#addPerson(distinct_id);
    return must(this.#find(distinct_id), 'the id was just made').ord;
  }

  #create(event: IncomingEvent, changes: Changes, transaction: IdentityTransaction): KnownId {
    const properties = firstProperties(changes);
    transaction.notePersonProperties(properties);
    this.#addPerson(event.distinct_id, { properties, created_at_ms: event.timestamp_ms });
    return must(this.#find(event.distinct_id), 'the id was just made');
  }

  #update(person: KnownPerson, event: IncomingEvent, changes: Changes, transaction: IdentityTransaction): void {
    const properties = changedProperties(person.properties, changes, event.event);
    if (changes.unset.length > 0 && properties !== person.properties) this.#unsets++;
    if (properties !== person.properties) transaction.notePersonProperties(changes.set);
    if (properties !== person.properties) transaction.notePersonProperties(changes.set_once);
    const created_at_ms = person.created_at_ms === UNKNOWN_CREATED_MS ? event.timestamp_ms : person.created_at_ms;
    this.#change(person, properties, created_at_ms, person.is_identified);
  }

  /**
   * Merges the persons of the event's distinct id, if it is known (`target`), and of the other id. If the other person is
   * already identified, it might be a stranger's account, so both stay as they are unless forced.
   */
  #join(event: IncomingEvent, target: KnownId | undefined, other_id: string): void {
    const person = this.#owner(target, this.#find(other_id), event);
    const is_forced = event.event === '$merge_dangerously';
    for (const distinct_id of [event.distinct_id, other_id]) {
      const id = this.#find(distinct_id);
      if (id === undefined) this.#attach(distinct_id, person);
      else if (id.person_ord !== person.ord) {
        const from = this.#person(id);
        if (is_forced || !from.is_identified) this.#merge(from, person);
        else this.#unmerged.identified++;
      }
    }
    this.#change(person, person.properties, person.created_at_ms, true);
  }

  /** The person that survives: the event's own, unless only the other one has a profile. */
  #owner(target: KnownId | undefined, source: KnownId | undefined, event: IncomingEvent): KnownPerson {
    const persons = [target, source].filter((id) => id !== undefined).map((id) => this.#person(id));
    const owner = persons.find(hasProfile) ?? persons[0];
    return owner ?? this.#addPerson(event.distinct_id, { created_at_ms: event.timestamp_ms });
  }

  /** Merges `from` into `into`. Ids move, properties fill gaps, and the older creation time wins. */
  #merge(from: KnownPerson, into: KnownPerson): void {
    this.#persons.delete(from.ord);
    this.#merged.set(from.ord, into.ord);
    this.#merges.push({ from_ord: from.ord, into_ord: into.ord });
    const created_at_ms = older(from.created_at_ms, into.created_at_ms);
    this.#change(into, { ...from.properties, ...into.properties }, created_at_ms, true);
    // A new `from` still gets a row, which reserves its number.
    from.properties = NO_PROPERTIES;
  }

  #attach(distinct_id: string, person: KnownPerson): void {
    const id = newlyKnown(this.#numbers().distinct++, person.ord);
    this.#ids.set(distinct_id, id);
    this.#newIds.set(distinct_id, { id, person_ord: person.ord });
  }

  #addPerson(
    distinct_id: string,
    values: { readonly properties?: Properties; readonly created_at_ms?: number } = {},
  ): KnownPerson {
    const next = this.#numbers();
    const person: KnownPerson = {
      ord: next.person++,
      first_distinct: next.distinct,
      properties: values.properties ?? {},
      created_at_ms: values.created_at_ms ?? UNKNOWN_CREATED_MS,
      is_identified: false,
    };
    this.#dirty.set(person.ord, person);
    this.#attach(distinct_id, person);
    return person;
  }

  #numbers(): { person: number; distinct: number } {
    const people = this.#people;
    const project_id = this.#project_id;
    this.#next ??= { person: people.personLimit(project_id), distinct: people.distinctCount(project_id) };
    return this.#next;
  }

  #find(distinct_id: string): KnownId | undefined {
    const id = this.remembered(distinct_id) ?? this.#stored(distinct_id);
    return id === undefined ? undefined : this.#living(id);
  }

  #living(id: KnownId): KnownId {
    // Ids cached before a merge still name the merged person; so does the store until `finish`.
    let into = this.#merged.get(id.person_ord);
    for (; into !== undefined; into = this.#merged.get(into)) id.person_ord = into;
    return id;
  }

  #stored(distinct_id: string): KnownId | undefined {
    if (this.#absent.has(distinct_id)) return undefined;
    const found = this.#people.find(this.#project_id, distinct_id);
    return found === undefined ? undefined : this.#remember(distinct_id, found);
  }

  #remember(distinct_id: string, { ord, person_ord }: FoundId): KnownId {
    const id = newlyKnown(ord, person_ord);
    this.#ids.set(distinct_id, id);
    return id;
  }

  #person(id: KnownId): KnownPerson {
    const held = this.#held(id.person_ord);
    if (held !== undefined) return held;
    const person = known(must(this.#people.get(this.#project_id, id.person_ord), 'a distinct id has a person'));
    this.#persons.set(person.ord, person);
    return person;
  }

  #held(person_ord: number): KnownPerson | undefined {
    return this.#dirty.get(person_ord) ?? this.#persons.get(person_ord);
  }

  #change(person: KnownPerson, properties: Properties, created_at_ms: number, is_identified: boolean): void {
    const isUnchanged =
      properties === person.properties &&
      created_at_ms === person.created_at_ms &&
      is_identified === person.is_identified;
    if (isUnchanged) return;
    person.properties = properties;
    person.created_at_ms = created_at_ms;
    person.is_identified = is_identified;
    this.#dirty.set(person.ord, person);
  }
}

function newlyKnown(ord: number, person_ord: number): KnownId {
  return { ord, person_ord, has_profile: false, visit: 0, unsets: 0 };
}

function known(person: Person): KnownPerson {
  return { ...person };
}

function hasProfile(person: KnownPerson): boolean {
  return (
    person.created_at_ms !== UNKNOWN_CREATED_MS || person.is_identified || Object.keys(person.properties).length > 0
  );
}

function older(left_ms: number, right_ms: number): number {
  if (left_ms === UNKNOWN_CREATED_MS) return right_ms;
  return right_ms === UNKNOWN_CREATED_MS ? left_ms : Math.min(left_ms, right_ms);
}
