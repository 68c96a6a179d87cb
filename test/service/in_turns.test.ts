/** Pages of many rows leave others their turn. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TUNING } from '../../src/model/tuning.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { askedProduct, type Body } from '../support/questions.ts';

const TURNS = 3;
const ROWS = TURNS * TUNING.rows_a_turn + 1;

test.each([
  ['list_insights', { limit: ROWS }],
  ['list_insights', { limit: ROWS, basic: true }],
  ['list_alerts', {}],
  ['get_dashboard', { id: 1 }],
] as [string, Body][])('%s %j', async (name, body) => {
  const { ask, product } = askedProduct();
  const { store } = product.service;
  const trend = { filters: { events: [{ id: 'view' }] } };
  await ask(operationNamed('create_dashboard'), { name: 'All' });
  for (let at = 0; at < ROWS; at++) {
    await ask(operationNamed('create_insight'), { ...trend, name: `${at}`, dashboards: [1] });
    if (name === 'list_alerts') await ask(operationNamed('create_alert'), { insight: `${at + 1}`, upper: 5 });
  }
  let authors = 0;
  const { author } = store.users;
  store.users.author = (id) => {
    authors++;
    return author(id);
  };
  let turns = 0;
  let is_answered = false;
  const answer = ask<{ results?: unknown[]; tiles?: unknown[] }>(operationNamed(name), body);
  void answer.then(() => (is_answered = true));
  for (; !is_answered; turns++) await setImmediate();
  const { results, tiles } = await answer;
  expect((results ?? tiles)?.length).toBe(name === 'list_alerts' ? 50 : ROWS);
  expect(turns).toBeGreaterThanOrEqual(name === 'list_alerts' ? 2 : TURNS);
  // All have the same one.
  expect(authors).toBeLessThanOrEqual(2);
});
