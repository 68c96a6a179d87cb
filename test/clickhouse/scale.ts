/**
 * `npm run scale -- [--events 1000000,10000000,30000000] [--keep FOLDER] [--docs]`: a question of each kind on both
 * engines, for each number of events, and how the times grow. Sizes that are measured are in FOLDER/scale.json and not
 * measured again, so an interrupted run goes on with the next one; all else is removed. `--docs` writes the tables of
 * docs/scaling.md from all sizes there are.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importEvents } from '../../bench/loading.ts';
import { linesOf } from '../../bench/old/files.ts';
import { QUESTIONS } from '../../bench/old/questions.ts';
import { callNamed } from '../../bench/ours.ts';
import { newTextFile } from '../../bench/text_file.ts';
import { answerInSql } from '../../src/clickhouse/answer.ts';
import { parseAddress } from '../../src/clickhouse/server/address.ts';
import { type Database, openDatabase } from '../../src/clickhouse/server/database.ts';
import { needsOf } from '../../src/clickhouse/shipping/needs.ts';
import { countShipped } from '../../src/clickhouse/shipping/shipped.ts';
import { sql } from '../../src/clickhouse/statement/sql.ts';
import { ROWS_ALIKE } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { ShowTask } from '../../src/service/computing/messages.ts';
import { outcomeOf } from '../../src/service/computing/outcome.ts';
import { moveEvents } from '../../src/service/operator/move.ts';
import { fetchedFor, ownerOf } from '../../src/service/remote/clickhouse.ts';
import type { Given } from '../../src/service/remote/events.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { paperOf } from './scale_paper.ts';
import { type Measured, type Timed, tablesOf } from './scale_report.ts';
import { startServer, type TestServer } from './server.ts';

const NEVER = new AbortController().signal;
const REPEATS = 3;
/** Whatever takes longer is asked once. */
const PATIENCE_MS = 3_000;
const MERGING_MS = 600_000;
/** Sums depend on the order of additions. */
const DIGITS = 11;
const FETCHED_BYTES = 2 ** 33;

/** Besides the benchmark's questions. */
const CORRELATION = {
  title: 'what goes with conversion',
  operation: 'compute_funnel_correlation',
  body: QUESTIONS.find(({ name }) => name === 'F1')!.body,
};
/** What stands in the table where there is no answer. */
const TOLD: Readonly<Record<string, string>> = { timeout: 'over 30 s', too_large: 'too many rows' };

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000,10000000,30000000' },
    keep: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
});

const folder = values.keep
  ? resolve(process.env['INIT_CWD'] ?? '', values.keep)
  : mkdtempSync(join(tmpdir(), 'insights-scale-'));
mkdirSync(folder, { recursive: true });
const kept = join(folder, 'scale.json');
try {
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Measured[]) : [];
  for (const size of values.events.split(',').map(Number)) {
    if (known.some((one) => one.size === size)) continue;
    known.push(await measured(size));
    known.sort((a, b) => a.events - b.events);
    writeFileSync(kept, JSON.stringify(known, null, 1));
  }
  console.log(`${tablesOf(known)}\n\n${paperOf(known)}`);
  if (values.docs) writeDocs(tablesOf(known), paperOf(known));
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}

function writeDocs(measured_tables: string, paper: string): void {
  const page = join(import.meta.dirname, '..', '..', 'docs', 'scaling.md');
  const put = (text: string, name: string, tables: string): string =>
    text.replace(
      new RegExp(`(<!-- ${name}: [^\\n]* -->).*(<!-- /${name} -->)`, 's'),
      (_, begin: string, end: string) => `${begin}\n${tables}\n${end}`,
    );
  writeFileSync(page, put(put(readFileSync(page, 'utf8'), 'measured', measured_tables), 'paper', paper));
}

async function measured(size: number): Promise<Measured> {
  const [db, there] = [join(folder, 'events.db'), join(folder, 'clickhouse')];
  const remove = (): void => {
    for (const path of [db, `${db}-wal`, `${db}-shm`, there]) rmSync(path, { recursive: true, force: true });
  };
  remove();
  try {
    say(size, 'writing and importing');
    const import_s = await imported(size, db);
    const service = openService({ path: db });
    mkdirSync(there);
    const server = await startServer(there);
    try {
      return {
        size,
        machine: machine(),
        import_s,
        file_bytes: statSync(db).size,
        ...(await asked(service, server, size)),
      };
    } finally {
      await service.close();
      await server.stop();
    }
  } finally {
    remove();
  }
}

/** Seconds of the command. */
async function imported(size: number, db: string): Promise<number> {
  const lines = join(folder, 'events.ndjson');
  const out = newTextFile(lines);
  for (const line of linesOf(size, 0)) await out.add(line);
  await out.end();
  const took_ms = importEvents(lines, db);
  rmSync(lines);
  return took_ms / 1000;
}

type Answers = Pick<Measured, 'events' | 'persons' | 'copy_s' | 'stored_bytes' | 'parts' | 'questions'>;

async function asked(service: RunningService, server: TestServer, size: number): Promise<Answers> {
  const { store } = service;
  const project = store.projects.list()[0]!;
  const address = server.address('default');
  const own: { readonly title: string; readonly task: ShowTask; readonly times: Timings }[] = [];
  for (const one of await questionsOf(service)) {
    say(size, `embedded: ${one.title}`);
    own.push({
      ...one,
      times: await timed(async () => written(await service.computing.show(project, one.task, NEVER), one.task)),
    });
  }
  say(size, 'copying');
  const copy_s = await copied(service, address);
  const database = await openDatabase(parseAddress(address), ownerOf(store));
  try {
    const source = { service, project, database };
    await quiet(database);
    const [stored] = await database.connection.read(
      sql`select sum(bytes_on_disk), count() from system.parts where active and table = 'events'`,
    );
    const copies = [];
    for (const one of own) copies.push(await askedThere(source, one, 'as copied', size));
    say(size, 'merging');
    await database.connection.work(sql`optimize table events final`);
    const questions: Timed[] = [];
    for (const [at, one] of own.entries()) {
      const [before, after] = [copies[at]!, await askedThere(source, one, 'merged', size)];
      questions.push({
        title: one.title,
        first_ms: one.times.first_ms,
        again_ms: one.times.again_ms,
        copied: before.told,
        merged: after.told,
        fetched_bytes: after.bytes,
        fetched_rows: after.rows,
        named_rows: namedRows(service, project, one.task),
        equal: [before, after].every(({ text }) => text === null || text === one.times.text)
          ? before.text === null && after.text === null
            ? null
            : true
          : false,
      });
    }
    const events = store.definitions.events(project.id).reduce((sum, { count }) => sum + count, 0);
    const [people] = await database.connection.read(sql`select count() from persons final`);
    return {
      ...{ events, persons: Number(people![0]), copy_s, questions },
      ...{ stored_bytes: Number(stored![0]), parts: Number(stored![1]) },
    };
  } finally {
    await database.close();
  }
}

/** Rows of the events that a question names, whatever their times. */
function namedRows({ store }: RunningService, project: Project, { asked }: ShowTask): number {
  const { events } = needsOf(asked);
  const named = store.definitions.events(project.id).filter(({ name }) => events?.has(name) ?? true);
  return named.reduce((sum, { count }) => sum + count, 0);
}

/** As the product resolves the benchmark's questions, and a correlation. */
async function questionsOf(service: RunningService): Promise<{ readonly title: string; readonly task: ShowTask }[]> {
  const { computing } = service;
  const show = computing.show;
  const found: { title: string; task: ShowTask }[] = [];
  for (const { title, operation, body } of [...QUESTIONS, CORRELATION]) {
    computing.show = (_, task) => {
      found.push({ title, task: task as ShowTask });
      return Promise.reject(new Error('resolved'));
    };
    await callNamed(service, operation, { ...body, refresh: true }).catch(() => {});
  }
  computing.show = show;
  return found;
}

/** Statements say nothing of the order of their rows, unless they do. */
function written({ json }: { readonly json: Uint8Array }, { asked: { kind } }: ShowTask): string {
  const answer: unknown = JSON.parse(Buffer.from(json).toString());
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
  if (kind !== 'sql' || !Array.isArray(answer)) return JSON.stringify(answer, rounded);
  return answer
    .map((row) => JSON.stringify(row, rounded))
    .sort()
    .join('\n');
}

interface Timings {
  readonly first_ms: number;
  /** The median of those after the first; of one that took long itself. */
  readonly again_ms: number;
  readonly text: string;
}

async function timed(ask: () => Promise<string>): Promise<Timings> {
  const times: number[] = [];
  let text = '';
  for (let time = 0; time <= REPEATS && (times[0] ?? 0) < PATIENCE_MS; time++) {
    const from_ms = performance.now();
    text = await ask();
    times.push(performance.now() - from_ms);
  }
  const [first_ms, ...again] = times as [number, ...number[]];
  again.sort((a, b) => a - b);
  return { first_ms, again_ms: again[again.length >> 1] ?? first_ms, text };
}

/** Seconds. Counts and checksums are compared; the file keeps its events. */
async function copied(service: RunningService, address: string): Promise<number> {
  const from_ms = performance.now();
  let took_s = 0;
  for await (const { kind } of moveEvents(service, address)) {
    if (kind === 'copied') took_s = (performance.now() - from_ms) / 1000;
    if (kind === 'asked') break;
  }
  return took_s;
}

/** Resolves when the server has no parts to merge, or after some minutes. */
async function quiet({ connection }: Database): Promise<void> {
  for (let waited_ms = 0, still = 0; waited_ms < MERGING_MS && still < 3; waited_ms += 1_000) {
    const [merging] = await connection.read(sql`select count() from system.merges`);
    still = Number(merging![0]) === 0 ? still + 1 : 0;
    await sleep(1_000);
  }
}

interface Source {
  readonly service: RunningService;
  readonly project: Project;
  readonly database: Database;
}

interface There {
  /** Milliseconds, or why there are none. */
  readonly told: number | string;
  readonly text: string | null;
  readonly bytes: number;
  readonly rows: number;
}

async function askedThere(
  { service, project, database }: Source,
  { title, task }: { readonly title: string; readonly task: ShowTask },
  how: string,
  size: number,
): Promise<There> {
  say(size, `ClickHouse, ${how}: ${title}`);
  const { store } = service;
  const { asking, ship } = database.question({ project_id: project.id, has_moves: false, signal: NEVER });
  const names = store.definitions.events(project.id).map(({ name }) => name);
  let fetched = { bytes: 0, rows: 0 };
  const given = async (): Promise<Given> => {
    const numbers = task.asked.kind === 'sql' ? null : await answerInSql(task.asked, asking);
    if (numbers !== null) return { from: 'numbers', numbers };
    const shipped = await ship(fetchedFor(task.asked), names, ROWS_ALIKE);
    fetched = { bytes: shipped.bytes.length, rows: countShipped(shipped) };
    return { from: 'rows', shipped };
  };
  const sources = { store, datasets: service.datasets, team: alone(), memory_bytes: FETCHED_BYTES };
  try {
    const { again_ms, text } = await timed(async () => {
      const answer = outcomeOf(project, task, await given(), sources);
      if (answer.kind !== 'shown') throw new Error('an answer to be shown');
      return written(answer, task);
    });
    return { told: again_ms, text, ...fetched };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { told: TOLD[error.code] ?? error.code, text: null, ...fetched };
  }
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB; Node ${process.versions.node}`;
}

function say(size: number, what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${size}: ${what}\n`);
}
