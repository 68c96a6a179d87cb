import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, set } from '../../src/base/bitmap.ts';
import type { Column, NumberColumn, Value } from '../../src/engine/frame/column.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { stepTimeMs } from '../../src/engine/kernels/funnel/outcomes.ts';
import { type EdgeLog, type EdgeSums, hashOf, logEdge, sumEdges } from '../../src/engine/kernels/path/edges.ts';
import { sumFrom, sumHeaviest, type Thinning } from '../../src/engine/kernels/path/heavy.ts';
import { newPathWork, rowNumbers, walkPaths } from '../../src/engine/kernels/path/walk.ts';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import { funnelOutcomes } from '../../src/engine/kinds/funnel/outcomes.ts';
import { nameValues, newNames, withoutSlash } from '../../src/engine/kinds/path/names.ts';
import { computePath, preparePaths } from '../../src/engine/kinds/path/path.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import type { PathFunnel, PathNumbers, PathQuery } from '../../src/model/question/path.ts';
import { ALL } from '../../src/model/question/predicate.ts';
import type { Happening } from '../oracle/happening.ts';
import { allPaths, type OracleEdge, pathOracle, type SpanOf } from '../oracle/path.ts';
import { runs } from '../support/runs.ts';
import { timesOf } from './funnel_questions.ts';
import { ACTORS, entity, fresh, history, viewOf } from './history.ts';

const EVERYBODY: SpanOf = () => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const URLS: Readonly<Record<string, string>> = { x: '/x', y: '/x/', z: '/' };

/** Event `a` is a page: its property p is a URL. */
const visits: fc.Arbitrary<Happening[]> = history.map((rows) =>
  rows.map((row) => {
    const { p } = row.properties;
    return row.event !== 'a' || p === undefined || p === null
      ? row
      : { ...row, properties: { ...row.properties, p: URLS[p] ?? p } };
  }),
);

const point = fc.constantFrom(null, null, '/x', '/', 'b', 'c', '', 'nowhere');

const query: fc.Arbitrary<PathQuery> = fc
  .record({
    from_ms: fc.constantFrom(0, 3),
    until_ms: fc.constantFrom(8, 20, 40),
    events: fc.constantFrom(
      { every: true, custom: false, names: [] },
      { every: true, custom: false, names: [] },
      { every: false, custom: true, names: [] },
      { every: false, custom: false, names: ['a', 'c', 'nothing'] },
      { every: false, custom: false, names: ['a'] },
      { every: false, custom: false, names: ['a', 'nothing'] },
    ),
    is_filtered: fc.constantFrom(false, false, true),
    named: fc.constantFrom(
      [],
      [{ event: 'a', key: 'n', is_url: false }],
      [{ event: 'a', key: 'p', is_url: true }],
      [{ event: 'a', key: 'p', is_url: true }],
    ),
    rules: fc.constantFrom(
      [],
      [],
      [{ regex: '[bc]', alias: 'bc' }],
      [
        { regex: 'x', alias: 'y' },
        { regex: '^/y', alias: '' },
      ],
    ),
    groupings: fc.constantFrom([], [], ['/*'], ['/x*', '/*'], ['*b', '(c']),
    excluded: fc.constantFrom([], [], ['d'], ['/x', '/*']),
    session_gap_ms: fc.constantFrom(2, 5, 100),
    start_point: point,
    end_point: point,
    step_limit: fc.integer({ min: 1, max: 7 }),
    edge_limit: fc.constantFrom(1, 3, 50),
    min_weight: fc.constantFrom(0, 0, 2),
    max_weight: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2),
  })
  .map(({ from_ms, until_ms, is_filtered, ...rest }) => ({
    ...{ kind: 'path', timezone: 'UTC', expression: null, funnel: null, range: { from_ms, until_ms } },
    where: is_filtered ? { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'set' } } : ALL,
    ...rest,
  }));

function asEdges({ edges }: PathNumbers): OracleEdge[] {
  return edges.map(({ step, source, target, count, total_ms }) => ({
    ...{ source: `${step}_${source}`, target: `${step + 1}_${target}`, value: count, total_ms },
  }));
}

const funnel: fc.Arbitrary<FunnelQuery> = fc
  .record({
    steps: fc.array(entity, { minLength: 2, maxLength: 3 }),
    order: fc.constantFrom('ordered', 'ordered', 'strict', 'unordered'),
    window_ms: fc.constantFrom(2, 5, 40),
  })
  .map(({ steps, ...rest }) => ({
    ...{ kind: 'funnel', timezone: 'UTC', viz: 'steps', actor: { kind: 'person' }, where: ALL, exclusions: [] },
    ...{ range: { from_ms: 0, until_ms: 40 }, breakdown: null, attribution: { kind: 'first_touch' } },
    ...{ from_step: 0, to_step: steps.length - 1, interval: 'day', edges_ms: new Float64Array(0), bin_count: null },
    steps: steps.map((step) => ({ ...step, first_of: null })),
    ...rest,
  }));

const around: fc.Arbitrary<PathFunnel> = fc
  .tuple(
    funnel,
    fc.constantFrom('funnel_path_after_step', 'funnel_path_before_step', 'funnel_path_between_steps'),
    fc.constantFrom(1, 2, -2),
  )
  .map(([asked, type, step]) => ({
    ...{ query: asked, around: type, step: type === 'funnel_path_between_steps' ? 2 : step },
  }));

/** The rules of funnel paths, from what each actor did of the funnel. */
function spansOf({ query: asked, around: type, step }: PathFunnel, rows: readonly Happening[]): SpanOf {
  const outcomes = funnelOutcomes(asked, viewOf(rows));
  return (actor) => {
    const level = outcomes.level[actor]!;
    if (step > 0 ? level < step : level !== 1) return undefined;
    const at_ms = stepTimeMs(outcomes, actor, step > 0 ? step - 1 : 0);
    if (type === 'funnel_path_after_step') return [at_ms, Number.POSITIVE_INFINITY];
    if (type === 'funnel_path_between_steps') return [stepTimeMs(outcomes, actor, 0), at_ms];
    return [Number.NEGATIVE_INFINITY, at_ms + (step > 0 ? 0 : asked.window_ms)];
  };
}

describe('paths', () => {
  it('agree with the slow twin on random histories', () => {
    fc.assert(
      fc.property(query, visits, fresh, (asked, rows, fresh_actors) => {
        expect(asEdges(computePath(asked, viewOf(rows, fresh_actors)))).toEqual(pathOracle(asked, rows, EVERYBODY));
      }),
      { numRuns: runs(1100) },
    );
  });

  it('agree with it around the steps of a funnel', () => {
    fc.assert(
      fc.property(query, around, visits, (asked, part, rows) => {
        const edges = asEdges(computePath({ ...asked, funnel: part }, viewOf(rows)));
        expect(edges).toEqual(pathOracle(asked, rows, spansOf(part, rows)));
      }),
      { numRuns: runs(550) },
    );
  });

  it('begin no more often than there are sessions', () => {
    fc.assert(
      fc.property(query, visits, (asked, rows) => {
        const whole = { ...asked, edge_limit: 10_000, min_weight: 0, max_weight: Number.POSITIVE_INFINITY };
        const first = computePath(whole, viewOf(rows)).edges.filter(({ step }) => step === 1);
        const sessions = allPaths(whole, rows, EVERYBODY).length;
        expect(first.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(sessions);
      }),
    );
  });

  it('do not depend on the order of arrival where times differ', () => {
    fc.assert(
      fc.property(query, visits, fc.infiniteStream(fc.nat()), (asked, rows, random) => {
        const apart = rows.filter((row, at) => rows.findIndex(({ time_ms }) => time_ms === row.time_ms) === at);
        const keys = apart.map(() => Number(random.next().value));
        const shuffled = apart.map((row, at) => ({ row, key: keys[at]! })).sort((a, b) => a.key - b.key);
        const found = computePath(asked, viewOf(apart));
        expect(computePath(asked, viewOf(shuffled.map(({ row }) => row)))).toEqual(found);
      }),
    );
  });

  it('are the same with a rule that finds nothing', () => {
    fc.assert(
      fc.property(query, visits, (asked, rows) => {
        const more = { ...asked, rules: [...asked.rules, { regex: 'no such text', alias: 'x' }] };
        expect(computePath(more, viewOf(rows))).toEqual(computePath(asked, viewOf(rows)));
      }),
    );
  });
});

describe('paths of ranges of actors', () => {
  it('make logs that are together the log of all', () => {
    fc.assert(
      fc.property(query, visits, fresh, fc.uniqueArray(fc.nat(ACTORS)), (asked, rows, fresh_actors, cuts) => {
        const bounds = [...new Set([0, ...cuts.sort((a, b) => a - b), ACTORS])];
        const { paths } = preparePaths(asked, viewOf(rows, fresh_actors));
        const logs = bounds.slice(1).map((until_actor, at) => {
          const work = newPathWork();
          walkPaths(paths, work, bounds[at]!, until_actor);
          return work.log;
        });
        const whole = newPathWork();
        walkPaths(paths, whole, 0, ACTORS);
        expect(byEdge(sumEdges(logs.flat()))).toEqual(byEdge(sumEdges(whole.log)));
      }),
      { numRuns: runs(300) },
    );
  });
});

/** "source target" -> count and time. */
function byEdge({ source, target, count, total_ms }: EdgeSums): Map<string, [number, number]> {
  const found = [...source].map((from, edge): [string, [number, number]] => [
    `${from} ${target[edge]}`,
    [count[edge]!, total_ms[edge]!],
  ]);
  expect(new Set(found.map(([key]) => key)).size).toBe(found.length);
  return new Map(found);
}

interface Entry {
  readonly source: number;
  readonly target: number;
  readonly took_ms: number;
}

function logOf(entries: readonly Entry[]): Thinning {
  const log: EdgeLog = [];
  for (const { source, target, took_ms } of entries) logEdge(log, source, target, took_ms);
  return { chunks: log, team: alone() };
}

/** By the letter. */
function summed(entries: readonly Entry[]): Map<string, [number, number]> {
  const sums = new Map<string, [number, number]>();
  for (const { source, target, took_ms } of entries) {
    const [count, total] = sums.get(`${source} ${target}`) ?? [0, 0];
    sums.set(`${source} ${target}`, [count + 1, total + took_ms]);
  }
  return sums;
}

describe('a log of edges', () => {
  it('is summed up the same however many chunks and partitions it takes, and whatever its chunks held before', () => {
    for (const length of [0, 1, 5_000, 40_000, 200_000, 150_000]) {
      const entries = Array.from({ length }, (_, at) => {
        return { source: (at * 7919) % 211, target: (at * 104_729) % 97, took_ms: (at % 13) * 2 ** 32 };
      });
      expect(byEdge(sumEdges(logOf(entries).chunks))).toEqual(summed(entries));
    }
  });
});

/** Few edges are taken often, most of them seldom; several are taken as often as each other. */
const skewed: fc.Arbitrary<Entry[]> = fc
  .record({
    size: fc.integer({ min: 0, max: 3000 }),
    edges: fc.constantFrom(1, 7, 100, 1000),
    bend: fc.constantFrom(1, 2, 5),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  })
  .map(({ size, edges, bend, seed }) => {
    let state = seed;
    return Array.from({ length: size }, () => {
      state = (state * 48_271) % (2 ** 31 - 1);
      const edge = Math.floor(edges * (state / 2 ** 31) ** bend);
      return { source: edge % 31, target: Math.floor(edge / 31) * 5, took_ms: state % 1000 };
    });
  });

describe('the heaviest edges of a log', () => {
  it('are summed up exactly, all that weigh as much as the last of them too', () => {
    let thinned = 0;
    let runs = 0;
    fc.assert(
      fc.property(skewed, fc.constantFrom(1, 2, 5, 50, 10_000), (entries, wanted) => {
        const all = summed(entries);
        const { sums, is_whole } = sumHeaviest(logOf(entries), wanted);
        const found = byEdge(sums);
        const counts = [...all.values()].map(([count]) => count).sort((a, b) => b - a);
        const last = counts[wanted - 1] ?? 0;
        for (const [edge, sum] of all) if (sum[0] >= last) expect(found.get(edge)).toEqual(sum);
        for (const [edge, sum] of found) expect(sum).toEqual(all.get(edge));
        expect(is_whole).toBe(found.size === all.size);
        runs++;
        if (!is_whole) thinned++;
      }),
    );
    // Otherwise this says nothing.
    expect(thinned).toBeGreaterThan(runs / 10);
  });

  it('are found where rare edges make a crowd in one cell', () => {
    const times = (count: number, entry: Entry) => Array.from({ length: count }, () => entry);
    const spread = Array.from({ length: 20_000 }, (_, at) => ({ source: at, target: at % 7, took_ms: 1 }));
    // Their cell looks heaviest, and what is summed up first are they.
    const crowd = Array.from({ length: 400_000 }, (_, at) => ({ source: at, target: 8, took_ms: 1 }))
      .filter(({ source, target }) => hashOf(source, target) >>> 22 === 0)
      .slice(0, 300);
    const heavy = [0, 1, 2].flatMap((target) => times(20, { source: 1e6, target: target + 9, took_ms: target }));
    const entries = [...spread, ...crowd, ...times(5, crowd[0]!), ...heavy];
    for (const wanted of [1, 3, 4]) {
      const { sums, is_whole } = sumHeaviest(logOf(entries), wanted);
      expect(is_whole).toBe(false);
      for (const [edge, sum] of summed(heavy)) expect(byEdge(sums).get(edge)).toEqual(sum);
    }
  });

  it('are those from a weight on', () => {
    fc.assert(
      fc.property(skewed, fc.constantFrom(0, 1, 2, 10, 60), (entries, least) => {
        const all = summed(entries);
        const found = byEdge(sumFrom(logOf(entries), least));
        for (const [edge, sum] of all) if (sum[0] >= least) expect(found.get(edge)).toEqual(sum);
        for (const [edge, sum] of found) expect(sum).toEqual(all.get(edge));
      }),
    );
  });
});

describe('names of steps', () => {
  it('are the same by numbers as by their texts', () => {
    const values = fc.array(fc.constantFrom(Number.NaN, 0, 1, 1.5, 7, 7.25), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.boolean(), fc.constantFrom([], ['7'], ['']), (of_row, is_filtered, excluded) => {
        const select = is_filtered ? allocate(of_row.length) : null;
        for (let row = 0; select !== null && row < of_row.length; row += 3) set(select, row);
        const names = newNames({ rules: [], groupings: [], excluded }, () => {});
        const column: NumberColumn = { kind: 'number', values: Float64Array.from(of_row) };
        const numbers = rowNumbers(nameValues(names, column, false, select));
        const wanted = of_row.map((value, row) => {
          const text = Number.isNaN(value) ? '' : String(value);
          return (is_filtered && row % 3 !== 0) || excluded.some((out) => out === text) ? undefined : text;
        });
        const said = [...numbers].map((number) => (number < names.texts.length ? names.texts.at(number) : undefined));
        expect(said).toEqual(wanted);
      }),
    );
  });
});

describe('texts of steps', () => {
  it('have one number each, whether they are met as texts or as codes of the dictionaries of two properties', () => {
    const value = fc.constantFrom<Value>('a', 'b', '/c', '/c/', '5', 5, true, 'é', '', null);
    const values = fc.array(value, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), values, fc.boolean()), { minLength: 1, maxLength: 6 }), (columns) => {
        const dictionaries = [new Dictionary(), new Dictionary()];
        const names = newNames({ rules: [], groupings: [], excluded: [] }, () => {});
        const number_of = new Map<string, number>();
        for (const [of, each, is_url] of columns) {
          const codes = Uint32Array.from(each.keys(), (place) => place + 1);
          const dictionary = dictionaries[of];
          const there = [0, ...each.map((one) => (one === null ? 0 : (dictionary?.codeOf(one) ?? 0)))];
          const listed =
            dictionary === undefined ? [null, ...each] : new SomeValues(dictionary, Uint32Array.from(there));
          const column: Column = { kind: 'dictionary', codes, values: listed };
          for (const [place, number] of rowNumbers(nameValues(names, column, is_url, null)).entries()) {
            const text = each[place] === null ? '' : String(each[place]);
            const said = is_url ? withoutSlash(text) : text;
            expect(names.texts.at(number)).toBe(said);
            expect(number_of.get(said) ?? number).toBe(number);
            number_of.set(said, number);
            expect(names.texts.find(said)).toBe(number);
          }
        }
      }),
      { numRuns: runs(220) },
    );
  });
});

describe('outcomes of a funnel', () => {
  it('add up to its table of steps', () => {
    fc.assert(
      fc.property(funnel, history, fresh, (asked, rows, fresh_actors) => {
        const view = viewOf(rows, fresh_actors);
        const { level, ...times } = funnelOutcomes(asked, view);
        const table = computeFunnel(asked, view);
        if (table.viz !== 'steps') throw new Error('a table of steps');
        const { counts, times_ms } = table.groups[0]!;
        expect(asked.steps.map((_, step) => level.filter((reached) => reached > step).length)).toEqual(counts);
        const took = asked.steps.map((_, step) =>
          [...level.keys()]
            .filter((actor) => step > 0 && level[actor]! > step)
            .map((actor) => {
              const outcomes = { level, ...times };
              return stepTimeMs(outcomes, actor, step) - stepTimeMs(outcomes, actor, step - 1);
            })
            .filter((time) => time > 0)
            .sort((a, b) => a - b),
        );
        expect(took).toEqual(times_ms.map(timesOf));
      }),
      { numRuns: runs(300) },
    );
  });
});
