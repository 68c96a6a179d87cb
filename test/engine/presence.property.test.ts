/** Questions over days, weeks and months with many rows per actor, which bitmaps answer; and the kernels for those. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketEdges } from '../../src/base/time.ts';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { ProjectData } from '../../src/engine/dataset/project_data.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import type { Part, Presence } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { changeActiveSpans } from '../../src/engine/kernels/presence/active.ts';
import { countLifecyclePresent } from '../../src/engine/kernels/presence/lifecycle.ts';
import { countRetentionPresent } from '../../src/engine/kernels/presence/retention.ts';
import { countStickinessPresent, MOST_SETS } from '../../src/engine/kernels/presence/stickiness.ts';
import { computeLifecycle } from '../../src/engine/kinds/activity/lifecycle.ts';
import { computeRetention } from '../../src/engine/kinds/activity/retention.ts';
import { computeStickiness } from '../../src/engine/kinds/activity/stickiness.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import { ALL } from '../../src/model/question/predicate.ts';
import type { Entity, Interval, TimeRange } from '../../src/model/question/query.ts';
import type { RetentionQuery } from '../../src/model/question/retention.ts';
import type { TrendEntity, TrendMath } from '../../src/model/question/trend.ts';
import { activeWindows } from '../../src/service/resolve/series/math.ts';
import { lifecycleOracle, stickinessOracle } from '../oracle/activity.ts';
import type { Happening } from '../oracle/happening.ts';
import { mathOracle } from '../oracle/math.ts';
import { present, type Sets } from '../oracle/presence.ts';
import { retentionOracle } from '../oracle/retention.ts';
import { runs } from '../support/runs.ts';
import { NO_IDS } from './dataset_world.ts';
import { EVENTS, entity, viewOf } from './history.ts';

const DAY_MS = 86_400_000;
const PERSON = { kind: 'person' } as const;
const UNSAID = { math_name: null, math_property: null, math_group_type_index: null };
/** Neighbours within a word of bits, and at its ends. */
const ACTORS = [0, 1, 31, 32, 63, 64, 70];
/** Copies of each row, so that there are enough of them for bit sets to pay; how often somebody came does not matter. */
const COPIES = 30;

/** Whole days off the hour, of 23, 24 and 25 hours, and where half an hour is what changes. */
const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');

interface Asked {
  readonly timezone: string;
  readonly interval: Interval;
  readonly range: TimeRange;
  readonly edges_ms: Float64Array;
  readonly rows: Happening[];
  readonly fresh: number[];
  readonly created_ms: number[];
}

/** Spring and autumn; ranges that cut the first and last bucket, at any millisecond. */
const frame = fc
  .record({
    timezone: zone,
    interval: fc.constantFrom<Interval>('day', 'day', 'week', 'month'),
    begin_ms: fc.constantFrom(Date.UTC(2026, 2, 6), Date.UTC(2026, 3, 3), Date.UTC(2025, 9, 30)),
    cut_ms: fc.constantFrom(0, 0, 1, 900_000, 12_345_678),
    buckets: fc.integer({ min: 2, max: 9 }),
  })
  .map(({ timezone, interval, begin_ms, cut_ms, buckets }) => {
    const days = { day: 1, week: 7, month: 30 }[interval as 'day' | 'week' | 'month'];
    const until_ms = begin_ms + buckets * days * DAY_MS - cut_ms;
    const edges_ms = bucketEdges(
      { timezone, week_start: 0 },
      { from_ms: begin_ms + cut_ms, until_ms },
      interval,
      1_000,
    );
    return { timezone, interval, range: { from_ms: begin_ms + cut_ms, until_ms }, edges_ms };
  });

const asked: fc.Arbitrary<Asked> = frame.chain((of) => {
  const moment = fc
    .tuple(
      fc.nat(of.edges_ms.length - 1),
      fc.oneof(
        fc.constantFrom(-1, 0, 1),
        fc.integer({ min: -2, max: 60 }).map((hours) => hours * 3_600_000),
      ),
    )
    .map(([edge, off_ms]) => of.edges_ms[edge]! + off_ms);
  const row = fc.record({
    ...{ actor: fc.constantFrom(...ACTORS), time_ms: moment, event: fc.constantFrom(...EVENTS) },
    properties: fc.constantFrom<Happening['properties']>({}, { p: 'x' }),
  });
  return fc.record({
    ...{ timezone: fc.constant(of.timezone), interval: fc.constant(of.interval) },
    ...{ range: fc.constant(of.range), edges_ms: fc.constant(of.edges_ms) },
    rows: fc.array(row, { minLength: 8, maxLength: 50 }),
    fresh: fc.uniqueArray(fc.constantFrom(...ACTORS), { maxLength: 2 }),
    created_ms: fc.array(moment, { minLength: 71, maxLength: 71 }),
  });
});

/** How often questions asked for bit sets. */
let looks = 0;
beforeEach(() => {
  looks = 0;
});

function crowded({ rows, fresh, created_ms }: Asked): DatasetView {
  const many = rows.flatMap((row) => Array<Happening>(COPIES).fill(row));
  const view = viewOf(many, fresh, created_ms);
  return { ...view, parts: (request) => view.parts(request).map(watched) };
}

function watched(part: Part): Part {
  return {
    ...part,
    run(event) {
      const run = part.run(event);
      if (run === undefined) return undefined;
      const within: Presence['within'] = (edges_ms, team) => {
        looks++;
        return run.presence.within(edges_ms, team);
      };
      const { presence } = run;
      const { words } = presence;
      const before: Presence['before'] = (time_ms) => presence.before(time_ms);
      const joined: Presence['joined'] = (others, skip) => presence.joined(others, skip);
      return { ...run, presence: { words, within, before, joined, ranks: () => presence.ranks() } };
    },
  };
}

const COMMON = { told: null, display: 'ActionsLineGraph', breakdown: null } as const;

describe('questions that bit sets answer', () => {
  it('active people, in buckets and in windows', () => {
    const math: fc.Arbitrary<TrendMath> = fc.constantFrom<TrendMath[]>(
      { kind: 'unique', actor: PERSON },
      { kind: 'active', actor: PERSON, days: 7 },
      { kind: 'active', actor: PERSON, days: 30 },
    );
    fc.assert(
      fc.property(asked, entity, math, (given, base, of) => {
        const line: TrendEntity = { ...base, ...UNSAID, math: of };
        const { timezone, interval, range, edges_ms } = given;
        const windows = activeWindows(timezone, [line], range, edges_ms, interval);
        const query = {
          ...COMMON,
          kind: 'trend',
          timezone,
          interval,
          range,
          edges_ms,
          windows,
          entities: [line],
        } as const;
        const [found] = computeTrend(query, crowded(given)).toArray();
        expect([...found!.values]).toEqual(mathOracle(query, line, null, given.rows)['']);
      }),
      { numRuns: runs(350) },
    );
    expect(looks).toBeGreaterThan(runs(150));
  });

  it('retention, of every start and of the first', () => {
    const kind = fc.record({
      start: fc.constantFrom<RetentionQuery['start']>('every', 'first_time', 'first_ever'),
      target: entity,
      returning: fc.option(entity),
      cumulative: fc.boolean(),
      minimum_occurrences: fc.constantFrom(1, 1, 1, COPIES + 1),
    });
    fc.assert(
      fc.property(asked, kind, (given, { returning, ...of }) => {
        const { timezone, interval, edges_ms } = given;
        const range = { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! };
        const bare = of.target.matches.map((match) => ({ ...match, where: ALL }));
        const first_among = of.start === 'first_ever' ? bare : of.target.matches;
        const query: RetentionQuery = {
          ...{ kind: 'retention', timezone, interval, range, edges_ms, actor: PERSON, breakdown: null },
          ...{ split_returns: false, first_among, ...of, returning: returning ?? of.target },
        };
        const size = edges_ms.length - 1;
        const { counts } = computeRetention(query, crowded(given)).groups[0]!;
        const rows =
          of.minimum_occurrences === 1 ? given.rows : given.rows.flatMap((row) => Array<Happening>(COPIES).fill(row));
        const wanted = retentionOracle(query, rows)[''];
        const table = Array.from({ length: size }, (_, start) => [
          ...counts.subarray(start * size, (start + 1) * size),
        ]);
        expect(table).toEqual(wanted ?? table.map((row) => row.map(() => 0)));
      }),
      { numRuns: runs(350) },
    );
    expect(looks).toBeGreaterThan(runs(150));
  });

  it('lifecycle', () => {
    fc.assert(
      fc.property(asked, entity, (given, of) => {
        const { timezone, interval, range, edges_ms } = given;
        fc.pre(edges_ms.length > 2);
        const query = { kind: 'lifecycle', timezone, interval, range, edges_ms, actor: PERSON, entity: of } as const;
        const found = computeLifecycle(query, crowded(given)).map((counts) => [...counts]);
        expect(found).toEqual(lifecycleOracle(query, given.rows, (actor) => given.created_ms[actor]!));
      }),
      { numRuns: runs(350) },
    );
    expect(looks).toBeGreaterThan(runs(150));
  });

  it('stickiness', () => {
    fc.assert(
      fc.property(asked, entity, (given, of) => {
        const { timezone, interval, range, edges_ms } = given;
        const entities = [{ ...(of as Entity), actor: PERSON, math_name: null }];
        const query = {
          ...({ kind: 'stickiness', timezone, interval, range, edges_ms, entities } as const),
          ...{ min_rows: 1, max_rows: Number.POSITIVE_INFINITY, cumulative: false },
        };
        const found = computeStickiness(query, crowded(given)).map((counts) => [...counts]);
        expect(found).toEqual(stickinessOracle(query, given.rows));
      }),
      { numRuns: runs(350) },
    );
    expect(looks).toBeGreaterThan(runs(150));
  });
});

describe('kernels over bit sets', () => {
  const WORDS = 3;
  /** Dense sets and sparse ones. */
  const word = fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 1, 0x8000_0000, 0xffff_ffff));
  const set = fc.array(word, { minLength: WORDS, maxLength: WORDS }).map((words) => Uint32Array.from(words));
  const sets = (most: number): fc.Arbitrary<Uint32Array[]> => fc.array(set, { minLength: 1, maxLength: most });

  /** A kernel's counts of all words, in one go and cut in two. */
  function bothWays(
    cells: number,
    cut: number,
    add: (first: number, until: number, counts: Uint32Array) => void,
  ): number[] {
    const whole = new Uint32Array(cells);
    add(0, WORDS, whole);
    const halves = new Uint32Array(cells);
    add(0, cut, halves);
    add(cut, WORDS, halves);
    expect(halves).toEqual(whole);
    return [...whole];
  }

  const cut = fc.nat(WORDS);

  it('active', () => {
    const window = fc.tuple(fc.nat(20), fc.nat(20));
    fc.assert(
      fc.property(sets(20), fc.array(window, { minLength: 1, maxLength: 30 }), cut, (of, ends, at) => {
        const ascending = (values: number[]): Int32Array =>
          Int32Array.from(values.map((value) => Math.min(value, of.length))).sort();
        const spans = {
          first: ascending(ends.map(([first]) => first)),
          until: ascending(ends.map(([, until]) => until)),
        };
        const found = bothWays(ends.length + 1, at, (first, until, counts) =>
          changeActiveSpans(of, spans, first, until, new Int32Array(counts.buffer)),
        );
        const wanted = [...spans.first].map(
          (first, i) => new Set(of.slice(first, Math.max(first, spans.until[i]!)).flatMap(present)).size,
        );
        const sums = wanted.map((_, i) => found.slice(0, i + 1).reduce((sum, change) => (sum + change) | 0, 0));
        expect(sums).toEqual(wanted);
      }),
    );
  });

  it('retention', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(set, set), { minLength: 1, maxLength: 8 }),
        fc.option(set),
        fc.boolean(),
        cut,
        (pairs, before, cumulative, at) => {
          const starts = pairs.map(([start]) => start);
          const returns = pairs.map(([, back]) => back);
          const plan = { starts, returns, started_before: before, cumulative };
          const size = pairs.length;
          const found = bothWays(size * size, at, (first, until, counts) =>
            countRetentionPresent(plan, first, until, counts),
          );
          expect(found).toEqual(retained(starts, returns, before, cumulative));
        },
      ),
    );
  });

  function retained(starts: Sets, returns: Sets, before: Uint32Array | null, cumulative: boolean): number[] {
    const size = starts.length;
    return starts.flatMap((start, bucket) => {
      const earlier = before === null ? [] : [before, ...starts.slice(0, bucket)].flatMap(present);
      const began = present(start).filter((actor) => !earlier.includes(actor));
      return Array.from({ length: size }, (_, later) => {
        if (bucket + later >= size) return 0;
        if (later === 0) return began.length;
        const back = returns.slice(bucket + later, cumulative ? size : bucket + later + 1).flatMap(present);
        return began.filter((actor) => back.includes(actor)).length;
      });
    });
  }

  it('lifecycle, who returns and who is new', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(set, set), { minLength: 2, maxLength: 8 }), cut, (pairs, at) => {
        const active = pairs.map(([now]) => now);
        const created = pairs.map(([, made]) => made);
        const places = pairs.length + 2;
        const found = bothWays(4 * places, at, (first, until, counts) =>
          countLifecyclePresent(active, created, first, until, counts),
        );
        const wanted = Array<number>(4 * places).fill(0);
        for (let bucket = 1; bucket < pairs.length; bucket++) {
          const now = present(active[bucket]!);
          const before = present(active[bucket - 1]!);
          const seen = active.slice(0, bucket).flatMap(present);
          const begun = now.filter((actor) => !before.includes(actor));
          const fresh = begun.filter((actor) => !seen.includes(actor) && present(created[bucket]!).includes(actor));
          const numbers = [fresh.length, now.length - begun.length];
          for (const [status, number] of numbers.entries()) wanted[status * places + bucket + 1] = number;
        }
        expect(found).toEqual(wanted);
      }),
    );
  });

  it('stickiness, up to as many sets as fit', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          sets(12),
          sets(MOST_SETS),
          fc.constant(Array<Uint32Array>(MOST_SETS).fill(new Uint32Array(WORDS).fill(0xffff_ffff))),
        ),
        cut,
        (of, at) => {
          const found = bothWays(of.length + 1, at, (first, until, counts) =>
            countStickinessPresent(of, first, until, counts),
          );
          const days = Array<number>(WORDS * 32).fill(0);
          for (const actor of of.flatMap(present)) days[actor]!++;
          const wanted = Array<number>(of.length + 1).fill(0);
          for (const number of days) wanted[number]!++;
          expect(found).toEqual(wanted);
        },
      ),
    );
  });
});

describe('when persons were created', () => {
  it('is known by spans, of those who come later too', () => {
    const persons = [10, 25, 20].map((created_at_ms, ord) => ({ ord, created_at_ms }));
    const data = new ProjectData(
      {
        ...{ team: alone(), blob: () => undefined, groups: () => [], is_erased: true, ...NO_IDS },
        // The first three in one change, each later one in one of its own.
        personsCreated: (revision) => persons.slice(revision < 1 ? 0 : revision + 2),
        persons: () => [],
      },
      new Budget(1e9),
    );
    const created = (count: number): number[][] => {
      data.addDistincts(new Uint32Array(0), count);
      data.setRevision(count - 2);
      const sets = data.personsCreated().within(Float64Array.of(0, 20, 25, 30), alone());
      return sets.map(present);
    };
    expect(created(3)).toEqual([[0], [2], [1]]);
    persons.push({ ord: 3, created_at_ms: 24 });
    expect(created(4)).toEqual([[0], [2, 3], [1]]);
  });
});
