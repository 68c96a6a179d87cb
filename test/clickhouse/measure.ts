/**
 * `npm --prefix test/clickhouse run measure -- 100000 400000`: a question of each kind on both engines, for each number
 * of events. For the embedded engine also the first run, which reads columns. Milliseconds, one after the other.
 */
import { type Asked, answerQuery } from '../../src/engine/answer.ts';
import { alone } from '../../src/engine/frame/team.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { agreed, sampleQuestions } from '../../src/service/operator/agreement.ts';
import { moveEvents } from '../../src/service/operator/move.ts';
import { openClickhouse } from '../../src/service/remote/clickhouse.ts';
import { shippedDataset } from '../../src/service/remote/dataset.ts';
import { newProject, openWorld, type World } from '../golden/world.ts';
import { startServer } from './server.ts';

const NAMES = ['$pageview', 'clicked', 'signed up', 'paid'];
const DAYS_MS = 60 * 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const EVENTS_PER_PERSON = 24;
const BATCH = 10_000;
const LOG = { info: () => {}, warn: console.warn, error: console.error, dropped: () => 0 };

function load(world: World, project: Project, events: number): void {
  let seed = 7;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let first = 0; first < events; first += BATCH) {
    const items = Array.from({ length: BATCH }, (_, at): IngestItem => {
      const uuid = new Uint8Array(16);
      new DataView(uuid.buffer).setUint32(0, first + at);
      const person = chance(events / EVENTS_PER_PERSON);
      const properties = {
        $current_url: `/p/${chance(400)}`,
        price: chance(1_000) / 8,
        plan: chance(3) === 0 ? 'pro' : 'free',
        $session_id: `s${person}-${chance(5)}`,
      };
      const event = NAMES[Math.min(chance(4), chance(4))]!;
      return {
        kind: 'event',
        event: { event, uuid, distinct_id: `p${person}`, timestamp_ms: START_MS + chance(DAYS_MS), properties },
      };
    });
    world.service.ingest.importItems(project, items);
  }
}

/** What a question is called in the table. */
function titleOf({ kind, query }: Asked): string {
  if (kind !== 'trend') return kind === 'funnel' && query.exclusions.length > 0 ? 'funnel, rows for the kernels' : kind;
  return `trend, ${query.current.entities[0]!.math.kind}`;
}

function questions(): Asked[] {
  const plain = sampleQuestions(NAMES, START_MS, START_MS + DAYS_MS - 1).slice(0, 8);
  const shipped = plain.flatMap((asked): Asked[] => {
    if (asked.kind !== 'funnel') return [];
    const refund = {
      ...asked.query.steps[0]!,
      matches: [{ event: 'paid', where: { kind: 'all' } as const }],
      from_step: 0,
      to_step: 1,
    };
    return [{ kind: 'funnel', query: { ...asked.query, exclusions: [refund] } }];
  });
  return [...plain, ...shipped];
}

/** Milliseconds, and what was found. */
async function timed(run: () => string | Promise<string>): Promise<readonly [number, string]> {
  const from_ms = performance.now();
  const text = await run();
  return [performance.now() - from_ms, text];
}

for (const size of process.argv.slice(2).map(Number)) {
  const server = await startServer();
  const world = openWorld();
  const { service } = world;
  const project = newProject(world);
  load(world, project, size);
  await service.ingest.settle(project, 0);
  const own = async (asked: Asked): Promise<readonly [number, string]> =>
    timed(() => agreed(asked.kind, answerQuery(asked, service.datasets.current(project))));
  const rows: { readonly asked: Asked; readonly first: readonly [number, string]; readonly again: number }[] = [];
  for (const asked of questions()) rows.push({ asked, first: await own(asked), again: (await own(asked))[0] });
  const began_ms = performance.now();
  for await (const { kind, done } of moveEvents(service, server.address('default'))) {
    if (kind === 'compared')
      console.log(`${size} events, copied in ${Math.round(performance.now() - began_ms)} ms (${done} sums)`);
  }
  const events = openClickhouse({ store: service.store, log: LOG, address: server.address('default') });
  for (const { asked, first, again } of rows) {
    const [ms, text] = await timed(async () => {
      const given = await events.compute(project, asked, new AbortController().signal);
      if (given.from === 'numbers') return agreed(asked.kind, given.numbers);
      if (given.from !== 'rows') throw new Error('events are in ClickHouse');
      const view = shippedDataset(service.store, project.id, given.shipped, alone(), 2 ** 28);
      return agreed(asked.kind, answerQuery(asked, view));
    });
    const told = [first[0], again, ms].map((each) => each.toFixed(0).padStart(7));
    console.log(`${titleOf(asked).padEnd(30)} ${told.join(' ')} ${first[1] === text ? '' : 'DIFFERENT'}`);
  }
  await events.close();
  await service.close();
  await server.stop();
}
