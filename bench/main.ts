/**
 * npm run bench -- [--shape web|calls|old] [--events N] [--knobs JSON] [--quick] [--only T1,F1] [--ours] [--keep FOLDER]
 * [--json FILE] [--docs] [--show FILE] [--rehearsed]
 * Loads generated events into the product (by its import command), ClickHouse and DuckDB, asks all three the same
 * questions, checks that they agree, and prints how long each took. `--knobs` sets parameters of the web shape
 * (`web/generate.ts`): {"tail":1.5,"late":0.1}. `--ours` skips the peers, `--keep` keeps the loaded databases for the
 * next run, `--docs` writes the tables and the chart into docs/, `--show` takes the JSON of an
 * earlier run instead of measuring. `--rehearsed` first asks the made-up questions that `serve` warms up with.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Rehearsal } from '../src/service/rounds/rehearse.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { clientFigures, figureOf } from './asking.ts';
import { chartOf } from './chart.ts';
import { blobsIn, importEvents, importHere, setUp } from './loading.ts';
import { buildChild, firstWords, median } from './measure.ts';
import { hasPeers, openPeer, type Peer } from './peers.ts';
import { PEERS, type PeerName, type Question, questionOf } from './question.ts';
import { type Report, tablesOf } from './report.ts';
import type { Shape } from './shape.ts';
import { shapeNamed } from './shapes.ts';

const COLD_STARTS = 3;

interface Options {
  readonly shape: Shape;
  readonly events: number;
  readonly questions: readonly Question[];
  readonly peers: readonly PeerName[];
  readonly rounds: number;
  /** Whether to measure more than the questions. */
  readonly whole: boolean;
}

/** Figures from loading; kept beside the databases. */
type Loaded = Pick<Report, 'events' | 'ingest' | 'disk' | 'blobs' | 'import_exchange_max_ms'>;

const { values } = parseArgs({
  options: {
    shape: { type: 'string', default: 'web' },
    events: { type: 'string' },
    knobs: { type: 'string', default: '{}' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'string' },
    ours: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    show: { type: 'string' },
    rehearsed: { type: 'boolean', default: false },
  },
});

await main();

async function main(): Promise<void> {
  const report = values.show ? (JSON.parse(readFileSync(values.show, 'utf8')) as Report) : await run();
  console.log(`${tablesOf(report)}\n\n${JSON.stringify({ ...report, queries: undefined }, null, 2)}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.docs) writeDocs(report);
}

function writeDocs(report: Report): void {
  // The shape's tables on the performance page.
  const tables = new RegExp(
    `(<!-- tables of the ${report.shape} shape: [^\\n]* -->).*(<!-- /tables of the ${report.shape} shape -->)`,
    's',
  );
  const docs = join(import.meta.dirname, '..', 'docs');
  const page = join(docs, 'performance.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(tables, (_, begin: string, end: string) => `${begin}\n${tablesOf(report)}\n${end}`),
  );
  writeFileSync(join(docs, `performance-${report.shape}.svg`), chartOf(report));
}

async function run(): Promise<Report> {
  const options = await readOptions();
  const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'insights-bench-'));
  mkdirSync(folder, { recursive: true });
  try {
    const loaded = await loadOnce(folder, options);
    return await measure(folder, loaded, options);
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function readOptions(): Promise<Options> {
  const { quick, only } = values;
  const shape = await shapeNamed(values.shape);
  const peers = values.ours ? [] : PEERS;
  if (peers.length > 0 && !hasPeers())
    throw new Error('The peers are not installed: npm --prefix bench install, or --ours');
  return {
    shape,
    events: Number(values.events ?? (quick ? shape.quick_events : shape.events)),
    questions: only?.split(',').map((name) => questionOf(shape.questions, name)) ?? shape.questions,
    peers,
    rounds: quick ? 2 : 3,
    whole: only === undefined,
  };
}

async function loadOnce(folder: string, options: Options): Promise<Loaded> {
  const kept = join(folder, 'loaded.json');
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Loaded;
  const loaded = await loadAll(folder, options);
  writeFileSync(kept, JSON.stringify(loaded));
  return loaded;
}

async function loadAll(folder: string, { shape, events: count, peers }: Options): Promise<Loaded> {
  say('writing events');
  const {
    events,
    ours,
    peers: table,
  } = await shape.write(folder, count, JSON.parse(values.knobs) as Record<string, number>);
  const perSecond = (ms: number): number => Math.round((events / ms) * 1_000);
  const perEvent = (bytes: number): number => Math.round((bytes / events) * 10) / 10;
  const [ingest, disk] = [newFigures(), newFigures()];

  const db = join(folder, 'bench.db');
  let import_exchange_max_ms = 0;
  for (const [figure, path] of ours) {
    say(`importing ${figure}`);
    // The last import uses the command; earlier ones report how long they blocked writers.
    if (path === ours.at(-1)?.[1]) ingest.ours[figure] = perSecond(importEvents(path, db));
    else {
      const { took_ms, exchange_max_ms } = await importHere(path, db);
      ingest.ours[figure] = perSecond(took_ms);
      import_exchange_max_ms = rounded(Math.max(import_exchange_max_ms, exchange_max_ms));
    }
    disk.ours[figure] = perEvent(statSync(db).size);
    rmSync(path);
  }
  await setUp(db, shape.settings);
  for (const name of peers) {
    say(`loading ${name}`);
    const peer = await openPeer(name, shape, folder);
    const started = performance.now();
    await peer.load(table);
    ingest.peers[name] = perSecond((performance.now() - started) / peer.layouts.length);
    disk.peers[name] = perEvent(await peer.diskBytes());
    await peer.close();
  }
  rmSync(table);
  return { events, ingest, disk, blobs: blobsIn(db), import_exchange_max_ms };
}

interface Figures {
  readonly ours: Record<string, number>;
  readonly peers: Record<string, number>;
}

function newFigures(): Figures {
  return { ours: {}, peers: {} };
}

/** Cold starts and memory first, while no other process has the databases open. */
async function measure(folder: string, loaded: Loaded, options: Options): Promise<Report> {
  const { shape, whole, peers } = options;
  const cold: Record<string, number> = {};
  if (whole) buildChild();
  if (whole) {
    for (const engine of ['ours', ...peers]) cold[engine] = await coldStart(shape, folder, engine);
  }
  const held = whole ? await heldMemory(shape, folder) : null;
  if (whole && shape.load !== null) say('load');
  const load = whole && shape.load !== null ? await shape.load(join(folder, 'bench.db')) : null;
  const { queries, clients } = await askAll(folder, options);
  const [cpu] = cpus();
  return {
    shape: shape.name,
    machine: `${cpus().length} x ${cpu?.model}, Node ${process.version}`,
    measured_at: new Date().toISOString(),
    ...loaded,
    ...{ queries, clients, cold, load },
    memory: held && {
      bytes_per_event: Math.round((held.bytes / loaded.events) * 10) / 10,
      rss_bytes: held.rss_bytes,
    },
  };
}

async function coldStart(shape: Shape, folder: string, engine: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < COLD_STARTS; start++) {
    times.push((await firstWords(['first', shape.name, folder, engine])).ms);
  }
  return Math.round(median(times));
}

async function heldMemory(shape: Shape, folder: string): Promise<{ bytes: number; rss_bytes: number }> {
  say('memory');
  const { text } = await firstWords(['memory', shape.name, folder]);
  return JSON.parse(text) as { bytes: number; rss_bytes: number };
}

/** Each question to all engines in turn; then all questions from several clients. */
async function askAll(
  folder: string,
  { shape, peers: names, questions, rounds, whole }: Options,
): Promise<Pick<Report, 'queries' | 'clients'>> {
  const service = openService({ path: join(folder, 'bench.db') });
  const peers: Peer[] = [];
  for (const name of names) peers.push(await openPeer(name, shape, folder));
  if (values.rehearsed) await rehearse(service);
  const queries: Report['queries'][number][] = [];
  for (const question of questions) {
    say(question.name);
    queries.push(await figureOf(service, peers, question, rounds));
  }
  if (whole) say('clients');
  const clients = whole ? await clientFigures(service, peers, questions) : null;
  await service.close();
  for (const peer of peers) await peer.close();
  return { queries, clients };
}

async function rehearse(service: RunningService): Promise<void> {
  say('rehearsal');
  const rehearsal = new Rehearsal(service);
  while ((await rehearsal.step()) !== null);
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** On stderr; stdout has only the result. */
function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
