/**
 * npm run bench -- [--events N] [--quick] [--only T1,F1] [--ours] [--keep FOLDER] [--json FILE] [--docs] [--show FILE]
 * Loads generated events into the product (by its import command), ClickHouse and DuckDB, asks all three the same
 * questions, checks that they agree, and prints how long each took. `--ours` leaves the peers out, `--keep` keeps what
 * was loaded for the next run, `--docs` writes the tables and the chart into docs/, `--show` takes the JSON of an earlier
 * run instead of measuring.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openService, type RunningService } from '../src/service/service.ts';
import { chartOf } from './chart.ts';
import { type EventFiles, writeFiles } from './files.ts';
import { underLoad } from './load.ts';
import { difference, firstWords, median, mediansOf } from './measure.ts';
import { answer, ask, importEvents } from './ours.ts';
import { hasPeers, openPeer, PEERS, type Peer, type PeerName } from './peers.ts';
import { QUESTIONS, type Question, questionNamed } from './questions.ts';
import { type QueryFigure, type Report, tablesOf } from './report.ts';

const COLD_STARTS = 3;
/** Measured each time an engine has its turn; ours are short. */
const RUNS = { ours: 5, peer: 2 };
/** Where the tables stand on the page about performance. */
const TABLES = /(<!-- tables: [^\n]* -->).*(<!-- \/tables -->)/s;

interface Options {
  readonly events: number;
  readonly questions: readonly Question[];
  readonly peers: readonly PeerName[];
  readonly rounds: number;
  /** Whether all but the questions is measured as well. */
  readonly whole: boolean;
}

/** What loading found out; kept beside the databases. */
interface Loaded {
  readonly events: number;
  readonly ingest: Record<string, number>;
  readonly disk: Record<string, number>;
}

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'string' },
    ours: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    show: { type: 'string' },
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
  const docs = join(import.meta.dirname, '..', 'docs');
  const page = join(docs, 'performance.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(TABLES, `$1\n${tablesOf(report)}\n$2`));
  writeFileSync(join(docs, 'performance.svg'), chartOf(report));
}

async function run(): Promise<Report> {
  const options = readOptions();
  const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'insights-bench-'));
  mkdirSync(folder, { recursive: true });
  try {
    const loaded = await loadOnce(folder, options);
    return await measure(folder, loaded, options);
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(): Options {
  const { quick, only } = values;
  const names = only?.split(',') ?? QUESTIONS.map(({ name }) => name);
  const peers = values.ours ? [] : PEERS;
  if (peers.length > 0 && !hasPeers())
    throw new Error('The peers are not installed: npm --prefix bench install, or --ours');
  return {
    events: Number(values.events ?? (quick ? 1_000_000 : 10_000_000)),
    questions: names.map(questionNamed),
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

async function loadAll(folder: string, options: Options): Promise<Loaded> {
  const files: EventFiles = {
    with_uuids: join(folder, 'events.ndjson'),
    without_uuids: join(folder, 'events_without_uuids.ndjson'),
    peers: join(folder, 'events.tsv'),
  };
  const db = join(folder, 'bench.db');
  say('writing events');
  const events = await writeFiles(files, options.events);
  const perSecond = (ms: number): number => Math.round((events / ms) * 1_000);
  const perEvent = (bytes: number): number => Math.round((bytes / events) * 10) / 10;

  say('importing');
  importEvents(files.without_uuids, db);
  const derived_ids = perEvent(statSync(db).size);
  const ingest: Record<string, number> = { ours: perSecond(importEvents(files.with_uuids, db)) };
  const disk: Record<string, number> = { ours: perEvent(statSync(db).size), ours_derived_ids: derived_ids };
  for (const name of options.peers) {
    say(`loading ${name}`);
    const peer = await openPeer(name, folder);
    const started = performance.now();
    await peer.load(files.peers);
    ingest[name] = perSecond((performance.now() - started) / peer.layouts.length);
    disk[name] = perEvent(await peer.diskBytes());
    await peer.close();
  }
  for (const file of Object.values(files)) rmSync(file);
  return { events, ingest, disk };
}

/** Cold starts and memory first, while no other process has the databases open. */
async function measure(folder: string, loaded: Loaded, options: Options): Promise<Report> {
  const cold: Record<string, number> = {};
  if (options.whole) {
    for (const engine of ['ours', ...options.peers]) cold[engine] = await coldStart(folder, engine);
  }
  const held = options.whole ? await heldMemory(folder) : null;
  if (options.whole) say('load');
  const load = options.whole ? await underLoad(join(folder, 'bench.db')) : null;
  const queries = await askAll(folder, options);
  const [cpu] = cpus();
  return {
    machine: `${cpus().length} x ${cpu?.model}, Node ${process.version}`,
    measured_at: new Date().toISOString(),
    events: loaded.events,
    queries,
    ingest: loaded.ingest,
    cold,
    memory: held && {
      bytes_per_event: Math.round((held.bytes / loaded.events) * 10) / 10,
      rss_bytes: held.rss_bytes,
    },
    disk: loaded.disk,
    load,
  };
}

async function coldStart(folder: string, engine: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < COLD_STARTS; start++) times.push((await firstWords(['first', folder, engine])).ms);
  return Math.round(median(times));
}

async function heldMemory(folder: string): Promise<{ bytes: number; rss_bytes: number }> {
  return JSON.parse((await firstWords(['memory', folder])).text) as { bytes: number; rss_bytes: number };
}

/** Question by question, all engines in turn. */
async function askAll(folder: string, options: Options): Promise<QueryFigure[]> {
  const service = openService({ path: join(folder, 'bench.db') });
  const peers: Peer[] = [];
  for (const name of options.peers) peers.push(await openPeer(name, folder));
  const figures: QueryFigure[] = [];
  for (const question of options.questions) {
    say(question.name);
    const { ours_ms, peers_ms } = await timed(service, peers, question, options.rounds);
    const new_filter_ms = await withNewFilters(service, question);
    const rows = await answer(service, question);
    const differences: Partial<Record<PeerName, string | null>> = {};
    for (const peer of peers) {
      differences[peer.name] = difference(rows, await peer.ask(question.name, peer.layouts[0] as string));
    }
    figures.push({
      name: question.name,
      ours_ms: rounded(ours_ms),
      new_filter_ms: new_filter_ms === null ? null : rounded(new_filter_ms),
      clickhouse_ms: peers_ms.clickhouse ?? null,
      duckdb_ms: peers_ms.duckdb ?? null,
      differences,
    });
  }
  await service.close();
  for (const peer of peers) await peer.close();
  return figures;
}

/** Columns are in memory by then, and compiled code has settled. */
async function withNewFilters(service: RunningService, question: Question): Promise<number | null> {
  const times: number[] = [];
  for (const body of question.unasked) {
    const started = performance.now();
    await ask(service, { ...question, body });
    times.push(performance.now() - started);
  }
  return times.length === 0 ? null : median(times);
}

/** A peer in the layout that is fastest for the question. */
async function timed(
  service: RunningService,
  peers: readonly Peer[],
  question: Question,
  rounds: number,
): Promise<{ ours_ms: number; peers_ms: Partial<Record<PeerName, number>> }> {
  const asked = peers.flatMap((peer) => peer.layouts.map((layout) => ({ peer, layout })));
  const [ours_ms, ...times] = await mediansOf(
    [
      { task: () => ask(service, question), warm_ups: 3, runs: RUNS.ours },
      ...asked.map(({ peer, layout }) => ({
        task: () => peer.ask(question.name, layout),
        warm_ups: 1,
        runs: RUNS.peer,
      })),
    ],
    rounds,
  );
  const peers_ms: Partial<Record<PeerName, number>> = {};
  for (const [at, { peer }] of asked.entries()) {
    peers_ms[peer.name] = rounded(Math.min(peers_ms[peer.name] ?? Number.POSITIVE_INFINITY, times[at] as number));
  }
  return { ours_ms: ours_ms as number, peers_ms };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Beside the result, which alone is on stdout. */
function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
