import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { Step } from '../../src/model/question/funnel.ts';
import { computeFunnel } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, manyLines, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

describe('a funnel', () => {
  const two = { events: stepsOf('a', 'b') };

  test('has a step per event, with times in seconds', async () => {
    asked.add(
      event('a', 'p', '2026-01-14T01:00:00Z'),
      event('b', 'p', '2026-01-14T02:00:00Z'),
      event('a', 'q', '2026-01-14T01:00:00Z'),
    );
    const answer = await asked.funnel(two);
    expect(answer.result).toEqual([
      {
        action_id: 'a',
        name: 'a',
        custom_name: null,
        order: 0,
        people: [],
        count: 2,
        type: 'events',
        average_conversion_time: null,
        median_conversion_time: null,
        converted_people_url: null,
        dropped_people_url: null,
      },
      expect.objectContaining({
        action_id: 'b',
        order: 1,
        count: 1,
        average_conversion_time: 3600,
        median_conversion_time: 3600,
      }),
    ]);
    expect(Object.keys(answer).sort()).toEqual(['is_cached', 'last_refresh', 'resolved', 'result', 'timezone']);
    expect(computeFunnel.text(answer)).toContain(
      '2. "b": 1 (50% of the first, 50% of the step before), average 1 h, median 1 h',
    );
    expect(computeFunnel.table!(answer).rows).toEqual([
      [0, 'a', 2, null, null],
      [1, 'b', 1, 3600, 3600],
    ]);
  });

  test('splits by value and pools what is past the limit', async () => {
    for (const [person, plan] of [
      ['p', 'x'],
      ['q', 'x'],
      ['r', 'y'],
      ['s', ''],
    ] as const) {
      asked.add(
        event('a', person, '2026-01-14T01:00:00Z', { plan }),
        event('b', person, '2026-01-14T02:00:00Z', { plan }),
      );
    }
    const values = async (more: Body) =>
      ((await asked.funnel({ ...two, breakdown: 'plan', ...more })).result as Step[][]).map((table) => [
        table[0]!['breakdown_value'],
        table[1]!.count,
        table[1]!.average_conversion_time,
      ]);
    expect(await values({})).toEqual([
      ['x', 2, 3600],
      ['', 1, 3600],
      ['y', 1, 3600],
    ]);
    expect(await values({ breakdown_limit: 1 })).toEqual([
      ['x', 2, 3600],
      ['Other', 2, 3600],
    ]);
    expect((await values({ breakdown: ['plan'] }))[0]![0]).toEqual(['x']);
    const answer = await asked.funnel({ ...two, breakdown: 'plan' });
    expect(computeFunnel.table!(answer).columns[0]).toBe('breakdown_value');
    expect(computeFunnel.text(answer)).toContain('"x" | 2 | 2 (100%, median 1 h)');
  });

  test('of no order names its steps by how many', async () => {
    const answer = await asked.funnel({ ...two, funnel_order_type: 'UNORDERED' });
    expect((answer.result as Step[]).map((step) => [step.name, step.action_id])).toEqual([
      ['Completed 1 step', null],
      ['Completed 2 steps', null],
    ]);
  });

  test('that nobody has filled in yet is empty', async () => {
    expect((await asked.funnel({ insight: 'FUNNELS' })).result).toEqual([]);
    expect((await asked.trend({ insight: 'TRENDS' })).result).toEqual([]);
  });

  const exclusion = (values: Body) => ({ ...two, exclusions: [{ id: 'x', ...values }] });
  test.each<[Body, string, string]>([
    [{}, 'events', '{"events"'],
    [{ events: manyLines(LIMIT.funnel_steps + 1) }, 'events', '20'],
    [{ ...two, funnel_order_type: 'backwards' }, 'funnel_order_type', 'unordered'],
    [{ ...two, funnel_viz_type: 'pie' }, 'funnel_viz_type', 'time_to_convert'],
    [{ ...two, funnel_window_interval_type: 'year' }, 'funnel_window_interval_type', 'month'],
    [{ ...two, funnel_window_interval: -1 }, 'funnel_window_interval', 'at least 1'],
    [exclusion({}), 'exclusions__0__funnel_from_step', 'needs to define funnel steps'],
    [exclusion({ funnel_from_step: 0 }), 'exclusions__0__funnel_to_step', 'needs to define funnel steps'],
    [exclusion({ funnel_from_step: 1, funnel_to_step: 1 }), 'exclusions__0__funnel_to_step', 'greater than start'],
    [
      exclusion({ funnel_from_step: 1, funnel_to_step: 2 }),
      'exclusions__0__funnel_from_step',
      'greater than number of steps',
    ],
    [
      exclusion({ funnel_from_step: 0, funnel_to_step: 2 }),
      'exclusions__0__funnel_to_step',
      'greater than number of steps',
    ],
    [exclusion({ funnel_from_step: -1, funnel_to_step: 1 }), 'exclusions__0__funnel_from_step', 'from 0'],
    [exclusion({ id: 'a', funnel_from_step: 0, funnel_to_step: 1 }), 'exclusions__0', 'part of funnel steps'],
    [{ ...two, exclusions: ['x'] }, 'exclusions__0', '{"id":"x"}'],
    [
      {
        events: stepsOf('a', 'b', 'c'),
        funnel_order_type: 'unordered',
        exclusions: [{ id: 'x', funnel_from_step: 0, funnel_to_step: 1 }],
      },
      'exclusions__0',
      'Partial Exclusions not allowed',
    ],
    [
      { ...two, funnel_order_type: 'unordered', breakdown_attribution_type: 'step', breakdown_attribution_value: 1 },
      'breakdown_attribution_value',
      'first step',
    ],
    [{ ...two, funnel_viz_type: 'trends', funnel_from_step: 1 }, 'funnel_from_step', 'between 0 and 0'],
    [{ ...two, funnel_viz_type: 'time_to_convert', funnel_to_step: 2 }, 'funnel_to_step', 'between 1 and 1'],
    [
      {
        ...{ events: stepsOf('a', 'b', 'c', 'd'), funnel_viz_type: 'trends' },
        ...{ funnel_from_step: 2, funnel_to_step: 1 },
      },
      'funnel_to_step',
      'greater than funnel_from_step',
    ],
    [{ events: stepsOf('a'), funnel_viz_type: 'trends' }, 'events', 'at least two steps'],
    [{ events: stepsOf('a'), display: 'ActionsLineGraph' }, 'events', 'at least two steps'],
    [{ events: stepsOf('a'), funnel_viz_type: 'time_to_convert' }, 'events', 'at least two steps'],
    [
      { ...two, breakdown: 'x', breakdown_attribution_type: 'step', breakdown_attribution_value: 2 },
      'breakdown_attribution_value',
      '0 to 1',
    ],
    [{ ...two, breakdown_attribution_type: 'any' }, 'breakdown_attribution_type', 'all_events'],
    [{ ...two, breakdown: 'n', breakdown_histogram_bin_count: 3 }, 'breakdown_histogram_bin_count', 'not by bins'],
    [{ ...two, funnel_aggregate_by_hogql: 'foo(' }, 'funnel_aggregate_by_hogql', ''],
    [{ actions: [{ id: 666, order: 0 }] }, 'actions__0__id', 'Action ID 666 does not exist'],
    [{ ...two, sampling_factor: 2 }, 'sampling_factor', '1'],
    [{ ...two, funnel_window_interval_unit: 'fortnight' }, 'funnel_window_interval_unit', 'second, minute'],
  ])('refuses %j', async (body, attr, part) => {
    const error = await asked.refusal(computeFunnel, body);
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.code).not.toBe('not_supported');
    expect(error.message).toContain(part);
  });

  test('an exclusion narrower than a step is refused, a wider one is not', async () => {
    const filter = [{ key: 'plan', value: 'pro' }];
    const at = { funnel_from_step: 0, funnel_to_step: 1 };
    const narrow = await asked.refusal(computeFunnel, { ...two, exclusions: [{ id: 'a', properties: filter, ...at }] });
    expect(narrow.attr).toBe('exclusions__0');
    const events = [
      { id: 'a', order: 0, properties: filter },
      { id: 'b', order: 1 },
    ];
    expect((await asked.funnel({ events, exclusions: [{ id: 'a', ...at }] })).result).toHaveLength(2);
  });
});
