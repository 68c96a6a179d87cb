/** What the questions are asked of: generated events, and the same events as the slow path reads them. */
import { sampleShop } from '../src/cli/demo/shop.ts';
import type { IngestItem } from '../src/service/ingest/types.ts';
import { market } from './market.ts';

/** A Tuesday noon in UTC, two days after New York has changed its clocks. */
export const NOW_MS = Date.parse('2026-03-10T12:00:00Z');

type Properties = Readonly<Record<string, unknown>>;

export interface Happened {
  readonly event: string;
  readonly time_ms: number;
  /** The day there, where the project's clock hangs: 2026-03-08. */
  readonly day: string;
  readonly person: Person;
  readonly properties: Properties;
}

export interface Person {
  readonly ids: string[];
  /** As they are now. */
  readonly properties: Record<string, unknown>;
  /** In the order of time. */
  readonly events: Happened[];
}

export interface World {
  readonly name: WorldName;
  readonly timezone: string;
  readonly items: readonly IngestItem[];
  /** In the order of time. */
  readonly events: readonly Happened[];
  readonly people: readonly Person[];
}

export type WorldName = 'coffee' | 'market';

export function worldOf(name: WorldName): World {
  return name === 'coffee'
    ? readWorld(name, 'UTC', sampleShop(NOW_MS, 1))
    : readWorld(name, 'America/New_York', market(NOW_MS));
}

/** Somebody is one person from the first event on, whichever id was known then. */
function readWorld(name: WorldName, timezone: string, items: readonly IngestItem[]): World {
  const one = new Map<string, Person>();
  const people = new Set<Person>();
  const personOf = (id: string): Person => {
    const known = one.get(id);
    if (known !== undefined) return known;
    const made: Person = { ids: [id], properties: {}, events: [] };
    people.add(made);
    one.set(id, made);
    return made;
  };
  const told = items
    .flatMap((item) => (item.kind === 'event' ? [item.event] : []))
    .toSorted((a, b) => a.timestamp_ms - b.timestamp_ms);
  for (const { distinct_id, properties } of told) {
    const person = personOf(distinct_id);
    const before = properties['$anon_distinct_id'];
    if (typeof before === 'string') {
      const other = personOf(before);
      for (const id of other.ids) one.set(id, person);
      if (other !== person) {
        person.ids.push(...other.ids);
        people.delete(other);
      }
    }
    Object.assign(person.properties, properties['$set']);
  }
  const dayOf = dayIn(timezone);
  const events = told.map(({ event, distinct_id, timestamp_ms, properties }) => ({
    event,
    time_ms: timestamp_ms,
    day: dayOf(timestamp_ms),
    person: one.get(distinct_id)!,
    properties,
  }));
  for (const happened of events) happened.person.events.push(happened);
  return { name, timezone, items, events, people: [...people] };
}

function dayIn(timezone: string): (time_ms: number) => string {
  const form = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (time_ms) => form.format(time_ms);
}
