/** One generated event with all its properties, as a line for the product and as typed cells for the peers. */

import { DEVICE, KNOWN, type Person, SECOND_DEVICE, type World } from './generate.ts';
import {
  BROWSERS,
  CAMPAIGNS,
  COUNTRIES,
  GROUP_EVENT,
  INDUSTRIES,
  PLANS,
  QUERIES,
  REFERRERS,
  SCREENS,
  SECTIONS,
  SLUGS,
  SYSTEMS,
  TAGS,
} from './vocabulary.ts';

/** The peers' columns, in this order. Persons are already resolved, with final properties on each event. */
export interface WebEvent {
  readonly time_ms: number;
  readonly event: string;
  readonly person: number;
  readonly distinct_id: string;
  readonly session_id: string;
  readonly url: string;
  readonly path: string;
  readonly referrer: string | null;
  readonly browser: string;
  readonly browser_version: number;
  readonly system: string;
  /** A number as text. */
  readonly system_version: string;
  readonly device_type: string;
  readonly screen_width: number;
  readonly country: string;
  readonly city: string;
  readonly campaign: string | null;
  readonly load_ms: number;
  readonly scroll: number;
  readonly depth: number;
  readonly is_member: boolean;
  readonly plan: string;
  readonly amount: number | null;
  readonly quantity: number | null;
  /** A number as text. */
  readonly price: string | null;
  readonly query: string | null;
  readonly tags: readonly string[] | null;
  readonly company: string | null;
  readonly team: string | null;
  readonly client_ms: number;
  /** Of the company, at any time. */
  readonly industry: string | null;
  /** The person's final plan; null for those who never signed in. */
  readonly person_plan: string | null;
  /** When the product first saw the person: time of the first event that arrived, from either device. */
  readonly created_ms: number;
}

/** Additional members of `$identify`. */
interface Said {
  readonly anonymous_id: string | null;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Final state of each person. */
export interface Finals {
  /** Index of the plan, 255 = none. */
  readonly plan: Uint8Array;
  readonly created_ms: Float64Array;
}

/** `order`: indices of events in order of arrival. */
export function finalsOf({ made, persons, names }: World, order: Uint32Array): Finals {
  const plan = new Uint8Array(persons.length).fill(255);
  const last_ms = new Float64Array(persons.length);
  const created_ms = new Float64Array(persons.length).fill(Number.POSITIVE_INFINITY);
  const identify = names.indexOf('$identify');
  const met = new Uint8Array(persons.length);
  for (const at of order) {
    const who = made.person[at] as number;
    const time_ms = made.time_ms[at] as number;
    const device = 1 << (made.id[at] === SECOND_DEVICE ? 1 : 0);
    if (((met[who] as number) & device) === 0) created_ms[who] = Math.min(created_ms[who] as number, time_ms);
    met[who] = (met[who] as number) | device;
    if (made.event[at] !== identify || time_ms < (last_ms[who] as number)) continue;
    plan[who] = made.plan[at] as number;
    last_ms[who] = time_ms;
  }
  return { plan, created_ms };
}

export function eventAt(world: World, finals: Finals, at: number): WebEvent {
  const { made, names, persons } = world;
  const person = persons[made.person[at] as number] as Person;
  const event = names[made.event[at] as number] as string;
  const time_ms = made.time_ms[at] as number;
  const address = made.address[at] as number;
  const final = finals.plan[person.number] as number;
  const known = made.id[at] === KNOWN || event === '$identify';
  const path = pathOf(address);
  const system = SYSTEMS[person.system]?.[0] as string;
  const screen_width = SCREENS[person.screen]?.[0] as number;
  const chance = (salt: number): number => hash(at, salt) / 2 ** 32;
  const bought = event === 'purchase' || event === 'added to cart';
  const amount = bought ? Math.round(100 * Math.exp(2.5 + chance(1) * 4)) / 100 : null;
  return {
    ...{ time_ms, event, path, system, screen_width, amount },
    person: person.number,
    distinct_id: known ? knownId(person.number) : deviceId(person.number, made.id[at] as number),
    session_id: `${hex(hash(made.session[at] as number, 2))}-${hex(made.session[at] as number)}`,
    url: `https://shop.example.com${path}?ref=${hash(address, 3) % 97}`,
    referrer: REFERRERS[pick(REFERRERS, hash(made.session[at] as number, 4))]?.[0] as string | null,
    browser: BROWSERS[person.browser]?.[0] as string,
    browser_version: 110 + Math.floor((time_ms - 1.7e12) / 2.6e9) + (hash(person.number, 5) % 3),
    system_version: `${10 + (hash(person.number, 6) % 8)}.${hash(person.number, 7) % 7}`,
    device_type: screen_width < 500 ? 'Mobile' : screen_width < 1400 ? 'Tablet' : 'Desktop',
    country: COUNTRIES[person.country] as string,
    city: `${COUNTRIES[person.country]} city ${person.city}`,
    campaign: CAMPAIGNS[pick(CAMPAIGNS, hash(made.session[at] as number, 8))]?.[0] as string | null,
    load_ms: Math.round(80 + 900 * chance(9) ** 4 * 10) / 10,
    scroll: Math.round(chance(10) * 1e6) / 1e6,
    depth: Math.floor(12 * chance(11) ** 2),
    is_member: known,
    plan: PLANS[made.plan[at] as number] as string,
    quantity: bought ? 1 + (hash(at, 12) % 5) : null,
    price: amount === null ? null : (amount * 0.8).toFixed(2),
    query: event === 'search' ? (QUERIES[Math.floor(chance(13) ** 2 * QUERIES.length)] as string) : null,
    tags:
      bought || event === 'product viewed'
        ? TAGS.slice(hash(at, 14) % 4, (hash(at, 14) % 4) + 1 + (hash(at, 15) % 2))
        : null,
    company: known ? `company-${person.company}` : null,
    team: known && hash(person.company, 16) % 2 === 0 ? `team-${person.company % 997}` : null,
    industry: known ? industryOf(person.company) : null,
    client_ms: time_ms - 1_000 + Math.floor(chance(17) * 4_000),
    person_plan: final === 255 ? null : (PLANS[final] as string),
    created_ms: finals.created_ms[person.number] as number,
  };
}

/** As an SDK sends it, without the opening brace and the uuid. */
export function lineOf(world: World, at: number, event: WebEvent): string {
  const { made } = world;
  const screen_height = Math.round(event.screen_width * 0.5625);
  const properties: Record<string, unknown> = {
    $current_url: event.url,
    $pathname: event.path,
    $host: 'shop.example.com',
    $referrer: event.referrer,
    $browser: event.browser,
    $browser_version: event.browser_version,
    $os: event.system,
    $os_version: event.system_version,
    $device_type: event.device_type,
    $device_id: deviceId(event.person, made.id[at] === SECOND_DEVICE ? SECOND_DEVICE : DEVICE),
    $session_id: event.session_id,
    $screen_width: event.screen_width,
    $screen_height: screen_height,
    $geoip_country_code: event.country,
    $geoip_city_name: event.city,
    utm_campaign: event.campaign,
    $lib: 'web',
    $lib_version: `1.${Math.floor((event.time_ms - 1.7e12) / 6e8)}.0`,
    load_ms: event.load_ms,
    scroll: event.scroll,
    depth: event.depth,
    is_member: event.is_member,
    plan: event.plan,
    client_ms: event.client_ms,
  };
  const optional = {
    amount: event.amount,
    quantity: event.quantity,
    price: event.price,
    query: event.query,
    tags: event.tags,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== null) properties[name] = value;
  if (event.company !== null)
    properties['$groups'] = { company: event.company, ...(event.team && { team: event.team }) };
  for (let extra = 0; extra < world.knobs.properties; extra++)
    properties[`extra_${extra}`] = hash(at, 100 + extra) % 1_000;
  if (event.event === '$identify') {
    const { anonymous_id, set } = saidBy(world, at, event);
    if (anonymous_id !== null) properties['$anon_distinct_id'] = anonymous_id;
    properties['$set'] = set;
    properties['$set_once'] = { first_campaign: event.campaign ?? 'none' };
  }
  if (event.event === GROUP_EVENT) {
    const company = made.address[at] as number;
    properties['$group_type'] = 'company';
    properties['$group_key'] = `company-${company}`;
    properties['$group_set'] = { industry: industryOf(company), employees: 5 + (hash(company, 41) % 900) };
  }
  const timestamp = new Date(event.time_ms).toISOString();
  return JSON.stringify({ event: event.event, distinct_id: event.distinct_id, timestamp, properties }).slice(1);
}

function saidBy({ made }: World, at: number, { person, plan, distinct_id }: WebEvent): Said {
  const id = made.id[at] as number;
  return { anonymous_id: id === KNOWN ? null : deviceId(person, id), set: { plan, email: distinct_id } };
}

function industryOf(company: number): string {
  return INDUSTRIES[hash(company, 40) % INDUSTRIES.length] as string;
}

function pathOf(address: number): string {
  const word = (salt: number): string => SLUGS[hash(address, salt) % SLUGS.length] as string;
  return `/${SECTIONS[address % SECTIONS.length]}/${word(20)}-${word(21)}-${word(22)}-${address}`;
}

function deviceId(person: number, device: number): string {
  return `0190${hex(hash(person, 30 + device)).slice(0, 4)}-${hex(hash(person, 33)).slice(0, 4)}-7000-8${device}00-${hex(person)}0000`;
}

function knownId(person: number): string {
  return `user-${person}@example.com`;
}

/** Weighted choice of an index. */
function pick(items: readonly (readonly [unknown, number])[], hashed: number): number {
  let left = hashed % 100;
  for (const [at, [, weight]] of items.entries()) {
    left -= weight;
    if (left < 0) return at;
  }
  return 0;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** Deterministic pseudo-random number for an index and salt. */
function hash(value: number, salt: number): number {
  let mixed = Math.imul(value ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
