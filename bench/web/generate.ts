/**
 * Events like those of a real product: two years of growth with daily and weekly rhythm in New York, people of
 * very unequal weight (a third with one event, five bots with one percent each), several devices that turn out to be
 * one person, two kinds of groups, hundreds of thousands of addresses, and a share of events that arrive days late.
 * Deterministic per seed and knobs.
 */

import { fromWall } from '../../src/base/calendar/zone.ts';
import { type Random, seeded, weighted, zipf } from '../../src/base/random.ts';
import {
  BROWSERS,
  COMMON_EVENTS,
  COUNTRIES,
  GROUP_EVENT,
  HOURS,
  SCREENS,
  SIGN_UP_EVENTS,
  SYSTEMS,
  WEEKDAYS,
} from './vocabulary.ts';

export const ZONE = 'America/New_York';
const START_DAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export interface Knobs {
  readonly events: number;
  readonly seed: number;
  /** Number of event names; twenty of them make nine tenths of the events. */
  readonly names: number;
  readonly days: number;
  /** Share of persons with a second device, known as theirs only since they signed in there. */
  readonly merged: number;
  /** Share of events that arrive days late. */
  readonly late: number;
  /** Number of bots; each makes one percent of all events. */
  readonly bots: number;
  /** Pareto exponent of sessions per person: smaller is heavier. */
  readonly tail: number;
  /** Meaningless properties added to every event. */
  readonly properties: number;
}

export const KNOBS: Knobs = {
  events: 3_000_000,
  seed: 7,
  names: 300,
  days: 730,
  merged: 0.11,
  late: 0.02,
  bots: 5,
  tail: 1.8,
  properties: 0,
};

/** Constant attributes of a person; for plans see `plan_at`. */
export interface Person {
  readonly number: number;
  readonly country: number;
  readonly city: number;
  readonly system: number;
  readonly browser: number;
  readonly screen: number;
  readonly company: number;
  readonly is_bot: boolean;
  /** Whether they ever sign up. */
  readonly signs_up: boolean;
  readonly has_second_device: boolean;
}

/** Which of a person's ids an event has. For `$identify`: the id so far, KNOWN if it says nothing new. */
export const DEVICE = 0;
export const KNOWN = 1;
export const SECOND_DEVICE = 2;

/** Columns in order of generation, by event index. */
export interface Made {
  length: number;
  readonly time_ms: Float64Array;
  readonly arrived_ms: Float64Array;
  /** Index into `names`. */
  readonly event: Uint16Array;
  readonly person: Uint32Array;
  /** DEVICE, KNOWN or SECOND_DEVICE. */
  readonly id: Uint8Array;
  readonly session: Uint32Array;
  readonly address: Uint32Array;
  /** Index of the plan the event sets or has. */
  readonly plan: Uint8Array;
}

export interface World {
  readonly knobs: Knobs;
  readonly names: readonly string[];
  readonly persons: readonly Person[];
  readonly addresses: number;
  readonly companies: number;
  readonly made: Made;
}

interface Pickers {
  readonly event: () => number;
  readonly address: () => number;
  readonly day: () => number;
  readonly hour: () => number;
  readonly person: (number: number, is_bot: boolean) => Person;
}

const EVENTS_PER_SESSION = 5;
const SIGN_UP_SHARE = 0.42;
/** Share of those who start to sign up. */
const KNOWN_SHARE = 0.67;
const SESSION_EVENTS_MAX = 150;
const SESSIONS_MAX = 600;

export function makeWorld(knobs: Knobs): World {
  const random = seeded(knobs.seed);
  const names = namesOf(knobs);
  const addresses = Math.max(2_000, Math.round(knobs.events / 14));
  const companies = Math.max(50, Math.round(knobs.events / 250));
  const pickers = makePickers(random, knobs, names, { addresses, companies });
  const made = newColumns(Math.ceil(knobs.events * 1.03) + SESSION_EVENTS_MAX);
  const persons: Person[] = [];
  let sessions = 0;
  const wanted = Math.round(knobs.events * (1 - knobs.bots / 100));
  while (made.length < wanted) {
    const person = pickers.person(persons.length, false);
    persons.push(person);
    sessions = addPerson(made, person, sessions, { random, knobs, pickers, names });
  }
  for (let bot = 0; bot < knobs.bots; bot++) {
    const person = pickers.person(persons.length, true);
    persons.push(person);
    sessions = addBot(made, person, sessions, { random, knobs, pickers, names });
  }
  persons.push(pickers.person(persons.length, true));
  nameCompanies(made, persons.at(-1) as Person, companies, sessions, { random, knobs, pickers, names });
  return { knobs, names, persons, addresses, companies, made };
}

function namesOf({ names }: Knobs): string[] {
  const common = [...COMMON_EVENTS.map(([name]) => name), ...SIGN_UP_EVENTS, GROUP_EVENT];
  const rare = Array.from(
    { length: names - common.length },
    (_, at) => `feature ${String(at + 1).padStart(3, '0')} used`,
  );
  return [...common, ...rare];
}

function makePickers(
  random: Random,
  knobs: Knobs,
  names: readonly string[],
  { addresses, companies }: { addresses: number; companies: number },
): Pickers {
  const rare = zipf(names.slice(names.indexOf(GROUP_EVENT) + 1), 0.7);
  const share = 15 / rare.reduce((sum, [, weight]) => sum + weight, 0);
  const weights: (readonly [number, number])[] = [
    ...COMMON_EVENTS.map(([, weight], at) => [at, weight] as const),
    ...rare.map(([name, weight]) => [names.indexOf(name), weight * share] as const),
  ];
  const days = Array.from({ length: knobs.days }, (_, day) => {
    // 1 January 2024 is a Monday.
    return [day, (1 + (2 * day) / knobs.days) * (WEEKDAYS[day % 7] as number)] as const;
  });
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  const country = weighted(random, zipf(numbers(COUNTRIES.length), 1.1));
  const city = weighted(random, zipf(numbers(40), 1));
  const company = weighted(random, zipf(numbers(companies), 0.6));
  const codes = (items: readonly (readonly [unknown, number])[]): (() => number) =>
    weighted(
      random,
      items.map(([, weight], at) => [at, weight] as const),
    );
  const [system, browser, screen] = [codes(SYSTEMS), codes(BROWSERS), codes(SCREENS)];
  return {
    event: weighted(random, weights),
    address: weighted(random, zipf(numbers(addresses), 0.75)),
    day: weighted(random, days),
    hour: codes(HOURS.map((weight) => [null, weight] as const)),
    person(number, is_bot) {
      const signs_up = !is_bot && random.chance(SIGN_UP_SHARE);
      return {
        ...{ number, is_bot, signs_up },
        country: country(),
        city: city(),
        system: system(),
        browser: browser(),
        screen: screen(),
        company: company(),
        has_second_device: signs_up && random.chance(Math.min(1, knobs.merged / (SIGN_UP_SHARE * KNOWN_SHARE))),
      };
    },
  };
}

interface Making {
  readonly random: Random;
  readonly knobs: Knobs;
  readonly pickers: Pickers;
  readonly names: readonly string[];
}

/** State of a person while sessions are generated. */
interface Progress {
  is_known: boolean;
  plan: number;
}

/** Returns the number of sessions so far. */
function addPerson(made: Made, person: Person, sessions: number, making: Making): number {
  const { random, knobs, pickers } = making;
  const progress: Progress = { is_known: false, plan: 0 };
  let day = pickers.day();
  if (!person.signs_up && random.chance(0.57)) {
    add(
      made,
      { person, progress, id: DEVICE, session: sessions, address: pickers.address() },
      making,
      timeOn(day, making),
      0,
    );
    return sessions + 1;
  }
  const count = Math.min(SESSIONS_MAX, Math.floor((1 - random.next()) ** (-1 / knobs.tail)));
  const at = Math.max(count, person.has_second_device ? 3 : person.signs_up ? 2 : 1);
  let until_ms = 0;
  for (let index = 0; index < at && day < knobs.days; index++) {
    const start_ms = Math.max(timeOn(day, making), until_ms + 1_800_001);
    until_ms = addSession(made, person, { progress, index, session: sessions++, start_ms }, making);
    day += Math.floor(random.exponential(9));
  }
  return sessions;
}

function timeOn(day: number, { random, pickers }: Making): number {
  const wall_ms = START_DAY_MS + day * DAY_MS + pickers.hour() * 3_600_000 + random.below(3_600_000);
  return fromWall(ZONE, wall_ms);
}

function addSession(
  made: Made,
  person: Person,
  { progress, index, session, start_ms }: { progress: Progress; index: number; session: number; start_ms: number },
  making: Making,
): number {
  const { random, pickers, names } = making;
  const events = Math.min(SESSION_EVENTS_MAX, 1 + Math.floor(random.exponential(EVENTS_PER_SESSION - 1)));
  const on_second = person.has_second_device && index === 2 && progress.is_known;
  const at = {
    person,
    progress,
    id: on_second ? SECOND_DEVICE : progress.is_known ? KNOWN : DEVICE,
    session,
    address: pickers.address(),
  };
  let time_ms = start_ms;
  const step = (): number => 1 + Math.floor(random.exponential(random.chance(0.05) ? 600_000 : 28_000));
  const say = (event: number): void => {
    add(made, at, making, time_ms, event);
    time_ms += step();
  };
  for (let done = 0; done < events; done++) {
    const event = done === 0 ? 0 : pickers.event();
    if (event === 0 && done > 0) at.address = pickers.address();
    say(event);
  }
  if (person.signs_up && index === 1 && !progress.is_known) {
    say(names.indexOf('signup started'));
    // A third gives up for good.
    if (random.chance(KNOWN_SHARE)) {
      say(names.indexOf('signup completed'));
      progress.is_known = true;
      say(names.indexOf('$identify'));
      at.id = KNOWN;
      say(0);
    }
  } else if (on_second) say(names.indexOf('$identify'));
  else if (progress.is_known && progress.plan < 3 && random.chance(0.06)) {
    progress.plan++;
    at.id = KNOWN;
    say(names.indexOf('$identify'));
  }
  return time_ms;
}

/** Active throughout the period, day and night. */
function addBot(made: Made, person: Person, sessions: number, making: Making): number {
  const { random, knobs, pickers } = making;
  const count = Math.round(knobs.events / 100);
  const step_ms = (knobs.days * DAY_MS) / count;
  const progress: Progress = { is_known: false, plan: 0 };
  for (let index = 0; index < count; index++) {
    const session = sessions + Math.floor(index / 400);
    const time_ms = Math.floor(START_DAY_MS + DAY_MS + (index + random.next() * 0.9) * step_ms * 0.99);
    add(made, { person, progress, id: DEVICE, session, address: pickers.address() }, making, time_ms, 0);
  }
  return sessions + Math.ceil(count / 400);
}

/** Some program describes each company on the first day; its number is in the address. */
function nameCompanies(made: Made, person: Person, companies: number, session: number, making: Making): void {
  const progress: Progress = { is_known: false, plan: 0 };
  const event = making.names.indexOf(GROUP_EVENT);
  for (let company = 0; company < companies; company++) {
    add(
      made,
      { person, progress, id: DEVICE, session, address: company },
      making,
      START_DAY_MS + DAY_MS + company,
      event,
    );
  }
}

interface Place {
  readonly person: Person;
  readonly progress: Progress;
  readonly id: number;
  readonly session: number;
  readonly address: number;
}

function add(made: Made, place: Place, { random, knobs, names }: Making, time_ms: number, event: number): void {
  const at = made.length++;
  // Identification must stay in order, so only plain events are late.
  const is_late = names[event] !== '$identify' && random.chance(knobs.late);
  made.time_ms[at] = time_ms;
  made.arrived_ms[at] = time_ms + (is_late ? Math.floor(random.exponential(3 * DAY_MS)) : 0);
  made.event[at] = event;
  made.person[at] = place.person.number;
  made.id[at] = place.id;
  made.session[at] = place.session;
  made.address[at] = place.address;
  made.plan[at] = place.progress.plan;
}

function newColumns(length: number): Made {
  return {
    length: 0,
    time_ms: new Float64Array(length),
    arrived_ms: new Float64Array(length),
    event: new Uint16Array(length),
    person: new Uint32Array(length),
    id: new Uint8Array(length),
    session: new Uint32Array(length),
    address: new Uint32Array(length),
    plan: new Uint8Array(length),
  };
}

/** Indices of events in order of arrival. */
export function arrivals({ length, arrived_ms }: Made): Uint32Array {
  const keys = new BigUint64Array(length);
  for (let at = 0; at < length; at++)
    keys[at] = (BigInt((arrived_ms[at] as number) - START_DAY_MS) << 26n) | BigInt(at);
  keys.sort();
  return Uint32Array.from(keys, (key) => Number(key & 0x3ffffffn));
}
