/** Questions and changes that contradict themselves, and settings that do not apply, are told. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/service/operations/index.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

function shop(): Asked {
  const asked = askedProduct();
  asked.add(
    event('visit', 'a', '2026-01-14T09:00:00Z', { $groups: { company: 'acme', team: 'red' }, $set: { plan: 'pro' } }),
    event('buy', 'a', '2026-01-14T10:00:00Z', { kind: 'tea' }),
    ...Array.from({ length: 11 }, (_, at) => event('look', 'a', `2026-01-14T11:00:${10 + at}Z`)),
    ...Array.from({ length: 10 }, (_, at) => event('look', 'b', `2026-01-14T12:00:${10 + at}Z`)),
  );
  return asked;
}

interface Answer {
  readonly id: number;
  readonly resolved: { readonly warnings: string[]; readonly date_from: string; readonly date_to: string };
}

describe('an exclusion that nobody can pass', () => {
  const steps = [
    { id: 'visit', order: 0 },
    { id: 'buy', order: 1, properties: [{ key: 'kind', value: 'tea' }] },
  ];
  const between = { funnel_from_step: 0, funnel_to_step: 1 };

  test.each<[string, Body]>([
    ['all events', { id: null }],
    ['the event of the later step, without its filter', { id: 'buy' }],
  ])('%s', async (_, exclusion) => {
    const body = { events: steps, exclusions: [{ ...exclusion, ...between }] };
    const { message, attr } = await shop().refusal(operationNamed('compute_funnel'), body);
    expect([message, attr]).toEqual([expect.stringContaining('part of funnel steps'), 'exclusions__0']);
  });

  test('any event between steps of all events', async () => {
    const events = [{ id: 'visit' }, { id: null, order: 1 }];
    const body = { events, exclusions: [{ id: 'look', ...between }] };
    expect((await shop().refusal(operationNamed('compute_funnel'), body)).attr).toBe('exclusions__0');
  });

  test('others, and the event of the first step, are excluded', async () => {
    for (const id of ['look', 'visit']) {
      const events =
        id === 'visit' ? [{ ...steps[0], properties: [{ key: 'x', operator: 'is_not_set' }] }, steps[1]] : steps;
      const { result } = await shop().funnel({ events, exclusions: [{ id, ...between }] });
      expect(result).toMatchObject([{ count: 1 }, { count: 1 }]);
    }
  });
});

test('a property of people in a list of breakdowns is asked for in its item', async () => {
  const body = { events: [{ id: 'visit' }], breakdowns: [{ property: 'plan' }], breakdown_type: 'person' };
  const { resolved } = await shop().ask<Answer>(operationNamed('compute_trend'), body);
  expect(resolved.warnings.join()).toContain(
    'There is one of people: send "type":"person" in its item of "breakdowns".',
  );
});

test('a group type is named by two things that agree', async () => {
  const asked = shop();
  const rename = operationNamed('rename_group_type');
  const { message, code } = await asked.refusal(rename, {
    ...{ group_type: 'company', group_type_index: 1, name_singular: 'Firm' },
  });
  expect([code, message]).toEqual(['invalid_input', expect.stringContaining('"company" has the index 0')]);
  const both = { group_type: 'team', group_type_index: 1, name_singular: 'Crew' };
  expect(await asked.ask(rename, both)).toMatchObject({ group_type: { group_type: 'team', name_singular: 'Crew' } });
});

test('retention says that it does not use date_from', async () => {
  const asked = shop();
  const compute = operationNamed('compute_retention');
  const told = async (body: Body) => (await asked.ask<Answer>(compute, body)).resolved.warnings.join();
  expect(await told({ date_from: '-30d' })).toContain('date_from is ignored: total_intervals says how many');
  expect(await told({ date_to: '2026-01-14' })).not.toContain('date_from');
});

describe('an insight', () => {
  const filters = { events: [{ id: 'buy' }], date_from: '2026-01-02', date_to: '2026-01-10' };
  const node = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'buy' }] };
  const dateRange = { date_from: '2026-01-02', date_to: '2026-01-10' };

  test('of which a call overrides the end still begins where it did', async () => {
    for (const question of [{ filters }, { query: { kind: 'InsightVizNode', source: { ...node, dateRange } } }]) {
      const asked = shop();
      const { id } = await asked.ask<Answer>(operationNamed('create_insight'), question);
      const read = async (filters_override: Body) => {
        const { resolved } = await asked.ask<Answer>(operationNamed('get_insight'), { id, filters_override });
        return [resolved.date_from.slice(0, 10), resolved.date_to.slice(0, 10)];
      };
      expect(await read({ date_to: '2026-01-05' })).toEqual(['2026-01-02', '2026-01-05']);
      // A start alone means until now.
      expect(await read({ date_from: '-1d' })).toEqual(['2026-01-14', '2026-01-15']);
    }
  });

  test('with times to the second is asked for whole days by a call that says days', async () => {
    const exact = { ...node, dateRange: { ...dateRange, explicitDate: true } };
    for (const question of [{ filters: { ...filters, explicit_date: true } }, { query: exact }]) {
      const asked = shop();
      const { id } = await asked.ask<Answer>(operationNamed('create_insight'), question);
      const filters_override = { date_to: '2026-01-05' };
      const { resolved } = await asked.ask<Answer>(operationNamed('get_insight'), { id, filters_override });
      expect(resolved.date_to).toContain('2026-01-05T23:59:59');
    }
  });

  test('that a dashboard does not show is answered as it is, with a warning', async () => {
    const asked = shop();
    const { id } = await asked.ask<Answer>(operationNamed('create_insight'), { filters });
    const sent = { name: 'a', filters: { date_from: '-3d' }, tiles: [{ insight: String(id) }] };
    const dashboard = await asked.ask<Answer>(operationNamed('create_dashboard'), sent);
    const read = async (from_dashboard: number) =>
      asked.ask<Answer>(operationNamed('get_insight'), { id, from_dashboard });
    const said = (number: number) => `Dashboard ${number} does not show this insight`;
    const on = await read(dashboard.id);
    expect([on.resolved.date_from.slice(0, 10), on.resolved.warnings.join()]).toEqual([
      '2026-01-12',
      expect.not.stringContaining('does not show'),
    ]);
    expect((await read(777)).resolved.warnings.join()).toContain(said(777));
    await asked.ask(operationNamed('update_dashboard'), { id: dashboard.id, deleted: true });
    const off = await read(dashboard.id);
    expect(off.resolved.date_from.slice(0, 10)).toBe('2026-01-02');
    expect(off.resolved.warnings.join()).toContain(said(dashboard.id));
  });
});

test('over MCP: a tile is one thing, and times that are cut are marked', async () => {
  const { product } = shop();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const insight = await answered(client, 'create_insight', { name: 'a', filters: { events: [{ id: 'buy' }] } });
  const tiles = [{ insight: insight['short_id'], text: { body: 'Words' } }];
  expect(await refusal(client, 'create_dashboard', { name: 'a', tiles })).toContain(
    'A tile shows an insight or a text',
  );
  const told = async (id: string) => {
    const question = { events: [{ id }], date_from: '-7d' };
    const { content } = await client.callTool({ name: 'list_persons', arguments: { question } });
    return (content as { text: string }[])[0]!.text;
  };
  expect(await told('look')).toContain('did it at (UTC; the first 10 times at most)');
  expect(await told('buy')).toContain('did it at (UTC)\n');
});

test('a table of two periods has as many columns as the longer one has points', async () => {
  const compute = operationNamed('compute_trend');
  const body = {
    events: [{ id: 'buy' }],
    interval: 'week',
    date_from: '2025-10-14',
    date_to: '2025-10-23',
    compare: true,
  };
  const answer = await shop().ask<Answer>(compute, body);
  const { columns, rows } = compute.table!(answer as never);
  expect(columns.length).toBe(4);
  expect(columns.at(-1)).toContain('(previous)');
  expect(rows.map((row) => row.length)).toEqual([4, 4]);
  expect(rows[0]!.at(-1)).toBe(null);
});
