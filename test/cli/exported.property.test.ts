/** A project that is exported and imported again gives the same answers, whatever happened in it before. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importInto, lookAt } from '../../src/cli/importing/import.ts';
import { inputFiles } from '../../src/cli/importing/input_files.ts';
import { writeParquetFolder } from '../../src/cli/tables/parquet_folder.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { expireEvents } from '../../src/service/erasing/expiry.ts';
import { deletePersons } from '../../src/service/erasing/persons.ts';
import { call } from '../../src/service/gate/call.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { storedLines, storedPeople } from '../../src/service/operator/stored_lines.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { importTest, ndjson } from '../support/importing.ts';
import { event, temporaryFolder } from '../support/product.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const DAY_MS = 86_400_000;

interface Sent {
  readonly name: string;
  readonly who: string;
  readonly day: number;
  readonly properties: Record<string, unknown>;
}

type Step =
  | { readonly kind: 'capture'; readonly events: readonly Sent[] }
  | { readonly kind: 'file'; readonly lines: readonly unknown[] }
  | { readonly kind: 'delete'; readonly who: string; readonly with_events: boolean }
  | { readonly kind: 'expire'; readonly days: number }
  | { readonly kind: 'seal' };

const id = fc.constantFrom('u0', 'u1', 'u2', 'u3', 'a0', 'a1', 'a2', 'a3');
const type = fc.constantFrom('project', 'company', 'team');
const key = fc.constantFrom('g0', 'g1', 'g2');
const value = fc.constantFrom<unknown>(1, 2, 'pro', '5', null, true, [1, 'two']);
const told = fc.dictionary(fc.constantFrom('plan', 'size', '$browser'), value, { maxKeys: 2 });
const visit = fc.record(
  {
    $browser: fc.constantFrom('Chrome', 'Opera'),
    utm_source: fc.constantFrom('g', 'f'),
    $set: told,
    $set_once: told,
    $unset: fc.subarray(['plan', 'size']),
    $process_person_profile: fc.constant(false),
    $groups: fc.dictionary(type, key, { maxKeys: 2 }),
    $group_2: key,
    amount: value,
  },
  { requiredKeys: [] },
);
const named = (name: fc.Arbitrary<string>, properties: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Sent> =>
  fc.record({ name, who: id, day: fc.integer({ min: 0, max: 18 }), properties });
const sent = fc.oneof(
  { weight: 5, arbitrary: named(fc.constantFrom('view', 'buy', '$set'), visit) },
  named(fc.constant('$identify'), fc.record({ $anon_distinct_id: id, $set: told })),
  named(fc.constantFrom('$create_alias', '$merge_dangerously'), fc.record({ alias: id })),
  named(fc.constant('$groupidentify'), fc.record({ $group_type: type, $group_key: key, $group_set: told })),
);
const line = fc.oneof(
  fc.record({ type: fc.constant('group'), group_type: type, group_key: key, properties: told }),
  fc.record({
    type: fc.constant('person'),
    distinct_ids: fc.array(id, { minLength: 1, maxLength: 2 }),
    properties: told,
  }),
);
const captured = (least: number): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('capture' as const), events: fc.array(sent, { minLength: least, maxLength: 8 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: captured(1) },
  fc.record({ kind: fc.constant('file' as const), lines: fc.array(line, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('delete' as const), who: id, with_events: fc.boolean() }),
  fc.record({ kind: fc.constant('expire' as const), days: fc.integer({ min: 6, max: 16 }) }),
  fc.record({ kind: fc.constant('seal' as const) }),
);
/** What happens later happens to somebody. */
const history = fc
  .tuple(captured(5), fc.array(step, { minLength: 4, maxLength: 8 }))
  .map(([first, more]) => [first, ...more]);

const [VIEW, BUY] = [{ id: 'view' }, { id: 'buy' }];
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-20' };
const QUESTIONS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['list_persons', {}],
  ['run_sql', { query: 'select index, key, properties, created_at from groups order by index, key' }],
  [
    'run_sql',
    {
      query:
        'select uuid, event, timestamp, distinct_id, person_id, properties.amount, $group_0, $group_1, $group_2 from events order by uuid',
    },
  ],
  ['list_group_types', {}],
  ['compute_trend', { events: [{ id: null, math: 'dau' }], breakdown: 'plan', breakdown_type: 'person', ...RANGE }],
  ['compute_trend', { events: [VIEW], breakdown: '$initial_browser', breakdown_type: 'person', ...RANGE }],
  ['compute_retention', { ...RANGE, period: 'Week', total_intervals: 3 }],
  ['compute_funnel', { events: [VIEW, BUY], ...RANGE }],
];

/** Applies what happens to a project, then asks for answers. */
async function lived(service: RunningService, folder: string, steps: readonly Step[]): Promise<void> {
  for (const [at, one] of steps.entries()) {
    const [project] = service.store.projects.list();
    if (one.kind === 'capture') {
      const items = one.events.map(({ name, who, day, properties }) =>
        event(name, who, new Date(NOW - (19 - day) * DAY_MS).toISOString(), properties),
      );
      service.ingest.importItems(project!, items);
    } else if (one.kind === 'file') {
      const path = join(folder, `told-${at}.ndjson`);
      writeFileSync(path, ndjson(...one.lines));
      await importInto(service, await lookAt([path]), { reject: null });
    } else if (one.kind === 'delete') {
      await deletePersons(service, project!, { uuids: [], distinct_ids: [one.who] }, one.with_events);
    } else if (one.kind === 'expire') {
      await expireEvents(service, service.store.projects.update(project!.id, { retention_days: one.days }));
    } else await service.ingest.settle(project!, 0);
  }
  await service.ingest.flush();
}

async function answersOf(service: RunningService): Promise<string[]> {
  const answers: string[] = [];
  for (const [name, input] of [...QUESTIONS, ...groupQuestions(service)]) {
    const answer = await call(service, localOwner(service), operationNamed(name), input);
    answers.push(JSON.stringify(answer, (field, held: unknown) => (LEFT_OUT.has(field) ? undefined : held)));
  }
  const identified = Array.from(storedPeople(service.store, 1), ({ first_id, is_identified }) => [
    first_id,
    is_identified,
  ]);
  return [...answers, JSON.stringify(identified.sort())];
}

function groupQuestions({ store }: RunningService): [string, Record<string, unknown>][] {
  return store.groups.types(1).flatMap(({ group_type }): [string, Record<string, unknown>][] => [
    ['compute_trend', { events: [VIEW], aggregation_group_type: group_type, display: 'BoldNumber', ...RANGE }],
    ['compute_funnel', { events: [VIEW, BUY], aggregation_group_type: group_type, ...RANGE }],
  ]);
}

const LEFT_OUT = new Set(['last_refresh', 'is_cached', 'warnings', 'ms', 'hogql']);

/** Answers of a database that imports a file or folder. */
async function answersOfCopy(path: string): Promise<string[]> {
  const service = openService({ path: ':memory:', now: () => NOW, computing: { thread: 'never' } });
  try {
    const { refused, files } = await importInto(service, await lookAt(await inputFiles([path])), { reject: null });
    expect({ refused, failures: files.flatMap(({ failure }) => failure ?? []) }).toEqual({ refused: 0, failures: [] });
    return await answersOf(service);
  } finally {
    await service.close();
  }
}

test('answers of a project, of its copy by lines and of its copy by Parquet are equal', async () => {
  const met = new Set<Step['kind']>();
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const folder = temporaryFolder();
      const service = openService({ path: ':memory:', now: () => NOW, computing: { thread: 'never' } });
      try {
        await lived(service, folder, steps);
        const [lines, parquet] = [join(folder, 'all.ndjson'), join(folder, 'parquet')];
        writeFileSync(lines, Array.from(storedLines(service.store, 1), ({ text }) => text).join(''));
        const { files } = writeParquetFolder(service.store, 1, parquet, () => {});
        if (files === 0) return; // Nothing is left to import.
        for (const { kind } of steps) met.add(kind);
        const answers = await answersOf(service);
        expect(await answersOfCopy(lines), 'lines').toEqual(answers);
        expect(await answersOfCopy(parquet), 'Parquet').toEqual(answers);
      } finally {
        await service.close();
      }
    }),
    // To find a shorter history takes longer than a test may, and would hide the answers that differ.
    { numRuns: runs(20), endOnFailure: true },
  );
  expect([...met].sort()).toEqual(['capture', 'delete', 'expire', 'file', 'seal']);
}, 120_000);

test('what happens to the people of a copy later changes them as ever', async () => {
  const { product, write, take } = importTest();
  const person = { type: 'person', distinct_ids: ['u1'], properties: { plan: 'pro' }, complete: true };
  const group_type = { type: 'group_type', group_type: 'company', complete: true };
  const group = { type: 'group', group_type: 'company', group_key: 'c1', properties: { size: 5 } };
  const said = (at: number) => [
    event('$set', 'u1', `2026-03-01T10:00:0${at}Z`, { $set: { plan: `plan ${at}` } }),
    event('$groupidentify', 'u1', `2026-03-01T10:00:0${at}Z`, {
      $group_type: 'company',
      $group_key: 'c1',
      $group_set: { size: at },
    }),
  ];
  const lineOf = (item: IngestItem) => {
    if (item.kind !== 'event') return item;
    const { event: name, distinct_id, timestamp_ms, properties } = item.event;
    return { event: name, distinct_id, timestamp: new Date(timestamp_ms).toISOString(), properties };
  };
  const { store, ingest } = product.service;
  const now = () =>
    [...storedPeople(store, 1)]
      .map(({ properties }) => properties['plan'])
      .concat(store.groups.get(1, 0, 'c1')?.properties['size']);
  await take(write('export.ndjson', ndjson(group_type, group, person, ...said(1).map(lineOf))));
  expect(now()).toEqual(['pro', 5]);
  await take(write('other.ndjson', ndjson(...said(2).map(lineOf))));
  expect(now()).toEqual(['plan 2', 2]);
  ingest.importItems(store.projects.list()[0]!, said(3));
  expect(now()).toEqual(['plan 3', 3]);
});
