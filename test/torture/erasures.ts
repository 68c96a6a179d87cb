/**
 * A process that is killed while it erases a person. Whoever opens the file next finds all of them or nothing; if it was
 * asked for, it is finished then, and no byte is left.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../src/base/random.ts';
import { parseUuid } from '../../src/base/uuid.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { openService } from '../../src/service/service.ts';

const ERASER = fileURLToPath(new URL('./eraser.ts', import.meta.url));
const NOW = Date.parse('2026-03-10T12:00:00Z');
const PEOPLE = 40;
/** Most are sealed, in several segments; the last ones are in the log. */
const EVENTS = 60_000;
const SEALED = [25_000, 25_000, 8_000];
const WHO = 'person-0-by-name';
const OF_WHO = EVENTS / PEOPLE;

/** Makes the file at `path`. */
export async function makeErasable(path: string): Promise<void> {
  const service = openService({ path, now: () => NOW });
  const [project] = service.store.projects.list();
  let at = 0;
  for (const events of SEALED) {
    service.ingest.importItems(project!, items(at, at + events));
    await service.ingest.settle(project!, 1);
    at += events;
  }
  service.ingest.importItems(project!, items(at, EVENTS));
  await service.close();
}

function* items(from: number, until: number): Generator<IngestItem> {
  for (let at = from; at < until; at++) {
    const who = at % PEOPLE;
    const uuid = parseUuid(`00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`)!;
    const properties = { page: `${who}-reads-${at % 997}`, $set: { mail: `${who}@by.name` } };
    const event = {
      event: 'seen',
      distinct_id: `person-${who}-by-name`,
      timestamp_ms: NOW - at * 1_000,
      uuid,
      properties,
    };
    yield { kind: 'event', event };
  }
}

export interface Killed {
  /** How far it came: dots, and milliseconds after the last. */
  readonly dots: number;
  readonly after_ms: number;
  /** What was found of the person's events right after, and at the end. */
  readonly found: 'all' | 'none';
  readonly is_asked: boolean;
  /** Of what is not fine. */
  readonly about: string;
}

/** Kills at a random moment of erasing from a copy of the file. */
export async function killOnce(whole: string, path: string, random: Random): Promise<Killed> {
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(path + ending, { force: true });
    if (existsSync(whole + ending)) copyFileSync(whole + ending, path + ending);
  }
  const [dots, after_ms] = [random.below(4), random.below(150)];
  await killAfter(path, dots, after_ms);
  const right_after = verifyFile(path);
  const erased = EVENTS - right_after.events;
  const found = erased === 0 ? 'all' : 'none';
  const problems = [...right_after.problems];
  if (erased !== 0 && erased !== OF_WHO) problems.push(`${erased} events were erased, and not ${OF_WHO}`);
  const is_asked = await resume(path, problems);
  return { dots, after_ms, found, is_asked, about: problems.join('\n') };
}

async function killAfter(path: string, dots: number, after_ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ERASER, path, WHO], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = 0;
  child.stdout.on('data', (text: Buffer) => {
    said += text.length;
  });
  while (said <= dots && child.exitCode === null) await sleep(1);
  await sleep(after_ms);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

/** The next start goes on by itself. Whether anything was asked for. */
async function resume(path: string, problems: string[]): Promise<boolean> {
  const service = openService({ path, now: () => NOW });
  const [project] = service.store.projects.list();
  const is_asked = service.store.erasures.get(1) !== undefined;
  if (is_asked) {
    await service.ingest.erase(project!);
    if (!(await service.ingest.scrub())) problems.push('not scrubbed');
    if (service.store.erasures.get(1)?.events !== OF_WHO) problems.push('the erasure says other numbers');
  }
  await service.close();
  const { events, people, problems: damages } = verifyFile(path);
  problems.push(...damages);
  const left = is_asked ? 1 : 0;
  if (events !== EVENTS - left * OF_WHO || people !== PEOPLE - left)
    problems.push(`${events} events, ${people} people`);
  const bytes = [path, `${path}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'latin1'));
  if (is_asked && bytes.some((text) => /person-0-by|"0@by|[^\d]0-reads-/.test(text))) problems.push('bytes are left');
  return is_asked;
}
