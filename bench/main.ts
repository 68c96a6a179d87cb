/**
 * npm run bench -- [--events N] [--json FILE]
 * Loads generated events through the product's own import command, then asks questions through its own gate.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localOwner } from '../src/service/authenticate.ts';
import { call } from '../src/service/call.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { DAYS, generate, START_MS } from './generate.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const DAY_MS = 86_400_000;
const WARM_UPS = 3;
const REPEATS = 15;

interface Figure {
  readonly name: string;
  readonly ours_ms: number;
}

const RANGE = { date_from: iso(DAYS - 30), date_to: iso(DAYS - 1) };
const WHOLE = { date_from: iso(0), date_to: iso(DAYS - 1) };

/** Named as in the table of the performance notes. */
const QUESTIONS: Record<string, { operation: string; body: Record<string, unknown> }> = {
  T1: { operation: 'compute_trend', body: { events: [{ id: '$pageview' }], ...RANGE } },
  T2: { operation: 'compute_trend', body: { events: [{ id: '$pageview', math: 'dau' }], ...WHOLE } },
  T4: {
    operation: 'compute_trend',
    body: {
      events: [{ id: '$pageview' }],
      properties: [{ key: 'plan', value: 'pro' }],
      breakdown: '$browser',
      ...WHOLE,
    },
  },
  T7: {
    operation: 'compute_trend',
    body: {
      events: [{ id: '$pageview' }],
      properties: [{ key: '$current_url', value: 'pricing', operator: 'icontains' }],
      ...WHOLE,
    },
  },
  F1: {
    operation: 'compute_funnel',
    body: { events: steps(['$pageview', 'signup_started', 'signup_completed']), ...WHOLE },
  },
  R1: { operation: 'compute_retention', body: { total_intervals: 11, date_to: WHOLE.date_to } },
  R2: {
    operation: 'compute_retention',
    body: { retention_type: 'retention_first_time', period: 'Week', total_intervals: 9, date_to: WHOLE.date_to },
  },
  L1: { operation: 'compute_trend', body: { insight: 'LIFECYCLE', events: [{ id: '$pageview' }], ...WHOLE } },
  S1: { operation: 'compute_trend', body: { insight: 'STICKINESS', events: [{ id: '$pageview' }], ...WHOLE } },
  P1: { operation: 'compute_path', body: { include_event_types: ['$pageview'], ...WHOLE } },
  F3: {
    operation: 'compute_funnel',
    body: { events: steps(['$pageview', 'signup_started', 'signup_completed']), breakdown: '$browser', ...WHOLE },
  },
};

function steps(events: readonly string[]): Record<string, unknown>[] {
  return events.map((id, order) => ({ id, order }));
}

function iso(day: number): string {
  return new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);
}

async function writeEvents(path: string, count: number): Promise<number> {
  const out = createWriteStream(path);
  let lines = 0;
  for (const event of generate(count, Math.ceil(count / 25))) {
    const line = JSON.stringify({
      uuid: `01890000-0000-7000-8000-${(++lines).toString(16).padStart(12, '0')}`,
      event: event.event,
      distinct_id: event.distinct_id,
      timestamp: new Date(event.time_ms).toISOString(),
      properties: event.properties,
    });
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return lines;
}

function importEvents(file: string, db: string): number {
  const started = performance.now();
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'import', file, '--db', db], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`import failed: ${run.stderr}`);
  return performance.now() - started;
}

function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The computation itself: `refresh` passes by the cache of results. */
async function ask(service: RunningService, name: string): Promise<Figure> {
  const question = QUESTIONS[name];
  const operation = OPERATIONS.find((candidate) => candidate.name === question?.operation);
  if (!question || !operation) throw new Error(`no such question: ${name}`);
  const caller = localOwner(service);
  const times: number[] = [];
  for (let index = 0; index < WARM_UPS + REPEATS; index++) {
    const started = performance.now();
    await call(service, caller, operation, { ...question.body, refresh: true });
    if (index >= WARM_UPS) times.push(performance.now() - started);
  }
  return { name, ours_ms: median(times) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { events: { type: 'string', default: '1000000' }, json: { type: 'string' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'insights-bench-'));
  try {
    const file = join(folder, 'events.ndjson');
    const db = join(folder, 'bench.db');
    const events = await writeEvents(file, Number(values.events));
    const import_ms = importEvents(file, db);
    const service = openService({ path: db });
    const queries: Figure[] = [];
    for (const name of Object.keys(QUESTIONS)) queries.push(await ask(service, name));
    const resident_bytes_per_event = service.datasets.bytes() / events;
    await service.close();
    const report = {
      machine: `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
      events,
      ingest: { events_per_second: Math.round((events / import_ms) * 1000) },
      disk: { bytes_per_event: Math.round((statSync(db).size / events) * 10) / 10 },
      memory: { bytes_per_event: Math.round(resident_bytes_per_event * 10) / 10 },
      queries: queries.map((figure) => ({ name: figure.name, ours_ms: Math.round(figure.ours_ms * 100) / 100 })),
    };
    console.log(JSON.stringify(report, null, 2));
    if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
