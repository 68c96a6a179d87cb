/** The life of events: log, seal, replace; each step is atomic. */
import { expect, test } from 'vitest';
import type { NewSegment } from '../../src/store/types/segments.ts';
import { addProject, open, tempFile } from './fixture.ts';

function segment(rows: number, blobs: Record<string, Uint8Array>): NewSegment {
  return {
    rows,
    from_ms: 1,
    until_ms: 2,
    header: Uint8Array.of(1, 2),
    blobs: Object.entries(blobs).map(([name, bytes]) => ({ name, bytes })),
  };
}

const chunk = (events: number) => ({ events, bytes: new Uint8Array(events).fill(events) });

test('revisions count up by one, per project, and not in undone transactions', () => {
  const store = open();
  const [a, b] = [addProject(store), addProject(store)];
  expect([store.events.revision(a), store.events.nextRevision(a), store.events.nextRevision(a)]).toEqual([0, 1, 2]);
  expect(() =>
    store.transaction(() => {
      store.events.nextRevision(a);
      throw new Error('undo');
    }),
  ).toThrow('undo');
  expect([store.events.revision(a), store.events.revision(b), store.events.revision(99)]).toEqual([2, 0, 0]);
  expect(() => store.events.nextRevision(99)).toThrow('project 99');
});

test('the log gives back what was appended, in order, and only the project’s own', () => {
  const store = open();
  const [a, b] = [addProject(store), addProject(store)];
  const first = store.events.append(a, chunk(3));
  store.events.append(b, chunk(9));
  const second = store.events.append(a, chunk(4));
  expect(store.events.logSince(a, 0)).toEqual([
    { seq: first, ...chunk(3) },
    { seq: second, ...chunk(4) },
  ]);
  expect(store.events.logSince(a, first).map((row) => row.seq)).toEqual([second]);
});

test('sealing takes chunks away and brings segments in; numbers go on after it', () => {
  const path = tempFile();
  const store = open(path);
  const project = addProject(store);
  store.events.append(project, chunk(2));
  const seq = store.events.append(project, chunk(3));
  const tail = store.events.append(project, chunk(1));
  const time = Uint8Array.of(9, 8, 7);
  store.events.seal(project, seq, [segment(4, { time }), segment(1, { time, plan: new Uint8Array(0) })], 7);
  expect(store.events.sealedSeq(project)).toBe(seq);
  expect(store.events.logSince(project, 0).map((row) => row.seq)).toEqual([tail]);
  const [one, two] = store.events.segments(project);
  expect(one).toEqual({
    id: one!.id,
    rows: 4,
    from_ms: 1,
    until_ms: 2,
    header: Uint8Array.of(1, 2),
    revision: 7,
  });
  expect(store.events.blob(one!.id, 'time')).toEqual(time);
  expect(store.events.blob(two!.id, 'plan')).toEqual(new Uint8Array(0));
  expect(store.events.blob(one!.id, 'plan')).toBeUndefined();

  store.events.seal(project, tail, [], 8);
  store.close();
  expect(open(path).events.append(project, chunk(1))).toBe(tail + 1);
});

test('sealing the same chunks twice is refused and changes nothing', () => {
  const store = open();
  const project = addProject(store);
  const first = store.events.append(project, chunk(2));
  store.events.seal(project, first, [segment(2, {})], 1);
  const second = store.events.append(project, chunk(1));
  expect(() => store.events.seal(project, second, [segment(3, {})], 2)).toThrow('3 rows of 1 events');
  expect(store.events.sealedSeq(project)).toBe(first);
  expect(store.events.logSince(project, 0)).toHaveLength(1);
  expect(store.events.segments(project)).toHaveLength(1);
});

test('a seal that fails half way leaves log and segments as they were', () => {
  const store = open();
  const project = addProject(store);
  const seq = store.events.append(project, chunk(2));
  const broken = { ...segment(1, { a: Uint8Array.of(1) }) };
  const twice = { ...broken, blobs: [...broken.blobs, ...broken.blobs] };
  expect(() => store.events.seal(project, seq, [broken, twice], 1)).toThrow(/UNIQUE/);
  expect(store.events.logSince(project, 0)).toHaveLength(1);
  expect(store.events.segments(project)).toEqual([]);
  expect(store.events.blob(1, 'a')).toBeUndefined();
  expect(store.events.sealedSeq(project)).toBe(0);
});

test('replacing removes blobs too, never reuses an id, and wants ids of the project', () => {
  const store = open();
  const [project, other] = [addProject(store), addProject(store)];
  store.events.replace(project, [], [segment(1, { a: Uint8Array.of(1) })], 1);
  const id = store.events.segments(project)[0]!.id;
  expect(() => store.events.replace(other, [id], [], 2)).toThrow(`segment ${id}`);
  store.events.replace(project, [id], [], 2);
  store.events.replace(project, [], [segment(1, {})], 3);
  const [row] = store.events.segments(project);
  expect(row).toMatchObject({ revision: 3 });
  expect(row!.id).toBeGreaterThan(id);
  expect(store.events.blob(id, 'a')).toBeUndefined();
});

test('a line about somebody is new where it says something else than the one in its place', () => {
  const store = open();
  const [project, other] = [addProject(store), addProject(store)];
  const line = (about: number, nth: number, content: number) => ({
    about: Uint8Array.of(about),
    nth,
    content: Uint8Array.of(content),
  });
  const note = (...of: [number, number, number]) => store.events.noteLine(project, line(...of));
  expect([note(1, 1, 7), note(1, 1, 7), note(2, 1, 7), note(1, 2, 8), note(1, 2, 8)]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
  expect(store.events.noteLine(other, line(1, 1, 7))).toBe(true);
  // What came after it was said after something else, so it is new again; what is about others is not.
  expect([note(1, 1, 9), note(1, 2, 8), note(2, 1, 7), note(1, 1, 7)]).toEqual([true, true, false, true]);
});
