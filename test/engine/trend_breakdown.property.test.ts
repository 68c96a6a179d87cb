import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { ALL } from '../../src/model/question/predicate.ts';
import type { Breakdown, Dimension } from '../../src/model/question/query.ts';
import type { TrendEntity, TrendMath, TrendNumbers, TrendQuery } from '../../src/model/question/trend.ts';
import { groupNameOf } from '../oracle/breakdown.ts';
import { type Happening, isWithin, matchesAny } from '../oracle/happening.ts';
import { runs } from '../support/runs.ts';
import { ACTORS, entity, fresh, history, viewOf } from './history.ts';

const PERSON = { kind: 'person' } as const;
const maths: readonly TrendMath[] = [
  { kind: 'total' },
  { kind: 'unique', actor: PERSON },
  { kind: 'unique_once', actor: PERSON },
];

const part: fc.Arbitrary<Dimension> = fc.record({
  source: fc.constantFrom('p', 'n', 'none').map((key) => ({ of: 'event' as const, key })),
  normalize_url: fc.boolean(),
  bins: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) }),
});

const parts = fc.array(part, { minLength: 1, maxLength: 3 });

const question = fc.record({
  edges: fc.uniqueArray(fc.nat(32), { minLength: 2, maxLength: 8 }),
  from_ms: fc.nat(12),
  until_ms: fc.integer({ min: 13, max: 40 }),
  base: entity,
  math: fc.constantFrom(...maths),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

function queryOf({ edges, from_ms, until_ms, base, math }: Question, breakdown: Breakdown | null): TrendQuery {
  const said = { math_name: null, math_property: null, math_group_type_index: null };
  const line: TrendEntity = { ...base, math, ...said };
  return {
    kind: 'trend',
    timezone: 'UTC',
    interval: 'day',
    range: { from_ms, until_ms },
    edges_ms: Float64Array.from(edges.toSorted((a, b) => a - b)),
    windows: [],
    entities: [line],
    breakdown,
    told: null,
    display: 'ActionsLineGraph',
  };
}

function byValues(of: readonly Dimension[]): Breakdown {
  return { kind: 'values', dimensions: of, limit: 25 };
}

/** Name of the group -> numbers of the buckets. */
type Table = Record<string, number[]>;

function tableOf({ groups, values, buckets }: TrendNumbers): Table {
  return Object.fromEntries(
    groups.map((key, group) => [
      key.map((text) => text ?? '-').join('|'),
      Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!),
    ]),
  );
}

/** Rows the question counts: within the range and within its buckets. */
function countedRows(query: TrendQuery, rows: readonly Happening[]): Happening[] {
  const { edges_ms, range, entities } = query;
  const [from_ms, until_ms] = [edges_ms[0]!, edges_ms.at(-1)!];
  return rows.filter(
    (row) => isWithin(range, row) && isWithin({ from_ms, until_ms }, row) && matchesAny(entities[0]!.matches, row),
  );
}

/** Counts the slow and obvious way; `name` says which group a row is of. */
function naive(query: TrendQuery, rows: readonly Happening[], name: (row: Happening) => string): Table {
  const kind = query.entities[0]!.math.kind;
  const edges = [...query.edges_ms];
  const bucketOf = (row: Happening): number => edges.findLastIndex((edge) => edge <= row.time_ms);
  return Object.fromEntries(
    [...new Set(rows.map(name))].map((group) => {
      const members = rows.filter((row) => name(row) === group);
      const numbers = edges.slice(0, -1).map((_, bucket) => {
        const inside = members.filter((row) => bucketOf(row) === bucket);
        const actors = [...new Set(inside.map((row) => row.actor))];
        if (kind === 'total') return inside.length;
        if (kind === 'unique') return actors.length;
        return actors.filter((actor) => !members.some((row) => row.actor === actor && bucketOf(row) < bucket)).length;
      });
      return [group, numbers];
    }),
  );
}

function sumOf(table: Table): number[] {
  const lines = Object.values(table);
  return (lines[0] ?? []).map((_, bucket) => lines.reduce((total, line) => total + line[bucket]!, 0));
}

/** What keeps codes from being groups: texts that are too long, empty or no texts; and what does not. */
const odd = fc.constantFrom<readonly (string | number | null)[]>(
  ...[[], [], ['x'.repeat(LIMIT.breakdown_value_chars + 1)], [''], [null], [7, '7'], ['\u00fc', '"']],
);

/** Of many values: a number for each of several hundred groups, so that it pays to join those behind the largest. */
const many = fc
  .tuple(fc.array(fc.tuple(fc.nat(900), fc.nat(39), fc.nat(ACTORS - 1)), { minLength: 2_000, maxLength: 2_500 }), odd)
  .map(([rows, others]) => [
    ...rows.map(([p, time_ms, actor]): Happening => {
      return { event: 'a', actor, time_ms, properties: p === 0 ? {} : { p: `v${p < 300 ? p % 7 : p}` } };
    }),
    ...others.map((p, at): Happening => ({ event: 'a', actor: at, time_ms: 5 + at, properties: { p } })),
  ]);

describe('a breakdown', () => {
  it('of many values tells the largest one by one as without joining, and joins exactly the others', () => {
    let joins = 0;
    const counted = fc.constantFrom(...maths.slice(0, 2));
    fc.assert(
      fc.property(
        many,
        fc.integer({ min: 1, max: 30 }),
        entity,
        fresh,
        counted,
        (rows, told, any, fresh_actors, math) => {
          const view = viewOf(rows, fresh_actors);
          const base = { ...any, matches: [{ event: 'a', where: ALL }] };
          const edges = Array.from({ length: 41 }, (_, edge) => edge);
          const of = [{ source: { of: 'event', key: 'p' }, normalize_url: false, bins: null } as const];
          const query = queryOf({ edges, from_ms: 3, until_ms: 38, base, math }, byValues(of));
          const whole = computeTrend(query, view).toArray()[0]!;
          const joined = computeTrend({ ...query, told }, view).toArray()[0]!;
          const full = tableOf(whole);
          const kept = tableOf(joined);
          for (const [value, numbers] of Object.entries(kept)) expect(numbers).toEqual(full[value]);
          const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
          const largest = Object.keys(full)
            .filter((value) => value !== '-')
            .sort((a, b) => total(full[b]!) - total(full[a]!) || (a < b ? -1 : 1))
            .slice(0, told);
          const wanted = Object.keys(full).filter((value) => value === '-' || largest.includes(value));
          if (joined.rest === null) {
            expect(kept).toEqual(full);
            return;
          }
          joins++;
          expect(new Set(Object.keys(kept))).toEqual(new Set(wanted));
          const others = Object.entries(full).filter(([value]) => !wanted.includes(value));
          expect([...joined.rest]).toEqual(sumOf(Object.fromEntries(others)));
        },
      ),
      { numRuns: runs(40) },
    );
    expect(joins).toBeGreaterThan(runs(20));
  });

  it('of up to three parts, with bins and URL rules, agrees with the slow twin', () => {
    fc.assert(
      fc.property(question, parts, history, fresh, (asked, of, rows, fresh_actors) => {
        const query = queryOf(asked, byValues(of));
        const found = tableOf(computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!);
        // Bins span what the range holds, buckets or not.
        const { range, entities } = query;
        const measured = rows.filter((row) => isWithin(range, row) && matchesAny(entities[0]!.matches, row));
        const wanted = naive(query, countedRows(query, rows), (row) => groupNameOf(of, row, measured));
        expect(found).toEqual(wanted);
      }),
      { numRuns: runs(850) },
    );
  });

  it('adds up to what was counted without it', () => {
    // Rows and time enough that most lines find something to add up.
    const long = fc.tuple(history, history).map((halves) => halves.flat());
    const wide = question.map((one) => ({
      ...one,
      edges: [0, ...one.edges.map((edge) => edge + 1), 40],
      until_ms: 38,
    }));
    fc.assert(
      fc.property(wide, parts, long, (asked, of, rows) => {
        const total = { ...asked, math: { kind: 'total' } as const };
        const view = viewOf(rows);
        const whole = Object.values(tableOf(computeTrend(queryOf(total, null), view).toArray()[0]!))[0]!;
        const split = tableOf(computeTrend(queryOf(total, byValues(of)), view).toArray()[0]!);
        if (Object.keys(split).length === 0) expect(whole.every((number) => number === 0)).toBe(true);
        else expect(sumOf(split)).toEqual(whole);
      }),
    );
  });

  it('says of each cohort what a filter by it would say', () => {
    const cohorts = ['x', 'y', 'z'].map((value, at) => ({
      id: at + 1,
      name: value,
      where: { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'in', values: [value, 'x'] } } as const,
    }));
    fc.assert(
      fc.property(question, history, fresh, (asked, rows, fresh_actors) => {
        const query = queryOf(asked, { kind: 'cohorts', cohorts, apart: false, limit: 25 });
        const found = tableOf(computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!);
        const counted = countedRows(query, rows);
        const wanted = cohorts.flatMap(({ id, name }) => {
          const members = counted.filter((row) => row.properties['p'] === name || row.properties['p'] === 'x');
          return Object.entries(naive(query, members, () => String(id)));
        });
        expect(found).toEqual(Object.fromEntries(wanted));
      }),
      { numRuns: runs(220) },
    );
  });
});

describe('actors that count once', () => {
  it('add up to those of the whole range', () => {
    fc.assert(
      fc.property(question, history, fresh, (asked, rows, fresh_actors) => {
        const view = viewOf(rows, fresh_actors);
        const once = queryOf({ ...asked, math: maths[2]! }, null);
        const whole = queryOf({ ...asked, math: maths[1]! }, null);
        const edges_ms = Float64Array.of(once.edges_ms[0]!, once.edges_ms.at(-1)!);
        const together = computeTrend({ ...whole, edges_ms }, view).toArray()[0]!.values[0]!;
        const summed = computeTrend(once, view)
          .toArray()[0]!
          .values.reduce((total, value) => total + value, 0);
        expect(summed).toBe(together);
      }),
    );
  });
});
