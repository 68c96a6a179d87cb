import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocateCodes, type Column, type Value } from '../../src/engine/frame/column.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import type { Run } from '../../src/engine/frame/run.ts';
import { expressionColumn } from '../../src/engine/select/expression/column.ts';
import type { Expression, FunctionName, Literal, ZoneOffsets } from '../../src/model/question/expression.ts';
import { listed, type Tree } from '../../src/sql/expression/tree.ts';
import { expressionOracle } from '../oracle/expression.ts';
import { runs } from '../support/runs.ts';
import { viewOf } from './history.ts';
import { newRun } from './new_run.ts';

const DAY_MS = 86_400_000;

/** One row: two properties of any kind, one that is always a number, a property of its person, its time. */
interface Row {
  readonly d: Value;
  readonly e: Value;
  readonly n: number | null;
  readonly owner: number;
  readonly time_ms: number;
}

const PERSONS: readonly Value[] = ['x', null, 7];

const value: fc.Arbitrary<Value> = fc.constantFrom<Value[]>(
  ...[
    null,
    '',
    'x',
    'Xy y',
    ' 5 ',
    '5',
    5,
    -2.5,
    true,
    false,
    'true',
    'null',
    '2024-02-29',
    '😀x',
    '-1e2',
    '["x",null]',
  ],
  ...[{ json: '{"5":"z","x":{"y":1}}' }, { json: '[3,null,"null","x",3]' }],
);

const row: fc.Arbitrary<Row> = fc.record({
  d: value,
  e: value,
  n: fc.option(fc.constantFrom(0, 1, -1, 2.5, 1e300, 100), { freq: 5 }),
  owner: fc.nat(4),
  time_ms: fc.oneof(
    fc.nat(4).map((quarter) => quarter * 900_000),
    fc.integer({ min: -DAY_MS, max: 60 * DAY_MS * 365 }),
  ),
});

function call(name: FunctionName, ...args: readonly Tree[]): Tree {
  return { kind: 'call', name, args };
}

function literals(...values: readonly Literal[]): fc.Arbitrary<Tree> {
  return fc.constantFrom(...values).map((each) => ({ kind: 'literal', value: each }));
}

function calls(names: readonly FunctionName[], ...args: readonly fc.Arbitrary<Tree>[]): fc.Arbitrary<Tree> {
  return fc.tuple(fc.constantFrom(...names), ...args).map(([name, ...rest]) => call(name, ...(rest as Tree[])));
}

const NUMBER: Tree = { kind: 'source', source: { of: 'event', key: 'n' } };

const PATTERNS = ['%x%', 'x%', '%y', '_y', 'x', '', '%', 'X_%'];

/** Well-typed trees: what each function is given is what the resolver casts its arguments to. */
const { condition, anything, number } = fc.letrec<
  Record<'anything' | 'text' | 'number' | 'day' | 'condition' | 'list', Tree>
>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Tree[]>(
      { kind: 'source', source: { of: 'event', key: 'd' } },
      { kind: 'source', source: { of: 'event', key: 'e' } },
      { kind: 'source', source: { of: 'event', key: 'n' } },
      { kind: 'source', source: { of: 'person', key: 'p' } },
    ),
    literals(null, 'x', 5, true),
    calls(['choose'], tie('condition'), tie('anything'), tie('condition'), tie('anything'), tie('anything')),
    calls(['coalesce', 'null_if'], tie('anything'), tie('anything')),
    calls(['json_get'], tie('anything'), literals('x', 5, 'none')),
    calls(['json_texts'], tie('anything')),
    calls(['json_get'], tie('list'), literals(-2, -1, 0, 1, 2)),
    calls(['list_min', 'list_max'], tie('list')),
    tie('list'),
    tie('text'),
    tie('number'),
    tie('condition'),
  ),
  text: fc.oneof(
    { depthSize: 'small' },
    literals('x', '', 'y', null),
    calls(['to_text', 'json_text'], tie('anything')),
    calls(['lower', 'fold', 'upper', 'trim', 'trim_left', 'trim_right'], tie('text')),
    calls(['list_text'], tie('list'), literals('-', '')),
    calls(['concat'], tie('anything'), tie('anything')),
    calls(['substring'], tie('text'), literals(-9, -2, -1, 0, 1, 2), literals(-9, -1, 0, 1, 5, 8)),
    calls(['replace_all', 'replace_one'], tie('text'), tie('text'), tie('text')),
    calls(
      ['replace_pattern'],
      ...[tie('text'), literals('x', '(X)?y', '[ey]')],
      ...[literals(String.raw`<\0>`, String.raw`\1$`, '$&', ''), literals(true, false)],
    ),
    calls(['split_part'], literals(' ', 'x'), tie('text'), literals(1, 2)),
    calls(['format_date'], tie('day')),
  ),
  number: fc.oneof(
    { depthSize: 'small' },
    literals(0, 1, 2.5, null),
    calls(['to_number', 'to_integer'], tie('anything')),
    calls(['add', 'subtract', 'multiply', 'divide', 'modulo', 'divide_whole'], tie('number'), tie('number')),
    calls(['negate', 'abs', 'floor', 'ceil', 'truncate'], tie('number')),
    calls(['least', 'greatest'], tie('number'), tie('number'), tie('number')),
    calls(['length'], tie('text')),
    calls(['position'], tie('text'), tie('text')),
    calls(['list_length', 'list_sum', 'list_avg'], tie('list')),
    calls(['list_find'], tie('list'), tie('anything')),
    calls(['json_length'], tie('anything')),
    calls(['day_of_year', 'iso_week', 'month_number', 'floor_quarter'], tie('day')),
    calls(['year', 'quarter', 'month', 'day_of_month', 'day_of_week', 'floor_month', 'floor_year'], tie('day')),
  ),
  day: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(1, 60_000, 900_000).map((grain_ms) => {
      const wall = call('to_wall', { kind: 'moment', grain_ms });
      return call('floor', call('divide', wall, { kind: 'literal', value: DAY_MS }));
    }),
    calls(['to_date'], tie('anything')),
    fc.constant(
      call(
        'floor',
        call('divide', call('last_change', { kind: 'moment', grain_ms: 1 }), { kind: 'literal', value: DAY_MS }),
      ),
    ),
    calls(['add_months'], tie('day'), literals(-13, -1, 0, 1, 12)),
  ),
  list: fc.oneof(
    { depthSize: 'small' },
    calls(['list_of'], tie('anything'), tie('anything'), tie('anything')),
    calls(['list_split'], literals('', ' ', 'x'), tie('text')),
    calls(['extract_all'], tie('text'), literals('x', '[xX](y?)', '.', String.raw`\d+`)),
    calls(['list_slice'], tie('list'), literals(-9, -2, -1, 0, 1, 2), literals(-9, -1, 0, 1, 2, 8)),
    calls(['list_slice'], tie('list'), literals(-9, -2, 1, 2)),
    calls(['list_unique', 'list_reverse', 'list_places', 'list_running'], tie('list')),
    calls(['list_common', 'list_joined', 'list_zip'], tie('list'), tie('list')),
    fc
      .tuple(fc.constantFrom('list_sort' as const, 'list_sort_down' as const), tie('list'), fc.boolean())
      .map(([name, list, is_own]) => call(name, list, is_own ? list : call('list_reverse', list))),
    calls(['json_keys'], tie('anything')),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    literals(true, false, null),
    calls(['to_boolean', 'is_null'], tie('anything')),
    calls(['and', 'or'], tie('condition'), tie('condition')),
    calls(['not'], tie('condition')),
    calls(['equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal'], tie('number'), tie('number')),
    calls(['equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal'], tie('anything'), tie('anything')),
    calls(['in'], tie('anything'), literals('x', 5), literals('5', true)),
    calls(['has_item'], tie('anything'), tie('list')),
    calls(['starts_with', 'ends_with'], tie('text'), tie('text')),
    calls(['is_empty'], tie('text')),
    calls(['like', 'ilike'], tie('text'), literals(...PATTERNS)),
    calls(['matches'], tie('text'), literals('x', '^[xX]y?$', '.', String.raw`\d+`)),
  ),
}));

const zone: fc.Arbitrary<ZoneOffsets> = fc.constantFrom<ZoneOffsets[]>(
  { changes_ms: [], offsets_ms: [0] },
  { changes_ms: [900_000, 365 * DAY_MS], offsets_ms: [3_600_000, 7_200_000, -19_800_000] },
);

function columnOf(values: readonly Value[]): Column {
  // Values may stand twice in a dictionary, and some that no row has.
  const distinct: Value[] = [null, 'nobody has it', ...new Set(values)];
  const codes = allocateCodes(values.length, distinct.length);
  for (const [at, each] of values.entries()) codes[at] = each === null ? 0 : distinct.lastIndexOf(each);
  return { kind: 'dictionary', codes, values: distinct };
}

function runOf(rows: readonly Row[]): { run: Run; view: DatasetView } {
  const columns: Record<string, Column> = {
    d: columnOf(rows.map((each) => each.d)),
    e: columnOf(rows.map((each) => each.e)),
    n: { kind: 'number', values: Float64Array.from(rows, (each) => each.n ?? Number.NaN) },
  };
  const run = newRun(
    'a',
    Uint32Array.from(rows, (each) => each.owner),
    Float64Array.from(rows, (each) => each.time_ms),
    (key) => columns[key]!,
  );
  return { run, view: { ...viewOf([]), personColumn: () => columnOf(PERSONS), rowOwner: () => run.actor } };
}

function at(column: Column, index: number): unknown {
  if (column.kind === 'dictionary') return column.values.at(column.codes[index]!);
  return Number.isNaN(column.values[index]) ? null : column.values[index];
}

function oracleAt(expression: Expression, each: Row): unknown {
  return expressionOracle(expression, (leaf) => {
    if (leaf.kind === 'moment') return Math.floor(each.time_ms / leaf.grain_ms) * leaf.grain_ms;
    if (leaf.kind === 'source' && leaf.source.of === 'person') return PERSONS[each.owner] ?? null;
    const key = leaf.kind === 'source' && leaf.source.of === 'event' ? leaf.source.key : '';
    return each[key as 'd' | 'e' | 'n'];
  });
}

/** -0 is 0 wherever it shows. */
function plain(values: readonly unknown[]): unknown[] {
  return values.map((each) => (each === 0 ? 0 : each));
}

describe('an expression over columns', () => {
  test('agrees with its slow twin, row by row', () => {
    fc.assert(
      fc.property(
        fc.oneof(condition, anything),
        zone,
        fc.array(row, { minLength: 1, maxLength: 30 }),
        (root, offsets, rows) => {
          const expression = { nodes: listed(root), zone: offsets };
          const { run, view } = runOf(rows);
          const column = expressionColumn(expression, run, view);
          const found = rows.map((_, index) => at(column, index));
          expect(plain(found)).toEqual(plain(rows.map((each) => oracleAt(expression, each))));
          if (column.kind === 'dictionary') expect(column.values.at(0)).toBe(null);
        },
      ),
      { numRuns: runs(1300) },
    );
  });

  test('does so in long columns, too, and with many loops', () => {
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 40 }),
        fc.constantFrom<FunctionName>('less', 'greater_equal', 'not_equal', 'add', 'is_null'),
        fc.array(row, { minLength: 1, maxLength: 7 }),
        fc.constantFrom(4095, 4096, 4097, 9001),
        (terms, last, few, length) => {
          const sum = terms.reduce((left, right) => call('add', left, right), NUMBER);
          const root = last === 'is_null' ? call(last, sum) : call(last, sum, NUMBER);
          const expression = { nodes: listed(root), zone: { changes_ms: [], offsets_ms: [0] } };
          const rows = Array.from({ length }, (_, index) => few[index % few.length]!);
          const { run, view } = runOf(rows);
          const column = expressionColumn(expression, run, view);
          const wanted = plain(few.map((each) => oracleAt(expression, each)));
          const found = plain(rows.map((_, index) => at(column, index)));
          expect(found.findIndex((each, index) => each !== wanted[index % few.length])).toBe(-1);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('of no rows is an empty column', () => {
    fc.assert(
      fc.property(anything, (root) => {
        const { run, view } = runOf([]);
        const column = expressionColumn({ nodes: listed(root), zone: { changes_ms: [], offsets_ms: [0] } }, run, view);
        expect(column.kind === 'number' ? column.values.length : column.codes.length).toBe(0);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('a rounded number is near, whatever its size', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e307, max: 1e307 }),
      fc.integer({ min: -330, max: 330 }),
      (of, decimals) => {
        const nodes = listed(call('round', { kind: 'literal', value: of }, { kind: 'literal', value: decimals }));
        const { run, view } = runOf([{ d: null, e: null, n: null, owner: 0, time_ms: 0 }]);
        const found = at(expressionColumn({ nodes, zone: { changes_ms: [], offsets_ms: [0] } }, run, view), 0);
        expect(found, `${of} to ${decimals}`).toBeTypeOf('number');
        const away = Math.abs(Number(found) - of);
        expect(away, `${of} to ${decimals}`).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals + Math.abs(of) * 1e-15);
      },
    ),
    { numRuns: runs(500) },
  );
});
