/**
 * Flips one bit in the database file. Each trial takes a copy of a varied file, flips one bit, asks everything, and
 * compares the answers with the intact file's. Passes if answers are equal or an error names the damage; fails on a
 * silently wrong number, an unnamed error, or a crash.
 */
import { closeSync, copyFileSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Random, seeded } from '../../src/base/random.ts';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { countsNothing, SHOP_QUESTIONS, type ShopQuestion } from '../support/shop_questions.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
/** Most are sealed, the last ones are still in the log. */
const SEALED_EVENTS = 12_000;
const EVENTS = 13_000;
/** Of a second project, with people of the same names. */
const OTHER_SEALED_EVENTS = 3_000;
const OTHER_EVENTS = 3_500;

type Body = Record<string, unknown>;

const SAVED = { insight: 'TRENDS', events: [{ id: 'purchase', math: 'dau' }], date_from: '-90d' };

export const QUESTIONS: readonly ShopQuestion[] = [
  ...SHOP_QUESTIONS,
  ['compute_trend', { events: [{ id: '$pageview' }], breakdown: '$browser', date_from: '-90d' }],
  [
    'compute_trend',
    { events: [{ id: '$pageview', properties: [{ key: 'id', type: 'cohort', value: 1 }] }], date_from: '-90d' },
  ],
  [
    'compute_trend',
    { events: [{ id: '$pageview', properties: [{ key: 'id', type: 'cohort', value: 2 }] }], date_from: '-90d' },
  ],
  ['list_property_definitions', {}],
  ['compute_retention', { period: 'Week', date_from: '-90d' }],
  ['compute_path', { date_from: '-90d' }],
  ['list_events', { limit: 50 }],
  [
    'compute_trend',
    { project_id: 2, events: [{ id: '$pageview', math: 'dau' }], breakdown: '$browser', date_from: '-90d' },
  ],
  ['list_events', { project_id: 2, limit: 50 }],
  ['list_insights', {}],
  ['get_insight', { id: 1, refresh: 'force_blocking' }],
];

export interface Whole {
  readonly path: string;
  readonly bytes: number;
  /** Question -> its answer, as JSON. */
  readonly answers: readonly unknown[];
}

let made: { readonly file: Uint8Array; readonly answers: readonly unknown[] } | null = null;

/** Writes the file at `path`; it is made once in each process. */
export async function makeWhole(path: string): Promise<Whole> {
  if (made === null) {
    const answers = await make(path);
    made = { file: readFileSync(path), answers };
  } else writeFileSync(path, made.file);
  return { path, bytes: made.file.length, answers: made.answers };
}

/** Returns the answers to all questions. */
async function make(path: string): Promise<unknown[]> {
  const service = open(path);
  await ask(service, 'create_project', { name: 'Other' });
  const [project, other] = service.store.projects.list();
  const take = async (into: Project, events: number, sealed_events: number): Promise<void> => {
    const items = sampleShop(NOW, into.id).slice(0, events);
    service.ingest.importItems(into, items.slice(0, sealed_events));
    await service.ingest.settle(into, 0);
    service.ingest.importItems(into, items.slice(sealed_events));
  };
  await take(project!, EVENTS, SEALED_EVENTS);
  await take(other!, OTHER_EVENTS, OTHER_SEALED_EVENTS);
  await ask(service, 'create_cohort', {
    name: 'Buyers',
    groups: [{ properties: [{ key: 'plan', type: 'person', operator: 'is_set' }] }],
  });
  const [first] = service.store.people.list(project!.id, [0]).values();
  await ask(service, 'create_cohort', { name: 'One', is_static: true, distinct_ids: first!.distinct_ids.slice(0, 1) });
  await ask(service, 'create_insight', { name: 'Buyers by day', filters: SAVED });
  service.store.checkpoint();
  await service.close();
  // Of a copy, as asking stores results.
  copyFileSync(path, `${path}.asked`);
  const answers = await answersOf(`${path}.asked`);
  const refused = answers.findIndex((answer) => answer instanceof Error);
  if (refused >= 0) throw answers[refused];
  const idle = QUESTIONS.filter((_, at) => countsNothing(answers[at]));
  if (idle.length > 0) throw new Error(`These count nothing, so no damage could show in them: ${JSON.stringify(idle)}`);
  return answers;
}

export type Verdict = 'same' | 'named' | 'wrong' | 'unnamed';

export interface Trial {
  readonly bit: number;
  readonly verdict: Verdict;
  /** Of what is not fine: the question, and what came. */
  readonly about: string;
}

export async function flipOne(whole: Whole, bit: number, path: string): Promise<Trial> {
  copyFileSync(whole.path, path);
  flip(path, bit);
  try {
    return { bit, ...(await judge(whole, path)) };
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  }
}

export function* randomBits(whole: Whole, seed: number): Generator<number> {
  for (const random: Random = seeded(seed); ; ) yield random.below(whole.bytes) * 8 + random.below(8);
}

async function judge(whole: Whole, path: string): Promise<Omit<Trial, 'bit'>> {
  let service: RunningService;
  try {
    service = open(path);
  } catch (error) {
    return isNamed(error) ? { verdict: 'named', about: '' } : { verdict: 'unnamed', about: `open: ${String(error)}` };
  }
  try {
    const answers = await askAll(service);
    let verdict: Verdict = 'same';
    for (const [at, answer] of answers.entries()) {
      const [name, body] = QUESTIONS[at]!;
      const question = `${name} ${JSON.stringify(body)}`;
      if (isDeepStrictEqual(answer, whole.answers[at])) continue;
      if (!(answer instanceof Error))
        return { verdict: 'wrong', about: `${question}\n${differing(answer, whole.answers[at])}` };
      if (!isNamed(answer)) return { verdict: 'unnamed', about: `${question}\n${answer.stack ?? String(answer)}` };
      verdict = 'named';
    }
    return { verdict, about: '' };
  } finally {
    await service.close().catch(() => {});
  }
}

/** Damage, or what cannot be read any more for it. What nobody foresaw is no such error. */
function isNamed(error: unknown): boolean {
  return error instanceof ServiceError;
}

function differing(answer: unknown, whole: unknown): string {
  const [left, right] = [JSON.stringify(answer), JSON.stringify(whole)];
  let at = 0;
  while (left[at] === right[at] && at < left.length) at++;
  return `${left.slice(Math.max(0, at - 60), at + 60)}\n${right.slice(Math.max(0, at - 60), at + 60)}`;
}

function open(path: string): RunningService {
  return openService({ path, now: () => NOW, computing: { thread: 'never' } });
}

/** Of the questions, from the file at `path`. */
export async function answersOf(path: string): Promise<unknown[]> {
  const service = open(path);
  try {
    return await askAll(service);
  } finally {
    await service.close();
  }
}

/** Errors are answers, too. */
async function askAll(service: RunningService): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [name, body] of QUESTIONS) {
    answers.push(await ask(service, name, body).catch((error: unknown) => error));
  }
  return answers;
}

async function ask(service: RunningService, name: string, body: Body): Promise<unknown> {
  const operation = operationNamed(name);
  return JSON.parse(JSON.stringify((await call(service, localOwner(service), operation, body)) ?? null));
}

export function flip(path: string, bit: number): void {
  const file = openSync(path, 'r+');
  const byte = new Uint8Array(1);
  readSync(file, byte, 0, 1, Math.floor(bit / 8));
  byte[0]! ^= 1 << (bit % 8);
  writeSync(file, byte, 0, 1, Math.floor(bit / 8));
  closeSync(file);
}
