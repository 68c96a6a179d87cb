/**
 * npm --prefix bench run overlay -- FOLDER    (FOLDER as left by `npm run bench -- --keep FOLDER`; copied, not changed)
 * Cost of freshness: each question over sealed events, then with an unsealed tail, with merged persons,
 * and with late events.
 */
import { randomFillSync } from 'node:crypto';
import { type Random, seeded } from '../src/base/random.ts';
import type { IncomingEvent } from '../src/service/identity/incoming.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { type Copy, copyOf } from './copies.ts';
import { mediansOf } from './measure.ts';
import { DAYS, START_MS } from './old/generate.ts';
import { QUESTIONS } from './old/questions.ts';
import { ask } from './ours.ts';
import { geometricMean } from './report.ts';

const DAY_MS = 86_400_000;
const WARM_UPS = 3;
/** Rounds of turns between the states, and runs per turn. */
const ROUNDS = 5;
const RUNS = 5;
/** Just below the sealing threshold. */
const TAIL_EVENTS = 99_000;
const TAIL_PERSONS = 12_000;
const MERGES = 1_000;
const LATE_EVENTS = 10_000;
const BATCH = 5_000;
/** In a million events; more are not needed. */
const PERSONS = 35_000;

const [folder, only] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('npm --prefix bench run overlay -- FOLDER [T1,F1], as npm run bench -- --keep FOLDER leaves it');
const questions = QUESTIONS.filter(({ name }) => only === undefined || only.split(',').includes(name));
const STATES = [
  { name: 'sealed ms', eventsOf: () => [] },
  { name: 'tail', eventsOf: tailEvents },
  { name: 'merges', eventsOf: mergeEvents },
  { name: 'late', eventsOf: lateEvents },
];
const opened: State[] = [];
try {
  for (const { eventsOf } of STATES) opened.push(await openState(eventsOf));
  console.log(`| question | ${STATES.map(({ name }) => name).join(' | ')} |\n|---|${'---|'.repeat(STATES.length)}`);
  const ratios: number[][] = [];
  for (const question of questions) {
    const [sealed, ...fresh] = await mediansOf(
      opened.map(({ service }) => ({ task: () => ask(service, question), warm_ups: WARM_UPS, runs: RUNS })),
      ROUNDS,
    );
    ratios.push(fresh.map((ms) => ms / sealed!));
    console.log(`| ${question.name} | ${sealed!.toFixed(1)} | ${ratios.at(-1)!.map(percent).join(' | ')} |`);
  }
  const means = STATES.slice(1).map((_, column) => percent(geometricMean(ratios.map((row) => row[column]!))));
  console.log(`| geometric mean | | ${means.join(' | ')} |`);
} finally {
  for (const { service, copy } of opened) {
    await service.close();
    copy.remove();
  }
}

interface State {
  readonly copy: Copy;
  readonly service: RunningService;
}

/** A copy with these events added and unsealed. */
async function openState(eventsOf: (random: Random) => IncomingEvent[]): Promise<State> {
  const copy = copyOf(folder!);
  const service = openService({ path: copy.path });
  await add(service, eventsOf(seeded(3)));
  return { copy, service };
}

async function add(service: RunningService, events: readonly IncomingEvent[]): Promise<void> {
  const project = service.store.projects.list()[0]!;
  for (let at = 0; at < events.length; at += BATCH) {
    await service.ingest.capture(project, events.slice(at, at + BATCH));
  }
}

/** Continues the last day: sessions of some persons. */
function tailEvents(random: Random): IncomingEvent[] {
  const persons = Array.from({ length: TAIL_PERSONS }, () => anybody(random));
  return Array.from({ length: TAIL_EVENTS }, () => {
    const person = persons[random.below(persons.length)]!;
    return event(nameOf(random), person, DAYS - 1 + random.next(), propertiesOf(random));
  });
}

/** Merges pairs of persons. */
function mergeEvents(random: Random): IncomingEvent[] {
  return Array.from({ length: MERGES }, (_, at) => `merged_${at}@example.com`).flatMap((known) =>
    [anybody(random), anybody(random)].map((id) => event('$identify', known, DAYS - 0.5, { $anon_distinct_id: id })),
  );
}

function lateEvents(random: Random): IncomingEvent[] {
  return Array.from({ length: LATE_EVENTS }, () =>
    event(nameOf(random), anybody(random), random.next() * DAYS, propertiesOf(random)),
  );
}

function event(name: string, distinct_id: string, day: number, properties: Record<string, unknown>): IncomingEvent {
  const timestamp_ms = START_MS + Math.floor(day * DAY_MS);
  return { event: name, distinct_id, timestamp_ms, uuid: randomFillSync(new Uint8Array(16)), properties };
}

/** A random person among those that certainly exist at this size. */
function anybody(random: Random): string {
  return `01990000-0000-7000-8000-${random.below(PERSONS).toString(16).padStart(12, '0')}`;
}

function nameOf(random: Random): string {
  const share = random.next();
  if (share < 0.5) return '$pageview';
  return share < 0.7 ? '$autocapture' : share < 0.98 ? '$pageleave' : 'signup_started';
}

function propertiesOf(random: Random): Record<string, unknown> {
  const $current_url = `https://app.example.com/docs/${random.below(300) * 6}`;
  return {
    $current_url,
    $browser: random.chance(0.6) ? 'Chrome' : 'Safari',
    plan: random.chance(0.3) ? 'pro' : 'free',
  };
}

function percent(ratio: number): string {
  return `${ratio >= 1 ? '+' : ''}${Math.round((ratio - 1) * 100)} %`;
}
