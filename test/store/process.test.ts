/** Several connections and processes on one file; processes that die. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { openDatabase } from '../../src/store/file/database.ts';
import { openStore } from '../../src/store/store.ts';
import { addIds, addPerson, addProject, open, tempFile } from './fixture.ts';

const APPENDER = fileURLToPath(new URL('./appender.ts', import.meta.url));

function start(...args: string[]): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', APPENDER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { child, printed: () => text };
}

test('kill -9 in a stream of commits: nothing acknowledged is lost, nothing is half there', async () => {
  const path = tempFile();
  const first = openStore(path);
  const project = addProject(first);
  first.close();
  const acknowledged: number[] = [];
  for (let kill = 0; kill < 5; kill++) {
    const { child, printed } = start(path, 'append');
    while (printed().length < 20) await sleep(2); // it has begun to commit
    await sleep(10 + kill * 23);
    child.kill('SIGKILL');
    await once(child, 'close');
    acknowledged.push(...printed().split('\n').slice(0, -1).map(Number)); // an unfinished line was not acknowledged

    const store = openStore(path);
    const log = store.events.logSince(project, 0);
    const texts = log.map((row) => new TextDecoder().decode(row.bytes));
    expect(new Set(log.map((row) => row.seq)).isSupersetOf(new Set(acknowledged))).toBe(true);
    expect(texts).toEqual(texts.map((_, i) => `d${i}`));
    expect(store.people.distinctCount(project)).toBe(texts.length);
    expect(store.events.revision(project)).toBe(texts.length);
    expect(log.length - acknowledged.length).toBeLessThanOrEqual(kill + 1); // at most one in flight per kill
    store.close();
  }
  expect(acknowledged.length).toBeGreaterThan(25);
});

test('a second connection sees what is committed, and nothing before', () => {
  const path = tempFile();
  const [one, two] = [open(path), open(path)];
  const project = addProject(one);
  one.transaction(() => {
    one.events.nextRevision(project);
    addPerson(one, project, ['x']);
    expect(two.events.revision(project)).toBe(0);
  });
  expect(two.events.revision(project)).toBe(1);
  expect(two.people.find(project, 'x')).toEqual({ ord: 0, person_ord: 0 });
});

test('numbers go on across connections', () => {
  const path = tempFile();
  const [one, two] = [open(path), open(path)];
  const project = addProject(one);
  const add = (store: typeof one, id: string) => store.transaction(() => addIds(store, project, [id], 0));
  expect([add(one, 'a'), add(two, 'b'), add(one, 'c'), add(two, 'd')]).toEqual([0, 1, 2, 3]);
  expect(one.definitions.eventOrd(project, 'x')).toBe(0);
  expect(two.definitions.eventOrd(project, 'y')).toBe(1);
  expect(two.definitions.eventOrd(project, 'x')).toBe(0);
});

test('a writer waits for another process', async () => {
  const path = tempFile();
  const store = open(path);
  const project = addProject(store);
  const { child, printed } = start(path, 'hold', '300');
  while (!printed().includes('held')) await sleep(2);
  expect(store.events.revision(project)).toBe(0); // readers do not wait
  expect(store.events.nextRevision(project)).toBe(2);
  if (child.exitCode === null) await once(child, 'close');
  expect(child.exitCode).toBe(0);
});

test('a writer that has waited long enough is told to try again, and nothing is written', () => {
  const path = tempFile();
  const store = open(path);
  const project = addProject(store);
  const impatient = openDatabase(path, 20);
  onTestFinished(() => impatient.close());
  const write = () => impatient.run('INSERT INTO distinct_more VALUES (?, 1, 1)', project);
  const written = () => impatient.all('SELECT * FROM distinct_more').length;
  store.transaction(() => {
    store.events.nextRevision(project);
    for (const run of [write, () => impatient.transaction(write)]) {
      expect(run).toThrow(ServiceError);
      expect(run).toThrow(expect.objectContaining({ code: 'busy', status: 503 }));
    }
  });
  expect(written()).toBe(0);
  write();
  expect(written()).toBe(1);
});

test('processes that create a file at the same moment all get it', async () => {
  const path = tempFile();
  const children = Array.from({ length: 4 }, () => start(path, 'none').child);
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(open(path).projects.list()).toEqual([]);
});

test('a snapshot is of one moment and only reads', () => {
  const path = tempFile();
  const [one, two] = [open(path), open(path)];
  const project = addProject(one);
  const seen = one.snapshot(() => {
    const before = one.events.revision(project);
    two.transaction(() => two.events.nextRevision(project));
    expect(() => one.transaction(() => one.events.nextRevision(project))).toThrow(/only reads/);
    return [before, one.snapshot(() => one.events.revision(project))];
  });
  expect(seen).toEqual([0, 0]);
  expect(one.events.revision(project)).toBe(1);
  expect(() => one.snapshot(() => expect.unreachable())).toThrow();
  expect(one.transaction(() => one.events.nextRevision(project))).toBe(2);
});

test.each([
  ['moved', (path: string) => renameSync(path, `${path}.moved`)],
  [
    'replaced',
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ['removed', (path: string) => rmSync(path)],
  ['parted from its log', (path: string) => rmSync(`${path}-wal`)],
])('a file that is %s while it is open takes nothing more, as nobody would find it', async (_, happens) => {
  const path = tempFile();
  const store = open(path);
  const project_id = addProject(store);
  const append = (): number =>
    store.transaction(() => {
      store.events.nextRevision(project_id);
      return store.events.append(project_id, { events: 1, bytes: new Uint8Array(9) });
    });
  append();
  await store.durable();
  store.transactionAhead(() => store.events.nextRevision(project_id));
  happens(path);
  // What was committed just before is not acknowledged either.
  await expect(store.durable()).rejects.toMatchObject({ code: 'read_only', status: 503 });
  expect(append).toThrow(expect.objectContaining({ code: 'read_only', message: expect.stringMatching(/moved.*put/) }));
  expect(store.refusal()?.code).toBe('read_only');
  expect(store.projects.get(project_id)?.name).toBe('Shop');
});
