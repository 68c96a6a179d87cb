import { beforeEach, describe, expect, test } from 'vitest';
import { bucketEdges, formatDateTime, parseTimestamp } from '../../src/base/time.ts';
import type { Interval } from '../../src/model/question/query.ts';
import { createAction } from '../../src/service/operations/actions.ts';
import { activeWindows } from '../../src/service/resolve/series/math.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

/** Day of January 2026, and an hour. */
function at(day: number, hour = 12): string {
  return `2026-01-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
}

/** Data of the first series, from 12 to 15 January unless the body says otherwise. */
async function data(line: Body, body: Body = {}): Promise<number[]> {
  const answer = await asked.trend({ date_from: '2026-01-12', events: [{ id: 'a', ...line }], ...body });
  return answer.result[0]!.data;
}

async function total(line: Body, body: Body = {}): Promise<number> {
  const asked_body = { date_from: '2026-01-12', display: 'ActionsTable', events: [{ id: 'a', ...line }], ...body };
  return (await asked.trend(asked_body)).result[0]!.aggregated_value!;
}

describe('maths over a property', () => {
  test('read numbers and numeric text, pass over what else there is, and say 0 of nothing', async () => {
    for (const value of [4, '6.5', ' 1 ', 'many', '0x10', '0B11', '', true, null, { a: 1 }, [7]]) {
      asked.add(event('a', 'p', at(13), value === null ? {} : { v: value }));
    }
    const numbers = async (math: string) => data({ math, math_property: 'v' });
    expect(await numbers('sum')).toEqual([0, 11.5, 0, 0]);
    expect(await numbers('avg')).toEqual([0, 11.5 / 3, 0, 0]);
    expect(await numbers('min')).toEqual([0, 1, 0, 0]);
    expect(await numbers('max')).toEqual([0, 6.5, 0, 0]);
    expect(await numbers('median')).toEqual([0, 4, 0, 0]);
    expect((await numbers('p75'))[1]).toBeCloseTo(5.25);
    expect((await numbers('p90'))[1]).toBeCloseTo(6);
    expect(await data({ math: 'max', math_property: 'v', math_multiplier: -2 })).toEqual([0, -2, 0, 0]);
  });

  test('are computed over the whole range where there is one number', async () => {
    for (const [day, value] of [
      [12, 1],
      [13, 2],
      [14, 30],
      [9, 1000],
    ] as const) {
      asked.add(event('a', 'p', at(day), { v: value }));
    }
    expect(await total({ math: 'median', math_property: 'v' })).toBe(2);
    expect(await total({ math: 'avg', math_property: 'v' })).toBe(11);
    expect(await total({ math: 'min', math_property: 'v' })).toBe(1);
  });

  test('keep a value whose numbers come to nothing', async () => {
    asked.add(event('a', 'p', at(13), { v: 0, plan: 'free' }), event('a', 'p', at(13), { v: 'x', plan: 'odd' }));
    const body = { events: [{ id: 'a', math: 'sum', math_property: 'v' }], breakdown: 'plan', date_from: '2026-01-12' };
    const { result } = await asked.trend(body);
    expect(result.map((series) => [series.breakdown_value, series.data])).toEqual([
      ['free', [0, 0, 0, 0]],
      ['odd', [0, 0, 0, 0]],
    ]);
  });

  test('read those of persons, of groups, and the time', async () => {
    asked.add(
      event('a', 'p', at(13), { v: 100, $set: { v: 7 }, $groups: { company: 'acme' } }),
      event('a', 'q', at(13), { v: 100, $set: { v: '9' } }),
      event('$groupidentify', 'p', at(13), {
        $group_type: 'company',
        $group_key: 'acme',
        $group_set: { v: 40 },
      }),
    );
    const sum = (type: string) => data({ math: 'sum', math_property: 'v', math_property_type: type });
    expect(await sum('person_properties')).toEqual([0, 16, 0, 0]);
    expect(await sum('event_properties')).toEqual([0, 200, 0, 0]);
    expect(await sum('groups_0')).toEqual([0, 40, 0, 0]);
    expect(await data({ math: 'min', math_property: '$time' })).toEqual([0, Date.parse(at(13)) / 1000, 0, 0]);
  });
});

describe('rows per actor', () => {
  test('are those of the actors that have any, person by person or group by group', async () => {
    const rows = [
      ['p', 'acme'],
      ['p', 'acme'],
      ['p', 'other'],
      ['q', 'acme'],
      ['r', null],
    ] as const;
    for (const [person, company] of rows) {
      asked.add(event('a', person, at(13), company === null ? {} : { $group_0: company }));
    }
    expect(await data({ math: 'avg_count_per_actor' })).toEqual([0, 5 / 3, 0, 0]);
    expect(await data({ math: 'max_count_per_actor' })).toEqual([0, 3, 0, 0]);
    expect(await data({ math: 'min_count_per_actor', math_group_type_index: 0 })).toEqual([0, 1, 0, 0]);
    expect(await data({ math: 'avg_count_per_actor', math_group_type_index: 0 })).toEqual([0, 2, 0, 0]);
  });
});

describe('weekly and monthly active', () => {
  test('look back before the range, and a total at the days that end with it', async () => {
    asked.add(event('a', 'p', at(6, 0)), event('a', 'q', at(9)), event('a', 'q', at(13)), event('a', 'r', at(1)));
    expect(await data({ math: 'weekly_active' })).toEqual([2, 1, 1, 1]);
    expect(await data({ math: 'monthly_active' })).toEqual([3, 3, 3, 3]);
    const week = { math: 'weekly_active' };
    expect(await total(week)).toBe(1);
    expect(await total(week, { date_from: '2025-01-01', date_to: '2026-01-12' })).toBe(2);
  });

  test('are people of the point where that is as long', async () => {
    asked.add(event('a', 'p', at(5)), event('a', 'q', at(12)));
    const weekly = await data({ math: 'weekly_active' }, { date_from: '2026-01-04', interval: 'week' });
    expect(weekly).toEqual([1, 1]);
    expect(await data({ math: 'monthly_active' }, { date_from: '2025-12-01', interval: 'month' })).toEqual([0, 2]);
    expect(await data({ math: 'monthly_active' }, { date_from: '2026-01-04', interval: 'week' })).toEqual([0, 1]);
  });

  test('count groups where a type is named', async () => {
    for (const [day, company] of [
      [8, 'acme'],
      [13, 'acme'],
      [13, 'other'],
      [14, ''],
    ] as const) {
      asked.add(event('a', `p${day}`, at(day), { $group_0: company }));
    }
    expect(await data({ math: 'weekly_active', math_group_type_index: 0 })).toEqual([1, 2, 2, 2]);
  });

  test('take days and hours by the wall clock', () => {
    const zone = 'Europe/Berlin';
    const windows = (from: string, until: string, interval: Interval | null): string[][] => {
      const range = { from_ms: parseTimestamp(from)!, until_ms: parseTimestamp(until)! };
      const edges_ms = bucketEdges({ timezone: zone, week_start: 1 }, range, interval ?? 'day', 100);
      const math = { kind: 'active', actor: { kind: 'person' }, days: 7 } as const;
      const found = activeWindows(zone, [{ math }], range, edges_ms, interval)[0]!;
      return [...found.from_ms].map((from_ms, at_window) => [
        formatDateTime(zone, from_ms),
        formatDateTime(zone, found.until_ms[at_window]!),
      ]);
    };
    // The clocks went forward on 29 March.
    expect(windows('2026-03-31T22:00:00Z', '2026-04-01T22:00:00Z', 'day')).toEqual([
      ['2026-03-26 00:00:00', '2026-04-02 00:00:00'],
    ]);
    expect(windows('2026-03-31T08:00:00Z', '2026-03-31T09:00:00Z', 'hour')).toEqual([
      ['2026-03-24 11:00:00', '2026-03-31 11:00:00'],
    ]);
    expect(windows('2026-01-01T00:00:00Z', '2026-03-31T22:00:00Z', null)).toEqual([
      ['2026-03-25 00:00:00', '2026-04-01 00:00:00'],
    ]);
  });
});

describe('the first time', () => {
  test('is sought over all time, and a filter does not move it', async () => {
    asked.add(
      event('a', 'p', '2024-03-01T00:00:00Z', { plan: 'x' }),
      event('a', 'p', at(13), { plan: 'y' }),
      event('a', 'q', at(13), { plan: 'x' }),
      event('a', 'q', at(14), { plan: 'y' }),
      event('a', 'r', at(14), { plan: 'y' }),
      event('b', 'r', at(1)),
    );
    const plan = { properties: [{ key: 'plan', value: 'y' }] };
    expect(await data({ math: 'first_time_for_user' })).toEqual([0, 1, 1, 0]);
    expect(await data({ math: 'first_time_for_user', ...plan })).toEqual([0, 0, 1, 0]);
    expect(await data({ math: 'first_time_for_user' }, plan)).toEqual([0, 0, 1, 0]);
    expect(await data({ math: 'first_matching_event_for_user', ...plan })).toEqual([0, 1, 2, 0]);
    expect(await data({ math: 'first_matching_event_for_user' }, plan)).toEqual([0, 1, 2, 0]);
    expect(await data({ id: null, math: 'first_time_for_user' })).toEqual([0, 1, 0, 0]);
    expect(await total({ math: 'first_time_for_user' })).toBe(2);
  });

  test('gives the value that splits, and follows persons that are made one', async () => {
    asked.add(
      event('a', 'p', at(13), { plan: 'x' }),
      event('a', 'p', at(14), { plan: 'y' }),
      event('a', 'q', at(14), { plan: 'y' }),
    );
    const body = {
      events: [{ id: 'a', math: 'first_time_for_user' }],
      breakdown: 'plan',
      date_from: '2026-01-12',
    };
    const values = async () => (await asked.trend(body)).result.map((series) => [series.breakdown_value, series.data]);
    expect(await values()).toEqual([
      ['x', [0, 1, 0, 0]],
      ['y', [0, 0, 1, 0]],
    ]);
    asked.add(event('$identify', 'q', at(15), { $anon_distinct_id: 'p' }));
    expect(await values()).toEqual([['x', [0, 1, 0, 0]]]);
  });

  test('of an action is the first of what its steps find', async () => {
    const steps = [{ event: 'a', properties: [{ key: 'plan', value: 'y' }] }, { event: 'b' }];
    const { id } = await asked.ask<{ id: number }>(createAction, { name: 'either', steps });
    asked.add(
      event('a', 'p', at(1), { plan: 'x' }),
      event('a', 'p', at(13), { plan: 'y', ok: true }),
      event('b', 'q', at(13)),
      event('a', 'q', at(14), { plan: 'y', ok: true }),
    );
    const first = async (properties: Body[]): Promise<number[]> => {
      const actions = [{ id, math: 'first_time_for_user', properties }];
      return (await asked.trend({ actions, date_from: '2026-01-12' })).result[0]!.data;
    };
    expect(await first([])).toEqual([0, 2, 0, 0]);
    expect(await first([{ key: 'ok', value: 'true' }])).toEqual([0, 1, 0, 0]);
  });
});

describe('sessions', () => {
  beforeEach(() => {
    asked.add(
      event('a', 'p', at(13, 10), { $session_id: 's1', plan: 'x' }),
      event('b', 'p', at(13, 11), { $session_id: 's1' }),
      event('a', 'q', at(13, 12), { $session_id: 's2', plan: 'x' }),
      event('a', 'q', at(13, 12), { $session_id: 's2', plan: 'y' }),
      event('a', 'q', at(14, 12), { $session_id: 's2', plan: 'y' }),
      event('a', 'q', at(14, 12), { plan: 'y' }),
      event('a', 'r', at(14, 13), { plan: 'y' }),
    );
  });

  test('are counted once each, those without an id as one', async () => {
    expect(await data({ math: 'unique_session' })).toEqual([0, 2, 2, 0]);
    expect(await total({ math: 'unique_session' })).toBe(3);
  });

  test('last from their first event to their last, whatever is asked for', async () => {
    const duration = { math_property: '$session_duration' };
    expect(await data({ math: 'sum', ...duration })).toEqual([0, 3600 + 86_400, 86_400, 0]);
    expect(await data({ math: 'min', ...duration, math_multiplier: 0.5 })).toEqual([0, 1800, 43_200, 0]);
    const split = { breakdown: 'plan', events: [{ id: 'a', math: 'sum', ...duration }], date_from: '2026-01-12' };
    expect((await asked.trend(split)).result.map((series) => [series.breakdown_value, series.data])).toEqual([
      ['y', [0, 86_400, 86_400, 0]],
      ['x', [0, 90_000, 0, 0]],
    ]);
  });
});

describe('a math that cannot be', () => {
  test.each([
    [{ math: 'mode' }, 'events__0__math', 'invalid_choice'],
    [{ math: 'sum_count_per_actor' }, 'events__0__math', 'invalid_choice'],
    [{ math: 'unique_group' }, 'events__0__math_group_type_index', 'required'],
    [
      { math: 'sum', math_property: 'v', math_property_type: 'cells' },
      'events__0__math_property_type',
      'invalid_choice',
    ],
    [
      { math: 'sum', math_property: 'v', math_property_type: 'groups_9' },
      'events__0__math_property_type',
      'invalid_choice',
    ],
    [{ math: 'sum', math_property: 'v', math_multiplier: 'x' }, 'events__0__math_multiplier', 'invalid_input'],
  ])('%j is refused', async (line, attr, code) => {
    expect(await asked.refusal(computeTrend, { events: [{ id: 'a', ...line }] })).toMatchObject({ attr, code });
  });

  test('is told what there is', async () => {
    const { message } = await asked.refusal(computeTrend, { events: [{ id: 'a', math: 'mode' }] });
    expect(message).toContain('weekly_active');
    expect(message).toContain('p99_count_per_actor');
  });
});
