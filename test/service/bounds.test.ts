/** Questions that ask for more than an answer can hold are refused early, with the numbers. */
import { beforeEach, describe, expect, test } from 'vitest';
import { checkNumbers } from '../../src/engine/frame/answer_size.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { computeFunnel, computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';
import { atAndPast } from '../support/tried_limits.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct({ computing: { thread: 'never' } });
});

function lines(count: number, more: Body = {}): Body[] {
  return Array.from({ length: count }, () => ({ id: 'a', math: 'dau', ...more }));
}

/** As many values of `v`. */
function addValues(count: number): void {
  const at = '2026-01-15T01:00:00Z';
  asked.add(...Array.from({ length: count }, (_, value) => event('a', `p${value}`, at, { v: `value ${value}` })));
}

const MINUTES = { date_from: '-9990M', interval: 'minute' };
const HOURS = { date_from: '-9990h', interval: 'hour' };
const BY_VALUE = { breakdown: 'v', breakdown_limit: LIMIT.breakdown_max };
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('what is known from the question is refused before anything is computed', () => {
  const TOO_MUCH: readonly (readonly [name: string, Parameters<Asked['refusal']>[0], Body, said: string])[] = [
    ['series', computeTrend, { events: lines(26), ...MINUTES }, '259766 numbers (26 series x 9991 points)'],
    [
      'both periods',
      computeTrend,
      { events: lines(13), ...MINUTES, compare: true },
      '259766 numbers (13 series x 2 periods x 9991 points)',
    ],
    [
      'formulas',
      computeTrend,
      { events: lines(2), ...HOURS, formulas: LETTERS.map(() => 'A + B') },
      '259766 numbers (26 formulas x 9991 points)',
    ],
    [
      'stickiness',
      computeTrend,
      { insight: 'STICKINESS', events: lines(26), ...MINUTES },
      '259766 numbers (26 series x 9991 points)',
    ],
  ];
  test.each(TOO_MUCH)('%s', async (_, operation, body, said) => {
    const { status, message } = await asked.refusal(operation, body);
    expect(status).toBe(400);
    expect(message).toContain(said);
    expect(message).toContain(`at most ${LIMIT.answer_numbers} are allowed. Ask for a longer interval`);
    expect(asked.product.service.computing.status().computed).toBe(0);
  });

  test('up to a number, and one more is too much', async () => {
    const answering = (points: number) => checkNumbers({ series: 1, points });
    const past = new RegExp(`^400 invalid_input of null: .*at most ${LIMIT.answer_numbers} are allowed`);
    await atAndPast('answer_numbers', answering, { at: undefined, past });
  });

  test('an insight that asks for it is not stored', async () => {
    const filters = { insight: 'TRENDS', events: lines(26), ...MINUTES };
    const create = operationNamed('create_insight');
    const { status, message } = await asked.refusal(create, { filters });
    expect([status, message]).toEqual([400, expect.stringContaining('259766 numbers')]);
  });
});

describe('sizes that only the data reveal are refused before counting', () => {
  test('values of a breakdown, in trends and funnels', async () => {
    addValues(40);
    const said = { status: 400, message: expect.stringContaining('409631 numbers (41 values x 9991 points)') };
    expect(await asked.refusal(computeTrend, { events: lines(1), ...MINUTES, ...BY_VALUE })).toMatchObject(said);
    const over_time = { events: stepsOf('a', 'b'), funnel_viz_type: 'trends', ...MINUTES, ...BY_VALUE };
    expect(await asked.refusal(computeFunnel, over_time)).toMatchObject(said);
    // As many as there are (and the place of those without any), not as many as there might be.
    expect((await asked.trend({ events: lines(1), ...BY_VALUE })).result).toHaveLength(40);
  });

  test('tables of retention', async () => {
    addValues(40);
    const entity = { id: 'a', type: 'events' };
    const body = {
      ...{ target_entity: entity, returning_entity: entity, period: 'Hour', total_intervals: 150 },
      ...{ breakdowns: [{ property: 'v' }], breakdown_limit: 30 },
    };
    const { status, message } = await asked.refusal(computeRetention, body);
    expect([status, message]).toEqual([400, expect.stringMatching(/\d+ numbers \(31 values x \d+ cells of a table\)/)]);
  });

  test('several series together, and the values of formulas', async () => {
    addValues(20);
    const by_hour = { date_from: '-999h', interval: 'hour', ...BY_VALUE };
    const series = await asked.refusal(computeTrend, { events: lines(26), ...by_hour });
    expect([series.status, series.message]).toEqual([400, expect.stringContaining('160000 numbers (160000 in all')]);
    const formulas = { formulas: LETTERS.map(() => 'A + 1') };
    const refused = await asked.refusal(computeTrend, { events: lines(1), ...by_hour, ...formulas });
    expect(refused.message).toContain('520000 numbers (26 formulas x 20 values x 1000 points)');
  });

  test('an answer that is long because each series says the whole question again', async () => {
    addValues(400);
    const values = Array.from({ length: 400 }, (_, at) => `value ${at} ${'x'.repeat(300)}`);
    const properties = [{ key: 'v', operator: 'is_not', value: values }];
    const { status, message } = await asked.refusal(computeTrend, { events: lines(1), properties, ...BY_VALUE });
    expect(status).toBe(400);
    expect(message).toMatch(/longer than the 32 MB that are allowed: \d+ of its 400 rows fill them/);
  });
});

test('what people ask is far inside', async () => {
  addValues(40);
  const year = { events: lines(26), date_from: '-91d', breakdown: 'v' };
  expect((await asked.trend(year)).result).toHaveLength(26 * 26);
});
