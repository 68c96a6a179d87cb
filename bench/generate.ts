/**
 * A product's events as the questions of the benchmark want them: 60 days, 40 events (about half are $pageview), a
 * sign-up funnel, 2,000 addresses, sessions of about eight events, a quarter of the persons known by two ids.
 */
import { type Random, seeded, weighted, zipf } from '../src/base/random.ts';

export const START_MS = Date.UTC(2026, 0, 1);
export const DAYS = 60;
const DAY_MS = 86_400_000;
const END_MS = START_MS + DAYS * DAY_MS;
const EVENTS_PER_SESSION = 8;
const SESSION_EVENTS_MAX = 120;

export const FUNNEL = [
  'signup_started',
  'signup_email_entered',
  'signup_verified',
  'signup_completed',
  'project_created',
];
/** Chance to take the next step of the funnel at each event. */
const FUNNEL_CHANCE = [0.1, 0.45, 0.5, 0.6, 0.3];
const FEATURES = Array.from({ length: 30 }, (_, index) => `feature_${String(index + 1).padStart(2, '0')}`);
const COMMON = [
  ['$pageview', 40.5],
  ['$autocapture', 17],
  ['$pageleave', 13],
  ['purchase', 0.7],
  ['error_shown', 1.5],
] as const;
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
const URLS = Array.from(
  { length: 2_000 },
  (_, index) =>
    `https://app.example.com/${['docs', 'blog', 'project', 'settings', 'pricing', 'p'][index % 6]}/${index}`,
);

export interface GeneratedEvent {
  readonly time_ms: number;
  readonly event: string;
  readonly person: number;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Pickers {
  readonly background: () => string;
  readonly url: () => string;
  readonly browser: () => string;
  readonly system: () => string;
  readonly plan: () => string;
}

interface Person {
  readonly number: number;
  readonly anonymous_id: string;
  /** The id used once signed up; the same as anonymous_id for three persons of four. */
  readonly known_id: string;
  readonly browser: string;
  readonly system: string;
  readonly plan: string;
  /** Days into the period of the first visit. */
  readonly first_day: number;
  step: number;
  identified: boolean;
}

/** About `count` events in time order. */
export function generate(count: number, persons: number, seed = 1): GeneratedEvent[] {
  const random = seeded(seed);
  const pickers = makePickers(random);
  const events: GeneratedEvent[] = [];
  const activity = Array.from({ length: persons }, (_, rank) => 1 / (rank + 1) ** 0.75);
  const total = activity.reduce((sum, value) => sum + value, 0);
  const extra = Math.max(0, count / EVENTS_PER_SESSION - persons);
  for (let number = 0; number < persons; number++) {
    const person = makePerson(number, random, pickers);
    const sessions = 1 + Math.floor((extra * (activity[number] as number)) / total + random.next());
    for (let session = 0; session < sessions; session++) addSession(events, person, session, random, pickers);
  }
  return events.sort((left, right) => left.time_ms - right.time_ms);
}

function makePickers(random: Random): Pickers {
  const features = zipf(FEATURES);
  const sum = features.reduce((total, [, weight]) => total + weight, 0);
  return {
    background: weighted(random, [
      ...COMMON,
      ...features.map(([name, weight]) => [name, (20 * weight) / sum] as const),
    ]),
    url: weighted(random, zipf(URLS)),
    browser: weighted(random, BROWSERS),
    system: weighted(random, SYSTEMS),
    plan: weighted(random, PLANS),
  };
}

function makePerson(number: number, random: Random, pickers: Pickers): Person {
  const isNew = random.next() > 0.35;
  const anonymous_id = `01990000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  return {
    number,
    anonymous_id,
    known_id: random.next() < 0.25 ? `user_${number}@example.com` : anonymous_id,
    browser: pickers.browser(),
    system: pickers.system(),
    plan: pickers.plan(),
    first_day: isNew ? random.next() * DAYS : 0,
    step: isNew || random.next() < 0.3 ? 0 : FUNNEL.length,
    identified: false,
  };
}

function addSession(events: GeneratedEvent[], person: Person, session: number, random: Random, pickers: Pickers): void {
  let time_ms = START_MS + Math.floor((person.first_day + random.next() * (DAYS - person.first_day)) * DAY_MS);
  const length = Math.min(SESSION_EVENTS_MAX, 1 + Math.floor(random.exponential(EVENTS_PER_SESSION - 1)));
  const session_id = `s${person.number.toString(36)}-${session.toString(36)}`;
  let url = pickers.url();
  for (let index = 0; index < length && time_ms < END_MS; index++) {
    let event = '$pageview';
    if (index > 0) {
      if (person.step < FUNNEL.length && random.next() < (FUNNEL_CHANCE[person.step] as number))
        event = FUNNEL[person.step++] as string;
      else event = pickers.background();
    }
    if (event === '$pageview' && index > 0) url = pickers.url();
    events.push({
      time_ms,
      event,
      person: person.number,
      distinct_id: person.identified ? person.known_id : person.anonymous_id,
      properties: {
        $current_url: url,
        $browser: person.browser,
        $os: person.system,
        $session_id: session_id,
        plan: person.plan,
        ...(event === 'purchase' ? { amount: Math.round(100 * Math.exp(3 + random.next() * 3.5)) / 100 } : {}),
      },
    });
    if (event === 'signup_completed') person.identified = true;
    time_ms += 1 + Math.floor(random.exponential(random.next() < 0.04 ? 900_000 : 35_000));
  }
}
