/**
 * npm --prefix bench run growth -- [--keep FOLDER] [EVENTS ...]     (default: 1000000 10000000 30000000)
 * Time grows with the events a question touches, not with others: compares the last week
 * of two months with the last week of three years that have as many events per two months. `--keep` keeps the databases
 * for the next run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openService } from '../src/service/service.ts';
import { importEvents } from './loading.ts';
import { medianOf } from './measure.ts';
import { linesOf } from './old/files.ts';
import { DAYS } from './old/generate.ts';
import { lastWeek, QUESTIONS } from './old/questions.ts';
import { ask } from './ours.ts';
import type { Question } from './question.ts';
import { newTextFile } from './text_file.ts';

const WARM_UPS = 3;
const REPEATS = 9;
/** Three years: each stretch is two months of the same persons' events. */
const STRETCHES = 18;
const STRETCH_EVENTS = 500_000;

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'insights-growth-'));
mkdirSync(folder, { recursive: true });
try {
  await bySize(positionals.length > 0 ? positionals.map(Number) : [1_000_000, 10_000_000, 30_000_000]);
  await byHistory();
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}

async function bySize(counts: readonly number[]): Promise<void> {
  const columns: number[][] = [];
  for (const count of counts) {
    const db = await load(`${count}`, (add) => addStretch(add, count, 0));
    columns.push(await timesOf(db, QUESTIONS));
  }
  print(['question', ...counts.map((count) => `${count / 1e6}M ms`)], QUESTIONS, columns);
}

async function byHistory(): Promise<void> {
  const asked = QUESTIONS.map(lastWeek);
  const columns: number[][] = [];
  for (const stretches of [1, STRETCHES]) {
    const db = await load(`history-${stretches}`, async (add) => {
      for (let back = stretches - 1; back >= 0; back--) await addStretch(add, STRETCH_EVENTS, back * DAYS);
    });
    columns.push(await timesOf(db, asked));
  }
  print(['the last week of', 'two months ms', 'three years ms'], asked, columns);
}

type AddLine = (line: string) => Promise<void>;

async function addStretch(add: AddLine, events: number, days_back: number): Promise<void> {
  for (const line of linesOf(events, days_back)) await add(line);
}

/** Imports these lines; returns the database's path. */
async function load(name: string, write: (add: AddLine) => Promise<void>): Promise<string> {
  const db = join(folder, `${name}.db`);
  if (existsSync(db)) return db;
  const file = join(folder, `${name}.ndjson`);
  const out = newTextFile(file);
  await write((line) => out.add(line));
  await out.end();
  importEvents(file, db);
  rmSync(file);
  return db;
}

async function timesOf(path: string, questions: readonly Question[]): Promise<number[]> {
  const service = openService({ path });
  const times: number[] = [];
  for (const question of questions) times.push(await medianOf(() => ask(service, question), WARM_UPS, REPEATS));
  await service.close();
  return times;
}

function print(heads: readonly string[], questions: readonly Question[], columns: readonly number[][]): void {
  console.log(`| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`);
  for (const [at, { name }] of questions.entries()) {
    console.log(`| ${name} | ${columns.map((times) => times[at]!.toFixed(1)).join(' | ')} |`);
  }
}
