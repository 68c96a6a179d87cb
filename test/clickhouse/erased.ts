/**
 * `npm --prefix test/clickhouse run erased`: two services, of which one has its events in ClickHouse, take the same
 * events, merges and imports, and delete the same people, imports and old events. After each step both must answer
 * alike (HISTORIES=N of them, SEED=N).
 */
import fc from 'fast-check';
import type { Asked } from '../../src/engine/answer.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { deleteImport } from '../../src/service/erasing/imports.ts';
import { deletePersons } from '../../src/service/erasing/persons.ts';
import { erase } from '../../src/service/erasing/request.ts';
import { batchesOf } from '../../src/service/ingest/event_batch.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { agreed } from '../../src/service/operator/agreement.ts';
import { ACTORS, history } from '../engine/history.ts';
import { newProject, openWorld, type World } from '../golden/world.ts';
import type { Happening } from '../oracle/happening.ts';
import { question } from './questions.ts';
import { eventOf, load, merge } from './random.ts';
import { startServer } from './server.ts';

const HISTORIES = Number(process.env['HISTORIES'] ?? 25);
const SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 6;
const QUESTIONS = 6;

type Step =
  | { readonly kind: 'person'; readonly actor: number; readonly with_events: boolean }
  | { readonly kind: 'expiry'; readonly before_ms: number }
  | { readonly kind: 'events' | 'import'; readonly rows: Happening[]; readonly at: number }
  | { readonly kind: 'take back' | 'merge' | 'squash' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), actor: fc.nat(ACTORS - 1), with_events: fc.boolean() }),
  fc.record({ kind: fc.constant('expiry' as const), before_ms: fc.nat(12) }),
  fc.record({ kind: fc.constantFrom('events' as const, 'import' as const), rows: history, at: fc.nat(2 ** 24) }),
  fc.record({ kind: fc.constantFrom('take back' as const, 'merge' as const, 'squash' as const) }),
);

interface Side {
  readonly world: World;
  readonly project: Project;
}

function importRows({ world, project }: Side, rows: readonly Happening[], at: number): void {
  const { store, ingest } = world.service;
  const items = rows.map((row, place): IngestItem => {
    const event = eventOf(row, place, at);
    // Half of it is about people whom nobody else knows.
    return { kind: 'event', event: place % 2 === 0 ? event : { ...event, distinct_id: `imported ${row.actor}` } };
  });
  const { id } = store.imports.begin(project.id, ['old.csv'], 1);
  for (const batch of batchesOf(items, 20))
    ingest.importBatch(project, batch, [{ events: batch.events.rows, others: 0 }], id);
}

/** What it tells of itself, where it does. */
async function take(side: Side, step: Step): Promise<unknown> {
  const { world, project } = side;
  const { service } = world;
  switch (step.kind) {
    case 'person': {
      const named = { uuids: [], distinct_ids: [`actor ${step.actor}`, `imported ${step.actor}`] };
      return deletePersons(service, project, named, step.with_events);
    }
    case 'expiry': {
      const { events } = await erase(service, project, step);
      return events;
    }
    case 'events':
      load(world, project, step.rows, step.at);
      return null;
    case 'import':
      importRows(side, step.rows, step.at);
      return null;
    case 'take back': {
      const [last] = service.store.imports.list(project.id);
      return last === undefined ? null : deleteImport(service, project, last.id);
    }
    case 'merge':
      merge(world, project);
      return null;
    case 'squash':
      await service.events.settle?.(project.id);
      return null;
  }
}

/** Everything that can be seen of it, without ids that were made by chance. */
async function seen({ world, project }: Side, questions: readonly Asked[]): Promise<string[]> {
  const { store, computing } = world.service;
  const ask = (name: string, input: object) => world.ask(project, operationNamed(name), { ...input });
  const results = await everyEvent(ask);
  const told: unknown[] = [
    results,
    store.definitions.events(project.id),
    store.definitions
      .properties(project.id, {})
      .filter(({ owner, name }) => owner !== 'event' || isSaid(results, name)),
    (await ask('list_property_values', { key: 'p', type: 'event' }))['results'],
    (await ask('list_property_values', { key: 'who', type: 'person' }))['results'],
    await ask('compute_trend', {
      events: [{ id: 'a', math: 'dau' }],
      date_from: '1970-01-01',
      breakdown: 'who',
      breakdown_type: 'person',
    }),
  ];
  for (const asked of questions) {
    const numbers = await computing.numbers({ project, signal: new AbortController().signal }, asked as never);
    told.push(agreed(asked.kind, numbers as never));
  }
  return told.map((one) =>
    (JSON.stringify(one) ?? '')
      .replaceAll(/"(distinct_id|id|person|uuid)":"[0-9a-f]{8}-[^"]*"/g, '"$1":"?"')
      .replaceAll(/"distinct_id":"\?","person_id":"[^"]*"/g, '"distinct_id":"?"')
      .replaceAll(
        /"(computed_at|last_refresh|cache_target_age|next_allowed_client_refresh|compute_ms|timezone|is_cached)":("[^"]*"|[\d.]+|true|false)/g,
        '',
      ),
  );
}

/** Page by page: where a page ends depends on the length of its texts in tokens, and ids made by chance differ in that. */
async function everyEvent(ask: (name: string, input: object) => Promise<object>): Promise<object[]> {
  const events: object[] = [];
  for (let page = {}; ; ) {
    const { results, next_cursor } = (await ask('list_events', { limit: 100, date_from: '1970-01-01', ...page })) as {
      readonly results: object[];
      readonly next_cursor: string | null;
    };
    events.push(...results);
    if (next_cursor === null) return events;
    page = { cursor: next_cursor };
  }
}

/** Whether any event has a value for it: a property that is null everywhere is known to one side only. */
function isSaid(events: readonly object[], name: string): boolean {
  return events.some((event) => {
    const { properties } = event as { properties: Record<string, unknown> };
    return properties[name] !== undefined && properties[name] !== null;
  });
}

/** Where one begins to differ from the other. */
function about(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 150), at + 200);
}

const server = await startServer();
const worlds = [openWorld(), openWorld(server.address('default'))];
let compared = 0;
let different = 0;
try {
  for (let at = 0; at < HISTORIES; at++) {
    const seed = SEED * 1_000 + at;
    const [rows] = fc.sample(history, { seed, numRuns: 1 });
    const steps = fc.sample(step, { seed, numRuns: STEPS });
    const sides = worlds.map((world): Side => ({ world, project: newProject(world) }));
    for (const { world, project } of sides) load(world, project, rows!, seed);
    for (const [place, one] of [null, ...steps].entries()) {
      const told =
        one === null ? [] : await Promise.all(sides.map(async (side) => JSON.stringify(await take(side, one))));
      const questions = fc.sample(question, { seed: seed + place, numRuns: QUESTIONS });
      const [own, there] = [await seen(sides[0]!, questions), await seen(sides[1]!, questions)];
      compared += own.length;
      for (const [part, text] of [told[0] ?? '', ...own].entries()) {
        const other = [told[1] ?? '', ...there][part]!;
        if (text === other) continue;
        different++;
        if (different < 10)
          console.log(
            `DIFFERENT seed ${SEED}, history ${at}, step ${place} ${JSON.stringify(one)?.slice(0, 200)}, part ${part}\n${about(text, other)}\n${about(other, text)}`,
          );
      }
    }
  }
  console.log(`${HISTORIES} histories of ${STEPS} steps: ${compared} answers compared, ${different} differences`);
  process.exitCode = different === 0 ? 0 : 1;
} finally {
  for (const { service } of worlds) await service.close();
  await server.stop();
}
