/** Funnels where each step has a run of its own: the kernels that read runs in place, against the oracle. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBuckets } from '../../src/engine/frame/buckets.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { addReached, newEntryTally } from '../../src/engine/kernels/funnel/entry_tally.ts';
import { FUNNEL } from '../../src/engine/kernels/funnel/steps.ts';
import { FUNNEL_TIMES } from '../../src/engine/kernels/funnel/times.ts';
import { FUNNEL_ENTRIES } from '../../src/engine/kernels/funnel/trend.ts';
import { computeFunnel, prepare } from '../../src/engine/kinds/funnel/funnel.ts';
import { groupCount } from '../../src/engine/select/breakdown.ts';
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import { ALL, type Predicate } from '../../src/model/question/predicate.ts';
import { funnelOracle, timesOracle } from '../oracle/funnel.ts';
import { entriesOracle } from '../oracle/funnel_trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { runs } from '../support/runs.ts';
import { plainQuery, plainStep, timesOf } from './funnel_questions.ts';
import { ACTORS, EVENTS, fresh, history, predicate, viewOf } from './history.ts';

/** Every step an event of its own, now and then filtered; what is left over may be an exclusion. */
const question: fc.Arbitrary<FunnelQuery> = fc
  .record({
    events: fc.shuffledSubarray(EVENTS, { minLength: 1 }),
    order: fc.constantFrom<FunnelQuery['order']>('ordered', 'ordered', 'strict', 'unordered'),
    filters: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(ALL) }, predicate), { minLength: 4, maxLength: 4 }),
    where: fc.oneof({ weight: 3, arbitrary: fc.constant(ALL) }, predicate),
    window_ms: fc.constantFrom(0, 2, 5, 12, 40),
    range: fc.constantFrom({ from_ms: 0, until_ms: 40 }, { from_ms: 3, until_ms: 20 }, { from_ms: 5, until_ms: 8 }),
    breakdown: fc.constantFrom<readonly string[]>([], [], ['p'], ['n', 'p']),
    attribution: fc.constantFrom<FunnelQuery['attribution']>({ kind: 'first_touch' }, { kind: 'last_touch' }),
    excludes: fc.boolean(),
    edges: fc.constantFrom([0, 40], [0, 4, 40], [0, 5, 10, 15, 20, 25, 30, 35, 40]),
    part: fc.tuple(fc.nat(3), fc.nat(3)),
  })
  .map(({ events, order, filters, where, breakdown, excludes, edges, part, ...rest }) => {
    const narrowed = (event: string, at: number) => ({
      ...plainStep(event),
      matches: [{ event, where: { kind: 'and', of: [filters[at]!, where] } as const }],
    });
    const steps = events.slice(0, excludes && events.length > 2 ? -1 : undefined).map(narrowed);
    const last = steps.length - 1;
    const from_step = Math.min(...part, Math.max(0, last - 1));
    const to_step = Math.min(last, Math.max(...part, from_step + 1));
    const span = order === 'unordered' ? { from_step: 0, to_step: last } : { from_step, to_step };
    const parts = breakdown.map((key) => ({ source: { of: 'event', key } as const, normalize_url: false, bins: null }));
    return {
      ...{ ...plainQuery(steps, order), ...rest, where, from_step, to_step },
      exclusions: steps.length < events.length ? [{ ...narrowed(events.at(-1)!, 3), ...span }] : [],
      breakdown: parts.length > 0 ? { kind: 'values', dimensions: parts, limit: 10 } : null,
      edges_ms: Float64Array.from(edges),
    } satisfies FunnelQuery;
  });

/** A question of at least two steps. */
const longer = question.filter(({ steps }) => steps.length > 1);
const mostlyLonger = fc.oneof({ weight: 9, arbitrary: longer }, { weight: 1, arbitrary: question });

function tablesOf(asked: FunnelQuery, rows: readonly Happening[], fresh_actors: readonly number[]) {
  return tablesIn(asked, viewOf(rows, fresh_actors));
}

function tablesIn(asked: FunnelQuery, view: DatasetView) {
  const numbers = computeFunnel({ ...asked, viz: 'steps' }, view);
  if (numbers.viz !== 'steps') throw new Error('steps were asked for');
  return Object.fromEntries(
    numbers.groups
      .filter(({ counts }) => counts[0] !== 0)
      .map(({ key, counts, times_ms }) => [
        JSON.stringify(key.map((text) => text ?? '')),
        { counts: [...counts], times_ms: times_ms.map(timesOf) },
      ]),
  );
}

function entriesOf(asked: FunnelQuery, rows: readonly Happening[], fresh_actors: readonly number[]) {
  const numbers = computeFunnel({ ...asked, viz: 'trends' }, viewOf(rows, fresh_actors));
  if (numbers.viz !== 'trends') throw new Error('trends were asked for');
  return Object.fromEntries(
    numbers.groups
      .filter(({ reached_from }) => reached_from.some((count) => count !== 0))
      .map(({ key, reached_from, reached_to }) => [
        JSON.stringify(key.map((text) => text ?? '')),
        { reached_from: [...reached_from], reached_to: [...reached_to] },
      ]),
  );
}

describe('a funnel of steps with a run each', () => {
  it('has the table of the slow twin', () => {
    fc.assert(
      fc.property(question, history, fresh, (asked, rows, fresh_actors) => {
        expect(tablesOf(asked, rows, fresh_actors)).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: runs(850) },
    );
  });

  it('has its entries over time', () => {
    fc.assert(
      fc.property(longer, history, fresh, (asked, rows, fresh_actors) => {
        expect(entriesOf(asked, rows, fresh_actors)).toEqual(entriesOracle(asked, rows));
      }),
      { numRuns: runs(550) },
    );
  });

  it('has its times to convert', () => {
    fc.assert(
      fc.property(longer, history, fresh, (asked, rows, fresh_actors) => {
        const numbers = computeFunnel({ ...asked, viz: 'time_to_convert' }, viewOf(rows, fresh_actors));
        const times = numbers.viz === 'time_to_convert' ? [...numbers.times_ms] : null;
        expect(times?.sort((a, b) => a - b)).toEqual(timesOracle(asked, rows));
      }),
      { numRuns: runs(550) },
    );
  });

  it('has them strictly, where events share instants and most are of no step', () => {
    const crowded = fc.array(
      fc.record({
        actor: fc.constant(0),
        time_ms: fc.oneof(fc.nat(7), fc.nat(39)),
        event: fc.constantFrom(...EVENTS),
        properties: fc.constantFrom({ p: 'x' }, { p: 'x' }, {}),
      }),
      { minLength: 4, maxLength: 12 },
    );
    const strict = fc.record({
      events: fc.shuffledSubarray(EVENTS, { minLength: 2, maxLength: 3 }),
      excludes: fc.constantFrom(false, false, true),
      window_ms: fc.constantFrom(2, 4, 40, 40),
      where: fc.constantFrom<Predicate>(ALL, { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'set' } }),
    });
    fc.assert(
      fc.property(strict, crowded, ({ events, excludes, window_ms, where }, rows) => {
        const stepOf = (event: string) => ({ ...plainStep(event), matches: [{ event, where }] });
        const left = EVENTS.find((event) => !events.includes(event))!;
        const asked: FunnelQuery = {
          ...{ ...plainQuery(events.map(stepOf), 'strict'), window_ms, where },
          exclusions: excludes ? [{ ...stepOf(left), from_step: 0, to_step: 1 }] : [],
        };
        expect(tablesOf(asked, rows, [])).toEqual(funnelOracle(asked, rows));
        const part: FunnelQuery = { ...asked, viz: 'time_to_convert', to_step: 1 };
        const numbers = computeFunnel(part, viewOf(rows));
        expect(numbers).toEqual({ viz: 'time_to_convert', times_ms: Float64Array.from(timesOracle(part, rows)) });
      }),
      { numRuns: runs(1600) },
    );
  });

  it('has it wherever its actors are, and where most rows are first steps', () => {
    const crowd = fc.array(
      fc.record({
        actor: fc.constant(0),
        time_ms: fc.nat(40),
        event: fc.constant(EVENTS[0]!),
        properties: fc.constantFrom<Happening['properties']>({}, { p: 'x' }, { p: 'y' }),
      }),
      { maxLength: 120 },
    );
    const spread = fc.record({
      actors: fc.uniqueArray(fc.nat(99), { minLength: ACTORS, maxLength: ACTORS }),
      cuts: fc.array(fc.nat(100), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(mostlyLonger, history, crowd, fresh, spread, (asked, few, many, fresh_actors, { actors, cuts }) => {
        const rows = [...few, ...many].map((row) => ({ ...row, actor: actors[row.actor]! }));
        const moved = fresh_actors.map((actor) => actors[actor]!);
        const view = viewOf(rows, moved, new Array<number>(100).fill(0));
        const begin = asked.steps.toSorted((a) => (a.id === EVENTS[0] ? -1 : 0));
        const query = { ...asked, steps: begin };
        expect(tablesIn(query, view)).toEqual(funnelOracle(query, rows));
        if (query.steps.length === 1) return;
        const slices = Uint32Array.from([0, ...cuts, 100].sort((a, b) => a - b));
        expect(numbersOf(query, view, slices)).toEqual(numbersOf(query, view, Uint32Array.of(0, 100)));
      }),
      { numRuns: runs(550) },
    );
  });

  it('is the same however its actors are cut into slices', () => {
    fc.assert(
      fc.property(longer, history, fresh, fc.nat(4), (asked, rows, fresh_actors, cut) => {
        const view = viewOf(rows, fresh_actors);
        const whole = numbersOf(asked, view, Uint32Array.of(0, ACTORS));
        const halves = numbersOf(asked, view, Uint32Array.of(0, cut, ACTORS));
        expect(halves).toEqual(whole);
      }),
      { numRuns: runs(360) },
    );
  });
});

/** What each kernel makes of all parts, the actors cut as is asked for. */
function numbersOf(query: FunnelQuery, view: DatasetView, cuts: Uint32Array) {
  const { groups, asked } = prepare(query, view, 0);
  const { from_step, to_step, range, edges_ms } = query;
  const buckets = buildBuckets(edges_ms, range.from_ms, range.until_ms);
  const cells = query.steps.length * groupCount(groups);
  const counts = new Float64Array(cells);
  const times: number[] = [];
  const entries = newEntryTally(buckets.count, groupCount(groups));
  const took_ms: number[] = [];
  const team = alone();
  for (const args of asked) {
    for (const sum of team.share(FUNNEL, { ...args, knows_entered: false }, cuts)) {
      for (let cell = 0; cell < cells; cell++) counts[cell]! += sum.counts[cell]!;
      times.push(...timesOf(sum.times_ms.flat()));
    }
    for (const { reached_from, reached_to } of team.share(
      FUNNEL_ENTRIES,
      { ...args, from_step, to_step, buckets },
      cuts,
    )) {
      addReached(entries.reached_from, reached_from);
      addReached(entries.reached_to, reached_to);
    }
    const sums = team.share(FUNNEL_TIMES, { ...args, from_step, to_step }, cuts);
    took_ms.push(...timesOf(sums.flatMap(({ sample }) => sample)));
  }
  return { counts, times: times.sort((a, b) => a - b), entries, took_ms: took_ms.sort((a, b) => a - b) };
}
