/** Before the first questions come, made-up ones are computed for nobody. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { Service } from '../../src/service/contract/context.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { questionOfKind } from '../../src/service/questions/question.ts';
import { ownContext } from '../../src/service/rounds/own_context.ts';
import { Rehearsal, startRehearsing } from '../../src/service/rounds/rehearse.ts';
import { largeProduct, slow, writeLarge } from '../support/large.ts';
import { temporaryProduct } from '../support/product.ts';

const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder, 'written.db');
beforeAll(() => writeLarge(written));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STEPS = ['visited', 'paid'].map((id, order) => ({ id, order }));
const QUESTIONS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['compute_trend', { events: [{ id: 'paid', math: 'dau' }], breakdown: 'plan', date_from: '-30d' }],
  ['compute_trend', { insight: 'LIFECYCLE', events: [{ id: 'paid' }] }],
  ['compute_funnel', { events: STEPS, date_from: '-30d', properties: [{ key: 'amount', operator: 'gt', value: 50 }] }],
  ['compute_retention', { total_intervals: 7 }],
  ['compute_path', { include_event_types: ['$pageview'], date_from: '-30d' }],
];

function ask(service: Service, name: string, body: Record<string, unknown>): Promise<unknown> {
  return call(service, localOwner(service), operationNamed(name), body);
}

function rehearsalOf(service: Service): Rehearsal {
  return new Rehearsal(service, new AbortController().signal, Number.POSITIVE_INFINITY);
}

/** Number of questions computed until it is over; each must be. */
async function rehearse(rehearsal: Rehearsal): Promise<number> {
  for (let computed = 0; ; computed++) {
    const step = await rehearsal.step();
    if (step === null) return computed;
    expect(step, `question ${computed}`).toBe('computed');
  }
}

test('all made-up questions can be computed, leave columns in memory, and change no answer and no count', async () => {
  const { service } = largeProduct(written, { computing: { thread: 'always', helpers: 1 } });
  const here = largeProduct(written, { computing: { thread: 'never' } });
  const rehearsal = rehearsalOf(service);
  expect(await rehearse(rehearsal)).toBeGreaterThan(100);
  expect(service.computing.status()).toMatchObject({ running: 0, waiting: 0, computed: 0 });
  expect(service.computing.status().bytes).toBeGreaterThan(0);
  expect(await rehearsal.step()).toBeNull();
  for (const [name, body] of QUESTIONS) {
    expect(await ask(service, name, body), name).toEqual(await ask(here.service, name, body));
  }
});

test('a question that comes meanwhile ends the made-up one, which stays the next', async () => {
  const { service } = largeProduct(written, { computing: { thread: 'always' } });
  const signal = new AbortController().signal;
  const context = ownContext(service, 1, signal)!;
  const { asked, showing } = questionOfKind(context, 'trend', slow());
  const task = { asked, showing, links: null, is_traced: false };
  const rehearsed = service.computing.rehearse(context.project, task, signal);
  expect(await service.computing.rehearse(context.project, task, signal)).toBe('left');
  const [name, body] = QUESTIONS[0]!;
  const answer = await ask(service, name, body);
  expect(await rehearsed).toBe('left');
  expect(answer).toMatchObject({ is_cached: false });
  expect(service.computing.status()).toMatchObject({ running: 0, waiting: 0, computed: 1 });

  const rehearsal = rehearsalOf(service);
  const asked_slowly = ask(service, 'compute_trend', slow(1, 1, 4));
  expect(await rehearsal.step()).toBe('left');
  await asked_slowly;
  expect(await rehearsal.step()).toBe('computed');
});

test('it is over once its share of the memory is filled, and where nothing is computed in a thread', async () => {
  const narrow = largeProduct(written, { computing: { thread: 'always' }, memory_bytes: 1024 * 1024 });
  const rehearsal = rehearsalOf(narrow.service);
  expect([await rehearsal.step(), await rehearsal.step(), await rehearsal.step()]).toEqual(['computed', 'over', null]);
  const here = rehearsalOf(largeProduct(written, { computing: { thread: 'never' } }).service);
  expect([await here.step(), await here.step()]).toEqual(['over', null]);
  expect(await rehearsalOf(temporaryProduct({}).service).step()).toBeNull();
});

test('rounds of it run while all is quiet, and only then', async () => {
  const { service } = largeProduct(written, { computing: { thread: 'always' } });
  let is_quiet = false;
  let looks = 0;
  const isQuiet = (): boolean => {
    looks++;
    return is_quiet;
  };
  const rounds = startRehearsing(service, isQuiet, 5);
  while (looks < 3) await sleep(5);
  expect(service.computing.status()).toMatchObject({ running: 0, bytes: 0 });
  is_quiet = true;
  while (service.computing.status().bytes === 0) await sleep(5);
  await rounds.stop();
  expect(service.computing.status()).toMatchObject({ waiting: 0, computed: 0 });
});
