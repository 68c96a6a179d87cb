/** Random statements in SQL over random rows with a merge between them: both engines must answer with the same rows. */
import { seeded } from '../../src/base/random.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { ShowTask } from '../../src/service/computing/messages.ts';
import { outcomeOf } from '../../src/service/computing/outcome.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { runSql } from '../../src/service/operations/sql.ts';
import { openClickhouse } from '../../src/service/remote/clickhouse.ts';
import type { Given } from '../../src/service/remote/events.ts';
import { newProject, openWorld, type World } from '../golden/world.ts';
import { statement } from '../sql-oracle/statements.ts';

export interface ComparedStatements {
  readonly asked: number;
  /** Answered from rows that were counted before they were fetched. */
  readonly counted: number;
  readonly differences: readonly string[];
}

const ROWS = 1_500;
const LOG = { info: () => {}, warn: console.warn, error: console.error, dropped: () => 0 };
const MEMORY_BYTES = 64 * 1024 * 1024;
/** What the generator never says, and assistants do. */
const MORE = [
  'select event, count() from events group by event',
  'select toDate(timestamp), event, count(), uniq(person_id), uniq(distinct_id) from events group by 1, 2',
  'select toHour(timestamp), properties.p, sum(properties.n), avg(properties.m) from events group by 1, 2',
  "select toStartOfMinute(timestamp), count() from events where timestamp > '2026-01-20 10:07:33' group by 1",
  "select count() from events where timestamp > '2026-01-20 10:07:33' and timestamp < '2026-01-20 10:09:01'",
  'select person.properties.plan, count() from events group by 1',
  "select distinct event, properties.q from events where properties.p = 'pro'",
  'select * from events order by timestamp desc limit 7',
  "select event, timestamp, properties from events where event = 'paid' order by timestamp limit 5 offset 3",
  'select timestamp, properties.n from events where properties.n > 2 order by timestamp desc, event limit 9',
  'select count() from (select event from events limit 3)',
  "select count(), uniq(person_id) from events where person_id in (select person_id from events where event = 'paid')",
  'select count() from persons',
  'select uuid, event from events order by timestamp limit 4',
  'select argMax(properties.p, timestamp), event from events group by event',
  'select topK(2)(properties.p), groupUniqArray(properties.q), max(properties.n) from events',
  'select e, count() from (select event as e, properties.p as p from events) group by e',
  'select x, count() from (select properties.p as x, arrayJoin([1, 2]) as y from events) group by x',
  'select quantile(0.9)(properties.n), median(properties.m) from events group by event',
  "select countIf(properties.q = 'a'), sumIf(properties.n, properties.q = 'a') from events where event in ('a', 'b')",
  'select count(distinct person_id), event from events where properties.nothing is null group by event',
] as const;

export async function compareStatements(address: string, count: number, seed: number): Promise<ComparedStatements> {
  const world = openWorld();
  const events = openClickhouse({ store: world.service.store, log: LOG, address });
  const chance = seeded(seed).next;
  const project = newProject(world);
  world.service.ingest.importItems(project, [...items(seeded(seed + 1).next)]);
  const differences: string[] = [];
  let counted = 0;
  try {
    for (let at = 0; at < count; at++) {
      if (at === count >> 1) world.service.ingest.importItems(project, [alias()]);
      const text = MORE[at % (count >> 1)] ?? statement(chance)('hogql');
      const task = await taskOf(world, project, text);
      if (task === null) continue;
      const given = await events.compute(project, task.asked, new AbortController().signal);
      if (given.from === 'rows' && given.shipped.is_counted) counted++;
      const [own, other] = [answered(world, project, task, { from: 'dataset' }), answered(world, project, task, given)];
      if (own !== other) differences.push(`${text}\n${own}\n${other}`);
    }
  } finally {
    await events.close();
    await world.service.close();
  }
  return { asked: count, counted, differences };
}

/** null if it is refused. */
async function taskOf({ service, ask }: World, project: Project, query: string): Promise<ShowTask | null> {
  const { computing } = service;
  const show = computing.show;
  let task: ShowTask | null = null;
  computing.show = (_, found) => {
    task = found as ShowTask;
    return Promise.reject(new Error('resolved'));
  };
  await ask(project, runSql, { query, limit: 5_000 }).catch(() => {});
  computing.show = show;
  return task;
}

const DIGITS = 11;

/** Rows in any order. */
function answered({ service }: World, project: Project, task: ShowTask, given: Given): string {
  const { store, datasets } = service;
  const sources = { store, datasets, team: alone(), memory_bytes: MEMORY_BYTES };
  try {
    const answer = store.snapshot(() => outcomeOf(project, task, given, sources));
    if (answer.kind !== 'shown') throw new Error('an answer to be shown');
    const results = JSON.parse(Buffer.from(answer.json).toString()) as unknown[][];
    return results
      .map((row) =>
        JSON.stringify(row, (_, cell) => (typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell)),
      )
      .sort()
      .join('\n');
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Most are like others in all but their times. */
function* items(chance: () => number): Generator<IngestItem> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  for (let at = 0; at < ROWS; at++) {
    const uuid = new Uint8Array(16);
    new DataView(uuid.buffer).setUint32(0, at + 1);
    const event = {
      event: pick(['a', 'a', 'b', 'visit', 'paid']),
      distinct_id: `u${Math.floor(chance() * 9)}`,
      // No two at one instant, so that windows have one order.
      timestamp_ms: Date.UTC(2026, 0, 5) + at * 1_300_000 + Math.floor(chance() * 1_000),
      uuid,
      properties: {
        p: pick(['pro', 'free', 'Pro', ' x ', '', 'ü', null, true, 5, '5', ['x', 1], { y: 2 }]),
        q: pick(['a', 'b', 'area', null, null]),
        n: pick([0, 1, 2, -3, 10, 2.5, null, 7]),
        m: pick([1, 5, 100, null, 3]),
      },
    };
    yield { kind: 'event', event };
  }
  for (let at = 0; at < 9; at++) {
    const properties = { plan: at % 2 === 0 ? 'free' : 'paid' };
    yield { kind: 'person', person: { distinct_ids: [`u${at}`], properties, created_at_ms: at } };
  }
}

/** Two people turn out to be one. */
function alias(): IngestItem {
  const properties = { distinct_id: 'u0', alias: 'u3' };
  const uuid = new Uint8Array(16).fill(9);
  const event = {
    event: '$merge_dangerously',
    timestamp_ms: Date.UTC(2026, 0, 6),
    uuid,
    distinct_id: 'u0',
    properties,
  };
  return { kind: 'event', event };
}
