/**
 * npm --prefix bench run probes -- [--share 0.1] [--keep FOLDER] [NAME ...]
 * Shapes of data that the engine was not made for, and questions that are hard on them: how many milliseconds of
 * processor time and of the clock each takes, first and again. No peer is asked: this is for finding what stands out.
 * `--keep` keeps the databases for the next run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../src/base/random.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { importEvents } from './loading.ts';
import { ask } from './ours.ts';
import { linesOfProbe } from './probes/lines.ts';
import type { Probe, ProbeQuestion } from './probes/probe.ts';
import { PROBES } from './probes/probes.ts';
import { newTextFile } from './text_file.ts';

const AGAIN = 3;

const { values, positionals } = parseArgs({
  options: { share: { type: 'string', default: '1' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'insights-probes-'));
mkdirSync(folder, { recursive: true });
try {
  for (const probe of PROBES) if (positionals.length === 0 || positionals.includes(probe.name)) await run(probe);
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}

async function run(probe: Probe): Promise<void> {
  const db = await load(probe, Math.round(probe.events * Number(values.share)));
  const service = openService({ path: db });
  console.log('| question | first, ms of processor (of the clock) | again |\n|---|---|---|');
  for (const question of probe.questions) {
    const first = await timed(service, question);
    const again: Took[] = [];
    for (let time = 0; time < AGAIN; time++) again.push(await timed(service, question));
    const least = again.reduce((one, other) => (one.processor_ms < other.processor_ms ? one : other));
    console.log(`| ${question[0]} | ${shown(first)} | ${shown(least)} |`);
  }
  console.log(`\nresident: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB\n`);
  await service.close();
}

async function load(probe: Probe, events: number): Promise<string> {
  const db = join(folder, `${probe.name}-${events}.db`);
  console.log(`## ${probe.name}: ${probe.about}\n`);
  if (existsSync(db)) return db;
  const file = join(folder, `${probe.name}.ndjson`);
  const out = newTextFile(file);
  for (const line of linesOfProbe(probe, events, seeded(1))) await out.add(`${line}\n`);
  await out.end();
  const took_ms = importEvents(file, db);
  console.log(`${events} events, imported in ${Math.round(took_ms)} ms\n`);
  rmSync(file);
  return db;
}

interface Took {
  readonly processor_ms: number;
  readonly clock_ms: number;
}

async function timed(service: RunningService, [, operation, body]: ProbeQuestion): Promise<Took> {
  const [before, started] = [process.cpuUsage(), performance.now()];
  await ask(service, { operation, body });
  const { user, system } = process.cpuUsage(before);
  return { processor_ms: (user + system) / 1_000, clock_ms: performance.now() - started };
}

function shown({ processor_ms, clock_ms }: Took): string {
  return `${processor_ms.toFixed(1)} (${clock_ms.toFixed(1)})`;
}
