import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { TrendQuery } from '../../src/model/question/trend.ts';
import { resolveAggregateExpression } from '../../src/service/resolve/dates/expression.ts';
import { type Happening, isWithin, matchesAny } from '../oracle/happening.ts';
import { runs } from '../support/runs.ts';
import { entity, fresh, history, viewOf } from './history.ts';

const SETTING = { now_ms: 0, timezone: 'UTC', week_start: 0, groupTypes: () => [] } as const;

type Rows = readonly Happening[];

function numbers(rows: Rows, key: 'n' | 'm' = 'n'): number[] {
  const found = rows.map(({ properties }) => properties[key]).filter((value) => value !== null && value !== '');
  return found.map(Number).filter((value) => !Number.isNaN(value));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * level;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
}

function isX({ properties }: Happening): boolean {
  return properties['p'] === 'x';
}

/** Expression, and the same over the rows of one cell. What is no number is 0. */
const MATHS: readonly [string, (rows: Rows) => number][] = [
  ['count()', (rows) => rows.length],
  ["countIf(properties.p = 'x')", (rows) => rows.filter(isX).length],
  ['count(properties.p)', (rows) => rows.filter(({ properties }) => (properties['p'] ?? null) !== null).length],
  ['sum(properties.n)', (rows) => sum(numbers(rows))],
  ["sumIf(properties.n, properties.p = 'x')", (rows) => sum(numbers(rows.filter(isX)))],
  ['avg(properties.m)', (rows) => sum(numbers(rows, 'm')) / numbers(rows, 'm').length],
  ['min(properties.m)', (rows) => Math.min(...numbers(rows, 'm'))],
  ['max(properties.n)', (rows) => Math.max(...numbers(rows))],
  ['median(properties.n)', (rows) => quantile(numbers(rows), 0.5)],
  [
    'quantile(0.9)(properties.m * 2)',
    (rows) =>
      quantile(
        numbers(rows, 'm').map((value) => value * 2),
        0.9,
      ),
  ],
  ['uniq(person_id)', (rows) => new Set(rows.map((row) => row.actor)).size],
  [
    'count(distinct properties.p)',
    (rows) => new Set(rows.map(({ properties }) => properties['p'] ?? null)).difference(new Set([null])).size,
  ],
  ['uniq(properties.n)', (rows) => new Set(numbers(rows)).size],
  [
    'any(properties.n)',
    (rows) => {
      const known = rows.filter((row) => numbers([row]).length > 0);
      const first_ms = Math.min(...known.map((row) => row.time_ms));
      return Math.min(...numbers(known.filter((row) => row.time_ms === first_ms)));
    },
  ],
  [
    "sum(properties.n) / count() + uniqIf(person_id, event = 'a')",
    (rows) => {
      return (
        sum(numbers(rows)) / rows.length + new Set(rows.filter((row) => row.event === 'a').map((row) => row.actor)).size
      );
    },
  ],
  ['count() + 10', (rows) => rows.length + 10],
  ["if(countIf(properties.p = 'x') > 1, 10, count())", (rows) => (rows.filter(isX).length > 1 ? 10 : rows.length)],
];

const question = fc.record({
  base: entity,
  edges: fc.uniqueArray(fc.nat(32), { minLength: 2, maxLength: 6 }).map((edges) => edges.sort((a, b) => a - b)),
  from_ms: fc.nat(12),
  until_ms: fc.integer({ min: 13, max: 40 }),
  split: fc.boolean(),
  math: fc.constantFrom(...MATHS),
});

describe('math_hogql', () => {
  test('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(
        question,
        history,
        fresh,
        ({ base, edges, math: [text, slow], split, ...range }, rows, fresh_actors) => {
          const expression = resolveAggregateExpression(SETTING, text, 'x');
          const key = { of: 'event', key: 'p' } as const;
          const query: TrendQuery = {
            ...{
              kind: 'trend',
              timezone: 'UTC',
              interval: 'day',
              range,
              windows: [],
              told: null,
              display: 'ActionsLineGraph',
            },
            edges_ms: Float64Array.from(edges),
            entities: [
              {
                ...{ ...base, math_name: null, math_property: null, math_group_type_index: null },
                math: { kind: 'expression', expression, text },
              },
            ],
            breakdown: split
              ? { kind: 'values', dimensions: [{ source: key, normalize_url: false, bins: null }], limit: 25 }
              : null,
          };
          const { groups, values } = computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!;
          const counted = rows.filter((row) => isWithin(range, row) && matchesAny(base.matches, row));
          const wanted = edges.slice(0, -1).flatMap((from_ms, bucket) => {
            const inside = counted.filter((row) => isWithin({ from_ms, until_ms: edges[bucket + 1]! }, row));
            return groups.map(([value]) => {
              const own = inside.filter((row) => !split || (row.properties['p'] || null) === (value ?? null));
              const number = own.length === 0 ? 0 : slow(own);
              // 0 where nothing is there, and never more digits than sums of a few halves have.
              return Number.isFinite(number) ? Number(number.toFixed(9)) : 0;
            });
          });
          expect([...values].map((value) => Number(value.toFixed(9)))).toEqual(wanted);
        },
      ),
      { numRuns: runs(850) },
    );
  });

  test('counts different texts, whatever their types, in all parts together', () => {
    const values = ['5', 5, 6, '6', 7, null, '', 'é', 'x', 'x', 7, '-1', -1];
    const rows = values.map((p, at) => ({ actor: at % 3, time_ms: at, event: 'a', properties: { p } }));
    const query: TrendQuery = {
      ...{ kind: 'trend', timezone: 'UTC', interval: 'day', range: { from_ms: 0, until_ms: 20 }, windows: [] },
      ...{ told: null, display: 'ActionsLineGraph', edges_ms: Float64Array.of(0, 20), breakdown: null },
      entities: [
        {
          ...{ type: 'events', id: null, name: '', custom_name: null, order: 0, math_name: null, math_property: null },
          matches: [{ event: 'a', where: { kind: 'all' } }],
          ...{ math_group_type_index: null },
          math: {
            ...{ kind: 'expression', text: 'x' },
            expression: resolveAggregateExpression(SETTING, 'count(distinct properties.p)', 'x'),
          },
        },
      ],
    };
    for (const fresh_actors of [[], [1], [0, 1, 2]]) {
      // 5, 6, 7, the empty text, é, x and -1
      expect([...computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!.values]).toEqual([7]);
    }
  });
});
