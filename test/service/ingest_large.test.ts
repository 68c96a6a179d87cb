/** Large requests become columns before their commit, a part at a time. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openChunk } from '../../src/engine/storage/chunk.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import { TUNING } from '../../src/model/tuning.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { IngestResult } from '../../src/service/ingest/types.ts';
import { event, type Opened, open } from './ingesting.ts';

/** Everything stored of events, people and groups; chunks and the order of people's changes left aside. */
function contents({ service: { store }, project }: Opened) {
  const rows = store.events.logSince(project.id, 0).flatMap(({ bytes }) => {
    const { rows: count, event_ord, distinct, time_ms, uuids, columns } = openChunk(bytes);
    const values = wholeColumns(columns(), count);
    return Array.from({ length: count }, (_, row) => ({
      ...{ event: event_ord[row], distinct: distinct[row], time_ms: time_ms[row] },
      ...{ uuid: Buffer.from(uuids.subarray(row * 16, row * 16 + 16)).toString('hex') },
      properties: propertiesAt(values, row),
    }));
  });
  const persons = [...store.people.changedSince(project.id, -1)].map(({ ord, properties }) => ({ ord, properties }));
  return { rows, persons, groups: [...store.groups.changedSince(project.id, 0, -1)].map(({ key }) => key) };
}

/** Three hundred events, of which a few are about people and groups, then forty of them again. */
function manyEvents(): IncomingEvent[] {
  const text = 'x'.repeat(TUNING.batch_ahead_bytes / 200);
  const events = Array.from({ length: 300 }, (_, i) =>
    event({
      event: i % 50 === 7 ? '$identify' : `e${i % 3}`,
      distinct_id: i % 50 === 7 ? 'known' : `u${i % 40}`,
      properties: {
        text: `${text}${i % 9}`,
        ...(i % 11 === 0 ? { rare: [i] } : {}),
        ...(i % 50 === 7 ? { $anon_distinct_id: `u${i % 40}` } : { $set: { n: i } }),
        ...(i % 4 === 0 ? { $groups: { company: `c${i % 5}` } } : {}),
      },
    }),
  );
  return [...events, ...events.slice(20, 60)];
}

test('what a large request brings is what small ones bring', async () => {
  const sent = manyEvents();
  const [large, small] = [open(), open()];
  expect(await large.service.ingest.capture(large.project, sent)).toEqual({ taken: 300, duplicates: 40 });
  for (const one of sent) await small.service.ingest.capture(small.project, [one]);
  expect(contents(large)).toEqual(contents(small));
  expect(contents(large).rows).toHaveLength(300);
});

test('each is told what became of its own events, whoever shares the commit', async () => {
  const { service, project } = open();
  const sent = manyEvents();
  let waits = true;
  const large = service.ingest.capture(project, sent).finally(() => {
    waits = false;
  });
  const small: Promise<IngestResult>[] = [];
  for (; waits; await setImmediate()) small.push(service.ingest.capture(project, [event({ event: 'small' })]));
  expect(await large).toEqual({ taken: 300, duplicates: 40 });
  expect(await Promise.all(small)).toEqual(small.map(() => ({ taken: 1, duplicates: 0 })));
});
