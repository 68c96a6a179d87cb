/** Random questions over random histories with merges: both engines must agree. */
import fc from 'fast-check';
import type { Asked } from '../../src/engine/answer.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { history } from '../engine/history.ts';
import { newProject, openWorld, type World } from '../golden/world.ts';
import type { Happening } from '../oracle/happening.ts';
import { openBoth } from './both.ts';
import { question } from './questions.ts';

const QUESTIONS_EACH = 40;

export interface Compared {
  readonly asked: number;
  readonly by_sql: number;
  readonly by_rows: number;
  readonly differences: readonly string[];
}

/** The same ones for the same seed. */
export async function compareRandom(address: string, count: number, seed: number): Promise<Compared> {
  const world = openWorld();
  const both = openBoth(world, address);
  const histories = fc.sample(history, { seed, numRuns: Math.ceil(count / QUESTIONS_EACH) });
  const differences: string[] = [];
  const by = { sql: 0, rows: 0 };
  try {
    for (const [at, rows] of histories.entries()) {
      const project = newProject(world);
      load(world, project, rows, seed + at);
      const questions = fc.sample(question, { seed: seed + at, numRuns: QUESTIONS_EACH });
      for (const [place, asked] of questions.entries()) {
        // People who turn out to be the same become one between two questions.
        if (place === QUESTIONS_EACH / 2) merge(world, project);
        if (place === (QUESTIONS_EACH * 3) / 4) await both.squash(project);
        const { embedded, clickhouse, by: way } = await both.ask(project, asked);
        by[way]++;
        if (embedded !== clickhouse)
          differences.push(`history ${at}, question ${place} (${way})\n${told(asked)}\n${embedded}\n${clickhouse}`);
      }
    }
  } finally {
    await both.close();
    await world.service.close();
  }
  return { asked: by.sql + by.rows, by_sql: by.sql, by_rows: by.rows, differences };
}

function told(asked: Asked): string {
  return JSON.stringify(asked, (_, value: unknown) =>
    value instanceof Float64Array ? [...value] : value === Number.POSITIVE_INFINITY ? 'Infinity' : value,
  );
}

const BASE_UUID = 0x10_00_00_00;

export function load(world: World, project: Project, rows: readonly Happening[], seed: number): void {
  const { store, ingest } = world.service;
  store.transaction(() => store.groups.typeIndex(project.id, 'company'));
  const persons = Array.from(
    { length: 4 },
    (_, actor): IngestItem => ({
      kind: 'person',
      person: {
        distinct_ids: [`actor ${actor}`],
        properties: { who: actor % 2 === 0 ? 'one' : 'two' },
        created_at_ms: actor * 7,
      },
    }),
  );
  const groups = ['x', 'y'].map(
    (group_key, at): IngestItem => ({
      kind: 'group',
      group: { group_type: 'company', group_key, properties: { plan: at === 0 ? 'free' : 'paid/' }, created_at_ms: at },
    }),
  );
  const events = rows.map((row, at): IngestItem => ({ kind: 'event', event: eventOf(row, at, seed) }));
  ingest.importItems(project, [...persons, ...groups, ...events]);
}

export function eventOf({ actor, event, time_ms, properties }: Happening, at: number, seed: number): IncomingEvent {
  const uuid = new Uint8Array(16);
  new DataView(uuid.buffer).setUint32(0, BASE_UUID + at);
  new DataView(uuid.buffer).setUint32(8, seed);
  const group = properties['p'];
  return {
    ...{ event, timestamp_ms: time_ms, uuid, distinct_id: `actor ${actor}` },
    properties: { ...properties, ...(group === undefined || group === null ? {} : { $group_0: group }) },
  };
}

export function merge(world: World, project: Project): void {
  const uuid = new Uint8Array(16).fill(7);
  const properties = { distinct_id: 'actor 0', alias: 'actor 3' };
  const event: IncomingEvent = {
    event: '$merge_dangerously',
    timestamp_ms: 50,
    uuid,
    distinct_id: 'actor 0',
    properties,
  };
  world.service.ingest.importItems(project, [{ kind: 'event', event }]);
}
