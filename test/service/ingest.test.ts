import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { TUNING } from '../../src/model/tuning.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { BatchBuilder } from '../../src/service/ingest/event_batch.ts';
import { LineIds } from '../../src/service/ingest/line_ids.ts';
import type { LineItem } from '../../src/service/ingest/types.ts';
import type { RunningService } from '../../src/service/service.ts';
import { idsOf } from '../store/fixture.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { DAY_MS, event, items, NOW, newFile, open } from './ingesting.ts';

/** Rows and distinct actors of an event as a question would see them. */
function seen(service: RunningService, project: Project, name = 'e') {
  const request = { events: [name], from_ms: 0, until_ms: NOW + DAY_MS, actor: { kind: 'person' as const } };
  const actors = new Set<number>();
  let rows = 0;
  for (const part of service.datasets.current(project).parts(request)) {
    const run = part.run(name);
    for (let row = 0; row < (run?.rows ?? 0); row++) {
      const actor = run!.actor[row]!;
      if (part.skip !== null && (part.skip[actor >>> 5]! >>> (actor & 31)) & 1) continue;
      actors.add(actor);
      rows++;
    }
  }
  return { rows, actors: actors.size };
}

describe('capture', () => {
  test('many callers share a commit, and each sees its events in the next question', async () => {
    const { service, project } = open();
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const result = await service.ingest.capture(project, [event({ distinct_id: `u${i}` }), event()]);
        expect(seen(service, project).rows).toBeGreaterThanOrEqual(2);
        return result;
      }),
    );
    expect(results).toEqual(new Array(50).fill({ taken: 2, duplicates: 0 }));
    expect(service.store.events.logSince(project.id, 0)).toHaveLength(1);
    expect(seen(service, project)).toEqual({ rows: 100, actors: 51 });
  });

  test('the same id is stored once: within a batch, within a commit, later', async () => {
    const { service, project } = open();
    const again = event({ properties: { $set: { n: 1 } } });
    const both = await Promise.all([
      service.ingest.capture(project, [again, again]),
      service.ingest.capture(project, [again, event()]),
    ]);
    expect(both).toEqual([
      { taken: 1, duplicates: 1 },
      { taken: 1, duplicates: 1 },
    ]);
    const revision = service.store.events.revision(project.id);
    expect(await service.ingest.capture(project, [{ ...again, properties: { $set: { n: 2 } } }])).toEqual({
      taken: 0,
      duplicates: 1,
    });
    expect(service.store.events.revision(project.id)).toBe(revision);
    expect(service.store.people.get(project.id, 0)?.properties).toEqual({ n: 1 });
    expect(service.store.definitions.events(project.id)).toMatchObject([{ name: 'e', count: 2 }]);
  });

  test('an event that cannot be written does not take the others with it', async () => {
    const { service, project } = open();
    const unwritable = event({ distinct_id: 'bad', properties: { big: [10n] } });
    const results = await Promise.allSettled([
      service.ingest.capture(project, [event({ distinct_id: 'x' })]),
      service.ingest.capture(project, [event({ distinct_id: 'y' }), unwritable]),
      service.ingest.capture(project, [event({ distinct_id: 'z' })]),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen(service, project)).toEqual({ rows: 2, actors: 2 });
    expect(service.store.people.find(project.id, 'y')).toBeUndefined();
    await service.ingest.capture(project, [event({ distinct_id: 'y' })]);
    expect(seen(service, project)).toEqual({ rows: 3, actors: 3 });
  });

  test('a full queue is busy; flush writes what waits', async () => {
    const { service, project } = open();
    // Each event is counted as 200 bytes, 8 for its properties, as much for a value, and what they say.
    const filling = (bytes: number) =>
      service.ingest.capture(project, [event({ properties: { p: 'x'.repeat(bytes - 200 - 8 - 8 - 1) } })]);
    const taken = { taken: 1, duplicates: 0 };
    const flushed = async (bytes: number) => {
      const waiting = [filling(1_000), filling(bytes - 1_000)];
      const [first, second] = waiting.map((one) => one.catch((error: ServiceError) => error.code));
      if (bytes === LIMIT.commit_queue_bytes) {
        await expect(service.ingest.capture(project, [event()])).rejects.toMatchObject({ code: 'busy', status: 503 });
      }
      await service.ingest.flush();
      return [await first, await second];
    };
    await atAndPast('commit_queue_bytes', flushed, { at: [taken, taken], past: [taken, 'busy'] });
    expect(seen(service, project).rows).toBe(3);
    expect(await service.ingest.capture(project, [event()])).toEqual(taken);
  });

  test('projects share a commit and nothing else', async () => {
    const { service, project } = open();
    const { id: _, ...values } = project;
    const other = service.store.projects.create({ ...values, api_token: 'phc_other' });
    await Promise.all([
      service.ingest.capture(project, [event({ properties: { $set: { at: 1 } } })]),
      service.ingest.capture(other, [event({ properties: { $set: { at: 2 } } }), event()]),
    ]);
    expect([seen(service, project).rows, seen(service, other).rows]).toEqual([1, 2]);
    expect(service.store.people.get(other.id, 0)?.properties).toEqual({ at: 2 });
  });

  test('names and types of properties are noted', async () => {
    const { service, project } = open();
    const properties = { text: 'a', number: 1, flag: true, day: '2026-01-01', list: [1], none: null, $set: { age: 5 } };
    await service.ingest.capture(project, [
      event({ properties }),
      event({ properties: { number: 'x', day: '2026-01-01T10:00:00Z' } }),
    ]);
    const found = service.store.definitions
      .properties(project.id, {})
      .map(({ owner, name, type }) => [owner, name, type]);
    expect(found.toSorted()).toEqual([
      ['event', 'day', 'DateTime'],
      ['event', 'flag', 'Boolean'],
      ['event', 'list', null],
      ['event', 'number', null],
      ['event', 'text', 'String'],
      ['person', 'age', 'Numeric'],
    ]);
  });
});

describe('two processes on one file', () => {
  test('what one learned does not go stale when the other writes', async () => {
    const path = newFile();
    const left = open(path);
    const right = open(path);
    const send = ({ service, project }: typeof left, ...events: IncomingEvent[]) =>
      service.ingest.capture(project, events);
    await send(left, event({ distinct_id: 'a' }), event({ distinct_id: 'b' }));
    await send(right, event({ event: '$create_alias', distinct_id: 'b', properties: { alias: 'a' } }));
    await send(left, event({ distinct_id: 'a', properties: { $set: { x: 1 } } }), event({ distinct_id: 'c' }));
    await send(
      right,
      event({ distinct_id: 'c', event: 'other' }),
      event({ distinct_id: 'b', properties: { $set: { y: 2 } } }),
    );
    const { people } = left.service.store;
    const person = must(people.find(left.project.id, 'a'), 'a').person_ord;
    expect(people.get(left.project.id, person)?.properties).toEqual({ x: 1, y: 2 });
    expect(idsOf(people, left.project.id, person)).toEqual(['b', 'a']);
    for (const { service, project } of [left, right]) expect(seen(service, project)).toEqual({ rows: 5, actors: 2 });
  });
});

describe('import', () => {
  test('what is settled is in segments, what came later in the log; both are seen and known', async () => {
    const { service, project } = open(newFile());
    const large = Array.from({ length: 20_000 }, (_, i) => event({ distinct_id: `u${i % 500}` }));
    expect(service.ingest.importItems(project, items(...large))).toMatchObject({ taken: large.length, duplicates: 0 });
    await service.ingest.settle(project, 0);
    expect(service.store.events.logSince(project.id, 0)).toEqual([]);
    const small = [must(large[5], 'an event'), event({ distinct_id: 'new' })];
    expect(service.ingest.importItems(project, items(...small))).toMatchObject({ taken: 1, duplicates: 1 });
    expect(service.store.events.logSince(project.id, 0)).toHaveLength(1);
    expect(seen(service, project)).toEqual({ rows: large.length + 1, actors: 501 });
    expect(service.ingest.importItems(project, items(...large))).toMatchObject({ taken: 0, duplicates: large.length });
  });

  test('merges between and inside large batches hold', async () => {
    const { service, project } = open(newFile());
    const many = () => Array.from({ length: 20_000 }, (_, i) => event({ distinct_id: `u${i % 100}` }));
    service.ingest.importItems(project, items(...many()));
    await service.ingest.settle(project, 0);
    const merges = Array.from({ length: 50 }, (_, i) =>
      event({ event: '$create_alias', distinct_id: `u${i}`, properties: { alias: `u${i + 50}` } }),
    );
    service.ingest.importItems(project, items(...many(), ...merges));
    await service.ingest.settle(project, 0);
    service.ingest.importItems(project, items(...many()));
    expect(seen(service, project)).toEqual({ rows: 60_000, actors: 50 });
  });

  test('persons and groups of a file, in the order of its lines', () => {
    const { service, project } = open();
    const person = { distinct_ids: ['a', 'b'], properties: { plan: 'pro' }, created_at_ms: 7 };
    const group = (group_type: string) => ({
      group_type,
      group_key: 'k',
      properties: { size: 1 },
      created_at_ms: null,
    });
    const result = service.ingest.importItems(project, [
      ...items(event({ distinct_id: 'a', properties: { $set: { plan: 'free' } } }), event({ distinct_id: 'b' })),
      { kind: 'person', person },
      { kind: 'group', group: group('team') },
      { kind: 'group', group: group('company') },
      ...items(event({ distinct_id: 'b', properties: { $groups: { company: 'k' } } })),
    ]);
    expect(result).toEqual({ taken: 6, duplicates: 0, left_out: 0, further_types: [] });
    expect(seen(service, project)).toEqual({ rows: 3, actors: 1 });
    const known = must(service.store.people.find(project.id, 'b'), 'b');
    expect(service.store.people.get(project.id, known.person_ord)).toMatchObject({
      properties: { plan: 'pro' },
      created_at_ms: 7,
    });
    expect(service.store.groups.types(project.id).map((type) => type.group_type)).toEqual(['team', 'company']);
    expect(service.store.groups.get(project.id, 1, 'k')).toMatchObject({ properties: { size: 1 }, created_at_ms: NOW });
  });

  test('a group of a type too many is not taken', async () => {
    const imported = (types: number) => {
      const { service, project } = open();
      const groups = Array.from({ length: types }, (_, i) => ({
        kind: 'group' as const,
        group: { group_type: `type ${i}`, group_key: 'k', properties: {}, created_at_ms: null },
      }));
      return service.ingest.importItems(project, groups);
    };
    const taken = LIMIT.groups_per_project;
    await atAndPast('groups_per_project', imported, {
      at: { taken, duplicates: 0, left_out: 0, further_types: [] },
      past: { taken, duplicates: 0, left_out: 1, further_types: [] },
    });
  });

  test('a batch is taken wholly or not at all, and its lines are remembered with it', () => {
    const { service, project } = open();
    const ids = () => new LineIds('events.ndjson');
    const person = (id: string[]) => ({ distinct_ids: id, properties: {}, created_at_ms: null });
    const take = (...given: LineItem[]) => {
      const builder = new BatchBuilder(10);
      const source = ids();
      for (const item of given) builder.addLine(item, source);
      return service.ingest.importBatch(project, builder.taken(), [{ events: 0, others: 0 }, builder.end()], null);
    };
    const ana = { kind: 'person', person: person(['ana']) } as const;
    const nobody = { kind: 'person', person: person([]) } as const;
    expect(() => take(...items(event()), ana, nobody)).toThrow('a person has an id');
    expect(seen(service, project).rows).toBe(0);
    const nothing = { taken: 0, duplicates: 0, left_out: 0, further_types: [] };
    expect(take(...items(event()), ana)).toEqual([
      nothing,
      { taken: 2, duplicates: 0, left_out: 0, further_types: [] },
    ]);
    expect(take(ana)).toEqual([nothing, { taken: 0, duplicates: 1, left_out: 0, further_types: [] }]);
  });
});

describe('upkeep', () => {
  test('a long tail is sealed in the background; nothing is lost, doubled or forgotten', async () => {
    const { service, project } = open();
    const size = 19_999;
    const first = Array.from({ length: size }, (_, i) => event({ distinct_id: `u${i % 50}` }));
    service.ingest.importItems(project, items(...first));
    for (let rows = size; rows < TUNING.tail_events; rows += size) {
      service.ingest.importItems(
        project,
        items(...Array.from({ length: size }, () => event({ distinct_id: 'later' }))),
      );
    }
    const rows = service.store.definitions.events(project.id)[0]?.count;
    expect(seen(service, project)).toEqual({ rows, actors: 51 });
    const unsealed = () => service.store.events.logSince(project.id, service.store.events.sealedSeq(project.id)).length;
    expect(unsealed()).toBeGreaterThan(0);
    await expect.poll(unsealed, { interval: 5 }).toBe(0);
    await service.ingest.capture(project, [
      event({ event: '$create_alias', distinct_id: 'u0', properties: { alias: 'u1' } }),
    ]);
    expect(await service.ingest.capture(project, [first[7]!])).toEqual({ taken: 0, duplicates: 1 });
    expect(seen(service, project)).toEqual({ rows, actors: 50 });
  });

  test('while the thread seals and merges, live commits are taken once and told apart from repeats', async () => {
    const { service, project } = open(newFile());
    const imported = 60_000;
    let sent = 0;
    for (let round = 0; round < 4; round++) {
      const rows = Array.from({ length: imported / 4 }, (_, i) => event({ distinct_id: `u${i % 50}` }));
      service.ingest.importItems(project, items(...rows));
      let isSettled = false;
      const settled = service.ingest.settle(project, 1_000).then(() => {
        isSettled = true;
      });
      while (!isSettled) {
        const given = Array.from({ length: 7 }, () => event({ distinct_id: 'live' }));
        const answers = await Promise.all([1, 2].map(() => service.ingest.capture(project, given)));
        expect(answers).toEqual([
          { taken: 7, duplicates: 0 },
          { taken: 0, duplicates: 7 },
        ]);
        sent += 7;
      }
      await settled;
      expect(service.ingest.longestExchange()).toBeGreaterThan(0);
    }
    await service.ingest.settle(project, 0);
    expect(service.store.events.tailEvents(project.id)).toBe(0);
    expect(seen(service, project)).toEqual({ rows: imported + sent, actors: 51 });
    expect(await service.ingest.capture(project, [event({ distinct_id: 'u0' })])).toEqual({ taken: 1, duplicates: 0 });
  });

  test('while the thread seals, every question sees each event once', async () => {
    const { service, project } = open(newFile());
    const rows = 60_000;
    for (let at = 0; at < rows; at += 5_000) {
      service.ingest.importItems(
        project,
        items(...Array.from({ length: 5_000 }, (_, i) => event({ distinct_id: `u${i % 50}` }))),
      );
    }
    let isSettled = false;
    const settled = service.ingest.settle(project, 0).then(() => {
      isSettled = true;
    });
    const tails = new Set<number>();
    while (!isSettled) {
      expect(seen(service, project)).toEqual({ rows, actors: 50 });
      tails.add(service.store.events.tailEvents(project.id));
      await sleep(1);
    }
    await settled;
    expect(tails.has(rows)).toBe(true);
    expect(service.store.events.tailEvents(project.id)).toBe(0);
    expect(seen(service, project)).toEqual({ rows, actors: 50 });
  });

  test('a thread that dies is noticed, told, and does it again', async () => {
    const warnings: string[] = [];
    const log = {
      info: () => {},
      error: () => {},
      dropped: () => 0,
      warn: (_: unknown, message: string) => void warnings.push(message),
    };
    const { service, project } = open(newFile(), log);
    const rows = 30_000;
    const many = Array.from({ length: rows }, (_, i) => event({ distinct_id: `u${i % 50}` }));
    service.ingest.importItems(project, items(...many));
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const settled = service.ingest.settle(project, 0);
    await (await started).terminate();
    await settled;
    expect(warnings).toEqual(['upkeep of the store was put off']);
    expect(service.store.events.tailEvents(project.id)).toBe(rows);
    await service.ingest.settle(project, 0);
    expect(service.store.events.tailEvents(project.id)).toBe(0);
    expect(seen(service, project)).toEqual({ rows, actors: 50 });
    expect(warnings).toHaveLength(1);
  });
});
