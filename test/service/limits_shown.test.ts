/** Limits past which nothing is refused: what is shown, kept or taken without being asked for, at the limit and one past it. */
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { tokensOf } from '../../src/base/tokens.ts';
import { promptText } from '../../src/mcp/prompts.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { isExpired } from '../../src/service/answers/staleness.ts';
import { tableOf } from '../../src/service/chart/frame.ts';
import { likelyCandidates } from '../../src/service/explain/candidates.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { presentTimes } from '../../src/service/present/funnel_times.ts';
import { linksFor } from '../../src/service/present/people_links.ts';
import { keepQuestion, keptQuestion } from '../../src/service/resolve/kept_questions.ts';
import { ownContext } from '../../src/service/rounds/own_context.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

type Row = Readonly<Record<string, unknown>>;

const TIME = '2026-01-14T10:00:00Z';
const list = <T>(size: number, item: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => item(at));

function asked(
  options: Partial<ServiceOptions> = {},
): Asked & { of<T = { results: Row[] }>(name: string, body?: Body): Promise<T> } {
  const one = askedProduct({ computing: { place: 'here' }, ...options });
  return { ...one, of: (name, body = {}) => one.ask(operationNamed(name), body) };
}

function contextOf({ product }: Asked) {
  return must(ownContext(product.service, 1, new AbortController().signal), 'the first project');
}

test('a list has so many rows, and leads on if there is one more', async () => {
  const one = asked();
  for (let at = 0; at < LIMIT.page_default; at++) await one.of('create_annotation', { content: `Note ${at}` });
  const full = await one.of<{ results: Row[]; next: string | null }>('list_annotations');
  expect([full.results.length, full.next]).toEqual([LIMIT.page_default, null]);
  await one.of('create_annotation', { content: 'One more' });
  const first = await one.of<{ results: Row[]; next: string | null }>('list_annotations');
  expect(first.results.length).toBe(LIMIT.page_default);
  const rest = await one.of('list_annotations', { offset: LIMIT.page_default });
  expect(rest.results.length).toBe(1);
});

test('so many changes of an insight are shown, and so many insights viewed last', async () => {
  const one = asked();
  const { id } = await one.of<{ id: number }>('create_insight', { name: 'Name 0' });
  const changes = async () => (await one.of('get_activity', { id })).results.length;
  for (let at = 1; at < LIMIT.activity_page_default; at++) await one.of('update_insight', { id, name: `Name ${at}` });
  expect(await changes()).toBe(LIMIT.activity_page_default);
  await one.of('update_insight', { id, name: 'One more' });
  expect(await changes()).toBe(LIMIT.activity_page_default);
  expect((await one.of('get_activity', { id, page: 2 })).results.length).toBe(1);

  const view = async (at: number) => {
    const made = await one.of<{ id: number }>('create_insight', { name: `Viewed ${at}` });
    await one.of('mark_insight_viewed', { id: made.id });
  };
  const viewed = async () => (await one.of<Row[]>('my_last_viewed')).map(({ name }) => name);
  for (let at = 0; at < LIMIT.last_viewed; at++) await view(at);
  expect(await viewed()).toHaveLength(LIMIT.last_viewed);
  expect(await viewed()).toContain('Viewed 0');
  await view(LIMIT.last_viewed);
  expect(await viewed()).toHaveLength(LIMIT.last_viewed);
  expect(await viewed()).not.toContain('Viewed 0');
});

test('a breakdown shows so many values if nothing is said; what is past them is one line', async () => {
  const one = asked();
  const values = (name: string, key: string, count: number) =>
    one.add(...list(count, (at) => event(name, `p${at}`, TIME, { [key]: `value ${String(at).padStart(4, '0')}` })));
  const lines = async (name: string, key: string, more: Body = {}) =>
    (await one.trend({ events: [{ id: name }], breakdown: key, ...more })).result.length;
  const rest = 1;
  for (const [limit, more, key] of [
    [LIMIT.breakdown_default_trend, {}, 'p'],
    [LIMIT.breakdown_default_map, { display: 'WorldMap' }, '$geoip_country_code'],
  ] as const) {
    values(`at ${limit}`, key, limit);
    values(`past ${limit}`, key, limit + 1);
    expect([limit, await lines(`at ${limit}`, key, more)]).toEqual([limit, limit]);
    expect([limit, await lines(`past ${limit}`, key, more)]).toEqual([limit, limit + rest]);
  }
  const cohorts = async (name: string) => {
    const entity = { id: name, type: 'events' };
    const body = { target_entity: entity, returning_entity: entity, breakdown: 'p', period: 'Day', total_intervals: 2 };
    const { result } = await one.of<{ result: Row[] }>('compute_retention', body);
    return new Set(result.map(({ breakdown_value }) => JSON.stringify(breakdown_value))).size;
  };
  expect(LIMIT.breakdown_default_retention).toBe(LIMIT.breakdown_default_trend);
  expect(await cohorts(`at ${LIMIT.breakdown_default_trend}`)).toBe(LIMIT.breakdown_default_retention);
  expect(await cohorts(`past ${LIMIT.breakdown_default_trend}`)).toBe(LIMIT.breakdown_default_retention + rest);
});

test('a person behind a number is shown with so many times', async () => {
  const one = asked();
  const timesOf = async (count: number) => {
    one.add(...list(count, (at) => event(`e${count}`, 'p', new Date(Date.parse(TIME) + at * 1000).toISOString())));
    const question = { kind: 'trend', events: [{ id: `e${count}` }] };
    const { results } = await one.of<{ results: { matched_at: string[] }[] }>('list_persons', { question });
    return results.map(({ matched_at }) => matched_at.length);
  };
  expect(await timesOf(LIMIT.people_times)).toEqual([LIMIT.people_times]);
  expect(await timesOf(LIMIT.people_times + 1)).toEqual([LIMIT.people_times]);
});

test('a question is kept up to a length, and the oldest leave when there are too many', () => {
  const one = asked({ path: ':memory:' });
  const context = contextOf(one);
  const kept = (size: number) => keepQuestion(context, { kind: 'trend', filters: { name: 'x'.repeat(size) } });
  const around_chars = JSON.stringify({ kind: 'trend', name: '' }).length;
  expect(kept(LIMIT.question_kept_chars - around_chars)).not.toBe(null);
  expect(kept(LIMIT.question_kept_chars - around_chars + 1)).toBe(null);
  const ids = list(LIMIT.questions_kept, (at) =>
    keepQuestion({ ...context, now_ms: context.now_ms + 1 + at }, { kind: 'trend', filters: { name: String(at) } }),
  );
  const [oldest, second] = [must(ids[0], 'an id'), must(ids[1], 'an id')];
  expect(keptQuestion(context, oldest)).toMatchObject({ name: '0' });
  keepQuestion({ ...context, now_ms: context.now_ms + 1e6 }, { kind: 'trend', filters: { name: 'one more' } });
  expect(() => keptQuestion(context, oldest)).toThrow('This link has expired');
  expect(keptQuestion(context, second)).toMatchObject({ name: '1' });
});

test('times to convert are put into so many bins if nothing is said', () => {
  const bins = (actors: number) =>
    presentTimes(
      { bin_count: null },
      { sampled_share: 1 },
      Float64Array.from({ length: actors }, (_, at) => at * 1000),
    ).bins.length;
  const behind_the_last = 1;
  expect(bins((LIMIT.funnel_bins_auto - 1) ** 3)).toBe(LIMIT.funnel_bins_auto - 1 + behind_the_last);
  expect(bins(LIMIT.funnel_bins_auto ** 3)).toBe(LIMIT.funnel_bins_auto + behind_the_last);
  expect(bins(LIMIT.funnel_bins_auto ** 3 + 1)).toBe(LIMIT.funnel_bins_auto + behind_the_last);
});

test('a page of events that a model reads has so many tokens', async () => {
  const one = asked();
  const words = LIMIT.events_page_tokens / 20;
  one.add(...list(60, (at) => event('long', 'p', TIME, { text: 'word '.repeat(words), at })));
  const { results, next_cursor } = await one.of<{ results: Row[]; next_cursor: string | null }>('list_events');
  const tokens = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + tokensOf(JSON.stringify(row)), 0);
  expect(next_cursor).not.toBe(null);
  expect(tokens(results)).toBeLessThanOrEqual(LIMIT.events_page_tokens);
  expect(tokens([...results, must(results[0], 'an event')])).toBeGreaterThan(LIMIT.events_page_tokens);
});

test('answers are kept for a week', () => {
  expect(isExpired(LIMIT.result_age_ms, 0)).toBe(false);
  expect(isExpired(LIMIT.result_age_ms + 1, 0)).toBe(true);
});

test('people links are as long as a request may be, and take so much of an answer', () => {
  const base = { project_id: 1, question_id: 'abcdefghijkl', kind: 'trend', filters: {} } as const;
  const bare = must(linksFor(base)({ at: '' }), 'a link').length;
  const link = (chars: number) => linksFor(base)({ at: 'x'.repeat(chars - bare) });
  expect(link(LIMIT.people_link_chars)).toHaveLength(LIMIT.people_link_chars);
  expect(link(LIMIT.people_link_chars + 1)).toBe(null);
  const linkTo = linksFor(base);
  const next = (chars: number) => linkTo({ at: 'x'.repeat(chars - bare) });
  let left = LIMIT.people_links_chars;
  for (; left >= 2 * LIMIT.people_link_chars; left -= LIMIT.people_link_chars) next(LIMIT.people_link_chars);
  left -= must(next(left - LIMIT.people_link_chars), 'a link').length;
  expect(next(left)).toHaveLength(left);
  expect(next(bare)).toBe(null);
});

test('an argument of a prompt is quoted up to a length', () => {
  const said = (size: number) => JSON.stringify(promptText('plan_tracking', { goal: 'x'.repeat(size) }));
  const shown = (text: string) => must(/xx+/.exec(text), 'the argument')[0].length;
  expect(shown(said(LIMIT.prompt_argument_chars))).toBe(LIMIT.prompt_argument_chars);
  expect(shown(said(LIMIT.prompt_argument_chars + 1))).toBeLessThanOrEqual(LIMIT.prompt_argument_chars);
});

test('the table beside a chart has so many rows, columns and cells', () => {
  const table = (columns: number, rows: number) => {
    const made = tableOf(
      list(columns, (at) => [`c${at}`, 'text'] as const),
      list(rows, () => list(columns, () => 1)),
    );
    return [made.columns.length, made.rows.length, made.rows[0]?.length, made.rows_left_out];
  };
  const [rows, columns] = [LIMIT.chart_rows, LIMIT.chart_columns];
  expect(table(1, rows)).toEqual([1, rows, 1, 0]);
  expect(table(1, rows + 1)).toEqual([1, rows, 1, 1]);
  const fewer = LIMIT.chart_cells / columns;
  expect(table(columns, fewer)).toEqual([columns, fewer, columns, 0]);
  expect(table(columns + 1, fewer + 1)).toEqual([columns, fewer, columns, 1]);
});

test('so many unknown names are told', async () => {
  const one = asked();
  one.add(event('a', 'p', TIME, { p: 'x' }));
  const told = async (events: Body[], part: RegExp) =>
    new Set(JSON.stringify(await one.of('compute_trend', { events })).match(part)).size;
  const events = (size: number) =>
    told(
      list(size, (at) => ({ id: `nope ${at} ` })),
      /No event named \\"nope \d+ /g,
    );
  const properties = (size: number) =>
    told([{ id: 'a', properties: list(size, (at) => ({ key: `nope ${at} `, value: 'x' })) }], /\\"nope \d+ \\" was/g);
  for (const counted of [events, properties]) {
    expect(await counted(LIMIT.names_checked)).toBe(LIMIT.names_checked);
    expect(await counted(LIMIT.names_checked + 1)).toBe(LIMIT.names_checked);
  }
});

test('why nothing was found is said of so many lines and conditions, with so many values', async () => {
  const one = asked();
  const values = (name: string, size: number) =>
    one.add(...list(size, (at) => event(name, 'p', TIME, { p: `value ${String(at).padStart(6, '0')}` })));
  values('a', LIMIT.values_told + 1);
  const reasons = async (body: Body, part: RegExp) =>
    new Set(JSON.stringify(await one.of('compute_trend', body)).match(part)).size;
  const missing = (at: number) => ({ key: 'p', value: `xyzzy ${at} ` });
  const lines = (size: number) =>
    reasons(
      { events: list(size, (at) => ({ id: 'a', properties: [missing(at)] })) },
      /passes the filter[^.]*xyzzy \d+ /g,
    );
  expect(await lines(LIMIT.lines_explained)).toBe(LIMIT.lines_explained);
  expect(await lines(LIMIT.lines_explained + 1)).toBe(LIMIT.lines_explained);
  const conditions = (size: number) =>
    reasons({ events: [{ id: 'a' }], properties: list(size, missing) }, /passes the filter[^.]*xyzzy \d+ /g);
  expect(await conditions(LIMIT.conditions_explained)).toBe(LIMIT.conditions_explained);
  expect(await conditions(LIMIT.conditions_explained + 1)).toBe(LIMIT.conditions_explained);
  const one_line = { events: [{ id: 'a' }], properties: [missing(0)] };
  expect(await reasons(one_line, /\\"value \d+\\"/g)).toBe(LIMIT.values_told);
});

test('properties are considered as reasons up to a number', () => {
  const one = asked();
  const wide = (size: number) =>
    one.add(event('a', 'p', TIME, Object.fromEntries(list(size, (at) => [`key ${at}`, `value ${at}`]))));
  wide(LIMIT.properties_considered);
  expect(likelyCandidates(contextOf(one))).toHaveLength(LIMIT.properties_considered);
  wide(LIMIT.properties_considered + 1);
  expect(likelyCandidates(contextOf(one))).toHaveLength(LIMIT.properties_considered);
});

test('so many names of properties are described; others are stored all the same', async () => {
  const one = asked();
  const { definitions } = one.product.service.store;
  const named = (from: number, size: number) =>
    event('wide', 'p', TIME, Object.fromEntries(list(size, (at) => [`k${from + at}`, 1])));
  const half = LIMIT.property_definitions / 2;
  one.add(named(0, half), named(half, half));
  expect(definitions.properties(1, { owner: 'event' })).toHaveLength(LIMIT.property_definitions);
  one.add(named(LIMIT.property_definitions, 1));
  expect(definitions.properties(1, { owner: 'event' })).toHaveLength(LIMIT.property_definitions);
  const last = `k${LIMIT.property_definitions}`;
  const { result } = await one.trend({ events: [{ id: 'wide', properties: [{ key: last, value: 1 }] }] });
  expect(result[0]?.count).toBe(1);
});
