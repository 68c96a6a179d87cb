/** Saved things as files, moved from one project to another with different numbers. */
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { DashboardDetail } from '../../src/model/saved/dashboard.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { ProjectContext } from '../../src/service/contract/context.ts';
import { dashboardChart } from '../../src/service/dashboards/chart.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { ownContext } from '../../src/service/rounds/own_context.ts';
import { applyFiles } from '../../src/service/saved_files/apply.ts';
import { type SavedFile, savedFiles } from '../../src/service/saved_files/files.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

type Body = Record<string, unknown>;
interface Place {
  readonly context: ProjectContext;
  run<T = Body>(operation: string, body: Body): Promise<T>;
}

/** `before`: so many actions, cohorts and insights come first, so that numbers differ from place to place. */
async function place(before: number): Promise<Place> {
  const { service } = temporaryProduct({ now: () => Date.parse('2026-03-10T12:00:00Z') });
  const context = ownContext(service, 1, new AbortController().signal)!;
  const people = ['ana', 'ben', 'cleo'].flatMap((who, at) => [
    event('visit', who, `2026-03-0${at + 1}T10:00:00Z`, {
      plan: at === 0 ? 'team' : 'free',
      $set: { staff: at === 2 },
    }),
    event('buy', who, `2026-03-0${at + 4}T10:00:00Z`),
  ]);
  service.ingest.importItems(context.project, people);
  const run = async <T>(name: string, body: Body): Promise<T> => {
    const operation = operationNamed(name);
    return JSON.parse(JSON.stringify(await call(service, localOwner(service), operation, body)));
  };
  for (let at = 0; at < before; at++) {
    await run('create_action', { name: `filler ${at}`, steps: [{ event: 'visit' }], deleted: true });
    await run('create_cohort', { name: `filler ${at}`, filters: staffFilters(), deleted: true });
    await run('create_insight', { name: `filler ${at}`, deleted: true });
  }
  return { context, run };
}

function staffFilters(): Body {
  return { properties: { type: 'AND', values: [{ type: 'person', key: 'staff', value: 'true' }] } };
}

/** Everything that can name something else names it. */
async function fill({ run }: Place): Promise<void> {
  const staff = await run<{ id: number }>('create_cohort', { name: 'Staff', filters: staffFilters() });
  const came = await run<{ id: number }>('create_action', {
    name: 'Came & went',
    tags: ['main'],
    steps: [{ event: 'visit', properties: [{ type: 'cohort', key: 'id', value: staff.id, operator: 'not_in' }] }],
  });
  const lately = await run<{ id: number }>('create_cohort', {
    name: 'Came lately',
    filters: {
      properties: {
        type: 'AND',
        values: [
          {
            type: 'behavioral',
            event_type: 'actions',
            key: came.id,
            value: 'performed_event',
            time_value: 30,
            time_interval: 'day',
          },
          { type: 'cohort', key: 'id', value: staff.id, negation: true },
        ],
      },
    },
  });
  await run('create_cohort', { name: 'Two friends', is_static: true, distinct_ids: ['ana', 'ben'] });
  const visits = await run<{ short_id: string }>('create_insight', {
    name: 'Visits',
    saved: true,
    filters: {
      insight: 'TRENDS',
      events: [{ id: 'visit' }],
      actions: [{ id: came.id, math: 'dau' }],
      date_from: '-10d',
      breakdown_type: 'cohort',
      breakdown: ['all', lately.id],
      properties: [{ type: 'cohort', key: 'id', value: lately.id }],
    },
  });
  const funnel = await run<{ short_id: string }>('create_insight', {
    name: 'Visit to buy',
    tags: ['money'],
    query: {
      kind: 'InsightVizNode',
      source: {
        kind: 'FunnelsQuery',
        dateRange: { date_from: '-10d' },
        series: [
          { kind: 'ActionsNode', id: came.id },
          { kind: 'EventsNode', event: 'buy' },
        ],
        breakdownFilter: { breakdown_type: 'cohort', breakdown: [lately.id] },
      },
    },
  });
  await run('create_dashboard', {
    name: 'Week',
    filters: { properties: [{ type: 'cohort', key: 'id', value: lately.id }] },
    tiles: [
      { insight: visits.short_id, order: 1, layouts: { sm: { x: 0, y: 0 } } },
      { insight: funnel.short_id },
      { text: { body: 'Without tests.' }, order: 3, color: 'blue' },
      { text: { body: 'As of Monday.' } },
    ],
  });
  await run('create_annotation', { content: 'Release 2', date_marker: '2026-03-05T09:00:00Z' });
}

const DONE = { dry_run: false, prune: false };
const changes = (applied: ReturnType<typeof applyFiles>) => applied.filter(({ change }) => change !== 'unchanged');
const paths = (files: readonly SavedFile[]) => files.map(({ path }) => path);

async function answers({ run }: Place): Promise<unknown[]> {
  const { results } = await run<{ results: { name: string; short_id: string }[] }>('list_insights', { limit: 50 });
  const all = results.sort((a, b) => a.name.localeCompare(b.name));
  const full = await Promise.all(all.map(({ short_id }) => run('get_insight', { id: short_id, refresh: 'true' })));
  // Links hold numbers of this database.
  const told = JSON.stringify(full.map(({ name, short_id, result }) => ({ name, short_id, result })));
  return JSON.parse(told, (key, value) => (/url|action|filter|breakdown|^id$/.test(key) ? undefined : value));
}

test('what one project holds, another one gets: equal files, equal answers, other numbers', async () => {
  const [from, to] = [await place(0), await place(3)];
  await fill(from);
  const files = savedFiles(from.context);
  expect(paths(files)).toEqual([
    'actions/came-went.json',
    'cohorts/staff.json',
    'cohorts/came-lately.json',
    'cohorts/two-friends.json',
    'insights/visits.json',
    'insights/visit-to-buy.json',
    'dashboards/week.json',
    'annotations/2026-03-05-release-2.json',
  ]);
  const text = files.map((file) => file.text).join();
  for (const reference of ['cohort:staff', 'action:came-went', 'cohort:came-lately', 'insight:visits']) {
    expect(text).toContain(`"${reference}"`);
  }
  const applied = applyFiles(to.context, [...files].reverse(), DONE);
  expect(applied.map(({ change }) => change)).toEqual(files.map(() => 'create'));
  const copied = new Map(savedFiles(to.context).map((file) => [file.path, file.text]));
  for (const file of files) expect(copied.get(file.path), file.path).toBe(file.text);
  expect(await answers(to)).toEqual(await answers(from));
  expect(changes(applyFiles(to.context, files, { dry_run: false, prune: true }))).toEqual([]);
  expect(changes(applyFiles(from.context, files, { dry_run: false, prune: true }))).toEqual([]);
});

test('a dry run says what would be done, and does nothing', async () => {
  const { context, run } = await place(0);
  const file = { path: 'insights/new.json', text: '{"name":"New","filters":{"events":[{"id":"visit"}]}}' };
  expect(applyFiles(context, [file], { dry_run: true, prune: true })).toEqual([
    { path: 'insights/new.json', change: 'create', fields: [] },
  ]);
  expect(savedFiles(context)).toEqual([]);
  applyFiles(context, [file], DONE);
  expect(await run('list_insights', {})).toMatchObject({ count: 1 });
  expect(changes(applyFiles(context, [file], DONE))).toEqual([]);
});

test('edits are taken: fields, tiles, what is gone, what comes back', async () => {
  const at = await place(0);
  await fill(at);
  const files = savedFiles(at.context);
  const edited = files.map(({ path, text }) => ({
    path,
    text: path.startsWith('dashboards')
      ? text.replace(
          /"tiles": \[.*\n {2}\]/s,
          '"tiles": [{"insight":"insight:visits","order":5},{"text":{"body":"Without tests."},"order":1},{"text":{"body":"New.\\n\\nOn lines."}}]',
        )
      : text.replace('"main"', '"other"').replace('Visit to buy', 'From visit to buy'),
  }));
  const kept = edited.filter(({ path }) => !path.startsWith('annotations'));
  expect(changes(applyFiles(at.context, kept, { dry_run: false, prune: true }))).toEqual([
    { path: 'actions/came-went.json', change: 'update', fields: ['tags'] },
    { path: 'insights/visit-to-buy.json', change: 'update', fields: ['name'] },
    { path: 'dashboards/week.json', change: 'update', fields: ['tiles'] },
    { path: 'annotations: 2026-03-05 Release 2', change: 'remove', fields: [] },
  ]);
  const board = await at.run<DashboardDetail>('get_dashboard', { id: 1 });
  expect(board.tiles.map(({ order, insight, text }) => [order, insight?.name ?? text?.body])).toEqual([
    [1, 'Without tests.'],
    [5, 'Visits'],
    [6, 'New.\n\nOn lines.'],
  ]);
  expect(dashboardChart(board).notes.slice(0, 3)).toEqual(['Without tests.', 'New.', 'On lines.']);
  expect(board.tiles[0]).toMatchObject({ id: 3, color: 'blue' });
  expect(paths(savedFiles(at.context))).toContain('insights/from-visit-to-buy.json');
  await at.run('soft_delete_insight', { id: String(JSON.parse(files[4]!.text).short_id) });
  expect(changes(applyFiles(at.context, files.slice(0, 5), DONE))).toMatchObject([
    { path: 'actions/came-went.json' },
    { path: 'insights/visits.json', change: 'create' },
  ]);
  expect(await answers(at)).toHaveLength(2);
  // Nothing is left of what has no file.
  const removed = changes(applyFiles(at.context, [], { dry_run: false, prune: true }));
  expect(new Set(removed.map(({ change }) => change))).toEqual(new Set(['remove']));
  expect(savedFiles(at.context)).toEqual([]);
});

test('what was removed is not taken for what has its number elsewhere', async () => {
  const [from, to] = [await place(0), await place(0)];
  const cohort = await from.run<{ id: number }>('create_cohort', { name: 'Staff', filters: staffFilters() });
  const action = await from.run<{ id: number }>('create_action', { name: 'Came', steps: [{ event: 'visit' }] });
  const properties = [{ type: 'cohort', key: 'id', value: cohort.id }];
  await from.run('create_insight', { name: 'A', filters: { actions: [{ id: action.id }], properties } });
  await from.run('update_cohort', { id: cohort.id, deleted: true });
  await from.run('update_action', { id: action.id, deleted: true });
  const files = savedFiles(from.context);
  expect(files[0]!.text).toContain('"cohort:~1"');
  expect(changes(applyFiles(from.context, files, DONE))).toEqual([]);
  // Where nothing has the number, it fails to be computed as it did.
  expect(applyFiles(to.context, files, { dry_run: true, prune: false })).toMatchObject([{ change: 'create' }]);
  await to.run('create_cohort', { name: 'Another', filters: staffFilters() });
  expect(() => applyFiles(to.context, files, DONE)).toThrow(
    'insights/a.json: It names cohort 1, which had been removed',
  );
});

test('statements name cohorts and actions by their files', async () => {
  const [from, to] = [await place(0), await place(2)];
  const { id } = await from.run<{ id: number }>('create_cohort', { name: 'Staff', filters: staffFilters() });
  await from.run('create_action', { name: 'Came', steps: [{ event: 'visit' }] });
  const query = `SELECT count() -- in cohort 1
    FROM events WHERE person_id NOT IN COHORT ${id} AND matchesAction( 1 ) AND event != 'in cohort 1'`;
  await from.run('create_insight', {
    name: 'A',
    query: { kind: 'DataTableNode', source: { kind: 'HogQLQuery', query } },
  });
  const files = savedFiles(from.context);
  expect(JSON.parse(files.at(-1)!.text).query.source.query).toBe(
    query.replace(`COHORT ${id}`, "COHORT 'cohort:staff'").replace('( 1 )', "( 'action:came' )"),
  );
  applyFiles(to.context, files, DONE);
  expect(savedFiles(to.context)).toEqual(files);
  expect(await answers(to)).toEqual(await answers(from));
  for (const { context } of [from, to]) expect(changes(applyFiles(context, files, DONE))).toEqual([]);
  const broken = {
    path: 'insights/b.json',
    text: JSON.stringify({ name: 'B', query: { kind: 'HogQLQuery', query: "'" } }),
  };
  expect(() => applyFiles(to.context, [broken], DONE)).toThrow('insights/b.json: query: SQL, at character 1');
});

test('many things of one name are not taken for each other', async () => {
  const [from, to] = [await place(0), await place(0)];
  for (let at = 0; at < 11; at++) await from.run('create_action', { name: 'Came', steps: [{ event: `visit ${at}` }] });
  const files = savedFiles(from.context);
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(sorted).not.toEqual(files);
  expect(changes(applyFiles(from.context, sorted, DONE))).toEqual([]);
  applyFiles(to.context, sorted, DONE);
  expect(savedFiles(to.context)).toEqual(files);
});

test('what people write by hand is taken once, in whichever form', async () => {
  const { context, run } = await place(0);
  const written = {
    'insights/a': { name: 'A', tags: ['Main '], filters: { events: [{ id: 'visit' }] } },
    'actions/a': { name: 'A', description: null, steps: [{ event: 'visit' }] },
    'dashboards/a': { name: 'A', tags: ['Main'], tiles: ['insight:a', { text: { body: 'Hi. ' } }] },
    'annotations/a': { date_marker: '2026-03-05', content: 'Release ' },
    'annotations/b': { date_marker: '2026-03-05T09:00:00+02:00', content: 'Release' },
  };
  const files = Object.entries(written).map(([name, content]) => ({
    path: `${name}.json`,
    text: JSON.stringify(content),
  }));
  expect(changes(applyFiles(context, files, DONE))).toHaveLength(files.length);
  expect(changes(applyFiles(context, files, DONE))).toEqual([]);
  expect(await run('list_annotations', {})).toMatchObject({ count: 2 });
  const board = await run<DashboardDetail>('get_dashboard', { id: 1 });
  expect(board.tiles.map(({ insight, text }) => insight?.name ?? text?.body)).toEqual(['A', 'Hi.']);
});

const GOOD = { path: 'insights/good.json', text: '{"name":"Good","filters":{"events":[{"id":"visit"}]}}' };
test.each([
  ['insights/bad.json', '{"name":"x"', 'insights/bad.json: Expected a JSON object.'],
  ['insights/bad.json', '{"nmae":"x"}', 'insights/bad.json: nmae: There is no such field. Did you mean "name"?'],
  ['insights/bad.json', '{"short_id":"a b"}', 'insights/bad.json: short_id: Expected eight to twelve letters'],
  ['cohorts/bad.json', '{"name":"x","filters":{"properties":7}}', 'cohorts/bad.json: filters__properties: '],
  ['actions/bad.json', '{"description":"x"}', 'actions/bad.json: name: This field is required.'],
  ['other/bad.json', '{}', 'other/bad.json: Files lie in actions, cohorts'],
  [
    'insights/bad.json',
    '{"filters":{"actions":[{"id":"action:gone"}]}}',
    'insights/bad.json: It names "action:gone", but there is no file actions/gone.json.',
  ],
  [
    'cohorts/me.json',
    '{"name":"x","filters":{"properties":{"type":"AND","values":[{"type":"cohort","key":"id","value":"cohort:me"}]}}}',
    'cohorts/me.json: It refers to itself',
  ],
])('%s %s is refused by its name, and nothing else is taken', async (path, text, message) => {
  const { context } = await place(0);
  expect(() => applyFiles(context, [GOOD, { path, text }], DONE)).toThrow(message);
  expect(savedFiles(context)).toEqual([]);
});

const insightFile = (name: string, content: Body): SavedFile => ({
  path: `insights/${name}.json`,
  text: JSON.stringify({ filters: { events: [{ id: 'visit' }] }, ...content }),
});

test('two files that mean one insight are refused, whichever is read first', async () => {
  const { context } = await place(0);
  const twins = ['a', 'b'].map((name) => insightFile(name, { name, short_id: 'AAAAAAAA' }));
  const apply = (files: readonly SavedFile[]) => applyFiles(context, files, { dry_run: false, prune: false });
  expect(() => apply(twins)).toThrow('insights/b.json: short_id: insights/a.json has the same one.');
  expect(savedFiles(context)).toEqual([]);
  expect(apply(twins.slice(0, 1))).toMatchObject([{ change: 'create' }]);
  expect(() => apply(twins)).toThrow('has the same one');
});

test('as many files as may be applied take seconds, not the square of them', async () => {
  const { context } = await place(0);
  const files = Array.from({ length: 4_000 }, (_, nth) => insightFile(`f${nth}`, { name: `n${nth}` }));
  const apply = () => applyFiles(context, files.toReversed(), { dry_run: false, prune: false });
  expect(apply().every(({ change }) => change === 'create')).toBe(true);
  const began_ms = process.cpuUsage().user / 1_000;
  expect(apply().every(({ change }) => change === 'unchanged')).toBe(true);
  expect(process.cpuUsage().user / 1_000 - began_ms).toBeLessThan(5_000);
});

test('the audit log names the first of many files, and says how many more there were', async () => {
  const last = async (count: number) => {
    const { context } = await place(0);
    const files = Array.from({ length: count }, (_, nth) => insightFile(`f${nth}`, { name: `n${nth}` }));
    applyFiles(context, files, { dry_run: false, prune: false });
    const [entry] = context.service.store.audit.list({ project_id: 1, with_global: false, before: null, limit: 1 });
    return entry!.fields.slice(LIMIT.audit_fields - 1);
  };
  const at = [`insights/f${LIMIT.audit_fields - 1}.json`];
  await atAndPast('audit_fields', last, { at, past: [...at, 'and 1 more'] });
});

test('names of files can be had on every system', async () => {
  const { context, run } = await place(0);
  const names = ['CON', 'nul', 'Com1', 'console', '../../etc/passwd', 'C:\\x', 'a\0b', '..', 'é'.repeat(300), 'CON'];
  for (const name of names) await run('create_insight', { name });
  const paths = savedFiles(context).map(({ path }) => path);
  expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(names.length);
  for (const path of paths) {
    expect(path).toMatch(/^insights\/[\p{L}\p{M}\p{N}~-]+\.json$/u);
    expect(path).not.toMatch(/\/(con|nul|com\d)\.json$/);
    expect(Buffer.byteLength(path)).toBeLessThan(255);
  }
});
