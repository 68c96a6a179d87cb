import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { ProjectRows } from '../../src/engine/dataset/project_rows.ts';
import { Sessions } from '../../src/engine/dataset/sessions.ts';
import { sealChunks } from '../../src/engine/storage/seal.ts';
import { runs } from '../support/runs.ts';
import { chunkOf, tableWith } from './rows.ts';

interface Seen {
  readonly event_ord: number;
  readonly time_ms: number;
  readonly session: string | number | null;
}

const seen: fc.Arbitrary<Seen> = fc.record({
  event_ord: fc.nat(1),
  // Two months; some lie within one second.
  time_ms: fc.oneof(
    fc.nat(3000),
    fc.nat(50).map((day) => day * 86_400_000),
  ),
  session: fc.constantFrom('s', 't', 'u', 7, '7', '', null),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(seen, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant('seal' as const) },
);

/** Rows of two events, sealed now and then. */
function history() {
  const blobs = new Map<string, Uint8Array>();
  const rows = new ProjectRows((id, name) => blobs.get(`${id} ${name}`), new Budget(1e9), new Budget(1e9));
  rows.nameEvent(0, 'a');
  rows.nameEvent(1, 'b');
  const segments: Parameters<ProjectRows['setSegments']>[0][number][] = [];
  let seq = 0;
  return {
    rows,
    append: (some: readonly Seen[]) =>
      rows.append(
        chunkOf(
          some.map(({ session, ...row }) => ({
            ...row,
            distinct: 0,
            uuid: new Uint8Array(16),
            properties: session === null ? {} : { $session_id: session },
          })),
        ),
        ++seq,
      ),
    seal() {
      for (const segment of sealChunks(rows.tailChunks().chunks, Uint32Array.of(0))) {
        const id = segments.length + 1;
        segments.push({ ...segment, id });
        for (const { name, bytes } of segment.blobs) blobs.set(`${id} ${name}`, bytes);
      }
      rows.sealTail(seq);
      rows.setSegments(segments);
    },
  };
}

/** What the engine says of each session, by its id. */
function durationsOf(sessions: Sessions, ids: readonly string[]): Record<string, number> {
  const table = tableWith('$session_id', ids);
  const indices = sessions.of(table.column('$session_id'));
  const column = sessions.durations();
  if (column.kind !== 'number') throw new Error('durations are numbers');
  return Object.fromEntries(ids.map((id, row) => [id, column.values[indices[row]!]!]));
}

function naively(all: readonly Seen[], id: string): number {
  const seconds = all.filter((one) => String(one.session) === id).map((one) => Math.floor(one.time_ms / 1000));
  return seconds.length === 0 ? Number.NaN : Math.max(...seconds) - Math.min(...seconds);
}

test('a session lasts from its first event to its last, of any kind, however the rows are kept', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { rows, append, seal } = history();
      const sessions = new Sessions(rows);
      const all: Seen[] = [];
      for (const one of steps) {
        if (one === 'seal') seal();
        else {
          append(one);
          all.push(...one);
        }
        const ids = ['s', 't', 'u', '7'];
        expect(durationsOf(sessions, ids)).toEqual(Object.fromEntries(ids.map((id) => [id, naively(all, id)])));
      }
    }),
    { numRuns: runs(150) },
  );
});

test('no id is no session', () => {
  const { rows } = history();
  const table = tableWith('$session_id', ['', null, 's']);
  const [empty, none, session] = new Sessions(rows).of(table.column('$session_id'));
  expect([empty, none]).toEqual([0xffffffff, 0xffffffff]);
  expect(session).toBeLessThan(0xffffffff);
});
