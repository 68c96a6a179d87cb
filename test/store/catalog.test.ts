/** Projects, users, keys, dashboards, activity, views, sharing, results: what is put in comes out. */
import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { addDashboard, addInsight, addProject, addUser, open } from './fixture.ts';

describe('projects', () => {
  test('are found by id and token, and changed in part', () => {
    const store = open();
    const id = addProject(store);
    const project = must(store.projects.get(id), 'project');
    expect(store.projects.byToken(project.api_token)).toEqual(project);
    expect(project).toMatchObject({ timezone: 'Europe/Berlin', week_start_day: 1, path_cleaning_filters: [] });
    const changed = store.projects.update(id, { timezone: 'UTC', path_cleaning_filters: [{ regex: 'a', alias: 'b' }] });
    expect(changed).toEqual({ ...project, timezone: 'UTC', path_cleaning_filters: [{ regex: 'a', alias: 'b' }] });
    expect(store.projects.update(id, {})).toEqual(changed);
    expect(store.projects.list()).toEqual([changed]);
    expect(store.projects.get(id + 1)).toBeUndefined();
    expect(store.projects.byToken('phc_unknown')).toBeUndefined();
  });

  test('a token belongs to one project, and a failed creation leaves nothing', () => {
    const store = open();
    const { id: _, ...values } = must(store.projects.get(addProject(store)), 'project');
    expect(() => store.projects.create(values)).toThrow(/UNIQUE.*INSERT INTO project/s);
    expect(store.projects.list()).toHaveLength(1);
  });

  test('rows are plain objects', () => {
    const store = open();
    const id = addProject(store);
    store.definitions.eventOrd(id, 'a');
    expect(Object.getPrototypeOf(store.projects.get(id))).toBe(Object.prototype);
    expect(Object.getPrototypeOf(store.definitions.events(id)[0])).toBe(Object.prototype);
  });
});

test('users: the first one is the owner', () => {
  const store = open();
  expect(store.users.first()).toBeUndefined();
  const id = addUser(store);
  addUser(store);
  expect(store.users.first()).toEqual(store.users.get(id));
  expect(store.users.get(id)).toMatchObject({ is_email_verified: false, hedgehog_config: { skin: 'plain' } });
  expect(store.users.get(99)).toBeUndefined();
});

test('keys: by digest, touched, revoked once', () => {
  const store = open();
  const user_id = addUser(store);
  const values: Parameters<typeof store.keys.insert>[0] = {
    user_id,
    label: 'laptop',
    hash: 'ab'.repeat(32),
    mask: 'phx_…abcd',
    scopes: ['insight:read', 'group:write'],
    project_ids: null,
    expires_at_ms: null,
    created_at_ms: 7,
  };
  const key = store.keys.insert(values);
  expect(key).toMatchObject({ last_used_at_ms: null, revoked_at_ms: null });
  expect(store.keys.byHash(key.hash)).toEqual(key);
  expect(store.keys.byHash('')).toBeUndefined();
  expect([store.keys.get(key.id), store.keys.get(99)]).toEqual([key, undefined]);
  store.keys.touch(key.id, 8);
  expect(store.keys.revoke(key.id, 9)).toBe(true);
  expect(store.keys.revoke(key.id, 10)).toBe(false);
  expect(store.keys.revoke(99, 10)).toBe(false);
  expect(store.keys.list()).toEqual([{ ...key, last_used_at_ms: 8, revoked_at_ms: 9 }]);
  expect(store.keys.list()).toEqual([store.keys.get(key.id)]);
  const limited = store.keys.insert({ ...values, hash: 'other', project_ids: [1, 2] });
  expect(store.keys.byHash('other')?.project_ids).toEqual([1, 2]);
  expect(limited.id).toBe(key.id + 1);
});

describe('dashboards', () => {
  test('list shows live ones of the project, a page at a time', () => {
    const store = open();
    const project = addProject(store);
    const other = addDashboard(store, addProject(store));
    const ids = [addDashboard(store, project), addDashboard(store, project), addDashboard(store, project)];
    addDashboard(store, project, true);
    const page = store.dashboards.list(project, { limit: 2, offset: 1 });
    expect(page.count).toBe(3);
    expect(page.rows.map((row) => row.id)).toEqual(ids.slice(1));
    expect(store.dashboards.get(project, other)).toBeUndefined();
    expect(store.dashboards.get(project, ids[0]!)).toMatchObject({ name: 'Board', filters: {}, deleted: false });
  });

  test('placing an insight creates, removes and revives tiles', () => {
    const store = open();
    const project = addProject(store);
    const insight = addInsight(store, project).id;
    const [a, b, c] = [addDashboard(store, project), addDashboard(store, project), addDashboard(store, project)];
    const placed = () => store.dashboards.tilesOf([insight]).get(insight)!;
    const boards = () => placed().map((tile) => tile.dashboard_id);

    store.dashboards.placeInsight(insight, [a!, b!]);
    const first = placed();
    expect(first.map((tile) => [tile.dashboard_id, tile.deleted, tile.layouts])).toEqual([
      [a, null, {}],
      [b, null, {}],
    ]);
    store.dashboards.placeInsight(insight, [b!, c!]);
    expect(boards()).toEqual([b, c]);
    expect(store.dashboards.tilesOn(a!)).toEqual([]);
    store.dashboards.placeInsight(insight, [a!]);
    expect(placed()).toEqual([{ ...first[0]!, deleted: false }]);
    store.dashboards.placeInsight(insight, []);
    expect(boards()).toEqual([]);
  });

  test('tiles on a removed dashboard come back with it, except of insights that were removed meanwhile', () => {
    const store = open();
    const project = addProject(store);
    const [moved, gone] = [addInsight(store, project).id, addInsight(store, project).id];
    const [a, b] = [addDashboard(store, project), addDashboard(store, project)];
    for (const id of [moved, gone]) store.dashboards.placeInsight(id, [a!]);
    store.dashboards.update(project, a!, { deleted: true });
    store.dashboards.placeInsight(moved, [b!]);
    store.dashboards.takeOff(gone);
    store.dashboards.update(project, a!, { deleted: false });
    expect(store.dashboards.tilesOn(a!).map((tile) => tile.insight_id)).toEqual([moved]);
    expect(store.dashboards.tilesOf([moved]).get(moved)).toHaveLength(2);
  });

  test('tiles on a deleted dashboard are not live; every asked insight has an entry', () => {
    const store = open();
    const project = addProject(store);
    const [one, two] = [addInsight(store, project).id, addInsight(store, project).id];
    store.dashboards.placeInsight(one, [addDashboard(store, project, true)]);
    expect(store.dashboards.tilesOf([one, two])).toEqual(
      new Map([
        [one, []],
        [two, []],
      ]),
    );
  });
});

test('activity: newest first, by scope and item', () => {
  const store = open();
  const project_id = addProject(store);
  const user_id = addUser(store);
  const append = (id: string, item_id: string, created_at_ms: number, scope = 'Insight') =>
    store.activity.append({
      id,
      project_id,
      user_id,
      activity: 'updated',
      scope,
      item_id,
      detail: { name: id, changes: null },
      created_at_ms,
    });
  append('a', '1', 10);
  append('b', '2', 20);
  append('c', '1', 20);
  append('d', '1', 30, 'Group');
  const list = (item_id?: string, limit = 10, offset = 0) =>
    store.activity.list({ project_id, scope: 'Insight', ...(item_id && { item_id }) }, { limit, offset });
  expect(list().rows.map((row) => row.id)).toEqual(['c', 'b', 'a']);
  expect(list('1')).toMatchObject({ count: 2, rows: [{ id: 'c', detail: { name: 'c', changes: null } }, { id: 'a' }] });
  expect(list(undefined, 1, 1)).toMatchObject({ count: 3, rows: [{ id: 'b' }] });
  expect(list('9')).toEqual({ count: 0, rows: [] });
});

test('views: each insight once, latest first, deleted ones skipped before the cut', () => {
  const store = open();
  const project = addProject(store);
  const [ann, ben] = [addUser(store), addUser(store)];
  const ids = [1, 2, 3].map(() => addInsight(store, project).id);
  store.views.mark(project, ann, ids[0]!, 10);
  store.views.mark(project, ann, ids[1]!, 20);
  store.views.mark(project, ann, ids[2]!, 30);
  store.views.mark(project, ann, ids[0]!, 40);
  store.views.mark(project, ben, ids[1]!, 99);
  store.insights.update(project, ids[2]!, { deleted: true });
  expect(store.views.recent(project, ann, 2)).toEqual([
    { insight_id: ids[0], viewed_at_ms: 40 },
    { insight_id: ids[1], viewed_at_ms: 20 },
  ]);
});

test('sharing: put again replaces, tokens lead back', () => {
  const store = open();
  const insight_id = addInsight(store, addProject(store)).id;
  expect(store.sharing.get(insight_id)).toBeUndefined();
  store.sharing.put({ insight_id, enabled: false, access_token: 'x', created_at_ms: 1 });
  store.sharing.put({ insight_id, enabled: true, access_token: 'y', created_at_ms: 2 });
  expect(store.sharing.get(insight_id)).toEqual({ insight_id, enabled: true, access_token: 'y', created_at_ms: 2 });
  expect(store.sharing.opened('x')).toBeUndefined();
  const project_id = must(store.projects.list()[0], 'project').id;
  expect(store.sharing.opened('y')).toEqual({ project_id, insight_id });
  store.insights.update(project_id, insight_id, { deleted: true });
  expect(store.sharing.opened('y'), 'that it is removed is found out where it is read').toBeDefined();
  store.sharing.put({ insight_id, enabled: false, access_token: 'y', created_at_ms: 2 });
  expect(store.sharing.opened('y')).toBeUndefined();
});

test('dashboards: changed in part, found by name or description; tiles are dressed', () => {
  const store = open();
  const project = addProject(store);
  const ids = ['Growth', 'Money'].map((name) => {
    const id = addDashboard(store, project);
    return store.dashboards.update(project, id, { name }).id;
  });
  const changed = store.dashboards.update(project, ids[1]!, {
    description: 'how it GROWS',
    filters: { date_from: '-1d' },
  });
  expect(changed).toMatchObject({ name: 'Money', description: 'how it GROWS', filters: { date_from: '-1d' } });
  const found = (search: string) =>
    store.dashboards.list(project, { search, limit: 9, offset: 0 }).rows.map((row) => row.id);
  expect([found('grow'), found('money'), found('x')]).toEqual([ids, [ids[1]], []]);
  const insight = addInsight(store, project).id;
  store.dashboards.placeInsight(insight, [ids[0]!]);
  const [tile] = store.dashboards.tilesOn(ids[0]!);
  store.dashboards.updateTile(tile!.id, { color: 'blue' });
  store.dashboards.updateTile(tile!.id, { layouts: { sm: { x: 1 } } });
  store.dashboards.updateTile(tile!.id, {});
  expect(store.dashboards.tilesOn(ids[0]!)).toEqual([{ ...tile, color: 'blue', layouts: { sm: { x: 1 } } }]);
});

test('watched insights: favourites, shared, on a live dashboard, viewed lately; not those removed', () => {
  const store = open();
  const project = addProject(store);
  const user = addUser(store);
  const ids = Array.from({ length: 7 }, () => addInsight(store, project).id);
  const [plain, favourite, shared, placed, viewed, forgotten, removed] = ids as [number, ...number[]];
  store.insights.update(project, favourite!, { favorited: true });
  store.sharing.put({ insight_id: shared!, enabled: true, access_token: 'x', created_at_ms: 1 });
  store.sharing.put({ insight_id: plain, enabled: false, access_token: 'y', created_at_ms: 1 });
  const [live, gone] = [addDashboard(store, project), addDashboard(store, project)];
  store.dashboards.placeInsight(placed!, [live]);
  store.dashboards.placeInsight(plain, [gone]);
  store.dashboards.update(project, gone, { deleted: true });
  store.views.mark(project, user, viewed!, 10);
  store.views.mark(project, user, forgotten!, 9);
  store.insights.update(project, removed!, { favorited: true, deleted: true });
  const watched = (limit: number) => store.insights.watched(10, limit).map((row) => row.id);
  expect(watched(9)).toEqual([favourite, shared, placed, viewed]);
  expect(watched(2)).toEqual([favourite, shared]);
});

test('repeatable answers: by owner and key, for a time', () => {
  const store = open();
  const answer = { fingerprint: 'f', answer: { id: 1, tags: [null] } };
  store.repeatable.put(1, 'k', answer, 10);
  expect(store.repeatable.get(1, 'k', 10)).toEqual(answer);
  expect(store.repeatable.get(1, 'k', 11)).toBeUndefined();
  expect(store.repeatable.get(2, 'k', 0)).toBeUndefined();
  store.repeatable.put(1, 'k', { ...answer, fingerprint: 'g' }, 20);
  expect(store.repeatable.get(1, 'k', 0)?.fingerprint).toBe('g');
  expect([store.repeatable.sweep(20), store.repeatable.sweep(21)]).toEqual([0, 1]);
});

test('what tells of somebody goes, and soon, however many are erased at once', () => {
  const store = open();
  const project_id = addProject(store);
  const ids = Array.from({ length: 20_000 }, (_, at) => `person-${at}-"x"`);
  for (let at = 0; at < 300; at++) {
    const who = at === 7 ? 'person-7-"x"' : `other-${at}`;
    const said = { who, about: 'nobody '.repeat(50) };
    store.results.put(project_id, { key: `question:${at}`, body: said, computed_at_ms: at });
    store.repeatable.put(1, `${at}`, { fingerprint: 'f', answer: said }, at);
  }
  store.results.put(project_id, { key: 'answer:1', body: {}, computed_at_ms: 1 });
  const began_ms = performance.now();
  store.results.clear(project_id, 'question:', ids);
  store.repeatable.clear(ids);
  expect(performance.now() - began_ms).toBeLessThan(2_000);
  const left = (at: number) => [
    store.results.get(project_id, `question:${at}`) !== undefined,
    store.repeatable.get(1, `${at}`, 0) !== undefined,
  ];
  expect([left(6), left(7), left(8)]).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
  expect(store.results.get(project_id, 'answer:1')).toBeUndefined();
});

test('results: replaced by key, kept apart by project, swept by age', () => {
  const store = open();
  const [a, b] = [addProject(store), addProject(store)];
  store.results.put(a, { key: 'k', body: { result: [1, null] }, computed_at_ms: 1 });
  store.results.put(a, { key: 'k', body: { result: [2, null] }, computed_at_ms: 5 });
  store.results.put(b, { key: 'k', body: null, computed_at_ms: 4 });
  expect(store.results.get(a, 'k')).toEqual({ key: 'k', body: { result: [2, null] }, computed_at_ms: 5 });
  expect(store.results.sweep(5)).toBe(1);
  expect(store.results.get(b, 'k')).toBeUndefined();
  expect(store.results.get(a, 'k')).toBeDefined();
});
