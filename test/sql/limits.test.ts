/** Limits of statements and expressions: what is at one is answered, one past it refused in words, or left out. */
import { expect, test } from 'vitest';
import { evaluate, type ReadLeaf } from '../../src/engine/select/expression/evaluate.ts';
import { type Table, valueAt } from '../../src/engine/select/expression/vector.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { ExpressionNode } from '../../src/model/question/expression.ts';
import { NO_ZONE } from '../../src/sql/expression/zone_table.ts';
import { hold } from '../../src/sql/operators/execution.ts';
import { withWindows } from '../../src/sql/operators/window.ts';
import { askedProduct } from '../support/questions.ts';
import { sqlProduct } from '../support/sql.ts';
import { atAndPast } from '../support/tried_limits.ts';

const said = (limit: number): string => limit.toLocaleString('en');

/** An expression of so many parts: each number is one, each sign another. */
function ofParts(parts: number): string {
  return `${parts % 2 === 0 ? '-' : ''}1${'+1'.repeat(Math.floor((parts - 1) / 2))}`;
}

test('a statement has so many characters, parts and selects', async () => {
  const { run } = sqlProduct({ events: [] });
  const padded = async (chars: number) => (await run('select 1'.padEnd(chars))).results;
  await atAndPast('sql_chars', padded, { at: [[1]], past: new RegExp(`${LIMIT.sql_chars} characters`) });
  const selects = async (count: number) =>
    (await run(Array.from({ length: count }, () => 'select 1').join(' union all '))).results.length;
  await atAndPast('sql_selects', selects, {
    at: LIMIT.sql_selects,
    past: new RegExp(`at most ${LIMIT.sql_selects} selects`),
  });
  const parts = async (count: number) => (await run(`select ${ofParts(count)}`)).results;
  await atAndPast('sql_nodes', parts, {
    at: [[LIMIT.sql_nodes / 2 - 2]],
    past: new RegExp(`more than ${LIMIT.sql_nodes} parts`),
  });
});

test.each(['1', 'count()', 'number', 'row_number() over ()'])(
  'aliases of aliases of %s take as long as what is written, not as what it comes to',
  async (first) => {
    const { run } = sqlProduct({ events: [] });
    const doubled = Array.from({ length: 60 }, (_, at) => `a${at} + a${at} as a${at + 1}`);
    const { results } = await run(`select ${[`${first} as a0`, ...doubled].join(', ')} from numbers(1)`);
    expect(results[0]?.at(-1)).toBe(first === 'number' ? 0 : 2 ** 60);
  },
);

test('an expression has so many parts and levels', async () => {
  const { trend } = askedProduct({ computing: { thread: 'never' } });
  const read = async (text: string) => {
    const { result } = await trend({ events: [{ id: 'a' }], properties: [{ type: 'hogql', key: `${text} = 1` }] });
    return result.length;
  };
  await atAndPast('expression_nodes', (count) => read(ofParts(count - 2)), {
    at: 1,
    past: new RegExp(`more than ${LIMIT.expression_nodes} parts`),
  });
  // What is in no brackets is at the first level.
  const brackets = (levels: number) => read(`${'('.repeat(levels - 1)}1${')'.repeat(levels - 1)}`);
  await atAndPast('expression_depth', brackets, {
    at: 1,
    past: new RegExp(`nested deeper than ${LIMIT.expression_depth} levels`),
  });
});

test('an answer has so many rows, fewer if nothing is said', async () => {
  const { run } = sqlProduct({ events: [] });
  const shown = async (query: string) => {
    const { results, hasMore } = await run(query);
    return [results.length, hasMore];
  };
  const asked = (rows: number) => shown(`select number from numbers(${rows}) limit ${rows}`);
  await atAndPast('sql_rows', asked, { at: [LIMIT.sql_rows, false], past: [LIMIT.sql_rows, true] });
  const most = LIMIT.sql_rows_default;
  const unasked = (rows: number) => shown(`select number from numbers(${rows})`);
  await atAndPast('sql_rows_default', unasked, { at: [most, false], past: [most, true] });
});

test('a step holds so many rows, and all together so many values', async () => {
  const { run, service, project } = sqlProduct({ events: [] });
  const numbers = async (rows: number) => (await run(`select count() from numbers(${rows})`)).results;
  await atAndPast('sql_rows_held', numbers, {
    at: [[LIMIT.sql_rows_held]],
    past: new RegExp(`up to ${LIMIT.sql_rows_held}`),
  });
  const holding = (values: number) => {
    const running = { view: service.datasets.current(project), is_counted: false, subqueries: [], held: values - 10 };
    hold(running, 5, 2);
    return running.held;
  };
  await atAndPast('sql_values_held', holding, {
    at: LIMIT.sql_values_held,
    past: new RegExp(`more than ${said(LIMIT.sql_values_held)} values`),
  });
  await expect(run('select count() from numbers(2000) a cross join numbers(2000) b')).rejects.toThrow(
    'would hold more than',
  );
});

test('a window holds the rows of one frame, not of all frames together', () => {
  const { service, project } = sqlProduct({ events: [] });
  const table: Table = { rows: 1_000, columns: [{ kind: 'numbers', values: new Float64Array(1_000).fill(7) }] };
  const item = { nodes: [{ kind: 'column' as const, index: 0 }], zone: NO_ZONE };
  const aggregate = { name: 'list' as const, args: [item], condition: null, parameter: 3 };
  const frame = { unit: 'rows' as const, from: -2, until: 0 };
  const window = { call: { kind: 'aggregate' as const, aggregate }, partition: [], order: [], frame };
  const held = LIMIT.sql_values_held - 10;
  const running = { view: service.datasets.current(project), is_counted: false, subqueries: [], held };
  const [lists] = withWindows(table, [window], running).columns;
  expect(valueAt(lists!, 999)).toEqual({ json: '[7,7,7]' });
});

test('a list has so many items, and those of a window so many characters', async () => {
  const { run } = sqlProduct({ events: [] });
  const most = LIMIT.sql_list_items;
  const onlyOf = async (query: string) => (await run(query)).results[0]?.[0];
  const grouped = (items: number) => onlyOf(`select length(groupArray(number)) from numbers(${items})`);
  await atAndPast('sql_list_items', grouped, { at: most, past: new RegExp(`more than ${said(most)} items`) });
  const taken = (items: number) => onlyOf(`select length(groupArray(${items})(number)) from numbers(5)`);
  await atAndPast('sql_list_items', taken, { at: 5, past: new RegExp(`a number from 1 to ${most}`) });
  const made = (items: number) => onlyOf(`select length(range(0, ${items}))`);
  await atAndPast('sql_list_items', made, { at: most, past: null });
  // Each row has a list of one text, whose quotes and brackets count; the first row's text takes what is left.
  const text_chars = 16_000 - '[""]'.length;
  const lists = async (chars: number) => {
    const rows = Math.floor(chars / 16_000);
    const text = `concat('${'x'.repeat(text_chars)}', if(number = 0, '${'y'.repeat(chars % 16_000)}', ''))`;
    const own = 'over (order by number rows between current row and current row)';
    return onlyOf(`select count() from (select groupArray(${text}) ${own} from numbers(${rows}))`);
  };
  await atAndPast('sql_window_chars', lists, {
    at: LIMIT.sql_window_chars / 16_000,
    past: new RegExp(`more than ${said(LIMIT.sql_window_chars)} characters`),
  });
});

test('the lists of an expression have so many characters together', async () => {
  const { run } = sqlProduct({ events: [] });
  // Each row has a list of one text that ends in seven digits, whose quotes and brackets count.
  const text_chars = 16_000 - '["1000000"]'.length;
  const lists = async (chars: number) => {
    const first = `if(number = 0, '${'y'.repeat(chars % 16_000)}', '')`;
    const text = `concat('${'x'.repeat(text_chars)}', ${first}, toString(1000000 + number))`;
    const rows = Math.floor(chars / 16_000);
    return (await run(`select count() from numbers(${rows}) where length([${text}]) = 1`)).results[0]?.[0];
  };
  await atAndPast('sql_list_chars', lists, {
    at: LIMIT.sql_list_chars / 16_000,
    past: new RegExp(`texts or lists of more than ${said(LIMIT.sql_list_chars)} characters`),
  });
});

test('texts that grow are refused, and never an error', async () => {
  const { run } = sqlProduct({ events: [['a', 'u', '2026-03-01T00:00:00Z']] });
  const doubled = Array.from({ length: 40 }, (_, at) => `concat(a${at}, a${at}) as a${at + 1}`).join(', ');
  const grown = (of: string) => {
    const first = `replaceAll(${of}, 'a', '${'b'.repeat(3_000)}')`;
    return `replaceAll(${first}, 'b', '${'c'.repeat(3_000)}')`;
  };
  for (const statement of [
    `select ${grown(`'${'a'.repeat(3_000)}'`)}`,
    `select count() from events where length(${grown(`concat(event, '${'a'.repeat(3_000)}')`)}) > 1`,
    `select event as a0, ${doubled} from events`,
    `select replaceRegexpAll(concat(event, '${'a'.repeat(9_000)}'), 'a', '${'b'.repeat(9_000)}') from events`,
  ]) {
    await expect(run(statement), statement.slice(0, 60)).rejects.toThrow(/texts or lists of more than 64,000,000/);
  }
  const many = `(select replaceAll(concat(toString(number), '${'a'.repeat(3_000)}'), 'a', '${'b'.repeat(3_000)}') as t from numbers(7))`;
  await expect(run(`select length(groupConcat(concat(t, t, t, t, t, t, t))) from ${many}`)).rejects.toThrow(
    ServiceError,
  );
});

test('lists within lists are given up in time, wherever they are made', () => {
  let checks = 0;
  const stop = () => {
    if (++checks > 50) throw new Error('given up');
  };
  const range: ExpressionNode[] = [
    { kind: 'literal', value: 0 },
    { kind: 'literal', value: 200 },
    { kind: 'call', name: 'list_range', args: [0, 1] },
  ];
  const each = (body: ExpressionNode[]): ExpressionNode[] => [...range, { kind: 'each', lists: 1, args: [2], body }];
  const noLeaf: ReadLeaf = () => ({ kind: 'constant', value: null });
  expect(() => evaluate({ nodes: each(each(range)), zone: NO_ZONE }, 1, noLeaf, stop)).toThrow('given up');
});
