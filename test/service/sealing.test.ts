/** Sealing and compaction on a real file. */
import { expect, test } from 'vitest';
import { decodeChunk, encodeChunk } from '../../src/engine/storage/chunk.ts';
import { openSegment } from '../../src/engine/storage/segment.ts';
import type { EventRow } from '../../src/engine/storage/table.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Project } from '../../src/model/project.ts';
import { compact, mergeableCount, sealTail } from '../../src/service/sealing.ts';
import type { Store } from '../../src/store/types.ts';
import { rowsOf, show } from '../engine/rows.ts';
import { addPerson, addProject, open } from '../store/fixture.ts';

const START_MS = Date.UTC(2024, 0, 31, 23);

/** Two people, two distinct ids each, one event of two; every third row lies in the next month. */
function begin(): { store: Store; project: Project; commit: (count: number) => EventRow[] } {
  const store = open();
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
      store.events.append(project.id, { events: count, bytes: encodeChunk(rows) });
    });
    return rows;
  };
  return { store, project, commit };
}

function stored(store: Store, project: Project): string[] {
  const sealed = store.events.segments(project.id).flatMap(({ id, header }) => {
    return rowsOf(openSegment(header, (name) => store.events.column(id, name)));
  });
  const tail = store.events.logSince(project.id, 0).flatMap(({ bytes }) => decodeChunk(bytes).map(show));
  return [...sealed, ...tail].sort();
}

test('the tail becomes segments: each event once, before and after', () => {
  const { store, project, commit } = begin();
  expect(sealTail(store, project)).toBe(false);
  const all = [...commit(5), ...commit(1), ...commit(50)].map(show).sort();
  expect(stored(store, project)).toEqual(all);
  const before = store.events.revision(project.id);
  expect(sealTail(store, project)).toBe(true);
  expect(store.events.revision(project.id)).toBe(before + 1);
  expect(store.events.logSince(project.id, 0)).toEqual([]);
  expect(store.events.segments(project.id)).toHaveLength(4);
  expect(stored(store, project)).toEqual(all);
  expect(sealTail(store, project)).toBe(false);
});

test('compaction keeps every row and few segments', () => {
  const { store, project, commit } = begin();
  const all: EventRow[] = [];
  for (let round = 0; round < 20; round++) {
    all.push(...commit(6 + (round % 5) * 4));
    sealTail(store, project);
    while (compact(store, project)) {}
    expect(store.events.segments(project.id).length).toBeLessThanOrEqual(4 * 8);
  }
  expect(stored(store, project)).toEqual(all.map(show).sort());
});

test('a chunk that is damaged is not sealed and nothing is lost', () => {
  const { store, project, commit } = begin();
  const rows = commit(3);
  const damaged = encodeChunk(rows);
  damaged[damaged.length - 1]! ^= 1;
  store.events.append(project.id, { events: 3, bytes: damaged });
  expect(() => sealTail(store, project)).toThrow('damaged');
  expect(store.events.logSince(project.id, 0)).toHaveLength(2);
  expect(store.events.segments(project.id)).toEqual([]);
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
        if (count < LIMIT.compact_segments) break;
        const merged = segments.slice(-count).reduce((sum, rows) => sum + rows, 0);
        segments = [...segments.slice(0, -count), merged];
        written += merged;
        expect(merged).toBeLessThanOrEqual(LIMIT.compact_rows);
      }
    }
    expect(segments.reduce((sum, rows) => sum + rows, 0)).toBe(taken);
    expect(segments.length).toBeLessThan(24 + (2 * taken) / LIMIT.compact_rows);
    expect(written / taken).toBeLessThan(8);
  }
});
