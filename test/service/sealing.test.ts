/** Sealing and compaction on a real file: step by step, during writes, and when the process dies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openSegment } from '../../src/engine/storage/segment.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { EMBEDDED } from '../../src/service/remote/events.ts';
import { mergeableCount, Sealing } from '../../src/service/sealing/sealing.ts';
import { Upkeep } from '../../src/service/sealing/upkeep.ts';
import { startWorker } from '../../src/service/threads/start.ts';
import type { Store } from '../../src/store/types/store.ts';
import { type EventRow, encodeRows, rowsOf, rowsOfChunk, show } from '../engine/rows.ts';
import { addPerson, addProject, open, tempFile } from '../store/fixture.ts';
import { SILENT } from '../support/log.ts';

const SEALER = fileURLToPath(new URL('./sealer.ts', import.meta.url));
const START_MS = Date.UTC(2024, 0, 31, 23);

/** Two people, two distinct ids each, one event of two; every third row lies in the next month. */
function begin(path = tempFile()): {
  store: Store;
  sealing: Sealing;
  project: Project;
  commit: (count: number) => EventRow[];
} {
  const store = open(path);
  const project = store.projects.get(addProject(store))!;
  const distincts = [...Array(4).keys()].map((i) => ({ id: `id${i}`, ord: 0 }));
  store.transaction(() => {
    const revision = store.events.nextRevision(project.id);
    addPerson(store, project.id, ['id0', 'id2'], revision);
    addPerson(store, project.id, ['id1', 'id3'], revision);
    for (const each of distincts) each.ord = store.people.find(project.id, each.id)!.ord;
  });
  const events = ['view', '\ud800buy'].map((name) => store.definitions.eventOrd(project.id, name));
  let made = 0;
  const commit = (count: number) => {
    const rows = Array.from({ length: count }, (): EventRow => {
      const i = made++;
      const uuid = new Uint8Array(16);
      new DataView(uuid.buffer).setUint32(0, i);
      const time_ms = START_MS + (i % 3 === 0 ? 7_200_000 : 0) + i;
      const properties = { n: i, '\ud800': i % 2 === 0 ? null : 'x', ['__proto__']: 'p' };
      return { event_ord: events[i % 2]!, distinct: distincts[i % 4]!.ord, time_ms, uuid, properties };
    });
    store.transaction(() => {
      store.events.nextRevision(project.id);
      store.events.append(project.id, { events: count, bytes: encodeRows(rows) });
    });
    return rows;
  };
  return { store, sealing: new Sealing(store), project, commit };
}

function stored(store: Store, project: Project): string[] {
  const sealed = store.events.segments(project.id).flatMap(({ id, header }) => {
    return rowsOf(openSegment(header, { read: (name) => store.events.blob(id, name), kept: (_, make) => make() }));
  });
  const tail = store.events.logSince(project.id, 0).flatMap(({ bytes }) => rowsOfChunk(bytes).map(show));
  return [...sealed, ...tail].sort();
}

test('the tail becomes segments: each event once, before and after', () => {
  const { store, sealing, project, commit } = begin();
  expect(sealing.seal(project.id)).toBe(0);
  const all = [...commit(5), ...commit(1), ...commit(50)].map(show).sort();
  expect(stored(store, project)).toEqual(all);
  const before = store.events.revision(project.id);
  expect(sealing.seal(project.id)).toBe(56);
  expect(store.events.revision(project.id)).toBe(before + 1);
  expect(store.events.logSince(project.id, 0)).toEqual([]);
  expect(store.events.segments(project.id)).toHaveLength(1);
  expect(stored(store, project)).toEqual(all);
  expect(sealing.seal(project.id)).toBe(0);
});

test('compaction keeps every row and few segments', () => {
  const { store, sealing, project, commit } = begin();
  const all: EventRow[] = [];
  for (let round = 0; round < 20; round++) {
    all.push(...commit(6 + (round % 5) * 4));
    sealing.seal(project.id);
    while (sealing.compact(project.id)) {}
    expect(store.events.segments(project.id).length).toBeLessThanOrEqual(8);
  }
  expect(stored(store, project)).toEqual(all.map(show).sort());
});

test('what an import writes is sealed once, in pieces that need no merging; what clients send is sealed earlier', async () => {
  const { store, project, commit } = begin(':memory:');
  const failed: string[] = [];
  const note = (_: unknown, text: string) => void failed.push(text);
  const log = { ...SILENT, info: note, warn: note, error: note };
  const upkeep = new Upkeep({
    store,
    log,
    gives_way: false,
    events: EMBEDDED,
    startThread: startWorker,
    now: Date.now,
  });
  const grow = async (seal_from: number) => {
    commit(20_000);
    upkeep.logGrew(project.id, 20_000, seal_from);
    await sleep(TUNING.upkeep_pause_ms + 10);
  };
  const rows = () => store.events.segments(project.id).map((segment) => segment.rows);
  for (let events = 0; events < 240_000; events += 20_000) await grow(TUNING.seal_events);
  expect(rows()).toEqual([200_000]);
  for (let events = 40_000; events < TUNING.tail_events; events += 20_000) await grow(TUNING.tail_events);
  expect(rows()).toEqual([200_000, 100_000]);
  await grow(TUNING.seal_events);
  await upkeep.settle(project.id, 0);
  expect(rows()).toEqual([200_000, 100_000, 20_000]);
  await upkeep.stop();
  expect(failed).toEqual([]);
});

test('a chunk that is damaged is not sealed and nothing is lost', () => {
  const { store, sealing, project, commit } = begin();
  const rows = commit(3);
  const damaged = encodeRows(rows);
  damaged[damaged.length - 1]! ^= 1;
  store.events.append(project.id, { events: 3, bytes: damaged });
  expect(() => sealing.seal(project.id)).toThrow('damaged');
  expect(store.events.logSince(project.id, 0)).toHaveLength(2);
  expect(store.events.segments(project.id)).toEqual([]);
});

test('sealing that fails is not tried again with every commit', async () => {
  const { store, project, commit } = begin();
  const failed: string[] = [];
  const log = { ...SILENT, warn: (_: unknown, text: string) => failed.push(text) };
  const upkeep = new Upkeep({
    ...{ store, log, gives_way: false, events: EMBEDDED, startThread: startWorker },
    now: Date.now,
  });
  const damaged = encodeRows(commit(3));
  damaged[damaged.length - 1]! ^= 1;
  store.events.append(project.id, { events: 3, bytes: damaged });
  for (let at = 0; at < 5; at++) {
    upkeep.logGrew(project.id, 1, 1);
    await sleep(TUNING.upkeep_pause_ms * 10);
  }
  await upkeep.stop();
  expect(failed).toEqual(['upkeep of the store was put off']);
});

test('segments of any sizes stay few, and rows are not written often', () => {
  for (const size of [
    (i: number) => 1000 + (i % 7),
    (i: number) => 3000 - i * 2,
    (i: number) => 1 + ((i * 7919) % 500),
  ]) {
    let segments: number[] = [];
    let written = 0;
    let taken = 0;
    for (let i = 0; i < 1000; i++) {
      segments.push(size(i));
      taken += size(i);
      for (;;) {
        const count = mergeableCount(segments);
        if (count < TUNING.compact_segments) break;
        const merged = segments.slice(-count).reduce((sum, rows) => sum + rows, 0);
        segments = [...segments.slice(0, -count), merged];
        written += merged;
        expect(merged).toBeLessThanOrEqual(TUNING.compact_rows);
      }
    }
    expect(segments.reduce((sum, rows) => sum + rows, 0)).toBe(taken);
    expect(segments.length).toBeLessThan(24 + (2 * taken) / TUNING.compact_rows);
    expect(written / taken).toBeLessThan(8);
  }
});

test('a small newest segment keeps the others from nothing, a large older one is left alone', () => {
  expect(mergeableCount([100, 100, 100, 100, 7])).toBe(5);
  expect(mergeableCount([1_000, 100, 100])).toBe(2);
  expect(mergeableCount([TUNING.compact_rows, 100, 100, 100, 100])).toBe(4);
  expect(mergeableCount([7])).toBe(1);
});

/** The store, in which something happens between what a step reads and what it writes. */
function interrupted(store: Store, meanwhile: () => void): Store {
  return {
    ...store,
    transactionAhead(run) {
      meanwhile();
      return store.transactionAhead(run);
    },
  };
}

test('a tail that another process seals meanwhile is there once', () => {
  const path = tempFile();
  const { store, project, commit } = begin(path);
  const all = [...commit(40), ...commit(3)].map(show).sort();
  const other = new Sealing(open(path));
  const late: string[] = [];
  const sealing = new Sealing(
    interrupted(store, () => {
      other.seal(project.id);
      late.push(...commit(5).map(show));
    }),
  );
  expect(sealing.seal(project.id)).toBe(43);
  expect(stored(store, project)).toEqual([...all, ...late].sort());
  expect(store.events.tailEvents(project.id)).toBe(5);
});

test('segments that another process merges meanwhile, or that are not the newest any more, are left', () => {
  for (const kind of ['merged', 'newer'] as const) {
    const path = tempFile();
    const { store, sealing, project, commit } = begin(path);
    const all: EventRow[] = [];
    const add = () => {
      all.push(...commit(12));
      sealing.seal(project.id);
    };
    for (let i = 0; i < TUNING.compact_segments; i++) add();
    const other = new Sealing(open(path));
    const meanwhile = kind === 'newer' ? add : () => void other.compact(project.id);
    const revision = () => store.events.revision(project.id);
    let between = 0;
    const step = new Sealing(
      interrupted(store, () => {
        meanwhile();
        between = revision();
      }),
    );
    expect(step.compact(project.id)).toBe(true);
    expect(revision()).toBe(between);
    expect(stored(store, project)).toEqual(all.map(show).sort());
    while (sealing.compact(project.id)) {}
    expect(stored(store, project)).toEqual(all.map(show).sort());
    expect(store.events.segments(project.id)).toHaveLength(1);
  }
});

test('only sealing and merging leave what writers remember as it is', () => {
  const { store, sealing, project, commit } = begin();
  const { events } = store;
  for (let i = 0; i < TUNING.compact_segments - 1; i++) {
    commit(12);
    sealing.seal(project.id);
  }
  commit(12);
  const before = events.revision(project.id);
  expect(events.isOnlySealedSince(project.id, before)).toBe(true);
  sealing.seal(project.id);
  expect(events.isOnlySealedSince(project.id, before)).toBe(true);
  const sealed = events.revision(project.id);
  while (sealing.compact(project.id)) {}
  expect(events.isOnlySealedSince(project.id, sealed)).toBe(true);
  // The segments of that sealing are gone, and nothing else proves that it was one.
  expect(events.isOnlySealedSince(project.id, before)).toBe(false);
  const merged = events.revision(project.id);
  commit(12);
  expect(events.isOnlySealedSince(project.id, merged)).toBe(false);
  sealing.seal(project.id);
  expect(events.isOnlySealedSince(project.id, merged)).toBe(false);
  expect(events.isOnlySealedSince(project.id, events.revision(project.id) + 1)).toBe(false);
});

test('kill -9 in the middle of sealing and merging: every event is there once', async () => {
  const path = tempFile();
  const { store, project, commit } = begin(path);
  const all: string[] = [];
  for (let kill = 0; kill < 6; kill++) {
    for (let i = 0; i < 40; i++) all.push(...commit(50).map(show));
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SEALER, path, String(project.id)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // So many steps are done, and the next one is under way.
    let said = 0;
    child.stdout.on('data', (dots: Buffer) => {
      said += dots.length;
    });
    while (said <= kill % 3 && child.exitCode === null) await sleep(1);
    await sleep(kill * 7);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    expect(stored(store, project)).toEqual(all.toSorted());
  }
  expect(store.events.segments(project.id).length).toBeGreaterThan(0);
});

test('upkeep that was stopped is not resumed by a timer that its last step has set', async () => {
  const store = open();
  const log = SILENT;
  const parts = { store, log, gives_way: false, events: EMBEDDED, startThread: startWorker, now: Date.now };
  const upkeep = new Upkeep(parts);
  await upkeep.stop();
  store.close();
  expect(() => upkeep.resume()).not.toThrow();
});

test('projects whose logs are long take turns, however fast one of them grows', async () => {
  const store = open();
  const log = SILENT;
  const sealed: number[] = [];
  const settle = async (project_id: number): Promise<number> => {
    sealed.push(project_id);
    await sleep(1);
    if (sealed.length < 6) upkeep.logGrew(1, 1, 1);
    return 1;
  };
  const events = { ...EMBEDDED, settle };
  const upkeep = new Upkeep({ store, log, gives_way: false, events, startThread: startWorker, now: Date.now });
  for (const project_id of [1, 1, 2, 2, 2, 2]) upkeep.logGrew(project_id, 1, 1);
  while (sealed.length < 6) await sleep(5);
  await upkeep.stop();
  store.close();
  expect(sealed.slice(0, 4)).toEqual([1, 2, 1, 2]);
});
