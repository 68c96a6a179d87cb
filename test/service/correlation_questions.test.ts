import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { Correlated } from '../../src/model/question/correlation.ts';
import { computeFunnelCorrelation, readFunnelCorrelation } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

type Answer = Record<string, unknown> & { result: { events: Correlated[]; skewed: boolean } };

const FUNNEL = {
  events: [
    { id: 'in', order: 0 },
    { id: 'out', order: 1 },
  ],
};

const ask = (body: Body = {}): Promise<Answer> => asked.ask(computeFunnelCorrelation, { ...FUNNEL, ...body });

async function rows(body: Body = {}): Promise<string[]> {
  const { result } = await ask(body);
  return result.events.map(
    (row) => `${row.event.event} ${row.success_count}/${row.failure_count} ${row.correlation_type}`,
  );
}

/** Persons who enter, do that, and complete the funnel or not. */
function through(
  count: number,
  prefix: string,
  between: string | null,
  completes: boolean,
  properties: Body = {},
): void {
  const items = Array.from({ length: count }, (_, person) => `${prefix}${person}`).flatMap((id) => [
    event('in', id, '2026-01-14T10:00:00Z'),
    ...(between === null ? [] : [event(between, id, '2026-01-14T10:05:00Z', properties)]),
    ...(completes ? [event('out', id, '2026-01-14T10:10:00Z')] : []),
  ]);
  asked.add(...items);
}

describe('correlation', () => {
  test('answers in the shape of an insight', async () => {
    through(3, 's', 'video', true);
    through(1, 't', null, true);
    through(4, 'f', 'error', false);
    const answer = await ask();
    expect(answer).toMatchObject({ id: null, is_cached: false, filters: { insight: 'FUNNELS' } });
    expect(answer.result).toEqual({
      skewed: false,
      success_total: 4,
      failure_total: 4,
      events: [
        {
          event: { event: 'video', properties: {}, elements: [] },
          success_count: 3,
          success_people_url: null,
          failure_count: 0,
          failure_people_url: null,
          odds_ratio: 10,
          correlation_type: 'success',
        },
        expect.objectContaining({
          success_count: 0,
          failure_count: 4,
          odds_ratio: 1 / 25,
          correlation_type: 'failure',
        }),
      ],
    });
    expect(computeFunnelCorrelation.text(answer)).toContain('"video" | 10 | 100% (3 of 3) | 20% (1 of 5)');
    expect(computeFunnelCorrelation.table!(answer).rows).toEqual([
      ['video', 3, 0, 10, 'success'],
      ['error', 0, 4, 1 / 25, 'failure'],
    ]);
    const read = await asked.ask<Answer>(readFunnelCorrelation, { events: JSON.stringify(FUNNEL.events) });
    expect(read.result).toEqual(answer.result);
    expect((await asked.ask<Answer>(readFunnelCorrelation, {})).result).toEqual([]);
  });

  test('leaves out what so few did that it says nothing', async () => {
    through(100, 's', null, true);
    through(100, 'f', 'often', false);
    through(2, 'x', 'rare', false);
    through(5, 'y', 'some', false);
    // 2 % of 207 are 4.14
    expect(await rows()).toEqual(['often 0/100 failure', 'some 0/5 failure']);
  });

  test('shows ten of each side', async () => {
    for (let at = 0; at < 12; at++) {
      through(1, `s${at}-`, `good ${at}`, true);
      through(1, `f${at}-`, `bad ${at}`, false);
    }
    const found = await rows();
    expect(found).toHaveLength(20);
    expect(found[0]).toBe('good 0 1/0 success');
    expect(found[10]).toBe('bad 0 0/1 failure');
  });

  test('counts strictly between the first step and the last, or the window', async () => {
    through(1, 's', null, true);
    through(1, 'f', null, false);
    asked.add(
      event('at start', 's0', '2026-01-14T10:00:00Z'),
      event('just in', 's0', '2026-01-14T10:00:00.001Z'),
      event('at end', 's0', '2026-01-14T10:10:00Z'),
      event('at window', 'f0', '2026-01-14T11:00:00Z'),
      event('in window', 'f0', '2026-01-14T10:59:59.999Z'),
    );
    const window = { funnel_window_interval: 1, funnel_window_interval_type: 'HOUR' };
    expect(await rows(window)).toEqual(['just in 1/0 success', 'in window 0/1 failure']);
    const left_out = { ...window, funnel_correlation_exclude_event_names: '["just in"]' };
    expect(await rows(left_out)).toEqual(['in window 0/1 failure']);
  });

  test('has nothing to compare where one side is empty', async () => {
    through(3, 's', 'video', true);
    expect((await ask()).result).toEqual({ events: [], skewed: true, success_total: 3, failure_total: 0 });
    const nothing = await asked.ask<Answer>(computeFunnelCorrelation, { insight: 'FUNNELS', events: [] });
    expect(nothing.result).toEqual({ events: [], skewed: false, success_total: 0, failure_total: 0 });
  });

  test('is skewed from ten to one on', async () => {
    through(10, 's', null, true);
    through(1, 'f', null, false);
    expect((await ask()).result.skewed).toBe(false);
    through(1, 't', null, true);
    const answer = await ask();
    expect(answer.result.skewed).toBe(true);
    expect(computeFunnelCorrelation.text(answer)).toContain('very different size');
  });

  test('tells captured elements apart by what happened to which', async () => {
    const chain = 'a.small.nav:href="/buy"nth-child="1"nth-of-type="2"text="Buy";div:nth-child="0"nth-of-type="0"';
    const captured = { $event_type: 'click', $elements_chain: chain, other: 'x' };
    through(3, 's', '$autocapture', true, captured);
    through(3, 'f', null, false);
    const body = {
      funnel_correlation_type: 'event_with_properties',
      funnel_correlation_event_names: ['$autocapture'],
    };
    const [row, ...others] = (await ask(body)).result.events;
    expect(others).toEqual([]);
    expect(row!.event).toEqual({
      event: `$autocapture::elements_chain::click__~~__${chain}`,
      properties: { $event_type: 'click' },
      elements: [
        expect.objectContaining({ tag_name: 'a', text: 'Buy', href: '/buy', attr_class: ['small', 'nav'], order: 0 }),
        expect.objectContaining({ tag_name: 'div', nth_child: 0, order: 1 }),
      ],
    });
  });

  test('looks at texts among the properties of events, as many as asked for', async () => {
    through(3, 's', 'video', true, { source: 'ad', length: 7, $elements_chain: 'a' });
    through(3, 'f', 'video', false, { source: 'mail', length: 7 });
    const body = { funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['video', 'in'] };
    expect(await rows(body)).toEqual(['video::source::ad 3/0 success', 'video::source::mail 0/3 failure']);
    expect(await rows({ ...body, funnel_correlation_event_exclude_property_names: ['source'] })).toEqual([]);
  });

  test('says where there is nothing to compare, instead of that nothing distinguishes', async () => {
    through(3, 's', 'video', true, { source: 'ad' });
    through(3, 'f', 'video', false, { source: 'ad' });
    const distinguishes = 'Nothing distinguishes those who completed it';
    const text = async (body: Body) => computeFunnelCorrelation.text(await ask(body));
    const of_steps = { funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['in'] };
    const of_people = { funnel_correlation_type: 'properties', funnel_correlation_names: ['$all'] };
    const cases: [Body, string][] = [
      [of_steps, 'Events "in" are not compared: they are a step of the funnel'],
      [of_people, 'No properties of people were ever received'],
    ];
    for (const [body, why] of cases) {
      const told = await text(body);
      expect(told).toContain(why);
      expect(told).toContain('with a "breakdown", compares by a property of events.');
      expect(told).not.toContain(distinguishes);
    }
    expect(await text({ ...of_steps, funnel_correlation_event_names: ['video'] })).not.toContain('not compared');
    expect(await text({ funnel_correlation_exclude_event_names: ['video'] })).toContain(distinguishes);
    asked.add({ kind: 'person', person: { distinct_ids: ['s0'], properties: { plan: 'pro' }, created_at_ms: null } });
    expect(await text(of_people)).not.toContain('No properties of people');
  });

  test('looks at the properties of people', async () => {
    through(2, 's', null, true);
    through(2, 'f', null, false);
    const person = (id: string, properties: Body) =>
      ({ kind: 'person', person: { distinct_ids: [id], properties, created_at_ms: null } }) as const;
    asked.add(person('s0', { plan: 'pro', age: 7 }), person('s1', { plan: 'pro' }), person('f0', { plan: 'free' }));
    const body = { funnel_correlation_type: 'properties' };
    expect(await rows({ ...body, funnel_correlation_names: ['plan'] })).toEqual([
      'plan::pro 2/0 success',
      'plan:: 0/1 failure',
      'plan::free 0/1 failure',
    ]);
    expect(await rows({ ...body, funnel_correlation_names: '["$all"]' })).toEqual([
      'plan::pro 2/0 success',
      'age::7 1/0 success',
      'plan::free 0/1 failure',
    ]);
    const excluded = { funnel_correlation_names: ['$all'], funnel_correlation_exclude_names: ['plan'] };
    expect(await rows({ ...body, ...excluded })).toEqual(['age::7 1/0 success']);
  });

  test.each<[Body, string, string]>([
    [{ funnel_correlation_type: 'weather' }, 'funnel_correlation_type', 'event_with_properties'],
    [{ funnel_correlation_type: 'properties' }, 'funnel_correlation_names', 'atleast one Property'],
    [{ funnel_correlation_type: 'event_with_properties' }, 'funnel_correlation_event_names', 'atleast one event name'],
    [
      { funnel_correlation_exclude_names: Array(LIMIT.correlation_names + 1).fill('a') },
      'funnel_correlation_exclude_names',
      String(LIMIT.correlation_names),
    ],
    [
      {
        funnel_correlation_type: 'properties',
        funnel_correlation_names: ['a'],
        funnel_aggregate_by_hogql: 'properties.a',
      },
      'funnel_correlation_type',
      'people and groups',
    ],
    [{ events: [], actions: [] }, 'events', 'events'],
  ])('refuses %j', async (body, attr, part) => {
    const error = await asked.refusal(computeFunnelCorrelation, { ...FUNNEL, ...body });
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.message).toContain(part);
  });
});
