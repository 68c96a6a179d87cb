/**
 * After erasures a project answers as one to which what was erased had never been sent. The twin is just that: a project
 * that is made anew of the events that are left.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { expireEvents } from '../../src/service/erasing/expiry.ts';
import { deleteImport } from '../../src/service/erasing/imports.ts';
import { deletePersons } from '../../src/service/erasing/persons.ts';
import { call } from '../../src/service/gate/call.ts';
import { batchesOf } from '../../src/service/ingest/event_batch.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const DAY_MS = 86_400_000;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

interface Happened {
  readonly name: string;
  readonly who: string;
  readonly day: number;
  readonly path: string;
}

type Step =
  | { readonly kind: 'capture' | 'import'; readonly events: readonly Happened[] }
  | { readonly kind: 'merge'; readonly who: string; readonly other: string }
  | { readonly kind: 'delete'; readonly who: string }
  | { readonly kind: 'undo'; readonly nth: number }
  | { readonly kind: 'expire'; readonly days: number }
  | { readonly kind: 'seal' | 'ask' };

const happened = fc.record({
  name: fc.constantFrom('seen', 'paid', 'left'),
  who: fc.constantFrom(...IDS),
  day: fc.integer({ min: 0, max: 18 }),
  path: fc.constantFrom('/', '/x', '/y', '/z'),
});
const events = fc.array(happened, { minLength: 1, maxLength: 12 });
const capture = fc.record({ kind: fc.constant('capture' as const), events });
const shared = [capture, capture, fc.record({ kind: fc.constantFrom('seal' as const, 'ask' as const) })];
const id = fc.constantFrom(...IDS);
const aboutPeople: fc.Arbitrary<Step>[] = [
  ...shared,
  fc.record({ kind: fc.constant('merge' as const), who: id, other: id }),
  fc.record({ kind: fc.constant('delete' as const), who: id }),
];
/** Of people that an import or old events have told of something, the rest stays: these tell of nothing. */
const aboutEvents: fc.Arbitrary<Step>[] = [
  ...shared,
  fc.record({ kind: fc.constant('import' as const), events }),
  fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('expire' as const), days: fc.integer({ min: 4, max: 20 }) }),
];

const LINES = [{ id: 'seen', math: 'dau' }, { id: 'paid' }];
const QUESTIONS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['compute_trend', { events: LINES, date_from: '2026-03-01' }],
  ['compute_trend', { events: [{ id: null }], breakdown: 'path', date_from: '2026-03-01', interval: 'month' }],
  ['compute_trend', { events: [LINES[0]], breakdown: 'mail', breakdown_type: 'person', date_from: '2026-03-01' }],
  ['compute_funnel', { events: [{ id: 'seen' }, { id: 'paid' }], date_from: '2026-03-01' }],
  ['compute_retention', { date_from: '2026-03-01', period: 'Week', total_intervals: 3 }],
  ['list_persons', { question: { kind: 'trend', events: [{ id: 'seen' }], date_from: '2026-03-01' }, limit: 20 }],
  ['run_sql', { query: 'select count(), uniq(person_id), uniq(distinct_id), count(person_id) from events' }],
  [
    'run_sql',
    { query: 'select n, count() from (select person_id, count() n from events group by 1) group by n order by n' },
  ],
  ['run_sql', { query: 'select distinct_id, count() from events group by 1 order by 1' }],
  ['list_event_definitions', {}],
  ['list_property_definitions', {}],
  ['list_events', { limit: 30 }],
];

class Tried {
  readonly service: RunningService = openService({ path: ':memory:', now: () => NOW });
  /** Events that are left, in order, with their import. */
  left: { readonly item: IngestItem & { readonly kind: 'event' }; readonly import_id: number | null }[] = [];
  /** What has erased something. */
  readonly erased = new Set<Step['kind']>();
  /** Distinct id -> all ids of its person. */
  readonly #people = new Map<string, Set<string>>();
  readonly #tells: boolean;

  /** `tells`: whether events say what their people are like. */
  constructor(tells: boolean) {
    this.#tells = tells;
  }

  get project() {
    return this.service.store.projects.list()[0]!;
  }

  async take(step: Step): Promise<void> {
    const { service, project } = this;
    switch (step.kind) {
      case 'capture':
        return this.#send(step.events.map((one) => itemOf(one, this.#tells ? { $set: { mail: `${one.who}@x` } } : {})));
      case 'import':
        return this.#import(step.events.map((one) => itemOf(one, {})));
      case 'merge':
        if (step.who === step.other) return;
        this.#join(step.who, step.other);
        // Identified before, they would not be merged.
        return this.#send([event('$merge_dangerously', step.who, '2026-03-02T00:00:00Z', { alias: step.other })]);
      case 'delete': {
        const ids = this.#people.get(step.who) ?? new Set([step.who]);
        if (this.left.some(({ item }) => ids.has(item.event.distinct_id))) this.erased.add(step.kind);
        await deletePersons(service, project, { uuids: [], distinct_ids: [step.who] }, true);
        this.left = this.left.filter(({ item }) => !ids.has(item.event.distinct_id));
        for (const one of ids) this.#people.delete(one);
        return;
      }
      case 'undo': {
        const imports = service.store.imports.list(project.id);
        if (imports.length === 0) return;
        const made = imports[step.nth % imports.length]!;
        this.erased.add(step.kind);
        await deleteImport(service, project, made.id);
        this.left = this.left.filter(({ import_id }) => import_id !== made.id);
        return;
      }
      case 'expire': {
        const kept = service.store.projects.update(project.id, { retention_days: step.days });
        const { before_ms } = (await expireEvents(service, kept))!;
        const kept_events = this.left.filter(({ item }) => item.event.timestamp_ms >= before_ms);
        if (kept_events.length < this.left.length) this.erased.add(step.kind);
        this.left = kept_events;
        return;
      }
      case 'seal':
        return service.ingest.settle(project, 0);
      case 'ask':
        await answersOf(service);
    }
  }

  #send(items: readonly IngestItem[]): void {
    this.service.ingest.importItems(this.project, items);
    this.#note(items, null);
  }

  #import(items: readonly IngestItem[]): void {
    const run = this.service.store.imports.begin(this.project.id, ['file'], NOW);
    for (const batch of batchesOf(items, 5)) {
      this.service.ingest.importBatch(this.project, batch, [{ events: batch.events.rows, others: 0 }], run.id);
    }
    this.#note(items, run.id);
  }

  #note(items: readonly IngestItem[], import_id: number | null): void {
    for (const item of items) if (item.kind === 'event') this.left.push({ item, import_id });
  }

  #join(who: string, other: string): void {
    const all = new Set([who, other].flatMap((one) => [...(this.#people.get(one) ?? [one])]));
    for (const one of all) this.#people.set(one, all);
  }
}

function itemOf({ name, who, day, path }: Happened, properties: Record<string, unknown>): IngestItem {
  const at = new Date(NOW - (19 - day) * DAY_MS).toISOString();
  return event(name, who, at, { path, only: `${who}${path}`, ...properties });
}

async function answersOf(service: RunningService): Promise<string[]> {
  const answers: string[] = [];
  for (const [name, input] of QUESTIONS) {
    const answer = await call(service, localOwner(service), operationNamed(name), input);
    const shown: unknown = JSON.parse(
      JSON.stringify(answer, (key, value: unknown) => (LEFT_OUT.has(key) ? undefined : value)),
    );
    answers.push(name.startsWith('list_') ? sorted(shown) : JSON.stringify(shown));
  }
  return answers;
}

/** When it was computed, what warnings say of it, and when people were first seen. */
const LEFT_OUT = new Set(['last_refresh', 'is_cached', 'warnings', 'created_at', '$import_id']);

/** People are listed by number, which tells who came first: of the twin's, others may have. */
function sorted(shown: unknown): string {
  const { results } = shown as { readonly results: readonly { readonly name?: string }[] };
  const lines = results.filter(({ name }) => name !== '$import_id').map((one) => JSON.stringify(one));
  return lines.sort().join('\n');
}

async function twinAnswers({ left }: Tried): Promise<string[]> {
  const { service, close } = temporaryProduct({ now: () => NOW, computing: { thread: 'never' } });
  try {
    const [project] = service.store.projects.list();
    service.ingest.importItems(
      project!,
      left.map(({ item }) => item),
    );
    return await answersOf(service);
  } finally {
    await close();
  }
}

/** Returns what has erased something. */
async function holds(steps: readonly Step[], tells: boolean): Promise<Tried['erased']> {
  const tried = new Tried(tells);
  try {
    for (const step of steps) await tried.take(step);
    expect(await answersOf(tried.service)).toEqual(await twinAnswers(tried));
    return tried.erased;
  } finally {
    await tried.service.close();
  }
}

async function assertErased(
  kinds: readonly Step['kind'][],
  steps: fc.Arbitrary<Step[]>,
  tells: boolean,
): Promise<void> {
  const erased = new Set<Step['kind']>();
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      for (const kind of await holds(given, tells)) erased.add(kind);
    }),
    { numRuns: runs(24), endOnFailure: true },
  );
  expect([...erased].sort()).toEqual(kinds);
}

test('people who were deleted were never there', async () => {
  await assertErased(['delete'], fc.array(fc.oneof(...aboutPeople), { minLength: 6, maxLength: 16 }), true);
});

test('imports taken back and events too old were never sent', async () => {
  await assertErased(['expire', 'undo'], fc.array(fc.oneof(...aboutEvents), { minLength: 6, maxLength: 16 }), false);
});
