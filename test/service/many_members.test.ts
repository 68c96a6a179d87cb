/** Cohorts of many people: looked up in turns, counted where questions are computed. */
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import type { Cohort } from '../../src/model/saved/cohort.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { personUuid } from '../../src/service/identity/person_uuid.ts';
import { createCohort, getCohort } from '../../src/service/operations/cohorts.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const PRO = { key: 'plan', value: 'pro', type: 'person' };
const SEEN = {
  ...{ type: 'behavioral', key: 'view', event_type: 'events', value: 'performed_event' },
  ...{ time_value: 7, time_interval: 'day' },
};

const sees = (person: string, plan: string) => event('view', person, '2026-01-14T10:00:00Z', { $set: { plan } });

function make(...values: Body[]): Promise<Cohort> {
  const filters = { properties: { type: 'AND', values } };
  return asked.ask<Cohort>(createCohort, { name: 'asked', filters });
}

test('others go first while the people of a long list are looked up', async () => {
  const distinct_ids = Array.from({ length: 3 * TUNING.people_a_turn }, (_, at) => `nobody ${at}`);
  const made = asked.refusal(createCohort, { name: 'x', is_static: true, distinct_ids });
  let turns = 0;
  let is_made = false;
  void made.then(() => (is_made = true));
  for (; !is_made; turns++) await setImmediate();
  expect((await made).message).toMatch(`Nobody has these ids (${distinct_ids.length}): nobody 0, nobody 1`);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('people are counted in the thread of the questions, which leaves this one to requests', async () => {
  asked = askedProduct({ computing: { thread: 'always' } });
  asked.add(sees('anna', 'pro'), sees('berta', 'free'));
  const { service } = asked.product;
  const { current } = service.datasets;
  let read_here = 0;
  service.datasets.current = (project) => {
    read_here++;
    return current(project);
  };
  expect(await make(PRO)).toMatchObject({ id: 1, count: 1 });
  expect(await make(SEEN)).toMatchObject({ id: 2, count: 2 });
  expect(await asked.ask(getCohort, { id: 2 })).toMatchObject({ count: 2 });
  for (const [name, cohorts] of [
    ['anna', [1, 2]],
    ['berta', [2]],
  ] as const) {
    const { results } = await asked.ask<{ results: { id: number }[] }>(operationNamed('list_person_cohorts'), {
      person_id: personUuid(1, name),
    });
    expect(results.map(({ id }) => id)).toEqual(cohorts);
  }
  expect(read_here).toBe(0);
});

test('what nobody has time to count is stored and read all the same', async () => {
  asked.add(sees('anna', 'pro'));
  asked.product.service.computing.countPersons = () => Promise.reject(new ServiceError('busy', 'Too many wait.'));
  expect(await make(PRO)).toMatchObject({ id: 1, count: null, error_message: 'Too many wait.' });
  expect(await asked.ask(getCohort, { id: 1 })).toMatchObject({ name: 'asked', count: null });
});
