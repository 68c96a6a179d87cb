/** Limits past which nothing is refused: what is shown, kept or taken without being asked for, at the limit and one past it. */
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { tokensOf } from '../../src/base/tokens.ts';
import { parseUuid } from '../../src/base/uuid.ts';
import { promptText } from '../../src/mcp/prompts.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { isExpired } from '../../src/service/answers/staleness.ts';
import { likelyCandidates } from '../../src/service/change/candidates.ts';
import { tableOf } from '../../src/service/chart/frame.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { presentTimes } from '../../src/service/present/funnel_times.ts';
import { linksFor } from '../../src/service/present/people_links.ts';
import { keepQuestion, keptQuestion } from '../../src/service/resolve/kept_questions.ts';
import { ownContext } from '../../src/service/rounds/own_context.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';
import { atAndPast } from '../support/tried_limits.ts';

type Row = Readonly<Record<string, unknown>>;

const TIME = '2026-01-14T10:00:00Z';
const list = <T>(size: number, item: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => item(at));

function asked(
  options: Partial<ServiceOptions> = {},
): Asked & { of<T = { results: Row[] }>(name: string, body?: Body): Promise<T> } {
  const one = askedProduct({ computing: { thread: 'never' }, ...options });
  return { ...one, of: (name, body = {}) => one.ask(operationNamed(name), body) };
}

function contextOf({ product }: Asked) {
  return must(ownContext(product.service, 1, new AbortController().signal), 'the first project');
}

test('a list has so many rows, and leads on if there is one more', async () => {
  const one = asked();
  let made = 0;
  const listed = async (size: number) => {
    for (; made < size; made++) await one.of('create_annotation', { content: `Note ${made}` });
    const { results, next } = await one.of<{ results: Row[]; next: string | null }>('list_annotations');
    return [results.length, next !== null];
  };
  const full = LIMIT.page_default;
  await atAndPast('page_default', listed, { at: [full, false], past: [full, true] });
  const rest = await one.of('list_annotations', { offset: LIMIT.page_default });
  expect(rest.results.length).toBe(1);
});

test('so many changes of an insight are shown, and so many insights viewed last', async () => {
  const one = asked();
  const { id } = await one.of<{ id: number }>('create_insight', { name: 'Name 0' });
  let changes = 1;
  const pages = async (size: number) => {
    for (; changes < size; changes++) await one.of('update_insight', { id, name: `Name ${changes}` });
    const both = [await one.of('get_activity', { id }), await one.of('get_activity', { id, page: 2 })];
    return both.map(({ results }) => results.length);
  };
  const page = LIMIT.activity_page_default;
  await atAndPast('activity_page_default', pages, { at: [page, 0], past: [page, 1] });

  const view = async (at: number) => {
    const made = await one.of<{ id: number }>('create_insight', { name: `Viewed ${at}` });
    await one.of('mark_insight_viewed', { id: made.id });
  };
  let views = 0;
  const viewed = async (size: number) => {
    for (; views < size; views++) await view(views);
    const names = (await one.of<Row[]>('my_last_viewed')).map(({ name }) => name);
    return [names.length, names.includes('Viewed 0')];
  };
  await atAndPast('last_viewed', viewed, { at: [LIMIT.last_viewed, true], past: [LIMIT.last_viewed, false] });
});

test('a breakdown shows so many values if nothing is said; what is past them is one line', async () => {
  const one = asked();
  /** So many values, two people with each; what is past the limit has one, so that it is the last. */
  const valued = (name: string, key: string, count: number) => {
    const value = (at: number) => ({ [key]: `value ${String(at).padStart(4, '0')}` });
    one.add(...list(2 * count - 1, (at) => event(name, `p${at}`, TIME, value(at % count))));
    return { id: name, type: 'events' };
  };
  const valuesOf = (lines: readonly { readonly breakdown_value?: unknown }[]) => {
    const values = new Set(lines.map(({ breakdown_value }) => JSON.stringify(breakdown_value)));
    return [values.size, [...values].some((value) => /other/i.test(value))];
  };
  const trend = (key: string, more: Body) => async (count: number) =>
    valuesOf((await one.trend({ events: [valued(`t${count}`, key, count)], breakdown: key, ...more })).result);
  const shown = (limit: number) => ({ at: [limit, false], past: [limit + 1, true] });
  await atAndPast('breakdown_default_trend', trend('p', {}), shown(LIMIT.breakdown_default_trend));
  const map = trend('$geoip_country_code', { display: 'WorldMap' });
  await atAndPast('breakdown_default_map', map, shown(LIMIT.breakdown_default_map));
  const funnel = async (count: number) => {
    const { id } = valued(`f${count}`, 'p', count);
    const events = [0, 1].map((order) => ({ id, order }));
    const { result } = await one.of<{ result: Row[][] }>('compute_funnel', { events, breakdown: 'p' });
    return valuesOf(result.flat());
  };
  await atAndPast('breakdown_default_funnel', funnel, shown(LIMIT.breakdown_default_funnel));
  const retention = async (count: number) => {
    const entity = valued(`r${count}`, 'p', count);
    const body = { target_entity: entity, returning_entity: entity, breakdown: 'p', period: 'Day', total_intervals: 2 };
    return valuesOf((await one.of<{ result: Row[] }>('compute_retention', body)).result);
  };
  await atAndPast('breakdown_default_retention', retention, shown(LIMIT.breakdown_default_retention));
});

test('a person behind a number is shown with so many times', async () => {
  const one = asked();
  const timesOf = async (count: number) => {
    one.add(...list(count, (at) => event(`e${count}`, 'p', new Date(Date.parse(TIME) + at * 1000).toISOString())));
    const question = { kind: 'trend', events: [{ id: `e${count}` }] };
    const { results } = await one.of<{ results: { matched_at: string[] }[] }>('list_persons', { question });
    return results.map(({ matched_at }) => matched_at.length);
  };
  const most = LIMIT.people_times;
  const shown = async (count: number) => [count, ...(await timesOf(count))];
  await atAndPast('people_times', shown, { at: [most, most], past: [most + 1, most] });
});

test('a question is kept up to a length, and the oldest leave when there are too many', async () => {
  const one = asked({ path: ':memory:' });
  const context = contextOf(one);
  const around_chars = JSON.stringify({ kind: 'trend', name: '' }).length;
  const kept = (chars: number) =>
    keepQuestion(context, { kind: 'trend', filters: { name: 'x'.repeat(chars - around_chars) } }) !== null;
  await atAndPast('question_kept_chars', kept, { at: true, past: false });
  const ids: string[] = [];
  const keep = (name: number) => {
    const now_ms = context.now_ms + 1 + name;
    return must(keepQuestion({ ...context, now_ms }, { kind: 'trend', filters: { name: String(name) } }), 'an id');
  };
  const named = (name: string) => ({ kind: 'trend', name });
  const second = (count: number) => {
    while (ids.length < count) ids.push(keep(ids.length));
    return keptQuestion(context, must(ids[1], 'an id'));
  };
  const oldest = (count: number) => second(count) && keptQuestion(context, must(ids[0], 'an id'));
  await atAndPast('questions_kept', oldest, { at: named('0'), past: /This link has expired/ });
  expect(second(LIMIT.questions_kept + 1)).toEqual(named('1'));
});

test('times to convert are put into so many bins if nothing is said', async () => {
  const bins = (actors: number) =>
    presentTimes(
      { bin_count: null },
      { sampled_share: 1 },
      Float64Array.from({ length: actors }, (_, at) => at * 1000),
    ).bins.length;
  const behind_the_last = 1;
  // As many as the cube root of the actors.
  const wanted = (count: number) => [bins(count ** 3) - behind_the_last, count];
  const most = LIMIT.funnel_bins_auto;
  await atAndPast('funnel_bins_auto', wanted, { at: [most, most], past: [most, most + 1] });
  expect(bins((most - 1) ** 3)).toBe(most - 1 + behind_the_last);
});

test('a page of events that a model reads has so many tokens, and one that a program reads so many bytes', async () => {
  const one = asked();
  type Page = { results: { properties: unknown }[]; next_cursor: string | null };
  const listed = (name: string, url?: string) => one.ask<Page>(operationNamed('list_events'), { event: name }, url);
  let stored = 1_000_000;
  /** Ids have no letters, so that all take as many tokens. */
  const store = (name: string, text: string) => {
    const uuid = parseUuid(`00000000-0000-4000-8000-00000${++stored}`)!;
    const timestamp_ms = Date.parse(TIME);
    one.add({ kind: 'event', event: { event: name, distinct_id: 'p', timestamp_ms, uuid, properties: { text } } });
  };
  const pair = async (name: string, text: string) => {
    store(name, 'x');
    store(name, text);
    return (await listed(name, 'http://here.test/')).results;
  };
  const tokens = (rows: readonly unknown[]) =>
    rows.reduce<number>((sum, row) => sum + tokensOf(JSON.stringify(row)), 0);
  const without_text = tokens(await pair('e0000', ''));
  const read = async (count: number) => {
    const all = await pair(`e${count}`, '!'.repeat(count - without_text));
    const { results, next_cursor } = await listed(`e${count}`);
    return [tokens(all) - count, results.length, next_cursor === null];
  };
  await atAndPast('events_page_tokens', read, { at: [0, 2, true], past: [0, 1, false] });
  // All of an event but its properties is counted as 250 bytes.
  const around_bytes = 2 * 250 + '{"text":""}{"text":"x"}'.length;
  const had = async (bytes: number) => {
    const name = `e${bytes}`;
    const results = await pair(name, 'x'.repeat(bytes - around_bytes));
    return [results.length, (await listed(name, 'http://here.test/')).next_cursor === null];
  };
  await atAndPast('events_page_bytes', had, { at: [2, true], past: [1, false] });
});

test('answers are kept for a week', async () => {
  await atAndPast('result_age_ms', (age_ms) => isExpired(age_ms, 0), { at: false, past: true });
});

test('people links are as long as a request may be, and take so much of an answer', async () => {
  const base = { project_id: 1, question_id: 'abcdefghijkl', kind: 'trend', filters: {} } as const;
  const bare = must(linksFor(base)({ at: '' }), 'a link').length;
  const link = (chars: number) => linksFor(base)({ at: 'x'.repeat(chars - bare) });
  const most = LIMIT.people_link_chars;
  await atAndPast('people_link_chars', (chars) => link(chars)?.length, { at: most, past: undefined });
  const last = (chars: number) => {
    const linkTo = linksFor(base);
    const left = chars % most;
    for (let before = 0; before < chars - left; before += most) linkTo({ at: 'x'.repeat(most - bare) });
    return linkTo({ at: 'x'.repeat(left - bare) })?.length;
  };
  await atAndPast('people_links_chars', last, { at: LIMIT.people_links_chars % most, past: undefined });
});

test('an argument of a prompt is quoted up to a length', async () => {
  const said = (size: number) => JSON.stringify(promptText('plan_tracking', { goal: 'x'.repeat(size) }));
  const shown = (text: string) => must(/xx+/.exec(text), 'the argument')[0].length;
  const most = LIMIT.prompt_argument_chars;
  const quoted = (size: number) => [size, shown(said(size))];
  await atAndPast('prompt_argument_chars', quoted, { at: [most, most], past: [most + 1, most] });
});

test('the table beside a chart has so many rows, columns and cells', async () => {
  const table = (columns: number, rows: number) => {
    const made = tableOf(
      list(columns, (at) => [`c${at}`, 'text'] as const),
      list(rows, () => list(columns, () => 1)),
    );
    return [made.columns.length, made.rows.length, made.rows[0]?.length, made.rows_left_out];
  };
  const [rows, columns] = [LIMIT.chart_rows, LIMIT.chart_columns];
  await atAndPast('chart_rows', (size) => table(1, size), { at: [1, rows, 1, 0], past: [1, rows, 1, 1] });
  const left_out = (size: number) => [size, ...table(size, 1)];
  const [at, past] = [columns, columns + 1].map((size) => [size, columns, 1, columns, 0]);
  await atAndPast('chart_columns', left_out, { at, past });
  const cells = (count: number) => table(columns, Math.ceil(count / columns));
  const fewer = LIMIT.chart_cells / columns;
  await atAndPast('chart_cells', cells, {
    at: [columns, fewer, columns, 0],
    past: [columns, fewer, columns, 1],
  });
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
  const most = LIMIT.names_checked;
  for (const counted of [events, properties]) {
    const shown = async (size: number) => [size, await counted(size)];
    await atAndPast('names_checked', shown, { at: [most, most], past: [most + 1, most] });
  }
});

test('why nothing was found is said of so many lines and conditions, with so many values', async () => {
  const one = asked();
  const values = (name: string, size: number) =>
    one.add(...list(size, (at) => event(name, 'p', TIME, { p: `value ${String(at).padStart(6, '0')}` })));
  values('a', LIMIT.values_told);
  const reasons = async (body: Body, part: RegExp) =>
    new Set(JSON.stringify(await one.of('compute_trend', body)).match(part)).size;
  const missing = (at: number) => ({ key: 'p', value: `xyzzy ${at} ` });
  const lines = (size: number) =>
    reasons(
      { events: list(size, (at) => ({ id: 'a', properties: [missing(at)] })) },
      /passes the filter[^.]*xyzzy \d+ /g,
    );
  const upTo = (most: number) => ({ at: [most, most], past: [most + 1, most] });
  await atAndPast('reason_lines', async (size) => [size, await lines(size)], upTo(LIMIT.reason_lines));
  const conditions = (size: number) =>
    reasons({ events: [{ id: 'a' }], properties: list(size, missing) }, /passes the filter[^.]*xyzzy \d+ /g);
  const shown = async (size: number) => [size, await conditions(size)];
  await atAndPast('reason_conditions', shown, upTo(LIMIT.reason_conditions));
  const told = async (size: number) => {
    values(`valued ${size}`, size);
    const one_line = { events: [{ id: `valued ${size}` }], properties: [missing(0)] };
    return [size, await reasons(one_line, /\\"value \d+\\"/g)];
  };
  await atAndPast('values_told', told, upTo(LIMIT.values_told));
});

test('a change is split by so many properties and cohorts', async () => {
  const one = asked();
  const lookedAt = async (name: string, body: Body) => {
    const { looked_at } = await one.of<{ looked_at: string[] }>('explain_change', {
      question: { events: [{ id: name }] },
      ...body,
    });
    return looked_at.length;
  };
  const properties = async (count: number) => {
    const key = (at: number) => `key ${String(at).padStart(2, '0')}`;
    const valued = (person: number) => Object.fromEntries(list(count, (at) => [key(at), `value ${at} ${person % 2}`]));
    one.add(...list(20, (person) => event(`wide ${count}`, `p${person}`, TIME, valued(person))));
    return [count, await lookedAt(`wide ${count}`, { cohorts: false })];
  };
  const most = LIMIT.change_properties;
  await atAndPast('change_properties', properties, { at: [most, most], past: [most + 1, most] });
  const named = (count: number) => {
    const properties = list(count, (at) => `key ${String(at).padStart(2, '0')}`);
    return lookedAt(`wide ${most}`, { cohorts: false, properties });
  };
  const past = new RegExp(`^400 invalid_input of properties: Ensure this field has no more than ${most} items`);
  await atAndPast('change_properties', named, { at: most, past });
  let made = 0;
  const cohorts = async (count: number) => {
    const filters = { properties: { type: 'AND', values: [{ type: 'person', key: 'p', operator: 'is_not_set' }] } };
    for (; made < count; made++) await one.of('create_cohort', { name: `c${made}`, filters });
    return [count, await lookedAt(`wide ${most}`, { properties: ['key 00'] })];
  };
  const listed = LIMIT.change_cohorts;
  await atAndPast('change_cohorts', cohorts, { at: [listed, listed + 1], past: [listed + 1, listed + 1] });
});

test('properties are considered as reasons up to a number', async () => {
  const one = asked();
  const considered = (size: number) => {
    one.add(event('a', 'p', TIME, Object.fromEntries(list(size, (at) => [`key ${at}`, `value ${at}`]))));
    return [size, likelyCandidates(contextOf(one)).length];
  };
  const most = LIMIT.properties_considered;
  await atAndPast('properties_considered', considered, { at: [most, most], past: [most + 1, most] });
});

test('so many names of properties are described; others are stored all the same', async () => {
  const one = asked();
  const { definitions } = one.product.service.store;
  const named = (from: number, size: number) =>
    event('wide', 'p', TIME, Object.fromEntries(list(size, (at) => [`k${from + at}`, 1])));
  const half = LIMIT.property_definitions / 2;
  one.add(named(0, half));
  let sent = half;
  const described = (names: number) => {
    one.add(named(sent, names - sent));
    sent = names;
    return [sent, definitions.properties(1, { owner: 'event' }).length];
  };
  const most = LIMIT.property_definitions;
  await atAndPast('property_definitions', described, { at: [most, most], past: [most + 1, most] });
  const last = `k${LIMIT.property_definitions}`;
  const { result } = await one.trend({ events: [{ id: 'wide', properties: [{ key: last, value: 1 }] }] });
  expect(result[0]?.count).toBe(1);
});
