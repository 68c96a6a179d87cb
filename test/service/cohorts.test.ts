import { beforeEach, describe, expect, test } from 'vitest';
import type { Cohort } from '../../src/model/saved/cohort.ts';
import { createCohort, getCohort, listCohorts, updateCohort } from '../../src/service/operations/cohorts.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const DAY = '2026-01-14T10:00:00Z';
const PRO = { key: 'plan', value: 'pro', type: 'person' };

function sees(person: string, plan: string, at = DAY) {
  return event('view', person, at, { $set: { plan } });
}

function filtersOf(...values: Body[]): Body {
  return { properties: { type: 'OR', values: [{ type: 'AND', values }] } };
}

function make(...values: Body[]): Promise<Cohort> {
  return asked.ask<Cohort>(createCohort, { name: 'asked', filters: filtersOf(...values) });
}

async function views(...properties: Body[]): Promise<number> {
  const { result } = await asked.trend({ events: [{ id: 'view' }], properties });
  return result[0]!.count;
}

const inCohort = (value: unknown, more: Body = {}): Body => ({ key: 'id', value, type: 'cohort', ...more });

function did(value: string, more: Body = {}): Body {
  const leaf = { type: 'behavioral', key: 'view', event_type: 'events', value, time_value: 7, time_interval: 'day' };
  return { ...leaf, ...more };
}

describe('saved cohorts', () => {
  test('are numbered, counted, listed, changed, removed and brought back', async () => {
    asked.add(sees('anna', 'pro'), sees('berta', 'free'));
    expect(await make(PRO)).toMatchObject({ id: 1, count: 1, is_static: false, deleted: false });
    expect(await asked.ask(getCohort, { id: '1' })).toMatchObject({ name: 'asked', count: 1, filters: filtersOf(PRO) });
    asked.add(sees('carla', 'pro'));
    expect(await asked.ask(getCohort, { id: 1 })).toMatchObject({ count: 2 });
    expect(await asked.ask(listCohorts, {})).toMatchObject({ count: 1, results: [{ id: 1, count: null }] });
    const free = filtersOf({ ...PRO, value: 'free' });
    const changed = await asked.ask(updateCohort, { id: 1, name: 'Free', description: 'x', filters: free });
    expect(changed).toMatchObject({ name: 'Free', description: 'x', count: 1 });
    await asked.ask(updateCohort, { id: 1, deleted: true });
    expect((await asked.refusal(getCohort, { id: 1 })).status).toBe(404);
    expect((await asked.refusal(updateCohort, { id: 1, name: 'x' })).status).toBe(404);
    expect((await asked.refusal(updateCohort, { id: 2, name: 'x' })).status).toBe(404);
    expect(await asked.refusal(computeTrend, { events: [{ id: 'view' }], properties: [inCohort(1)] })).toMatchObject({
      status: 400,
      attr: 'properties__0__value',
    });
    await asked.ask(updateCohort, { id: 1, deleted: false });
    expect(await views(inCohort(1))).toBe(1);
  });

  test('who was merged away counts no more', async () => {
    asked.add(sees('anon', 'pro'), sees('anna', 'pro'));
    await make(PRO);
    expect(await asked.ask(getCohort, { id: 1 })).toMatchObject({ count: 2 });
    asked.add(event('$identify', 'anna', DAY, { $anon_distinct_id: 'anon' }));
    expect(await asked.ask(getCohort, { id: 1 })).toMatchObject({ count: 1 });
    expect(await views(inCohort(1))).toBe(2);
  });

  test('without a definition nobody belongs to one', async () => {
    asked.add(sees('anna', 'pro'));
    for (const filters of [undefined, {}, { properties: null }, { properties: { type: 'OR', values: [] } }]) {
      const { id, count } = await asked.ask<Cohort>(createCohort, { name: 'nobody', filters });
      expect(count).toBe(0);
      expect(await views(inCohort(id))).toBe(0);
      expect(await views(inCohort(id, { operator: 'not_in' }))).toBe(1);
    }
    // A group that says nothing does not take anything away from the others.
    const { count } = await asked.ask<Cohort>(createCohort, {
      name: 'x',
      filters: { properties: { type: 'AND', values: [{ type: 'OR', values: [] }, PRO] } },
    });
    expect(count).toBe(1);
  });
});

describe('a filter by cohort', () => {
  beforeEach(async () => {
    asked.add(sees('anna', 'pro'), sees('anna', 'pro'), sees('berta', 'free'));
    await make(PRO);
    await make({ ...PRO, value: 'free' });
  });

  test('in, not in, turned around, any of several', async () => {
    expect(await views(inCohort(1))).toBe(2);
    expect(await views(inCohort('1', { operator: 'in' }))).toBe(2);
    expect(await views(inCohort(1, { operator: 'not_in' }))).toBe(1);
    expect(await views(inCohort(1, { negation: true }))).toBe(1);
    expect(await views(inCohort(1, { operator: 'not_in', negation: true }))).toBe(2);
    expect(await views(inCohort([1, 2]))).toBe(3);
    expect(await views(inCohort(1, { type: 'static-cohort' }))).toBe(2);
    expect(await views(inCohort(1), inCohort(2))).toBe(0);
    // Unfinished filters ask nothing.
    expect(await views(inCohort(null))).toBe(3);
    expect(await views(inCohort([], { operator: 'not_in' }))).toBe(3);
  });

  test('follows who somebody is today', async () => {
    asked.add(sees('berta', 'pro'));
    expect(await views(inCohort(1))).toBe(4);
    expect(await views(inCohort(2))).toBe(0);
  });

  test.each<[Body, string]>([
    [inCohort(2137), 'properties__0__value'],
    [inCohort('many'), 'properties__0__value'],
    [inCohort(1, { operator: 'gt' }), 'properties__0__operator'],
  ])('%j is refused', async (filter, attr) => {
    const refused = await asked.refusal(computeTrend, { events: [{ id: 'view' }], properties: [filter] });
    expect(refused).toMatchObject({ status: 400, attr });
  });

  test('leaves out test accounts by person, event, group and cohort', async () => {
    const { store } = asked.product.service;
    const [project] = store.projects.list();
    const ask = async (...test_account_filters: Body[]) => {
      store.projects.update(project!.id, { test_account_filters });
      const { result } = await asked.trend({ events: [{ id: 'view' }], filter_test_accounts: true });
      return result[0]!.count;
    };
    expect(await ask()).toBe(3);
    expect(await ask(inCohort(1, { operator: 'not_in' }))).toBe(1);
    expect(await ask({ ...PRO, operator: 'is_not' })).toBe(1);
    asked.add(event('view', 'carla', DAY, { $groups: { org: 'acme' }, internal: true }));
    expect(await ask({ key: 'internal', operator: 'is_not_set', type: 'event' })).toBe(3);
    asked.add(
      event('$groupidentify', 'carla', DAY, { $group_type: 'org', $group_key: 'acme', $group_set: { own: 1 } }),
    );
    expect(await ask({ key: 'own', operator: 'is_set', type: 'group', group_type_index: 0 })).toBe(1);
    expect(await ask(inCohort(1, { operator: 'not_in' }), { key: 'internal', operator: 'is_not_set' })).toBe(1);
  });
});

describe('cohorts of cohorts', () => {
  test('belong together', async () => {
    asked.add(sees('anna', 'pro'), sees('berta', 'free'), sees('carla', 'pro', '2026-01-01T00:00:00Z'));
    await make(PRO);
    expect(await make(inCohort(1), did('performed_event'))).toMatchObject({ id: 2, count: 1 });
    expect(await make(did('performed_event'), inCohort(1, { negation: true }))).toMatchObject({ count: 1 });
  });

  test('may not go round in a circle', async () => {
    await make(PRO);
    await make(inCohort(1));
    const refused = await asked.refusal(updateCohort, { id: 1, filters: filtersOf(inCohort(2)) });
    const attr = 'filters__properties__values__0__values__0__value';
    expect(refused).toMatchObject({ status: 400, attr });
    expect(refused.message).toContain('cohort 1 -> cohort 2 -> cohort 1');
    expect(await asked.refusal(updateCohort, { id: 1, filters: filtersOf(inCohort(1)) })).toMatchObject({ attr });
  });

  test('may name each other so deep, not deeper', async () => {
    await make(PRO);
    for (let id = 1; id < 10; id++) await make(inCohort(id));
    expect((await asked.refusal(createCohort, { name: 'x', filters: filtersOf(inCohort(10)) })).message).toContain(
      '10 deep',
    );
  });
});

describe('a static cohort', () => {
  test('is who it lists, also after a merge', async () => {
    asked.add(sees('anna', 'pro'), sees('berta', 'pro'), sees('carla', 'pro'));
    const made = await asked.ask(createCohort, { name: 'them', is_static: true, distinct_ids: ['anna'] });
    expect(made).toMatchObject({ is_static: true, count: 1 });
    expect(await asked.ask(updateCohort, { id: 1, distinct_ids: ['anna', 'berta'] })).toMatchObject({ count: 2 });
    expect(await views(inCohort(1))).toBe(2);
    asked.add(event('$identify', 'carla', DAY, { $anon_distinct_id: 'anna' }));
    expect(await views(inCohort(1))).toBe(3);
    expect(await asked.ask(getCohort, { id: 1 })).toMatchObject({ count: 2 });
  });

  test.each<[Body, string]>([
    [{ is_static: true, distinct_ids: ['nobody'] }, 'distinct_ids'],
    [{ distinct_ids: ['anna'] }, 'distinct_ids'],
    [{ is_static: true, filters: filtersOf(PRO) }, 'filters'],
    [{ is_static: true, groups: [] }, 'groups'],
  ])('%j is refused', async (body, attr) => {
    asked.add(sees('anna', 'pro'));
    expect(await asked.refusal(createCohort, { name: 'x', ...body })).toMatchObject({ status: 400, attr });
  });

  test('stays one', async () => {
    await make(PRO);
    expect(await asked.refusal(updateCohort, { id: 1, is_static: true })).toMatchObject({ attr: 'is_static' });
  });
});

describe('the older form, groups', () => {
  test('any of the groups, all of a group, about persons whatever it says', async () => {
    asked.add(sees('anna', 'pro'), sees('berta', 'free'), sees('berta', 'free'), sees('carla', 'other'));
    const ask = async (...groups: Body[]) => (await asked.ask<Cohort>(createCohort, { name: 'old', groups })).count;
    expect(await ask({ properties: { plan: 'pro' } }, { properties: { plan__icontains: 'FR' } })).toBe(2);
    expect(await ask({ properties: [{ key: 'plan', value: 'pro', type: 'event' }] })).toBe(1);
    expect(
      await ask({
        properties: [
          { key: 'plan', value: ['pro', 'free'] },
          { key: 'plan', value: 'pro' },
        ],
      }),
    ).toBe(1);
    expect(await ask({ event_id: 'view', days: 7 })).toBe(3);
    expect(await ask({ event_id: 'view', days: 7, count: 2, count_operator: 'gte' })).toBe(1);
    expect(await ask({ event_id: 'view', days: '7', count: 2 }, { properties: { plan: 'pro' } })).toBe(2);
    expect(await ask()).toBe(0);
    for (const groups of [[{}], [{ event_id: 'a', count: 1, count_operator: 'about' }], 'x', [1]]) {
      expect((await asked.refusal(createCohort, { name: 'x', groups })).status).toBe(400);
    }
  });
});

describe('behaviour', () => {
  const at = (days: number, hours = 0) =>
    new Date(Date.parse('2026-01-15T12:00:00Z') - (days * 24 + hours) * 3_600_000);
  const done = (name: string, person: string, days: number, hours = 0) =>
    event(name, person, at(days, hours).toISOString());

  /** Whether somebody who did so belongs. */
  async function belongs(leaf: Body, ...items: ReturnType<typeof done>[]): Promise<boolean> {
    asked.add(...items);
    return (await make(leaf)).count === 1;
  }

  test('windows end at now and begin where they say, both ends included', async () => {
    expect(await belongs(did('performed_event'), done('view', 'anna', 7))).toBe(true);
    expect(await belongs(did('performed_event', { time_value: 167, time_interval: 'hour' }))).toBe(false);
    expect(await belongs(did('performed_event', { time_value: '1', time_interval: 'month' }))).toBe(true);
    expect(await belongs(did('performed_event', { explicit_datetime: '2026-01-08T12:00:01Z' }))).toBe(false);
    expect(await belongs(did('performed_event', { explicit_datetime_to: '-6d' }))).toBe(true);
    expect(await belongs(did('performed_event', { explicit_datetime: '-30d', explicit_datetime_to: '-8d' }))).toBe(
      false,
    );
    const { time_value: _value, time_interval: _unit, ...open } = did('performed_event');
    expect(await belongs({ ...open, explicit_datetime: '-7d' })).toBe(true);
    const now = await make(did('performed_event', { key: 'now' }));
    asked.add(done('now', 'anna', 0), done('now', 'berta', -0.01));
    expect(await asked.ask(getCohort, { id: now.id })).toMatchObject({ count: 1 });
  });

  test('how often; who never did it is no member', async () => {
    const times = (operator: string, operator_value: unknown) =>
      belongs(did('performed_event_multiple', { operator, operator_value }));
    asked.add(done('view', 'anna', 1), done('view', 'anna', 2), done('other', 'berta', 1));
    expect(await times('gte', 2)).toBe(true);
    expect(await times('gt', 2)).toBe(false);
    expect(await times('lte', '2')).toBe(true);
    expect(await times('lt', 2)).toBe(false);
    expect(await times('eq', 2)).toBe(true);
    expect(await times('exact', 1)).toBe(false);
    expect(await times('lte', 0)).toBe(false);
    expect(await times('gte', 0)).toBe(true);
  });

  test('the first time ever', async () => {
    asked.add(done('view', 'anna', 3), done('view', 'berta', 3), done('view', 'berta', 8));
    expect(await belongs(did('performed_event_first_time'))).toBe(true);
  });

  test('one after the other', async () => {
    const sequence = (seq_time_value: number) =>
      did('performed_event_sequence', {
        seq_event: 'buy',
        seq_event_type: 'events',
        seq_time_value,
        seq_time_interval: 'hour',
      });
    asked.add(
      done('view', 'anna', 1),
      done('buy', 'anna', 0, 20),
      done('buy', 'berta', 1),
      done('view', 'berta', 0, 20),
    );
    expect(await belongs(sequence(4))).toBe(true);
    expect(await belongs(sequence(3))).toBe(false);
    // At the same instant is not after.
    asked.add(done('view', 'carla', 1), done('buy', 'carla', 1));
    expect(await belongs(sequence(4))).toBe(true);
  });

  test('regularly: periods count, not times', async () => {
    const regularly = (min_periods: number, more: Body = {}) =>
      did('performed_event_regularly', {
        time_value: 1,
        total_periods: 3,
        min_periods,
        operator: 'gte',
        operator_value: 1,
        ...more,
      });
    asked.add(
      done('view', 'anna', 0, 1),
      done('view', 'anna', 0, 2),
      done('view', 'anna', 2, 1),
      done('view', 'berta', 3, 1),
    );
    expect(await belongs(regularly(2))).toBe(true);
    expect(await belongs(regularly(3))).toBe(false);
    expect(await belongs(regularly(1, { operator_value: 2 }))).toBe(true);
    expect(await belongs(regularly(2, { operator_value: 2 }))).toBe(false);
    // A period without the event is none of those with few.
    expect(await belongs(regularly(3, { operator: 'lte', operator_value: 5 }))).toBe(false);
  });

  test('stopped and restarted', async () => {
    const recent = { time_value: 14, seq_time_value: 7, seq_time_interval: 'day' };
    asked.add(done('view', 'anna', 10), done('view', 'berta', 20), done('view', 'berta', 1));
    asked.add(done('view', 'carla', 20), done('view', 'carla', 10), done('view', 'carla', 1));
    asked.add(done('view', 'dora', 1), done('view', 'emma', 20));
    for (const [name, id] of [
      ['stopped_performing_event', 'anna'],
      ['restarted_performing_event', 'berta'],
    ] as const) {
      const { id: cohort } = await make(did(name, recent));
      const person = { key: 'distinct_id', value: id, type: 'person' };
      expect(await asked.ask(getCohort, { id: cohort })).toMatchObject({ count: 1 });
      expect(await views(inCohort(cohort), person)).toBe(await views(person));
    }
  });

  const sequence = { seq_event: 'buy', seq_event_type: 'events', seq_time_value: 1, seq_time_interval: 'day' };
  const regular = { operator: 'gte', operator_value: 1, min_periods: 1, total_periods: 2 };
  test.each<[Body, string]>([
    [did('performed_event', { key: '' }), 'key'],
    [did('performed_event', { key: 5 }), 'key'],
    [did('performed_event', { event_type: null }), 'event_type'],
    [did('performed_event', { event_type: 'pages' }), 'event_type'],
    [did('performed_event', { event_type: 'actions', key: 9 }), 'key'],
    [did('performed_event', { event_type: 'actions', key: 'x' }), 'key'],
    [did('performed_event', { time_value: 0 }), 'time_value'],
    [did('performed_event', { time_value: 1.5 }), 'time_value'],
    [did('performed_event', { time_value: 1_000, time_interval: 'year' }), 'time_value'],
    [did('performed_event', { time_interval: 'fortnight' }), 'time_interval'],
    [did('performed_event', { time_interval: undefined }), 'time_interval'],
    [did('performed_event', { explicit_datetime: 'soon' }), 'explicit_datetime'],
    [
      did('performed_event', { event_filters: [{ key: 'a', operator: 'like', value: 1 }] }),
      'event_filters__0__operator',
    ],
    [did('performed'), 'value'],
    [did('performed_event_multiple', { operator_value: 1 }), 'operator'],
    [did('performed_event_multiple', { operator: 'gte' }), 'operator_value'],
    [did('performed_event_multiple', { operator: 'eq', operator_value: 0 }), 'operator_value'],
    [did('performed_event_multiple', { operator: 'gte', operator_value: -1 }), 'operator_value'],
    [did('performed_event_sequence', { ...sequence, seq_event: null }), 'seq_event'],
    [did('performed_event_sequence', { ...sequence, seq_event_type: '' }), 'seq_event_type'],
    [did('performed_event_sequence', { ...sequence, seq_time_value: null }), 'seq_time_value'],
    [did('performed_event_regularly', { ...regular, min_periods: 3 }), 'min_periods'],
    [did('performed_event_regularly', { ...regular, min_periods: 0 }), 'min_periods'],
    [did('performed_event_regularly', { ...regular, total_periods: 367 }), 'total_periods'],
    [did('performed_event_regularly', { ...regular, total_periods: null }), 'total_periods'],
    [did('stopped_performing_event', { seq_time_value: 8, seq_time_interval: 'day' }), 'seq_time_value'],
    [did('restarted_performing_event', {}), 'seq_time_value'],
    [{ key: 'plan', type: 'person' }, 'value'],
    [{ key: 'plan', value: 'x', type: 'event' }, 'type'],
    [{ key: 'plan', value: 'x', type: 'person', operator: 'like' }, 'operator'],
    [{ key: 'id', value: 7, type: 'cohort' }, 'value'],
  ])('%j is refused', async (leaf, field) => {
    const refused = await asked.refusal(createCohort, { name: 'x', filters: filtersOf(leaf) });
    expect(refused).toMatchObject({ status: 400, attr: `filters__properties__values__0__values__0__${field}` });
  });

  test('a definition of negations only, one that is none, and too much of it', async () => {
    const negated = did('performed_event', { negation: true });
    const refuse = async (filters: unknown) => (await asked.refusal(createCohort, { name: 'x', filters })).attr;
    expect(await refuse(filtersOf(negated, inCohort(1, { negation: 'true', type: 'person', key: 'a' })))).toBe(
      'filters__properties',
    );
    expect(await refuse('pro')).toBe('filters');
    expect(await refuse({ properties: 'pro' })).toBe('filters__properties');
    expect(await refuse({ properties: { type: 'XOR', values: [] } })).toBe('filters__properties__type');
    expect(await refuse({ properties: { type: 'OR', values: ['x'] } })).toBe('filters__properties__values__0');
    expect(await refuse({ properties: { type: 'OR', values: Array(201).fill(PRO) } })).toBe('filters__properties');
    const nested = (depth: number): Body => (depth === 0 ? PRO : { type: 'OR', values: [nested(depth - 1)] });
    expect(await refuse({ properties: nested(9) })).toContain('values');
    expect((await asked.refusal(createCohort, {})).attr).toBe('name');
  });
});
