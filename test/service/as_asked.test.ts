/** Answers match the question: nothing is added, guessed or silently ignored. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Cohort } from '../../src/model/saved/cohort.ts';
import { createCohort } from '../../src/service/operations/cohorts.ts';
import { computeFunnel, computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

describe('a funnel by cohorts', () => {
  const make = async (plan: string): Promise<number> => {
    const filters = { properties: { type: 'OR', values: [{ key: 'plan', value: plan, type: 'person' }] } };
    return (await asked.ask<Cohort>(createCohort, { name: plan, filters })).id;
  };
  const split = async (breakdown: readonly unknown[], more: Body = {}): Promise<unknown[]> => {
    const { result } = await asked.funnel({ events: stepsOf('a', 'b'), breakdown, breakdown_type: 'cohort', ...more });
    return (result as unknown[]).flat().map((row) => (row as { breakdown_value: unknown }).breakdown_value);
  };

  test('leaves out one that nobody entered, over time too', async () => {
    asked.add(event('a', 'p', '2026-01-14T01:00:00Z', { $set: { plan: 'pro' } }));
    // Somebody is in it, but did not enter.
    asked.add(event('b', 'q', '2026-01-14T01:00:00Z', { $set: { plan: 'free' } }));
    const [pro, free, nobody] = [await make('pro'), await make('free'), await make('x')];
    for (const over_time of [false, true]) {
      const more = over_time ? { funnel_viz_type: 'trends' } : {};
      const name = over_time ? 'pro' : pro;
      const times = over_time ? 1 : 2;
      expect(await split([free, pro, nobody], more)).toEqual(Array.from({ length: times }, () => name));
      expect(await split([nobody, free], more)).toEqual([]);
    }
  });
});

describe('the maths of a property', () => {
  test.each(['sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'])('%s needs one', async (math) => {
    const refused = await asked.refusal(computeTrend, { events: [{ id: 'a' }, { id: 'b', math }] });
    expect(refused).toMatchObject({ status: 400, code: 'required', attr: 'events__1__math_property' });
    expect(refused.message).toContain('"math_property":');
  });
});

describe('dates in words', () => {
  const rangeOf = async (more: Body) => {
    const { resolved } = await asked.trend({ events: [{ id: 'a' }], ...more });
    return [resolved.date_from.slice(0, 19), resolved.date_to.slice(0, 19)];
  };
  const NOON = { from: '2026-01-15T00:00:00', to: '2026-01-15T12:59:59', end: '2026-01-15T23:59:59' };

  test.each([
    [{ date_from: '-1d', date_to: 'today' }, ['2026-01-14T00:00:00', NOON.end]],
    [{ date_from: 'today', date_to: 'Today' }, [NOON.from, NOON.end]],
    [{ date_from: 'today', date_to: 'today', interval: 'hour' }, [NOON.from, NOON.to]],
    [{ date_from: '2026-01-10', date_to: 'all' }, ['2026-01-10T00:00:00', NOON.end]],
  ])('%j', async (dates, range) => {
    expect(await rangeOf(dates)).toEqual(range);
  });

  test('are the same to every kind of question', async () => {
    const until = async (date_to: string) => {
      const answer = await asked.ask<{ resolved: { date_to: string } }>(computeRetention, { date_to });
      return answer.resolved.date_to.slice(0, 10);
    };
    expect(await until('today')).toBe('2026-01-15');
    expect(await until('all')).toBe('2026-01-15');
    const funnel = { events: stepsOf('a', 'b'), date_from: 'today', date_to: 'today' };
    expect((await asked.funnel(funnel)).resolved.date_to.slice(0, 10)).toBe('2026-01-15');
    expect(await asked.refusal(computeFunnel, { ...funnel, date_to: 'soon' })).toMatchObject({ attr: 'date_to' });
  });
});

describe('one day by the hour', () => {
  const DAY = { events: [{ id: 'a' }], interval: 'hour', date_from: '2026-01-14', date_to: '2026-01-14' };
  const hours = async (more: Body) => {
    const { result, resolved } = await asked.trend({ ...DAY, ...more });
    return { points: result[0]!.data.length, warnings: resolved.warnings.filter((text) => text.includes('date_to')) };
  };

  test('is one point, and says what to send for all of it', async () => {
    const { points, warnings } = await hours({});
    expect(points).toBe(1);
    expect(warnings).toHaveLength(1);
    const whole = /"date_to": "([^"]+)"/.exec(warnings[0]!)![1]!;
    expect(await hours({ date_to: whole })).toEqual({ points: 24, warnings: [] });
  });

  test('is said wherever it happens, and nowhere else', async () => {
    expect(await hours({ insight: 'LIFECYCLE' })).toMatchObject({ warnings: [expect.any(String)] });
    expect(await hours({ insight: 'STICKINESS' })).toMatchObject({ warnings: [expect.any(String)] });
    expect(await hours({ interval: 'minute' })).toMatchObject({ warnings: [expect.any(String)] });
    const funnel = { ...DAY, events: stepsOf('a', 'b'), funnel_viz_type: 'trends' };
    expect((await asked.funnel(funnel)).resolved.warnings.join()).toContain('2026-01-14T23:59:59');
    expect((await asked.funnel({ ...funnel, funnel_viz_type: 'steps' })).resolved.warnings.join()).not.toContain(
      'date_to',
    );
    for (const more of [{ interval: 'day' }, { explicit_date: true }, { display: 'BoldNumber' }]) {
      const { resolved } = await asked.trend({ ...DAY, ...more });
      expect(resolved.warnings.join()).not.toContain('date_to');
    }
  });
});

test('an object as a value is found whatever its blanks and the order of its keys, on events, people and groups', async () => {
  const stored = { b: 'x', a: 1, deep: { d: [1, { f: 2, e: 3 }], c: null } };
  asked.add(
    { kind: 'group', group: { group_type: 'team', group_key: 't', properties: { of: stored }, created_at_ms: null } },
    event('a', 'p', '2026-01-14T01:00:00Z', { of: stored, $groups: { team: 't' }, $set: { of: stored } }),
    event('a', 'q', '2026-01-14T01:00:00Z', { of: { ...stored, a: 2 }, $set: { of: '{a}' } }),
  );
  const values = [
    stored,
    '{"a": 1, "deep": {"c": null, "d": [1, {"e": 3, "f": 2}]}, "b": "x"}',
    [JSON.stringify(stored, null, 2)],
  ];
  for (const value of values) {
    for (const where of [{ type: 'event' }, { type: 'person' }, { type: 'group', group_type_index: 0 }]) {
      const properties = [{ key: 'of', value, ...where }];
      const { result } = await asked.trend({ events: [{ id: 'a' }], properties });
      expect(result[0]!.count, JSON.stringify(properties)).toBe(1);
    }
  }
});
