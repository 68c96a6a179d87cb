/** Trends over runs of several blocks, with buckets of whole quarter hours and others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { buildBuckets, slotCells, slotsOfGrains } from '../../src/engine/frame/buckets.ts';
import type { DictionaryColumn } from '../../src/engine/frame/column.ts';
import { grainsOf, QUARTER_HOUR_MS, rangesOf } from '../../src/engine/frame/run.ts';
import { alone, type Counting, shareCounts } from '../../src/engine/frame/team.ts';
import { DISTINCT_ROWS } from '../../src/engine/kernels/rows/distinct_rows.ts';
import type { TrendRows } from '../../src/engine/kernels/rows/trend_rows.ts';
import { type CountRowsArgs, TOTAL } from '../../src/engine/kernels/trend/total.ts';
import { UNIQUE } from '../../src/engine/kernels/trend/unique.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import { select } from '../../src/engine/select/predicate.ts';
import type { Predicate } from '../../src/model/question/predicate.ts';
import type { Breakdown } from '../../src/model/question/query.ts';
import type { Aggregate, TrendEntity, TrendMath, TrendQuery } from '../../src/model/question/trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { mathOracle } from '../oracle/math.ts';
import { trendOracle } from '../oracle/trend.ts';
import { runs } from '../support/runs.ts';
import { ACTORS, fresh, viewOf } from './history.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAYS = 5;
const FAR_MS = 2_000 * DAY_MS;

/** About two blocks of rows per event, most of them in sessions: neighbours share their quarter hour. */
function longHistory(seed: number, most: number, is_far: boolean): Happening[] {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random.next() * count);
  const rows: Happening[] = [];
  let time_ms = 0;
  for (let at = below(most); at >= 0; at--) {
    time_ms = random.chance(0.2) ? below(DAYS * DAY_MS) : time_ms + below(120_000);
    const p = random.chance(0.2) ? null : 'xyz'[below(3)]!;
    // Numbers whose sums are exact, whatever is added first.
    const n = random.chance(0.1) ? {} : { n: below(4_000) / 4 - 100 };
    rows.push({ actor: below(ACTORS), time_ms, event: 'a', properties: p === null ? n : { p, ...n } });
  }
  if (is_far) rows.push({ actor: 1, time_ms: FAR_MS, event: 'a', properties: {} });
  return rows;
}

const PLAIN = { type: 'events', id: 'a', name: 'a', custom_name: null, order: 0 } as const;
const UNSAID = { math_name: null, math_property: null, math_group_type_index: null };
const P = { of: 'event', key: 'p' } as const;
const IS_X: Predicate = { kind: 'value', source: P, test: { op: 'in', values: ['x'] } };
const filter = fc.constantFrom<Predicate>({ kind: 'all' }, IS_X, { kind: 'not', of: IS_X }, { kind: 'none' });
const math = fc.constantFrom<TrendMath>({ kind: 'total' }, { kind: 'unique', actor: { kind: 'person' } });
const BY_P: Breakdown = { kind: 'values', dimensions: [{ source: P, normalize_url: false, bins: null }], limit: 25 };

const question = fc.record({
  where: filter,
  math,
  breakdown: fc.constantFrom(null, null, BY_P),
  /** Off the quarter hour, too: then the table of grains does not apply. */
  step_ms: fc.constantFrom(QUARTER_HOUR_MS, HOUR_MS * 7, DAY_MS, 1_234_567),
  zone_ms: fc.constantFrom(0, -45 * 60_000, 19_800_000, 1_172_000),
  first_step: fc.integer({ min: -3, max: 8 }),
  steps: fc.integer({ min: 1, max: 30 }),
  /** How much of the first and last bucket is out of the range. */
  cut: fc.tuple(fc.constantFrom(0, 0.1, 0.5), fc.constantFrom(0, 0.1, 0.5)),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

function queryOf({ where, math: kind, breakdown, step_ms, zone_ms, first_step, steps, cut }: Question): TrendQuery {
  const edges_ms = Float64Array.from({ length: steps + 1 }, (_, at) => zone_ms + (first_step + at) * step_ms);
  const [early, late] = cut.map((share) => Math.floor(share * step_ms));
  const entity: TrendEntity = { ...PLAIN, ...UNSAID, matches: [{ event: 'a', where }], math: kind };
  const range = { from_ms: edges_ms[0]! + early!, until_ms: edges_ms[steps]! - late! };
  const rest = { timezone: 'UTC', interval: 'day', windows: [], told: null, display: 'ActionsLineGraph' } as const;
  return { kind: 'trend', range, edges_ms, entities: [entity], breakdown, ...rest };
}

function found(query: TrendQuery, rows: readonly Happening[], fresh_actors: readonly number[]) {
  const { groups, values, buckets } = computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!;
  const lines = groups.map((key, group) => {
    return [key[0] ?? '', Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!)];
  });
  return withoutZeros(Object.fromEntries(lines));
}

function withoutZeros(record: Record<string, number[]>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(record).filter(([, numbers]) => numbers.some((number) => number !== 0)));
}

describe('trends over several blocks of rows', () => {
  it('agree with the slow twin', () => {
    fc.assert(
      fc.property(question, fc.nat(), fc.boolean(), fresh, (asked, seed, is_far, fresh_actors) => {
        const query = queryOf(asked);
        const rows = longHistory(seed, 10_000, is_far);
        expect(found(query, rows, fresh_actors)).toEqual(withoutZeros(trendOracle(query, rows)[0]!));
      }),
      { numRuns: runs(100) },
    );
  });

  it('agree with it on sums, quantiles and the like', () => {
    const aggregate = fc.constantFrom<Aggregate>('sum', 'avg', 'min', 'max', 'median', 'p90');
    fc.assert(
      fc.property(question, aggregate, fc.nat(), fresh, (asked, how, seed, fresh_actors) => {
        const of_n: TrendMath = { kind: 'property', aggregate: how, source: { of: 'event', key: 'n' }, multiplier: 1 };
        const query = queryOf({ ...asked, math: of_n });
        const rows = longHistory(seed, 10_000, false);
        const wanted = mathOracle(query, query.entities[0]!, query.breakdown === null ? null : 'p', rows);
        expect(found(query, rows, fresh_actors)).toEqual(withoutZeros(wanted));
      }),
      { numRuns: runs(60) },
    );
  });

  it('agree with it on short runs as well, of whatever length', () => {
    fc.assert(
      fc.property(question, fc.nat(), fc.integer({ min: 1, max: 80 }), fresh, (asked, seed, most, fresh_actors) => {
        const query = queryOf(asked);
        const rows = longHistory(seed, most, false);
        expect(found(query, rows, fresh_actors)).toEqual(withoutZeros(trendOracle(query, rows)[0]!));
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('counts of ranges of rows', () => {
  it('add up, wherever rows are cut for totals, and between actors for uniques', () => {
    const view = viewOf(longHistory(7, 9_000, false));
    const run = view.parts({ events: ['a'], from_ms: 0, until_ms: DAY_MS, actor: { kind: 'person' } })[0]!.run('a')!;
    const buckets = buildBuckets(Float64Array.of(0, DAY_MS, 2 * DAY_MS, 4 * DAY_MS), 0, 4 * DAY_MS);
    const { codes, values } = run.column('p') as DictionaryColumn;
    const selections = [null, select(IS_X, run, view)];
    const { begin } = run.ranges;
    fc.assert(
      fc.property(
        fc.constantFrom(...selections),
        fc.constantFrom(null, codes),
        fc.array(fc.nat(run.rows), { maxLength: 3 }),
        fc.subarray([...begin]),
        (selected, group, cuts, cuts_between) => {
          const { actor, time_ms } = run;
          const rows: TrendRows = {
            actor,
            time_ms,
            grains: run.grains(),
            select: selected,
            skip: null,
            skipped: null,
            group,
          };
          const groups = group === null ? 1 : values.length;
          const none = new Uint8Array(run.rows);
          const count = <Work>(
            task: Counting<CountRowsArgs, Uint32Array, Work>,
            at: readonly number[],
            of = rows,
          ): number[] => {
            const counts = new Uint32Array(slotCells(buckets, groups));
            const bounds = Uint32Array.of(0, ...at.toSorted((a, b) => a - b), run.rows);
            shareCounts(alone(), task, [{ args: { rows: of, buckets, groups }, cuts: bounds }], counts);
            return [...counts];
          };
          expect(count(TOTAL, cuts)).toEqual(count(TOTAL, []));
          expect(count(UNIQUE, cuts_between)).toEqual(count(UNIQUE, []));
          const distinct = new Uint32Array((run.rows + 31) >>> 5);
          const bounds = Uint32Array.of(...new Set([0, ...cuts_between, run.rows]));
          alone().share(DISTINCT_ROWS, { rows: { ...rows, group: group ?? none }, buckets, groups, distinct }, bounds);
          const chosen = { ...rows, select: distinct };
          expect(count(TOTAL, cuts, chosen).slice(groups, -groups)).toEqual(count(UNIQUE, []).slice(groups, -groups));
        },
      ),
    );
  });
});

describe('the table of grains', () => {
  const grains = grainsOf(Float64Array.of(DAY_MS, 3 * DAY_MS), rangesOf(new Uint32Array(2)))!;
  const placesOf = (edges: readonly number[], from_ms = edges[0]!, until_ms = edges.at(-1)!) =>
    slotsOfGrains(grains, buildBuckets(Float64Array.from(edges), from_ms, until_ms));

  it('is there for whole grains, in zones of half and three quarters of an hour too', () => {
    expect(placesOf([0, DAY_MS, 2 * DAY_MS])?.has_cut).toBe(false);
    expect(placesOf([-45 * 60_000, 2 * DAY_MS - 45 * 60_000])?.has_cut).toBe(false);
  });

  it('is there where the range alone cuts grains, and not where buckets do', () => {
    expect(placesOf([0, DAY_MS, 2 * DAY_MS], 7, 2 * DAY_MS - 7)?.has_cut).toBe(true);
    expect(placesOf([0, DAY_MS + 60_000, 2 * DAY_MS])).toBe(null);
  });

  it('has two bytes a row for up to 44 months, from 22 on for half hours, and is not there for thirty years', () => {
    const kind = (days: number) => {
      const found = grainsOf(Float64Array.of(0, days * DAY_MS), rangesOf(new Uint32Array(2)));
      return found && [found.of_row.BYTES_PER_ELEMENT, found.grain_ms / 60_000];
    };
    expect([kind(600), kind(700), kind(1_400), kind(11_000)]).toEqual([[2, 15], [2, 30], [4, 15], null]);
    expect(grainsOf(new Float64Array(0), rangesOf(new Uint32Array(0)))).toBe(null);
  });
});
