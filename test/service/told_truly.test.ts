/** What a text says of its numbers is so, and a refusal names what to send. */
import { expect, test } from 'vitest';
import type { PeopleResult } from '../../src/model/question/people.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { computeFunnel, computeFunnelCorrelation, computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, stepsOf } from '../support/questions.ts';

const listPersons = operationNamed('list_persons');
const describeProject = operationNamed('describe_project');
const renameGroupType = operationNamed('rename_group_type');

function shop(): Asked {
  const asked = askedProduct();
  asked.add(
    event('visit', 'a', '2026-01-10T09:00:00Z', { $groups: { company: 'acme', team: 'red' } }),
    event('visit', 'b', '2026-01-14T09:00:00Z'),
    event('buy', 'c', '2026-01-14T10:00:00Z'),
  );
  return asked;
}

test('steps without an order that nobody did together: not that they were out of order', async () => {
  const body = { events: stepsOf('visit', 'buy'), funnel_order_type: 'unordered', funnel_window_interval: 2 };
  const text = computeFunnel.text(await shop().funnel(body));
  expect(text).toContain('Step 2 "buy" happened in the range, but nobody did 2 of the steps within 2 days.');
  expect(text).not.toContain('order asks');
  // A correlation would have nobody to compare them with.
  expect(text).toContain('list_persons with "funnel_step":-2');
  expect(text).not.toContain('compute_funnel_correlation');
});

test('a correlation with nobody on one side compares nothing, and finds nothing out', async () => {
  const asked = shop();
  const text = async (...names: string[]) =>
    computeFunnelCorrelation.text(await asked.ask(computeFunnelCorrelation, { events: stepsOf(...names) }));
  expect(await text('visit', 'buy')).toContain('Nobody completed it, so there are no two sides to compare.');
  expect(await text('buy')).toContain('Nobody dropped off, so there are no two sides to compare.');
  expect(await text('visit', 'buy')).not.toMatch(/very different size|Nothing distinguishes/);
});

test('one number of who was active lately is of 7 or 30 days, whatever date_from says', async () => {
  const asked = shop();
  const warnings = async (math: string, more: object) =>
    (await asked.trend({ events: [{ id: 'visit', math }], date_from: '-60d', ...more })).resolved.warnings.join();
  const said = 'date_from is ignored: one number of "weekly_active" or "monthly_active" is of the 7 or 30 days';
  for (const math of ['weekly_active', 'monthly_active']) {
    expect(await warnings(math, { display: 'BoldNumber' })).toContain(said);
    // Here date_from says how many points there are, and which period is the one before.
    expect(await warnings(math, {})).toBe('');
    expect(await warnings(math, { display: 'BoldNumber', compare: true })).not.toContain(said);
  }
  expect(await warnings('dau', { display: 'BoldNumber' })).toBe('');
});

test('periods of which one ends as the other begins share no day', async () => {
  const body = { events: [{ id: 'visit' }], display: 'BoldNumber', compare: true };
  const text = computeTrend.text(await shop().trend(body));
  expect(text).toContain('Previous: ');
  expect(text).not.toContain('Both periods hold');
});

test('group types have their index and what people call them, as arguments ask for', async () => {
  const asked = shop();
  await asked.ask(renameGroupType, { group_type: 'company', name_singular: 'firm', name_plural: 'firms' });
  const types = '"company" (0, shown as "firm", "firms"), "team" (1)';
  expect(describeProject.text(await asked.ask(describeProject, {}))).toContain(`Group types: ${types}`);
  const refused = await asked.refusal(computeTrend, { events: [{ id: 'visit' }], aggregation_group_type: 'firm' });
  expect(refused.message).toContain(`This project has: ${types}.`);
  const { message } = await asked.refusal(renameGroupType, { group_type: 'firm', name_singular: 'a' });
  expect(message).toContain(`Group types: ${types}.`);
});

test('a fraction where a whole number belongs is a number, but no integer', async () => {
  const refused = await shop().refusal(computeTrend, { events: [{ id: 'visit' }], smoothing_intervals: 1.5 });
  expect(refused.message).toBe('A valid integer is required.');
});

test('people of a cell that retention does not have: the argument that goes beyond, and how far it may', async () => {
  const asked = shop();
  const question = { kind: 'retention', target_entity: { id: 'visit' }, total_intervals: 3 };
  const refused = async (point: object) => {
    const { attr, message } = await asked.refusal(operationNamed('list_persons'), { question, ...point });
    return [attr, message];
  };
  expect(await refused({ cohort: 7 })).toEqual(['cohort', 'Rows are counted from 0: send 0 to 2.']);
  expect(await refused({ cohort: 1, later: 2 })).toEqual(['later', 'Row 1 has the periods 0 to 1 after its start.']);
});

test('one value is not called values', async () => {
  const body = { events: [{ id: 'visit' }], breakdown: 'plan', breakdown_limit: 1 };
  expect(computeTrend.text(await shop().trend(body))).toContain('(at most 1 value, then Other)');
});

test('an hour that comes twice has two names, and each leads to its own people', async () => {
  const asked = askedProduct();
  asked.product.service.store.projects.update(1, { timezone: 'America/Sao_Paulo' });
  // On the 18th of February 2018 at midnight the clock was set back by an hour.
  asked.add(event('visit', 'early', '2018-02-18T01:30:00Z'), event('visit', 'late', '2018-02-18T02:30:00Z'));
  const range = { date_from: '2018-02-17T22:00:00', date_to: '2018-02-18T00:30:00', interval: 'hour' };
  const question = { events: [{ id: 'visit' }], ...range };
  expect(computeTrend.text(await asked.trend(question))).toContain('2018-02-17 23:00 | 1\n2018-02-17 23:00 (2) | 1\n');
  const trends = { events: stepsOf('visit', 'buy'), funnel_viz_type: 'trends', ...range };
  expect(computeFunnel.text(await asked.funnel(trends))).toContain('\n2018-02-17 23:00 (2) | 0% (0 of 1)\n');
  const who = async (day: string) => {
    const { results } = await asked.ask<PeopleResult>(operationNamed('list_persons'), { question, day });
    return results.map(({ distinct_ids }) => distinct_ids[0]);
  };
  expect([await who('2018-02-17 23:00'), await who('2018-02-17 23:00 (2)')]).toEqual([['early'], ['late']]);
  expect([await who('2018-02-17 23:00:00'), await who('2018-02-17 23:00:00 (2)')]).toEqual([['early'], ['late']]);
});

test('whom a search finds by what the line does not show, there it is told', async () => {
  const asked = askedProduct();
  asked.add(
    event('a', 'p', '2026-01-10T01:00:00Z', { $set: { email: 'x@firm.example', name: 'Ana Meier' } }),
    event('a', 'q', '2026-01-10T01:00:00Z', { $set: { email: 'ana@firm.example', name: 'Q' } }),
    event('a', 'ana', '2026-01-10T01:00:00Z'),
  );
  const page = await asked.ask<PeopleResult>(listPersons, { search: 'ana' });
  expect(page.results.map(({ found_by }) => found_by?.key)).toEqual(['name', 'email', 'distinct_id']);
  const lines = listPersons.text(page).split('\n');
  expect(lines.filter((line) => line.startsWith('"x@firm.example" (name "Ana Meier") | "p" | '))).toHaveLength(1);
  expect(lines.filter((line) => /^("ana@firm.example"|–) \| "(q|ana)" \| /.test(line))).toHaveLength(2);
  const [one] = (await asked.ask<PeopleResult>(listPersons, {})).results;
  expect(one).not.toHaveProperty('found_by');
});

test('events tell when they began and when they were last seen: what is not sent any more can be read', async () => {
  const { ask } = shop();
  const summary = describeProject.text(await ask(describeProject, {}));
  expect(summary).toContain('\n  "visit": 2\n');
  const text = describeProject.text(await ask(describeProject, { section: 'events' }));
  expect(text).toContain('\n  "visit": 2, first 2026-01-10T09:00, last 2026-01-14T09:00\n');
});

test('a property of lists is not called one of mixed values only', async () => {
  const { ask, add } = shop();
  add(event('buy', 'c', '2026-01-14T11:00:00Z', { tags: ['a', 'b'] }));
  const text = describeProject.text(await ask(describeProject, { section: 'properties', search: 'tags' }));
  expect(text).toContain('"tags" (event, mixed or JSON): "[\\"a\\",\\"b\\"]" 1');
});

test('an hour that the clock repeats is told apart from the one before, and what is told can be sent back', async () => {
  const asked = askedProduct({ now: () => Date.parse('2026-10-25T01:40:00Z') });
  await asked.ask(operationNamed('update_project'), { timezone: 'Europe/Berlin' });
  asked.add(event('visit', 'a', '2026-10-25T00:30:00Z'), event('visit', 'a', '2026-10-25T01:30:00Z'));
  const events = [{ id: 'visit' }];
  const trend = await asked.trend({ events, interval: 'hour', date_from: '-1h' });
  expect(computeTrend.text(trend)).toContain(
    '2026-10-25 02:00 to 2026-10-25 02:59+01:00 (2 h, up to now: 2026-10-25 02:40+01:00), Europe/Berlin.',
  );
  const again = await asked.trend({ events, interval: 'hour', date_from: '2026-10-25 02:00+01:00' });
  expect(again.result[0]).toMatchObject({ data: [1] });
  const target = { target_entity: { id: 'visit' }, returning_entity: { id: 'visit' } };
  const body = { ...target, period: 'Hour', total_intervals: 2 };
  expect(computeRetention.text(await asked.ask(computeRetention, body))).toContain(
    '2026-10-25 02:00+01:00 (so far) | 1',
  );
  const listEvents = operationNamed('list_events');
  expect(listEvents.text(await asked.ask(listEvents, {}))).toMatch(/T02:30:00\+01:00 .*\n.*T02:30:00 /);
});

test('a change within days tells the times of both periods', async () => {
  const asked = askedProduct({ now: () => Date.parse('2026-01-15T12:34:56Z') });
  asked.add(event('visit', 'a', '2026-01-13T09:00:00Z'), event('visit', 'a', '2026-01-15T11:00:00Z'));
  const explainChange = operationNamed('explain_change');
  const text = async (dates: object) =>
    explainChange.text(await asked.ask(explainChange, { question: { events: [{ id: 'visit' }] }, ...dates }));
  expect(await text({ date_from: '-2h' })).toContain(
    '"visit": 0 from 2026-01-14 20:00 to 2026-01-15 09:59, 1 from 2026-01-15 10:00 to 2026-01-15 23:59, UTC.',
  );
  expect(await text({ date_from: '-1d' })).toContain(
    '"visit": 1 from 2026-01-12 to 2026-01-13, 1 from 2026-01-14 to 2026-01-15, UTC.',
  );
});
