/** Why a number changed: parts and shares against plain counting, significance against simulation, and refusals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../../src/base/random.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import {
  adjusted,
  dispersionOf,
  dispersionOfFactor,
  pOfChange,
  pOfFactor,
  pOfZ,
} from '../../src/service/change/chance.ts';
import { factorsOf } from '../../src/service/change/factors.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
/** Seven days each: the 1st to the 7th, and the 8th to the 14th. */
const LATER = { date_from: '2026-03-08', date_to: '2026-03-14' };
const QUESTION = { events: [{ id: 'paid' }] };

interface Paid {
  readonly day: number;
  readonly browser: string | null;
  readonly who: string;
  readonly amount?: number;
}

function storing(deeds: readonly Paid[]): Product {
  const product = temporaryProduct({ now: () => NOW });
  const items = deeds.map(({ day, browser, who, amount = day }) =>
    event('paid', who, `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`, {
      ...(browser === null ? {} : { browser }),
      amount,
      $set: { plan: who < 'm' ? 'pro' : 'free' },
    }),
  );
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('paid', 'known', '2025-01-01T00:00:00Z', { browser: 'Chrome', $set: { plan: 'free' } }),
    ...items,
  ]);
  return product;
}

async function changeIn({ service }: Product, input: Record<string, unknown>) {
  const operation = operationNamed('explain_change');
  const output = await call(service, localOwner(service), operation, input, { face: 'mcp' });
  return { output: output as Change, text: operation.text(output) };
}

interface Change {
  readonly change: number;
  readonly change_percent: number | null;
  readonly expected: number;
  readonly significant: boolean;
  readonly before: { readonly value: number; readonly date_from: string; readonly days: number };
  readonly after: { readonly value: number };
  readonly looked_at: readonly string[];
  readonly result: readonly Row[];
}

interface Row {
  readonly property: string;
  readonly type: string;
  readonly value: string | null;
  readonly before: number;
  readonly after: number;
  readonly share: number;
  readonly p_value: number;
  readonly significant: boolean;
}

function rowsOf(deeds: readonly Paid[]): Map<string | null, [number, number]> {
  const counts = new Map<string | null, [number, number]>();
  for (const { day, browser } of deeds) {
    const both = counts.get(browser) ?? [0, 0];
    both[day < 8 ? 0 : 1]++;
    counts.set(browser, both);
  }
  return counts;
}

test('parts are those of a plain count; those of one property make up the whole change', async () => {
  const deed = fc.record({
    day: fc.integer({ min: 1, max: 14 }),
    browser: fc.constantFrom('Chrome', 'Safari', 'Edge', null),
    who: fc.constantFrom('a', 'b', 'x', 'y'),
  });
  const property = fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 60 }), async (deeds) => {
    const product = storing(deeds);
    const { output } = await changeIn(product, { question: QUESTION, ...LATER, properties: ['browser'], limit: 100 });
    const expected = [...rowsOf(deeds)].filter(([, [before, after]]) => before !== after);
    expect(new Map(output.result.map((row) => [row.value, [row.before, row.after]]))).toEqual(new Map(expected));
    expect(output.change).toBe(output.after.value - output.before.value);
    const p_values = plainChances(deeds);
    for (const { value, p_value } of output.result) expect(p_value).toBeCloseTo(p_values.get(value)!, 9);
    const shares = output.result.reduce((sum, { share }) => sum + share, 0);
    if (output.change !== 0) expect(shares).toBeCloseTo(1, 9);
    await product.close();
  });
  await fc.assert(property, { numRuns: 10 });
});

/** value -> how likely chance is, from each person's counts in each period. */
function plainChances(deeds: readonly Paid[]): Map<string | null, number> {
  const people = [...Map.groupBy(deeds, ({ who, day }) => `${who} ${day < 8}`).values()];
  const whole = {
    before: deeds.filter(({ day }) => day < 8).length,
    after: deeds.filter(({ day }) => day >= 8).length,
  };
  const squares = people.reduce((sum, own) => sum + own.length ** 2, 0);
  const counts = [...rowsOf(deeds)];
  const p_values = counts.map(([browser, [before, after]]) => {
    const of = people.map((own) => ({ with: own.filter((deed) => deed.browser === browser).length, all: own.length }));
    const own = of.reduce((sum, one) => sum + one.with ** 2, 0);
    const mixed = of.reduce((sum, one) => sum + one.with * one.all, 0);
    return pOfFactor({ before, after }, whole, dispersionOfFactor({ before, after }, whole, { own, mixed }, squares));
  });
  return new Map(adjusted(p_values).map((p_value, at) => [counts[at]![0], p_value]));
}

/** So many a day, in turn by browser. */
function daily(first: number, last: number, counts: Readonly<Record<string, number>>): Paid[] {
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return days.flatMap((day) =>
    Object.entries(counts).flatMap(([browser, count]) =>
      Array.from({ length: count }, (_, at) => ({ day, browser, who: `${browser} ${day} ${at}` })),
    ),
  );
}

test('what rose on its own is told first, with its share; what rose with all is not', async () => {
  const product = storing([
    ...daily(1, 7, { Chrome: 20, Safari: 10, Edge: 10 }),
    ...daily(8, 14, { Chrome: 40, Safari: 10, Edge: 10 }),
  ]);
  const { output, text } = await changeIn(product, { question: QUESTION, ...LATER });
  expect(output).toMatchObject({ change: 140, change_percent: 50, significant: true });
  expect(output.result[0]).toMatchObject({
    ...{ property: 'browser', type: 'event', value: 'Chrome', before: 140, after: 280 },
    ...{ share: 1, share_before: 0.5, significant: true },
  });
  expect(text).toMatch(/^Over the whole range of "paid" \(events\)\.\n/);
  expect(text).toContain('"paid": 280 from 2026-03-01 to 2026-03-07, 420 from 2026-03-08 to 2026-03-14, UTC.');
  expect(text).toContain('"browser" = "Chrome" | 140 | 280 | +140 | 100 % | 50 % | p < 0.001');
  expect(text).toContain('[{"key":"browser","value":["Chrome"],"type":"event"}]');
  // The next question that the text names is one.
  const narrowed = { ...QUESTION, properties: [{ key: 'browser', value: ['Chrome'], type: 'event' }] };
  expect((await changeIn(product, { question: narrowed, ...LATER })).output.change).toBe(140);
});

test('one who does much is one, not many: their events make no group differ', async () => {
  const busy = Array.from({ length: 40 }, (_, at) => ({ day: 8 + (at % 7), browser: 'Edge', who: 'busy' }));
  const even = { Chrome: 6, Safari: 6 };
  const product = storing([...daily(1, 7, even), ...daily(8, 14, even), ...busy]);
  const asked = { question: QUESTION, ...LATER, properties: ['browser'] };
  const edge = (await changeIn(product, asked)).output.result.find(({ value }) => value === 'Edge');
  expect(edge).toMatchObject({ before: 0, after: 40, share: 1 });
  const many = busy.map((deed, at) => ({ ...deed, who: `busy ${at}` }));
  const other = storing([...daily(1, 7, even), ...daily(8, 14, even), ...many]);
  const edges = (await changeIn(other, asked)).output.result.find(({ value }) => value === 'Edge');
  expect(edges!.p_value).toBeLessThan(edge!.p_value);
  expect(edges!.significant).toBe(true);
});

test('a few who do much of everything are no reason to doubt what shifted for all of them', async () => {
  const of = (day: number, counts: Readonly<Record<string, number>>): Paid[] =>
    Object.entries(counts).flatMap(([browser, count]) =>
      Array.from({ length: count }, (_, at) => ({ day: day + (at % 7), browser, who: `client ${at % 9}` })),
    );
  const product = storing([...of(1, { limit: 14, pin: 35 }), ...of(8, { limit: 62, pin: 40 })]);
  const { output } = await changeIn(product, { question: QUESTION, ...LATER, properties: ['browser'] });
  expect(output.result[0]).toMatchObject({ value: 'limit', before: 14, after: 62, significant: true });
});

test('one who did most is told with the call that names them; amounts are no groups', async () => {
  const busy = Array.from({ length: 300 }, (_, at) => ({ day: 8 + (at % 7), browser: 'Edge', who: 'robot' }));
  const even = { Chrome: 6, Safari: 6 };
  const product = storing([...daily(1, 7, even), ...daily(8, 14, even), ...busy]);
  const { service } = product;
  const { text } = await changeIn(product, { question: QUESTION, ...LATER });
  const [, sent = ''] = /as if it were 2 people: list_persons with (\{.*\}) names them\./.exec(text) ?? [];
  const listed = await call(service, localOwner(service), operationNamed('list_persons'), JSON.parse(sent), {
    face: 'mcp',
  });
  expect((listed as { results: unknown[] }).results[0]).toMatchObject({ distinct_ids: ['robot'], matched_count: 300 });
  const others = storing([...daily(1, 7, even), ...daily(8, 14, { Chrome: 12, Safari: 6 })]);
  expect((await changeIn(others, { question: QUESTION, ...LATER })).text).not.toContain('names them');
  const amounts = daily(1, 14, { Chrome: 3 }).map((deed, at) => ({ ...deed, amount: at }));
  const { output } = await changeIn(storing(amounts), { question: QUESTION, ...LATER });
  expect(output.looked_at).not.toContain('amount');
});

test('an even rise is said to be one', async () => {
  const product = storing([...daily(1, 7, { Chrome: 20, Safari: 10 }), ...daily(8, 14, { Chrome: 40, Safari: 20 })]);
  const { output, text } = await changeIn(product, { question: QUESTION, ...LATER, properties: ['browser'] });
  expect(output.significant).toBe(true);
  expect(output.result.filter(({ significant }) => significant)).toEqual([]);
  expect(text).toContain('No value changed otherwise than the whole');
});

test('a saved trend, periods of two lengths, cohorts, sums and people', async () => {
  const product = storing([...daily(1, 4, { Chrome: 10 }), ...daily(5, 6, { Chrome: 10, Safari: 30 })]);
  const { service } = product;
  const use = (name: string, input: Record<string, unknown>) =>
    call(service, localOwner(service), operationNamed(name), input, { face: 'mcp' });
  const values = [{ type: 'person', key: 'plan', value: 'free' }];
  await use('create_cohort', { name: 'Free', filters: { properties: { type: 'AND', values } } });
  const filters = { insight: 'TRENDS', ...QUESTION, display: 'BoldNumber', breakdown: 'browser' };
  const { short_id } = (await use('create_insight', { filters })) as { short_id: string };
  const periods = {
    date_from: '2026-03-05',
    date_to: '2026-03-06',
    before_from: '2026-03-01',
    before_to: '2026-03-04',
  };
  const { output, text } = await changeIn(product, { insight: short_id, ...periods });
  expect(output).toMatchObject({ expected: 20, change: 60, before: { value: 40, days: 4 }, after: { value: 80 } });
  expect(output.result.find(({ value }) => value === 'Safari')).toMatchObject({ before: 0, after: 60, share: 1 });
  expect(output.looked_at).toContain('cohort Free');
  expect(text).toContain('20 were to be expected in 2 days');
  const of = async (math: object) =>
    (await changeIn(product, { question: { events: [{ id: 'paid', ...math }] }, ...periods })).output;
  expect((await of({ math: 'dau' })).after.value).toBe(80);
  expect((await of({ math: 'sum', math_property: 'amount' })).after.value).toBe(40 * 5 + 40 * 6);
  await expect(of({ math: 'avg', math_property: 'amount' })).rejects.toMatchObject({ code: 'not_supported' });
});

test('a change without parts to compare is refused with what to send', async () => {
  const product = storing([]);
  const refused = async (input: Record<string, unknown>) => {
    const error = await changeIn(product, input).catch((thrown: unknown) => thrown);
    return (error as { attr: string | null }).attr;
  };
  expect(await refused({})).toBe('question');
  expect(await refused({ question: {} })).toBe('question__events');
  expect(await refused({ question: QUESTION, series: 1 })).toBe('series');
  expect(await refused({ question: { ...QUESTION, formula: 'A * 2' } })).toBe('question__formula');
  expect(await refused({ question: QUESTION, properties: ['brwser'] })).toBe('properties__0');
  expect(await refused({ question: QUESTION, ...LATER, before_from: '2026-03-10', before_to: '2026-03-20' })).toBe(
    'before_to',
  );
  expect(await refused({ question: { ...QUESTION, interval: 'year' } })).toBe('question__interval');
});

test('chance: known values, and never out of bounds', () => {
  // Of a standard normal number: 1.96 and 2.576 are the bounds of 5 and of 1 per cent.
  expect(pOfZ(0)).toBeCloseTo(1, 6);
  expect(pOfZ(1.959964)).toBeCloseTo(0.05, 5);
  expect(pOfZ(-2.575829)).toBeCloseTo(0.01, 5);
  // Of 100 and 140: z = 40 / sqrt(240).
  expect(pOfChange(100, 140, 1, 1)).toBeCloseTo(pOfZ(40 / Math.sqrt(240)), 9);
  expect(pOfChange(0, 0, 1, 1)).toBe(1);
  expect(dispersionOf([[10, 10, 10], [7]])).toBe(1);
  expect(dispersionOf([[0, 20, 10]])).toBeCloseTo(10, 9);
  // In order 0.01, 0.02, 0.03, 0.5: times 4, 2, 4/3 and 1, none above the next.
  expect(adjusted([0.02, 0.5, 0.01, 0.03]).map((p) => Math.round(p * 1e6) / 1e6)).toEqual([0.04, 0.5, 0.04, 0.04]);
  expect(adjusted([])).toEqual([]);
  const count = fc.integer({ min: 0, max: 1e6 });
  fc.assert(
    fc.property(count, count, count, count, (before, after, more, other) => {
      const p = pOfFactor({ before, after }, { before: before + more, after: after + other }, 1);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }),
  );
});

/** One person's events with a value, and all of theirs. */
type Person = readonly [own: number, all: number];

describe.each([
  ['few events each', (random: Random): number => 1 + Math.floor(Math.log(random.next()) / Math.log(0.75))],
  ['a few do most', (random: Random): number => Math.min(300, Math.floor(random.next() ** (-1 / 1.3)))],
])('chance of a factor, %s', (_, drawn) => {
  const TRIALS = 600;
  /** Share of trials in which a value that `was` and `is` likely is called significant. */
  const called = (was: number, is: number, is_of_person: boolean): number => {
    const random = seeded(1_000 * was + 100 * is + Number(is_of_person));
    const people = (count: number, likely: number): Person[] =>
      Array.from({ length: count }, () => {
        const all = drawn(random);
        if (is_of_person) return [random.next() < likely ? all : 0, all];
        return [Array.from({ length: all }, () => random.next()).filter((one) => one < likely).length, all];
      });
    const found = Array.from({ length: TRIALS }, () => pOfPeople(people(60, was), people(100, is)) < 0.05);
    return found.filter(Boolean).length / TRIALS;
  };

  test.each([true, false])('is right where people keep to one value: %s', (is_of_person) => {
    expect(called(0.3, 0.3, is_of_person)).toBeLessThan(0.08);
    expect(called(0.2, 0.7, is_of_person)).toBeGreaterThan(is_of_person ? 0.4 : 0.95);
  });
});

function pOfPeople(before: readonly Person[], after: readonly Person[]): number {
  const sum = (of: readonly Person[], term: (own: number, all: number) => number) =>
    of.reduce((total, [own, all]) => total + term(own, all), 0);
  const both = [...before, ...after];
  const factor = { before: sum(before, (own) => own), after: sum(after, (own) => own) };
  const whole = { before: sum(before, (_, all) => all), after: sum(after, (_, all) => all) };
  const squares = { own: sum(both, (own) => own * own), mixed: sum(both, (own, all) => own * all) };
  const all = sum(both, (_, count) => count * count);
  return pOfFactor(factor, whole, dispersionOfFactor(factor, whole, squares, all));
}

test('a part of less than a hundredth says nothing; two days are enough to see how much days differ', () => {
  const whole = { before: 1_000, after: 2_000, ratio: 1, dispersion: 1, squares: 0 };
  const part = (value: string, before: number, after: number) => ({
    ...{ property: 'plan', type: 'event' as const, value },
    ...{ before, after, squares: null },
  });
  const told = factorsOf([part('pro', 1_000, 1_970), part('tiny', 0, 29), part('small', 0, 30)], whole);
  expect(told.map(({ value }) => value).toSorted()).toEqual(['pro', 'small']);
  expect(dispersionOf([[0, 8]])).toBe(8);
  expect(dispersionOf([[8]])).toBe(1);
});
