/** Saved insights: round trip, every filter of the list, orders. */
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import type { InsightFilter, InsightRow, Store } from '../../src/store/types/store.ts';
import { addDashboard, addInsight, addProject, addUser, open } from './fixture.ts';

function names(store: Store, project_id: number, filter: Partial<InsightFilter>): (string | null)[] {
  return store.insights.list(project_id, { limit: 100, offset: 0, ...filter }).rows.map((row) => row.name);
}

/** A project with these insights, in this order. */
function setUp(rows: readonly Partial<InsightRow>[]) {
  const store = open();
  const project = addProject(store);
  const ids = rows.map((row) => addInsight(store, project, row).id);
  return { store, project, ids, list: (filter: Partial<InsightFilter>) => names(store, project, filter) };
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} ${error.attr}: ${error.message}`;
  }
  return undefined;
}

test('any JSON comes back as it was; a missing filters is an empty object', () => {
  const { store, project } = setUp([]);
  for (const filters of [{ a: [1, null, 'é\u0000"'] }, [], 'text', 5, true]) {
    const row = addInsight(store, project, { filters, query: { kind: 'TrendsQuery', ['__proto__']: 1 } });
    expect(store.insights.get(project, row.id)?.filters).toEqual(filters);
  }
  expect(addInsight(store, project, { filters: null, query: null })).toMatchObject({ filters: {}, query: null });
});

test('update changes what is given and nothing else, also to null and false', () => {
  const { store, project, ids } = setUp([{ name: 'a', order: 3, saved: true, tags: ['x'] }, { name: 'b' }]);
  const before = store.insights.get(project, ids[0]!)!;
  const after = store.insights.update(project, ids[0]!, { order: null, saved: false, tags: ['y', 'z'], deleted: true });
  expect(after).toEqual({ ...before, order: null, saved: false, tags: ['y', 'z'], deleted: true });
  expect(store.insights.byShortId(project, before.short_id)).toEqual(after);
  expect(names(store, project, {})).toEqual(['b']);
});

test('another project sees nothing of it', () => {
  const { store, ids } = setUp([{ name: 'a', short_id: 'mine' }]);
  const other = addProject(store);
  expect(store.insights.get(other, ids[0]!)).toBeUndefined();
  expect(store.insights.byShortId(other, 'mine')).toBeUndefined();
  expect(names(store, other, {})).toEqual([]);
  expect(() => store.insights.update(other, ids[0]!, { name: 'stolen' })).toThrow();
  addInsight(store, other, { short_id: 'mine' }); // short ids are per project
});

describe('list', () => {
  test('default order: order ascending, nulls last, then id; count is before the page', () => {
    const { store, project, list } = setUp([
      { name: 'a' },
      { name: 'b', order: 2 },
      { name: 'c', order: 1 },
      { name: 'd' },
      { name: 'gone', deleted: true },
    ]);
    expect(list({})).toEqual(['c', 'b', 'a', 'd']);
    expect(store.insights.list(project, { limit: 2, offset: 1 })).toMatchObject({
      count: 4,
      rows: [{ name: 'b' }, { name: 'a' }],
    });
  });

  test('flags, creator, short id, time of the last change', () => {
    const { store, project, list } = setUp([]);
    const user = addUser(store);
    addInsight(store, project, { name: 'a', saved: true, created_by: user, last_modified_at_ms: 10 });
    addInsight(store, project, { name: 'b', favorited: true, short_id: 'bbb', last_modified_at_ms: 20 });
    addInsight(store, project, { name: 'c', last_modified_at_ms: 30 });
    expect(list({ created_by: user })).toEqual(['a']);
    expect(list({ short_id: 'bbb' })).toEqual(['b']);
    expect(list({ favorited: true })).toEqual(['b']);
    expect(list({ favorited: false })).toEqual(['a', 'c']);
    expect(list({ saved: true })).toEqual(['a']);
    expect(list({ saved: false })).toEqual(['b', 'c']);
    expect(list({ modified_after_ms: 10, modified_before_ms: 30 })).toEqual(['b']);
    expect(list({ saved: false, favorited: true, short_id: 'zzz' })).toEqual([]);
  });

  test('dashboards: on all of them; one on a dashboard counts as saved', () => {
    const { store, project, ids, list } = setUp([{ name: 'both' }, { name: 'one' }, { name: 'removed' }]);
    const [a, b, dead] = [
      addDashboard(store, project),
      addDashboard(store, project),
      addDashboard(store, project, true),
    ];
    store.dashboards.placeInsight(ids[0]!, [a!, b!]);
    store.dashboards.placeInsight(ids[1]!, [b!]);
    store.dashboards.placeInsight(ids[2]!, [a!, b!]);
    store.dashboards.placeInsight(ids[2]!, [dead!]);
    expect(list({ dashboards: [a!, b!] })).toEqual(['both']);
    expect(list({ dashboards: [b!] })).toEqual(['both', 'one']);
    expect(list({ dashboards: [dead!] })).toEqual([]);
    expect(list({ saved: true })).toEqual(['both', 'one']);
  });

  test('tags: all of them', () => {
    const { list } = setUp([{ name: 'a', tags: ['x', 'y'] }, { name: 'b', tags: ['y'] }, { name: 'c' }]);
    expect(list({ tags: ['y'] })).toEqual(['a', 'b']);
    expect(list({ tags: ['y', 'x'] })).toEqual(['a']);
    expect(list({ tags: [] })).toEqual(['a', 'b', 'c']);
    expect(list({ tags: ["x' OR 1=1 --"] })).toEqual([]);
  });

  test('search looks at name, derived name, description and tags, in any case, without wildcards', () => {
    const { list } = setUp([
      { name: 'Ärger 100%' },
      { name: 'b', derived_name: 'Sign_up' },
      { name: 'c', description: 'weekly SIGNUPS' },
      { name: 'd', tags: ['Über'] },
    ]);
    expect(list({ search: 'ärger' })).toEqual(['Ärger 100%']);
    expect(list({ search: '%' })).toEqual(['Ärger 100%']);
    expect(list({ search: 'sign_up' })).toEqual(['b']);
    expect(list({ search: 'sign' })).toEqual(['b', 'c']);
    expect(list({ search: 'ÜBER' })).toEqual(['d']);
    expect(list({ search: "'; DROP TABLE insight; --" })).toEqual([]);
    expect(list({ search: '' })).toHaveLength(4);
  });

  test('kinds: by filters where there is no query, else by the kind of the query node', () => {
    const { store, project, list } = setUp([
      { name: 'filters', filters: { insight: 'FUNNELS' } },
      { name: 'both', filters: { insight: 'TRENDS' }, query: { kind: 'FunnelsQuery' } },
      { name: 'node', query: { kind: 'InsightVizNode', source: { kind: 'FunnelsQuery' } } },
      { name: 'trend', query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery' } } },
      { name: 'sql', query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery' } } },
      { name: 'table', query: { kind: 'DataTableNode', source: { kind: 'HogQLQuery' } } },
      { name: 'unnamed', filters: { events: [{ id: 'a' }] } },
      { name: 'small', filters: { insight: 'trends', actions: [{ id: 1 }] } },
      { name: 'old', filters: { insight: 'TRENDS', shown_as: 'Lifecycle', events: [{ id: 'a' }] } },
      { name: 'nothing', filters: { date_from: '-7d' } },
      { name: 'odd', filters: 'text', query: ['no node'] },
    ]);
    expect(list({ insight: 'FUNNELS' })).toEqual(['filters', 'both', 'node']);
    expect(list({ insight: 'TRENDS' })).toEqual(['trend', 'unnamed', 'small']);
    expect(list({ insight: 'LIFECYCLE' })).toEqual(['old']);
    expect(list({ insight: 'PATHS' })).toEqual([]);
    expect(list({ insight: 'SQL' })).toEqual(['sql', 'table']);
    expect(list({ insight: 'JSON' })).toEqual(['both', 'node', 'trend', 'odd']);
    expect(codeOf(() => names(store, project, { insight: 'funnels' }))).toMatch(/^invalid_choice insight: .*FUNNELS/);
    expect(codeOf(() => names(store, project, { insight: 'constructor' }))).toMatch(/^invalid_choice/);
  });

  test('orders: a field, either way, nulls last; an unknown field lists those that are', () => {
    const { store, project, list } = setUp([
      { name: 'b', last_modified_at_ms: 1 },
      { name: 'A', last_modified_at_ms: 3 },
      { name: null, last_modified_at_ms: 2 },
    ]);
    expect(list({ order: 'name' })).toEqual(['A', 'b', null]);
    expect(list({ order: '-name' })).toEqual(['b', 'A', null]);
    expect(list({ order: '-last_modified_at' })).toEqual(['A', null, 'b']);
    for (const order of ['', '-', 'filters', 'name; DROP TABLE insight', 'toString', '--id'])
      expect(codeOf(() => names(store, project, { order }))).toMatch(/^invalid_choice order: .*last_modified_at/);
  });

  test('views: by the latest of anybody; many insights and users take no time for each pair', () => {
    const { store, project, ids } = setUp([{ name: 'seen twice' }, { name: 'seen' }, { name: 'never' }]);
    const users = Array.from({ length: 20 }, () => addUser(store));
    const other = addProject(store);
    store.transaction(() => {
      for (const [at, user] of users.entries()) store.views.mark(project, user, ids[0]!, at === 3 ? 9e6 : 1);
      store.views.mark(project, users[0]!, ids[1]!, 8e6);
      for (let at = 0; at < 1500; at++) {
        const { id } = addInsight(store, other, { name: `${at}` });
        for (const user of users) store.views.mark(other, user, id, at);
      }
    });
    expect(names(store, project, { order: '-last_viewed_at' })).toEqual(['seen twice', 'seen', 'never']);
    expect(names(store, project, { viewed_after_ms: 8e6 })).toEqual(['seen twice']);
    expect(names(store, project, { viewed_before_ms: 9e6 })).toEqual(['seen']);
    const started = performance.now();
    expect(names(store, other, { order: '-last_viewed_at', limit: 2 })).toEqual(['1499', '1498']);
    expect(names(store, other, { viewed_after_ms: 1497 })).toEqual(['1498', '1499']);
    expect(store.insights.watched(8e6, 9).map((row) => row.id)).toEqual(ids.slice(0, 2));
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('more kinds of statements than are kept ready', () => {
    const { list } = setUp([{ name: 'a' }]);
    for (const order of ['id', 'name', 'order', '-id', '-name', '-order', 'saved', '-saved']) {
      for (let mask = 0; mask < 64; mask++) {
        const filter: Partial<InsightFilter> = {
          order,
          ...(mask & 1 && { favorited: false }),
          ...(mask & 2 && { saved: false }),
          ...(mask & 4 && { search: 'a' }),
          ...(mask & 8 && { tags: [] }),
          ...(mask & 16 && { dashboards: [] }),
          ...(mask & 32 && { modified_after_ms: 0 }),
        };
        expect(list(filter)).toEqual(['a']);
      }
    }
  });
});
