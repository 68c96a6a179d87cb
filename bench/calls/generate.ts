/**
 * Calls of a service, unlike the other shapes in what they have of their own: an id and a trace in each event, long
 * messages that never repeat, 1,500 event names of which four make four fifths, and 600 properties of which an event
 * has a few. All times are UTC; people return at any time.
 */
import { createHash } from 'node:crypto';
import { type Random, seeded } from '../../src/base/random.ts';

const FROM_MS = Date.UTC(2025, 0, 1);
const SPAN_MS = 364 * 86_400_000;
const NAMES = 1_496;
const ATTRIBUTES = 600;
const PATHS = 3_000;
const PARTS = ['users', 'orders', 'carts', 'games', 'levels'];
const PLATFORMS = ['ios', 'android', 'web', 'switch', 'tv'];
const STATUSES = ['200', '200', '200', '201', '404', '500'];
const FAULTS = [
  'TypeError: cannot read',
  'Timeout after',
  'ECONNRESET while',
  'Out of memory in',
  'Permission denied for',
];

export interface CallEvent {
  readonly time_ms: number;
  readonly event: string;
  readonly person: number;
  /** Property -> value; those that are missing are not listed. */
  readonly properties: Readonly<Record<string, string | number>>;
}

export function callEvents(count: number, seed: number): Iterable<CallEvent> {
  const random = seeded(seed);
  const people = Math.ceil(count / 6);
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < count; at++) yield eventAt(at, people, random);
    },
  };
}

function eventAt(at: number, people: number, random: Random): CallEvent {
  const [event, properties] = kindOf(random);
  // A few people send most events, as workers do.
  const person = Math.floor(random.next() ** 3 * people);
  const time_ms = FROM_MS + Math.floor(random.next() * SPAN_MS);
  const shared = {
    request_id: idOf('request', at),
    platform: PLATFORMS[random.below(PLATFORMS.length)]!,
    build: 1_000 + random.below(400),
    ...(random.below(3) === 0 ? { $session_id: `s-${person}-${Math.floor(time_ms / 3_600_000)}` } : {}),
  };
  return { time_ms, event, person, properties: { ...shared, ...properties } };
}

type Made = readonly [event: string, properties: Record<string, string | number>];

function kindOf(random: Random): Made {
  const kind = random.below(100);
  if (kind < 50) return ['call', callOf(random)];
  if (kind < 65)
    return ['job', { queue: `q${random.below(40)}`, tries: random.below(5), took_s: random.below(1e6) / 1e3 }];
  if (kind < 78) return ['error', { message: messageOf(random), line: random.below(5_000) }];
  if (kind < 80) return ['payment', { amount: random.below(10_000) / 100, sku: `sku ${random.below(20_000)}` }];
  const properties: Record<string, string | number> = {};
  for (let each = 0; each < 3; each++) {
    properties[`attr_${random.below(ATTRIBUTES)}`] =
      random.below(2) === 0 ? random.below(100) : `v${random.below(1_000)}`;
  }
  return [`event ${random.below(NAMES)}`, properties];
}

function callOf(random: Random): Record<string, string | number> {
  const query = random.below(10) < 3 ? `?user=${random.below(1e6)}&at=${random.below(1e9)}` : '';
  return {
    path: pathOf(random.below(PATHS)) + query,
    status: STATUSES[random.below(STATUSES.length)]!,
    duration_ms: Math.round(Math.exp(random.next() * 8) * 100) / 100,
    trace: idOf('trace', random.below(2 ** 31)),
    bytes: Math.floor(random.next() ** 4 * 5e6),
  };
}

export function pathOf(number: number): string {
  return `/api/v${1 + (number % 3)}/${PARTS[number % PARTS.length]}/${number}`;
}

function messageOf(random: Random): string {
  const frames = 'frame; '.repeat(random.below(12));
  return `${FAULTS[random.below(FAULTS.length)]} ${random.below(1e9)} at ${pathOf(random.below(PATHS))} ${frames}`.trimEnd();
}

export function idOf(kind: string, number: number): string {
  return createHash('md5').update(`${kind} ${number}`).digest('hex');
}
