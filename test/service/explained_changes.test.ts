/** Which questions' changes are explained, and what is said of the others. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangeResult } from '../../src/model/question/change.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

const EXPLAIN = operationNamed('explain_change');
let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  const on = (day: number, count: number) =>
    Array.from({ length: count }, (_, at) => event('a', `p${at}`, `2026-01-${day}T10:00:00Z`, { plan: 'x' }));
  asked.add(...on(10, 3), ...on(11, 3), ...on(12, 9), ...on(13, 9));
});

const DATES = { date_from: '2026-01-12', date_to: '2026-01-13' };
const explained = (body: Body) => asked.ask<ChangeResult>(EXPLAIN, body);

async function saved(body: Body): Promise<string> {
  const { id } = await asked.ask<{ id: number }>(operationNamed('create_insight'), { name: 'saved', ...body });
  return String(id);
}

const EVENTS = stepsOf('a', 'b');
const SERIES = [{ kind: 'EventsNode', event: 'a', name: 'a' }];
const OTHERS: readonly [string, Body][] = [
  ['FUNNELS', { filters: { insight: 'FUNNELS', events: EVENTS } }],
  ['LIFECYCLE', { filters: { insight: 'LIFECYCLE', events: EVENTS.slice(0, 1) } }],
  ['STICKINESS', { filters: { shown_as: 'Stickiness', events: EVENTS } }],
  ['RETENTION', { filters: { insight: 'RETENTION' } }],
  ['FUNNELS', { query: { kind: 'FunnelsQuery', series: SERIES } }],
  ['LIFECYCLE', { query: { kind: 'InsightVizNode', source: { kind: 'LifecycleQuery', series: SERIES } } }],
  ['HOGQLQUERY', { query: { kind: 'HogQLQuery', query: 'SELECT count() FROM events' } }],
];

describe.each(OTHERS)('%s, as %j, is no trend', (name, body) => {
  test('as a question, or saved', async () => {
    const said = `Only the change of a trend is explained, and this is "${name}". Send what it counts as a trend`;
    const flat = body['filters'] === undefined ? body : { ...body, ...(body['filters'] as Body), filters: undefined };
    expect((await asked.refusal(EXPLAIN, { question: flat })).message).toContain(said);
    expect((await asked.refusal(EXPLAIN, { insight: await saved(body) })).message).toContain(said);
  });
});

test('the refusal names a trend to send instead', async () => {
  const refusal = await asked.refusal(EXPLAIN, { question: { insight: 'LIFECYCLE', events: [{ id: 'a' }] } });
  expect([refusal.attr, refusal.needs, refusal.message]).toEqual([
    'question__insight',
    'the change of LIFECYCLE',
    expect.stringContaining('"question": {"events":[{"id":"a"}]}.'),
  ]);
});

test('a trend is explained in any form, without warnings of its own names', async () => {
  const forms = [
    { question: { events: [{ id: 'a' }], ...DATES } },
    { question: { query: { kind: 'TrendsQuery', series: SERIES, dateRange: DATES } } },
    { insight: await saved({ query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series: SERIES } } }) },
    { insight: await saved({ filters: { events: [{ id: 'a' }] } }) },
  ];
  for (const form of forms) {
    const { change, resolved } = await explained({ ...form, ...DATES });
    expect([change, resolved.warnings]).toEqual([12, []]);
  }
  const slip = { question: { events: [{ id: 'a' }], ...DATES, intervall: 'week' } };
  expect((await explained(slip)).resolved.warnings).toEqual([expect.stringContaining('Did you mean "interval"?')]);
  const without = { question: { events: [{ id: 'a', math_property: 'plan' }], formula: '', formulas: [], ...DATES } };
  expect((await explained(without)).resolved.warnings).toEqual([
    expect.stringContaining('math_property of events[0] is ignored'),
  ]);
});

test.each([
  ['2026-01-12', '2026-01-13', 'Change: +12 (+200 %); more than chance (p '],
  ['2026-01-14', '2026-01-15', 'Change: -18 (-100 %); more than chance (p '],
  ['2026-01-13', '2026-01-13', 'Change: 0 (0 %); days differ as much by chance (p '],
])('from %s to %s the text says which way it went', async (date_from, date_to, said) => {
  expect(EXPLAIN.text(await explained({ question: { events: [{ id: 'a' }], date_from, date_to } }))).toContain(said);
});

test('a question and an insight are refused together', async () => {
  const body = { question: { events: [{ id: 'a' }] }, insight: await saved({ filters: { events: [{ id: 'a' }] } }) };
  expect((await asked.refusal(EXPLAIN, body)).message).toBe('Send "question" or "insight", not both.');
});

test.each<[Body, boolean]>([
  [{}, true],
  [{ insight: 'STICKINESS' }, false],
  [{ events: [{ id: 'a', math: 'first_time_for_user' }] }, false],
])('a comparison with %j advises an explanation only if there is one', async (more, is_advised) => {
  const question = { events: [{ id: 'a' }], ...DATES, compare: true, ...more };
  const text = operationNamed('compute_trend').text(await asked.ask(computeTrend, question));
  expect(text.includes('Next: explain_change')).toBe(is_advised);
  const { compare: _, ...same } = question;
  if (is_advised) expect((await explained({ question: same })).change).toBe(12);
  else expect(await asked.refusal(EXPLAIN, { question: same })).toBeDefined();
});

describe('an earlier period that begins before the data', () => {
  const question = { events: [{ id: 'a' }], date_from: '2026-01-12', date_to: '2026-01-14' };
  const said = "The project's events begin at 2026-01-10T10:00:00+00:00, after the earlier period does: a rise";

  test('makes no significant change, and is told', async () => {
    const answer = await explained({ question });
    expect(answer).toMatchObject({ significant: false, before: { data_from: '2026-01-10T10:00:00+00:00' } });
    const lines = EXPLAIN.text(answer).split('\n');
    expect(lines[2]).toBe('Change: +12 (+200 %).');
    expect(lines[3]).toContain(said);
  });

  test('leaves it to chance whether something fell', async () => {
    const many = Array.from({ length: 40 }, (_, at) => event('a', `p${at}`, '2026-01-10T10:00:00Z'));
    asked.add(...many);
    const answer = await explained({ question });
    expect(answer.before.data_from).toBe('2026-01-10T10:00:00+00:00');
    expect(EXPLAIN.text(answer)).toContain('chance (p');
  });

  test('is told in comparisons, which advise no explanation', async () => {
    const text = async (more: Body) =>
      operationNamed('compute_trend').text(await asked.ask(computeTrend, { ...question, compare: true, ...more }));
    for (const more of [{}, { compare_to: '-3d' }, { insight: 'STICKINESS' }]) {
      expect(await text(more)).toContain(said);
      expect(await text(more)).not.toContain('Next:');
    }
    // The day of the first event counts as covered, and a question outside the data is another matter.
    expect(await text(DATES)).not.toContain(said);
    expect(await text({ date_from: '2025-01-12', date_to: '2025-01-14' })).not.toContain(said);
  });
});

test('periods of whole days are as many days, also where the clock is changed', async () => {
  const here = askedProduct();
  await here.ask(operationNamed('update_project'), { timezone: 'Europe/Zurich' });
  const days = Array.from({ length: 62 }, (_, at) => new Date(Date.parse('2025-08-31T21:30:00Z') + at * 86_400_000));
  here.add(event('a', 'p', '2025-08-30T21:30:00Z'), ...days.map((day) => event('a', 'p', day.toISOString())));
  const question = { events: [{ id: 'a' }] };
  const found = async (dates: object) => await here.ask<ChangeResult>(EXPLAIN, { question, ...dates });
  const october = { date_from: '2025-10-01', date_to: '2025-10-31' };
  expect(await found(october)).toMatchObject({
    before: { date_from: '2025-08-31T00:00:00+02:00', days: 31, value: 31 },
    after: { days: 31, value: 31 },
    change: 0,
  });
  const september = { before_from: '2025-09-01', before_to: '2025-09-30' };
  expect(await found({ ...october, ...september })).toMatchObject({
    before: { days: 30, value: 30 },
    expected: expect.closeTo(31),
  });
});

test('periods may touch, in either order, and not overlap; those that are left out are the last whole week and the one before', async () => {
  const question = { events: [{ id: 'a' }] };
  const found = async (dates: Body) => {
    const { before, after } = await explained({ question, ...dates });
    return [before.value, after.value];
  };
  const early = { before_from: '2026-01-10', before_to: '2026-01-11' };
  expect(await found({ ...DATES, ...early })).toEqual([6, 18]);
  const late = { before_from: DATES.date_from, before_to: DATES.date_to };
  expect(await found({ date_from: early.before_from, date_to: early.before_to, ...late })).toEqual([18, 6]);
  const overlapping = { question, ...DATES, before_from: '2026-01-10', before_to: '2026-01-12' };
  expect((await asked.refusal(EXPLAIN, overlapping)).attr).toBe('before_to');
  const daysFor = async (of: Body, dates: Body) => {
    const { before, after } = await explained({ question: { ...question, ...of }, ...dates });
    return [before.date_from, after.date_from, after.date_to].map((date) => date.slice(5, 10));
  };
  expect(await daysFor({}, {})).toEqual(['01-01', '01-08', '01-14']);
  for (const [end, until] of Object.entries({ '-1dStart': '01-14', '2026-01-12': '01-12', dStart: '01-15' })) {
    expect((await daysFor({}, { date_to: end })).slice(1)).toEqual(['01-08', until]);
    expect((await daysFor({ date_to: end }, {})).slice(1)).toEqual(['01-08', until]);
  }
  expect(await daysFor({}, { date_from: '2026-01-12' })).toEqual(['01-08', '01-12', '01-15']);
  expect(await daysFor({ date_from: '2026-01-12' }, {})).toEqual(['01-08', '01-12', '01-15']);
});

test('a sum that one person makes says less about a value than one that many make', async () => {
  const chanceOf = async (who: (at: number) => string) => {
    const here = askedProduct();
    const on = (day: number, plan: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        event('paid', who(at), `2026-01-${day}T10:00:00Z`, { plan, amount: 10, at: `${day} ${plan} ${at}` }),
      );
    here.add(...on(10, 'x', 20), ...on(10, 'y', 20), ...on(12, 'x', 20), ...on(12, 'y', 60));
    const question = { events: [{ id: 'paid', math: 'sum', math_property: 'amount' }] };
    const dates = {
      date_from: '2026-01-12',
      date_to: '2026-01-12',
      before_from: '2026-01-10',
      before_to: '2026-01-10',
    };
    const { result } = await here.ask<ChangeResult>(EXPLAIN, { question, ...dates, properties: ['plan'] });
    return result[0]!.significant;
  };
  expect(await chanceOf((at) => `p${at}`)).toBe(true);
  expect(await chanceOf(() => 'one')).toBe(false);
});

test('how few did most of it is told among people, also where a question counts groups', async () => {
  const here = askedProduct();
  const of = (day: number) =>
    Array.from({ length: 40 }, (_, at) =>
      event('a', `p${at % 4}`, `2026-01-${day}T10:00:00Z`, { $groups: { company: `c${at}` } }),
    );
  here.add(...of(10), ...of(12));
  const dates = { date_from: '2026-01-12', date_to: '2026-01-13' };
  for (const more of [{}, { aggregation_group_type: 'company' }]) {
    const question = { events: [{ id: 'a' }], ...more };
    const { resolved } = await here.ask<ChangeResult>(EXPLAIN, { question, ...dates });
    expect(resolved.warnings.join(' ')).not.toContain('names them');
  }
});

test('cohorts are compared unless they are switched off', async () => {
  const where = { type: 'AND', values: [{ type: 'person', key: 'of', operator: 'is_not_set', value: 'is_not_set' }] };
  await asked.ask(operationNamed('create_cohort'), { name: 'All', filters: { properties: where } });
  const typesFor = async (more: Body) => {
    const { result } = await explained({ question: { events: [{ id: 'a' }], ...DATES }, ...more });
    return result.map(({ type }) => type);
  };
  expect(await typesFor({})).toContain('cohort');
  expect(await typesFor({ cohorts: false })).not.toContain('cohort');
});

describe('a rise counts for more the less days differ', () => {
  const isSignificant = async (counts: Readonly<Record<string, number>>, dates: Body) => {
    const here = askedProduct();
    const at = (time: string, count: number) =>
      Array.from({ length: count }, (_, one) => event('a', `p${one}`, `2026-01-${time}:00:00Z`));
    here.add(
      event('a', 'first', '2025-01-01T00:00:00Z'),
      ...Object.entries(counts).flatMap(([time, n]) => at(time, n)),
    );
    return (await here.ask<ChangeResult>(EXPLAIN, { question: { events: [{ id: 'a' }] }, ...dates })).significant;
  };
  const daily = (counts: readonly number[]) =>
    isSignificant(Object.fromEntries(counts.map((count, at) => [`${at < 5 ? '0' : ''}${at + 5}T10`, count])), {
      ...{ date_from: '2026-01-09', date_to: '2026-01-12' },
    });

  test('from one day to the next', async () => {
    expect(await daily([10, 10, 10, 10, 20, 20, 20, 20])).toBe(true);
    expect(await daily([0, 10, 10, 20, 0, 20, 20, 40])).toBe(false);
  });

  test('of which parts at both ends of a period are none', async () => {
    const quarters = ['00', '06', '12', '18'];
    const times = [9, 10, 11, 12, 13, 14, 15].flatMap((day) =>
      quarters.map((hour) => `${String(day).padStart(2, '0')}T${hour}`),
    );
    const since = times.indexOf('12T18');
    const counts = Object.fromEntries(times.slice(0, -2).map((time, at) => [time, at < since ? 10 : 20]));
    expect(await isSignificant(counts, { date_from: '-66h' })).toBe(true);
  });
});
