import { beforeEach, describe, expect, test } from 'vitest';
import type { Action } from '../../src/model/saved/action.ts';
import { createAction, getAction, listActions, updateAction } from '../../src/service/operations/actions.ts';
import { createCohort } from '../../src/service/operations/cohorts.ts';
import { computeFunnel, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const DAY = '2026-01-14T10:00:00Z';

function make(name: string, ...steps: Body[]): Promise<Action> {
  return asked.ask<Action>(createAction, { name, steps });
}

async function count(...steps: Body[]): Promise<number> {
  const { id } = await make('asked', ...steps);
  const { result } = await asked.trend({ actions: [{ id }] });
  return result[0]!.count;
}

describe('saved actions', () => {
  test('are numbered, listed, found by words, changed, removed and brought back', async () => {
    const made = await make('Saw prices', { event: '$pageview', url: '/pricing', selector: null, text: '' });
    expect(made).toMatchObject({
      id: 1,
      name: 'Saw prices',
      description: '',
      tags: [],
      steps: [{ event: '$pageview', url: '/pricing' }],
      deleted: false,
      created_at: '2026-01-15T12:00:00Z',
    });
    expect(made.created_by?.email).toBe('owner@localhost');
    await make('Signed up', { event: 'sign up' });
    expect(await asked.ask(listActions, {})).toMatchObject({ count: 2, results: [{ id: 1 }, { id: 2 }] });
    expect(await asked.ask(listActions, { search: 'PRICE' })).toMatchObject({ count: 1, results: [{ id: 1 }] });
    expect(await asked.ask(listActions, { limit: 1 })).toMatchObject({
      next: '?limit=1&offset=1',
      results: [{ id: 1 }],
    });
    await asked.ask(updateAction, { id: 1, name: 'Saw the prices', tags: ['money'], deleted: true });
    expect((await asked.refusal(getAction, { id: 1 })).status).toBe(404);
    expect((await asked.refusal(updateAction, { id: 1, name: 'x' })).status).toBe(404);
    expect((await asked.refusal(updateAction, { id: 9, name: 'x' })).status).toBe(404);
    expect(await asked.ask(updateAction, { id: 1, deleted: false })).toMatchObject({ name: 'Saw the prices' });
    expect(await asked.ask(getAction, { id: 1 })).toMatchObject({ tags: ['money'], steps: made.steps });
  });

  test.each<[Body, string, string]>([
    [{ steps: [] }, 'required', 'name'],
    [{ name: 'x', steps: [{ url: '(', url_matching: 'regex' }] }, 'invalid_input', 'steps__0__url'],
    [{ name: 'x', steps: [{ url: 'a', url_matching: 'like' }] }, 'invalid_choice', 'steps__0__url_matching'],
    [{ name: 'x', steps: [{ event: 'a' }, { selector: 'a:hover' }] }, 'invalid_input', 'steps__1__selector'],
    [{ name: 'x', steps: [{ properties: [{ value: 1 }] }] }, 'required', 'steps__0__properties__0__key'],
    [
      { name: 'x', steps: [{ properties: [{ type: 'cohort', value: 7 }] }] },
      'required',
      'steps__0__properties__0__key',
    ],
    [{ name: 'x', steps: 'sign up' }, 'not_a_list', 'steps'],
    [{ name: 'x', steps: Array(51).fill({ event: 'a' }) }, 'invalid_input', 'steps'],
  ])('%j is refused', async (body, code, attr) => {
    expect(await asked.refusal(createAction, body)).toMatchObject({ status: 400, code, attr });
  });
});

describe('an action in a question', () => {
  beforeEach(() => {
    asked.add(
      event('$pageview', 'anna', DAY, { $current_url: 'https://x.org/Pricing/eu', plan: 'pro' }),
      event('$pageview', 'berta', DAY, { $current_url: 'https://x.org/about' }),
      event('sign up', 'anna', '2026-01-14T11:00:00Z', { plan: 'pro' }),
    );
  });

  test('is any of its steps, each event once; all that a step says', async () => {
    expect(await count({ event: '$pageview' }, { event: '$pageview', url: 'about' })).toBe(2);
    expect(await count({ event: '$pageview', url: 'about' }, { event: 'sign up' })).toBe(2);
    expect(await count({ event: '$pageview', url: 'about', properties: [{ key: 'plan', value: 'pro' }] })).toBe(0);
    // A step without an event, an action without steps.
    expect(await count({ properties: [{ key: 'plan', value: 'pro' }] })).toBe(2);
    expect(await count()).toBe(3);
  });

  test('knows URLs by case, and % for whatever stands there', async () => {
    expect(await count({ url: '/pricing' })).toBe(0);
    expect(await count({ url: 'x.org/P%/eu' })).toBe(1);
    expect(await count({ url: 'https://xxorg/about' })).toBe(0);
    expect(await count({ url: 'https://x.org/about', url_matching: 'exact' })).toBe(1);
    expect(await count({ url: '/(P|a)\\w+', url_matching: 'regex' })).toBe(2);
  });

  test('knows elements by link and text', async () => {
    const chain = 'a:href="/Buy"text="Buy now";div:text="Shop"';
    asked.add(event('$autocapture', 'carla', DAY, { $elements_chain: chain }));
    expect(await count({ event: '$autocapture', href: '/buy' })).toBe(0);
    expect(await count({ event: '$autocapture', href: '/buy', href_matching: 'contains' })).toBe(1);
    expect(await count({ event: '$autocapture', text: 'Shop', tag_name: 'a' })).toBe(1);
    expect(await count({ event: '$autocapture', text: '^Buy', text_matching: 'regex' })).toBe(1);
    expect(await count({ event: '$autocapture', text: 'Buy' })).toBe(0);
  });

  test('comes before events, with its name, and is narrowed by its own filters', async () => {
    await make('Looked', { event: '$pageview' });
    const { result } = await asked.trend({
      events: [{ id: 'sign up' }],
      actions: [{ id: '1', properties: [{ key: 'plan', value: 'pro' }] }],
    });
    expect(result).toMatchObject([
      { label: 'Looked', count: 1, action: { id: 1, type: 'actions', order: 0 } },
      { label: 'sign up', count: 1, action: { order: 1 } },
    ]);
  });

  test('that does not exist shows nothing in a trend, and is refused where others depend on its place', async () => {
    const missing = { events: [{ id: 'sign up' }], actions: [{ id: 666 }] };
    expect((await asked.trend(missing)).result).toMatchObject([{ label: 'sign up' }]);
    expect((await asked.trend({ actions: [{ id: 666 }] })).result).toEqual([]);
    const message = expect.stringContaining('Action ID 666 does not exist!');
    const refused = { status: 400, attr: 'actions__0__id', message };
    expect(await asked.refusal(computeTrend, { ...missing, formula: 'B' })).toMatchObject(refused);
    expect(await asked.refusal(computeFunnel, missing)).toMatchObject(refused);
    expect(await asked.refusal(computeFunnel, { actions: [{ id: 'sign up' }] })).toMatchObject({ status: 400 });
    await make('Looked', { event: '$pageview' });
    await asked.ask(updateAction, { id: 1, deleted: true });
    expect((await asked.trend({ actions: [{ id: 1 }] })).result).toEqual([]);
  });

  test('can be a step of a funnel, and be excluded from one', async () => {
    await make('Looked', { event: '$pageview', url: 'Pricing' });
    const steps = [
      { id: '$pageview', order: 0 },
      { id: 'sign up', order: 1 },
    ];
    const excluded = { id: 1, type: 'actions', funnel_from_step: 0, funnel_to_step: 1 };
    const counts = async (body: Body) =>
      (await asked.funnel(body)).result as { name: string; count: number; action_id: unknown }[];
    expect(await counts({ actions: [{ id: 1, order: 0 }], events: [{ id: 'sign up', order: 1 }] })).toMatchObject([
      { name: 'Looked', action_id: 1, count: 1 },
      { name: 'sign up', count: 1 },
    ]);
    expect(await counts({ events: steps })).toMatchObject([{ count: 2 }, { count: 1 }]);
    asked.add(event('$pageview', 'anna', '2026-01-14T10:30:00Z', { $current_url: '/Pricing' }));
    await make('Looked again', { event: 'something else' });
    expect(await counts({ events: steps, exclusions: [{ ...excluded, id: 2 }] })).toMatchObject([{}, { count: 1 }]);
    const unknown = { events: steps, exclusions: [{ ...excluded, id: 666 }] };
    expect(await asked.refusal(computeFunnel, unknown)).toMatchObject({ status: 400, attr: 'exclusions__0__id' });
  });

  test('and a cohort may not go round in a circle', async () => {
    await make('Looked', { event: '$pageview' });
    const did = { type: 'behavioral', key: 1, event_type: 'actions', value: 'performed_event' };
    const leaf = { ...did, time_value: 1, time_interval: 'week' };
    await asked.ask(createCohort, { name: 'Lookers', filters: { properties: { type: 'AND', values: [leaf] } } });
    const steps = [{ event: '$pageview', properties: [{ key: 'id', type: 'cohort', value: 1 }] }];
    const refused = await asked.refusal(updateAction, { id: 1, steps });
    expect(refused).toMatchObject({ status: 400, attr: 'steps__0__properties__0__value' });
    expect(refused.message).toContain('circle');
  });
});
