/**
 * Events made for the benchmark's questions: 60 days, 40 events (about half are $pageview), a
 * sign-up funnel, 2,000 addresses, sessions of about eight events. A person's sessions do not overlap, so no two events
 * of one person share an instant. A quarter of those who sign up get a second id then, by $identify.
 */
import { type Random, seeded, weighted, zipf } from '../../src/base/random.ts';

export const START_MS = Date.UTC(2026, 0, 1);
export const DAYS = 60;
const DAY_MS = 86_400_000;
const END_MS = START_MS + DAYS * DAY_MS;
const EVENTS_PER_SESSION = 8;
const SESSION_EVENTS_MAX = 120;
const SESSIONS_MAX = 900;
const EVENTS_PER_PERSON = 25;
/** Low bits of a sort key: index of the event. */
const PLACE_BITS = 26;

const SIGN_UP = ['signup_started', 'signup_email_entered', 'signup_verified', 'signup_completed', 'project_created'];
/** Probability of the next funnel step at each event. */
const SIGN_UP_CHANCE = [0.1, 0.45, 0.5, 0.6, 0.3];
const COMMON = [
  ['$pageview', 40.5],
  ['$autocapture', 17],
  ['$pageleave', 13],
  ['purchase', 0.7],
  ['error_shown', 1.5],
] as const;
const FEATURES = Array.from({ length: 30 }, (_, index) => `feature_${String(index + 1).padStart(2, '0')}`);
const EVENTS = ['$identify', ...SIGN_UP, ...COMMON.map(([name]) => name), ...FEATURES];
const PAGEVIEW = EVENTS.indexOf('$pageview');
const PURCHASE = EVENTS.indexOf('purchase');
const IDENTIFY = EVENTS.indexOf('$identify');
const SIGNED_UP = EVENTS.indexOf('signup_completed');
const FIRST_SIGN_UP = EVENTS.indexOf(SIGN_UP[0] as string);

const BROWSERS = [
  ['Chrome', 62],
  ['Safari', 19],
  ['Firefox', 7],
  ['Edge', 8],
  ['Opera', 2],
  ['Samsung Internet', 2],
] as const;
const SYSTEMS = [
  ['Windows', 38],
  ['Mac OS X', 24],
  ['iOS', 16],
  ['Android', 15],
  ['Linux', 5],
  ['Chrome OS', 2],
] as const;
const PLANS = [
  ['free', 70],
  ['pro', 22],
  ['enterprise', 8],
] as const;
const COUNTRIES = 'US DE GB FR IN BR CA ES NL PL SE IT JP AU MX CH AT BE DK NO FI PT IE CZ KR SG'.split(' ');
const SECTIONS = ['docs', 'blog', 'project', 'settings', 'pricing', 'p'];
const URLS = Array.from({ length: 2_000 }, (_, at) => `https://app.example.com/${SECTIONS[at % 6]}/${at}`);

export interface GeneratedEvent {
  readonly time_ms: number;
  readonly event: string;
  /** Index of the person, whichever id the event has. */
  readonly person: number;
  readonly distinct_id: string;
  /** For $identify: the id the person had before. */
  readonly anonymous_id: string | null;
  readonly url: string;
  readonly browser: string;
  readonly system: string;
  readonly plan: string;
  readonly country: string;
  readonly session_id: string;
  readonly amount: number | null;
}

/** Columns in order of generation, by event index. */
interface Columns {
  length: number;
  readonly time_ms: Float64Array;
  /** Codes of EVENTS, URLS, BROWSERS. */
  readonly event: Uint8Array;
  readonly url: Uint16Array;
  readonly browser: Uint8Array;
  readonly person: Uint32Array;
  readonly session: Uint32Array;
  /** 1 if the event has the person's second id. */
  readonly is_known: Uint8Array;
  /** NaN if missing. */
  readonly amount: Float64Array;
}

interface Person {
  readonly system: string;
  readonly plan: string;
  readonly country: string;
}

interface Pickers {
  readonly event: () => number;
  readonly url: () => number;
  readonly browser: () => number;
  readonly system: () => string;
  readonly plan: () => string;
  readonly country: () => string;
}

/** State of a person while sessions are generated. */
interface Progress {
  readonly number: number;
  readonly has_second_id: boolean;
  readonly browser: number;
  step: number;
  is_known: boolean;
  /** End of the last session. */
  until_ms: number;
}

/** About `count` events in time order, deterministic per seed. */
export function* generate(count: number, seed = 1): Generator<GeneratedEvent> {
  const random = seeded(seed);
  const pickers = makePickers(random);
  const persons: Person[] = [];
  const columns = newColumns(Math.ceil(count * 1.3) + 1_000);
  const number = Math.ceil(count / EVENTS_PER_PERSON);
  const activity = Array.from({ length: number }, (_, rank) => 1 / (rank + 40) ** 0.75);
  const total = activity.reduce((sum, value) => sum + value, 0);
  const extra = Math.max(0, count / EVENTS_PER_SESSION - number);
  for (let at = 0; at < number; at++) {
    persons.push({ system: pickers.system(), plan: pickers.plan(), country: pickers.country() });
    const sessions = 1 + Math.floor((extra * (activity[at] as number)) / total + random.next());
    addPerson(columns, at, Math.min(SESSIONS_MAX, sessions), random, pickers);
  }
  for (const place of placesInTimeOrder(columns)) yield eventAt(columns, place, persons);
}

function newColumns(capacity: number): Columns {
  return {
    length: 0,
    time_ms: new Float64Array(capacity),
    event: new Uint8Array(capacity),
    url: new Uint16Array(capacity),
    browser: new Uint8Array(capacity),
    person: new Uint32Array(capacity),
    session: new Uint32Array(capacity),
    is_known: new Uint8Array(capacity),
    amount: new Float64Array(capacity),
  };
}

function makePickers(random: Random): Pickers {
  const features = zipf(FEATURES);
  const sum = features.reduce((total, [, weight]) => total + weight, 0);
  const events = [...COMMON, ...features.map(([name, weight]) => [name, (20 * weight) / sum] as const)];
  return {
    event: weighted(
      random,
      events.map(([name, weight]) => [EVENTS.indexOf(name), weight] as const),
    ),
    url: weighted(random, zipf(URLS.map((_, at) => at))),
    browser: weighted(
      random,
      BROWSERS.map(([, weight], at) => [at, weight] as const),
    ),
    system: weighted(random, SYSTEMS),
    plan: weighted(random, PLANS),
    country: weighted(random, zipf(COUNTRIES)),
  };
}

function addPerson(columns: Columns, number: number, sessions: number, random: Random, pickers: Pickers): void {
  const is_new = random.chance(0.65);
  const first_day = is_new ? random.next() * DAYS : 0;
  const starts = Array.from({ length: sessions }, () => first_day + random.next() * (DAYS - first_day)).sort(
    (left, right) => left - right,
  );
  const progress: Progress = {
    number,
    has_second_id: random.chance(0.25),
    browser: pickers.browser(),
    step: is_new || random.chance(0.3) ? 0 : SIGN_UP.length,
    is_known: false,
    until_ms: START_MS,
  };
  for (const [session, day] of starts.entries()) {
    const start_ms = START_MS + Math.floor(day * DAY_MS);
    addSession(columns, progress, session, Math.max(start_ms, progress.until_ms), random, pickers);
  }
}

function addSession(
  columns: Columns,
  progress: Progress,
  session: number,
  start_ms: number,
  random: Random,
  pickers: Pickers,
): void {
  const length = Math.min(SESSION_EVENTS_MAX, 1 + Math.floor(random.exponential(EVENTS_PER_SESSION - 1)));
  // Sometimes people use another browser.
  const browser = random.chance(0.03) ? pickers.browser() : progress.browser;
  let time_ms = start_ms;
  let url = pickers.url();
  const add = (event: number): void => {
    if (time_ms >= END_MS) return;
    const at = columns.length++;
    columns.time_ms[at] = time_ms;
    columns.event[at] = event;
    columns.url[at] = url;
    columns.browser[at] = browser;
    columns.person[at] = progress.number;
    columns.session[at] = session;
    columns.is_known[at] = progress.is_known ? 1 : 0;
    columns.amount[at] = event === PURCHASE ? Math.round(100 * Math.exp(3 + random.next() * 3.5)) / 100 : Number.NaN;
    time_ms += 1 + Math.floor(random.exponential(random.chance(0.04) ? 900_000 : 35_000));
  };
  for (let index = 0; index < length && time_ms < END_MS; index++) {
    const event = index === 0 ? PAGEVIEW : nextEvent(progress, random, pickers);
    if (event === PAGEVIEW && index > 0) url = pickers.url();
    add(event);
    if (event !== SIGNED_UP || !progress.has_second_id) continue;
    progress.is_known = true;
    add(IDENTIFY);
  }
  progress.until_ms = time_ms;
}

function nextEvent(progress: Progress, random: Random, pickers: Pickers): number {
  const { step } = progress;
  if (step < SIGN_UP.length && random.chance(SIGN_UP_CHANCE[step] as number)) return FIRST_SIGN_UP + progress.step++;
  return pickers.event();
}

/** Sorts numeric keys of time and index: many times faster than sorting objects. */
function* placesInTimeOrder({ length, time_ms }: Columns): Generator<number> {
  const bits = BigInt(PLACE_BITS);
  const keys = new BigUint64Array(length);
  for (let at = 0; at < length; at++) {
    keys[at] = (BigInt((time_ms[at] as number) - START_MS) << bits) | BigInt(at);
  }
  keys.sort();
  const mask = (1n << bits) - 1n;
  for (const key of keys) yield Number(key & mask);
}

function eventAt(columns: Columns, at: number, persons: readonly Person[]): GeneratedEvent {
  const person = columns.person[at] as number;
  const event = EVENTS[columns.event[at] as number] as string;
  const anonymous_id = `01990000-0000-7000-8000-${person.toString(16).padStart(12, '0')}`;
  const amount = columns.amount[at] as number;
  const { system, plan, country } = persons[person] as Person;
  return {
    time_ms: columns.time_ms[at] as number,
    event,
    person,
    distinct_id: columns.is_known[at] === 1 ? `user_${person}@example.com` : anonymous_id,
    anonymous_id: event === '$identify' ? anonymous_id : null,
    url: URLS[columns.url[at] as number] as string,
    browser: BROWSERS[columns.browser[at] as number]?.[0] as string,
    system,
    plan,
    country,
    session_id: `s${person.toString(36)}-${(columns.session[at] as number).toString(36)}`,
    amount: Number.isNaN(amount) ? null : amount,
  };
}
