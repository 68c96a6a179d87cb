/** Points that an answer names by stored data: read as its text shows them, and told with the nearest if it has none. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PeopleResult } from '../../src/model/question/people.ts';
import { listPersons } from '../../src/service/operations/persons.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

const date_from = '2026-01-09';
const DAY = '2026-01-10T0';
let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  asked.add(
    event('a', 'p', `${DAY}1:00:00Z`, { plan: 'search', team: 'x' }),
    event('looked', 'p', `${DAY}1:10:00Z`),
    event('b', 'p', `${DAY}2:00:00Z`, { plan: 'search', team: 'x' }),
    event('a', 'q', `${DAY}1:00:00Z`, { team: 'x' }),
    event('a', 'r', `${DAY}1:00:00Z`, { plan: 'free' }),
  );
});

const people = (sent: Body) => asked.ask<PeopleResult>(listPersons, sent);
const refused = async (sent: Body) => (await asked.refusal(listPersons, sent)).message;

async function ids(sent: Body): Promise<string> {
  const { results, warnings } = await people(sent);
  expect(warnings).toEqual([]);
  return results.map((one) => one.distinct_ids.join()).join();
}

const said = async (sent: Body): Promise<string> => {
  const page = await people(sent);
  expect(page.count).toBe(0);
  expect(page.warnings).toHaveLength(1);
  return listPersons.text(page);
};

const POINTS: readonly [string, Body][] = [
  ['trend', { question: { kind: 'trend', events: [{ id: 'a' }], date_from, breakdown: 'plan' } }],
  ['most of a trend', { question: { events: [{ id: 'a' }], date_from, breakdown: 'plan' }, order: '-count' }],
  ['funnel', { question: { kind: 'funnel', events: stepsOf('a', 'b'), date_from, breakdown: 'plan' }, funnel_step: 1 }],
  [
    'retention',
    {
      question: {
        kind: 'retention',
        target_entity: { id: 'a' },
        returning_entity: { id: 'a' },
        date_from,
        total_intervals: 7,
        breakdown: 'plan',
      },
    },
  ],
];

describe.each(POINTS)('a breakdown value of a %s', (_, point) => {
  test.each([null, '', 'None', '$$_posthog_breakdown_null_$$'])('%j is that there is none', async (breakdown_value) => {
    expect(await ids({ ...point, breakdown_value })).toBe('q');
  });

  test('really called None or Other is that value', async () => {
    asked.add(
      event('a', 's', `${DAY}1:00:00Z`, { plan: 'None' }),
      event('a', 't', `${DAY}1:00:00Z`, { plan: 'Other' }),
    );
    expect(await ids({ ...point, breakdown_value: 'None' })).toBe('s');
    expect(await ids({ ...point, breakdown_value: 'Other' })).toBe('t');
    expect(await ids({ ...point, breakdown_value: null })).toBe('q');
  });

  test('that is the rest is refused, by its name in texts, too', async () => {
    for (const breakdown_value of ['Other', '$$_posthog_breakdown_other_$$']) {
      expect(await refused({ ...point, breakdown_value })).toContain('raise breakdown_limit');
    }
  });

  test('that nothing has is told with the nearest, or some there are', async () => {
    expect(await said({ ...point, breakdown_value: 'Serch' })).toBe(
      'Nobody.\nNothing in the answer is called "Serch". Did you mean "search"?',
    );
    expect(await said({ ...point, breakdown_value: 'something else' })).toMatch(/Values there are: "(free|search)", "/);
  });
});

test('of several breakdowns, each value may be missing', async () => {
  const question = { events: [{ id: 'a' }], date_from, breakdowns: [{ property: 'plan' }, { property: 'team' }] };
  expect(await ids({ question, breakdown_value: ['None', 'x'] })).toBe('q');
  expect(await ids({ question, breakdown_value: '[null, "x"]' })).toBe('q');
  expect(await ids({ question, breakdown_value: ['free', 'None'] })).toBe('r');
  expect(await refused({ question, breakdown_value: 'Other' })).toContain('raise breakdown_limit');
  expect(await said({ question, breakdown_value: ['search', 'y'] })).toContain(
    'called ["search", "y"]. Did you mean ["search", "x"]?',
  );
});

test('a cohort is named as texts show it, and a wrong one told with those there are', async () => {
  const question = { events: [{ id: 'a' }], date_from, breakdown_type: 'cohort', breakdown: ['all'] };
  expect(await ids({ question, breakdown_value: 0 })).toBe('p,q,r');
  const refusal = await refused({ question, breakdown_value: 'nope' });
  const name = /all \("(.*)"\)/.exec(refusal)?.[1];
  expect(await ids({ question, breakdown_value: name })).toBe('p,q,r');
});

test('a correlated event and the steps of an edge are told with the nearest', async () => {
  const correlation = { kind: 'correlation', events: stepsOf('a', 'b'), date_from };
  expect(await ids({ question: correlation, correlated: 'looked' })).toBe('p');
  // Nobody who dropped off did it, which is an answer.
  expect((await people({ question: correlation, correlated: 'looked', outcome: 'failure' })).warnings).toEqual([]);
  expect(await said({ question: correlation, correlated: 'loked' })).toContain(
    'called "loked". Did you mean "looked"?',
  );
  const path = { kind: 'path', include_event_types: ['custom_event'], date_from };
  expect(await ids({ question: path, source: '1_a', target: '2_looked' })).toBe('p');
  expect(await said({ question: path, source: '1_a', target: '2_loked' })).toContain('Did you mean "looked"?');
});
