/** The benchmark's questions over the web shape: the product takes every one, plain and filtered, and counts what was generated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, ask, callNamed } from '../bench/ours.ts';
import { linesOfProbe } from '../bench/probes/lines.ts';
import { PROBES } from '../bench/probes/probes.ts';
import { questionOf } from '../bench/question.ts';
import { KNOBS, makeWorld } from '../bench/web/generate.ts';
import { WEB } from '../bench/web/shape.ts';
import { seeded } from '../src/base/random.ts';
import { importInto, lookAt } from '../src/cli/importing/import.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { importTest } from './support/importing.ts';

const EVENTS = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'insights-bench-test-'));
let service: RunningService;
let written: number;

beforeAll(async () => {
  const { events, ours } = await WEB.write(folder, EVENTS, {});
  written = events;
  service = openService({ path: join(folder, 'bench.db'), computing: { thread: 'never' } });
  await importInto(service, await lookAt([ours.at(-1)![1]]));
  for (const [operation, input] of WEB.settings) await callNamed(service, operation, input);
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every question is taken, plain and with a filter of each kind', async () => {
  for (const [at, question] of WEB.questions.entries()) {
    await answer(service, question);
    await answer(service, { ...question, ...question.filtered(at % 8) });
  }
});

test('page views are those that were generated', async () => {
  const { made, names } = makeWorld({ ...KNOBS, events: EVENTS });
  expect(written).toBe(made.length);
  const from_ms = Date.parse('2025-09-30T00:00:00-04:00');
  const until_ms = Date.parse('2025-12-31T00:00:00-05:00');
  const pageview = names.indexOf('$pageview');
  let views = 0;
  for (let at = 0; at < made.length; at++) {
    const time_ms = made.time_ms[at]!;
    if (made.event[at] === pageview && time_ms >= from_ms && time_ms < until_ms) views++;
  }
  const rows = await answer(service, questionOf(WEB.questions, 'T01'));
  expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(views);
});

test.each(PROBES)('questions of the probe $name are taken', async (probe) => {
  const { write, take, product } = importTest({ now: () => Date.parse('2026-11-28T12:00:00Z') });
  const lines = [...linesOfProbe(probe, 100, seeded(1))];
  expect((await take(write('events.ndjson', lines.join('\n')))).taken).toBe(100);
  for (const [, operation, body] of probe.questions) await ask(product.service, { operation, body });
});
