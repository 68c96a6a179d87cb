import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { Edge } from '../../src/model/question/path.ts';
import { createInsightOperation } from '../../src/service/operations/insight_writes.ts';
import { getInsight } from '../../src/service/operations/insights.ts';
import { computePath, readPath } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

type Answer = Record<string, unknown> & { result: Edge[]; resolved: { warnings: string[] } };

const ask = (body: Body): Promise<Answer> => asked.ask(computePath, body);

/** Source, target and value of each edge. */
async function edges(body: Body): Promise<string[]> {
  return (await ask(body)).result.map(({ source, target, value }) => `${source} > ${target} ${value}`);
}

/** Steps of one person, a minute apart; a path is a page, everything else an event. */
function walk(person: string, ...steps: readonly string[]): void {
  asked.add(
    ...steps.map((step, minute) => {
      const time = `2026-01-14T10:${String(minute).padStart(2, '0')}:00Z`;
      return /^\/|:\/\//.test(step)
        ? event('$pageview', person, time, { $current_url: step, $browser: 'Chrome' })
        : event(step, person, time);
    }),
  );
}

const PAGES = { include_event_types: ['$pageview'] };

describe('paths', () => {
  test('are edges in the shape of an insight, a computed one and an unsaved one', async () => {
    walk('p', '/', '/pricing/', 'sign up');
    walk('q', '/', '/pricing');
    const answer = await ask({ date_from: '-2d' });
    expect(answer.result).toEqual([
      { source: '1_/', target: '2_/pricing', value: 2, average_conversion_time: 60_000 },
      { source: '2_/pricing', target: '3_sign up', value: 1, average_conversion_time: 60_000 },
    ]);
    expect(answer).toMatchObject({ id: null, is_cached: false, timezone: 'UTC', filters: { insight: 'PATHS' } });
    expect(computePath.text(answer)).toContain('1 | "/" | "/pricing" | 2 | 1 min');
    expect(computePath.table!(answer)).toEqual({
      columns: ['source', 'target', 'value', 'average_conversion_time'],
      rows: [
        ['1_/', '2_/pricing', 2, 60_000],
        ['2_/pricing', '3_sign up', 1, 60_000],
      ],
    });
    expect((await asked.ask<Answer>(readPath, { date_from: '-2d' })).result).toEqual(answer.result);
    expect((await asked.ask<Answer>(readPath, {})).result).toEqual(answer.result);
  });

  test('of nobody say so', async () => {
    const answer = await ask(PAGES);
    expect(computePath.text(answer)).toContain('There are no edges');
    const reversed = await ask({ date_from: '2026-01-10', date_to: '2026-01-01' });
    expect(reversed.result).toEqual([]);
    expect(reversed.resolved.warnings.join()).toContain('date_from is after date_to');
  });

  test('take lists as JSON text and numbers as text', async () => {
    walk('p', '/a', '/b', '/c');
    const body = { include_event_types: '["$pageview"]', exclude_events: '["/b"]', step_limit: '2', edge_limit: '1' };
    expect(await edges(body)).toEqual(['1_/a > 2_/c 1']);
  });

  test('name events that are left out by their type', async () => {
    walk('p', '/a', 'x', '/b', 'y');
    expect(await edges({ exclude_events: ['$pageview'] })).toEqual(['1_x > 2_y 1']);
    expect(await edges({ include_event_types: ['custom_event'] })).toEqual(['1_x > 2_y 1']);
    expect(await edges({ include_custom_events: ['x', '$pageview'] })).toEqual(['1_/a > 2_x 1', '2_x > 3_/b 1']);
  });

  test('are named by an expression', async () => {
    walk('p', '/a', 'x', '/b');
    const body = { include_event_types: ['hogql'], paths_hogql_expression: "concat(event, '!')" };
    expect(await edges(body)).toEqual(['1_$pageview! > 2_x! 1', '2_x! > 3_$pageview! 1']);
    expect(await edges({ ...body, include_event_types: ['hogql', '$pageview'] })).toEqual([
      '1_/a > 2_x! 1',
      '2_x! > 3_/b 1',
    ]);
  });

  test('are cleaned by the rules of the project and the question, in order', async () => {
    walk('p', '/users/7', '/users/8/edit?a=1', '/b');
    asked.product.service.store.projects.update(1, {
      path_cleaning_filters: [{ regex: '/users/(\\d+)', alias: '/users/<\\1>' }],
    });
    const local_path_cleaning_filters = [{ regex: '<\\d>', alias: '<id>' }, { regex: '\\?.*' }];
    expect(await edges({ ...PAGES, path_replacements: 'true', local_path_cleaning_filters })).toEqual([
      '1_/users/<id> > 2_/users/<id>/edit 1',
      '2_/users/<id>/edit > 3_/b 1',
    ]);
    const raw = ['1_/users/7 > 2_/users/8/edit?a=1 1', '2_/users/8/edit?a=1 > 3_/b 1'];
    expect(await edges(PAGES)).toEqual(raw);
    const node = { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['$pageview'] } };
    expect((await edges({ query: { kind: 'InsightVizNode', source: node } }))[0]).toContain('/users/<7>');
    const said_no = { ...node, pathsFilter: { ...node.pathsFilter, pathReplacements: false } };
    expect(await edges({ query: said_no })).toEqual(raw);
  });

  test('are cut to the largest edges, which then begin somewhere', async () => {
    walk('p', '/a', '/b', '/c');
    walk('q', '/x', '/b', '/c');
    const answer = await ask({ ...PAGES, edge_limit: 1 });
    expect(answer.result).toEqual([]);
    expect(answer.resolved.warnings.join()).toContain('Raise edge_limit');
    expect(await edges({ ...PAGES, edge_limit: 2 })).toEqual(['2_/b > 3_/c 2', '1_/a > 2_/b 1']);
    expect(await edges({ ...PAGES, min_edge_weight: 2 })).toEqual(['2_/b > 3_/c 2']);
    expect(await edges({ ...PAGES, max_edge_weight: 1, min_edge_weight: 0 })).toHaveLength(2);
  });

  test('from one step to another leave the middle out', async () => {
    walk('p', '/0', '/1', '/2', '/3', '/4', '/5', '/6');
    expect(await edges({ ...PAGES, start_point: '/1', end_point: '/6/', step_limit: 4 })).toEqual([
      '1_/1 > 2_/2 1',
      '2_/2 > 3_... 1',
      '3_... > 4_/5 1',
      '4_/5 > 5_/6 1',
    ]);
    expect(await edges({ ...PAGES, end_point: '/3', step_limit: 2 })).toEqual(['1_/2 > 2_/3 1']);
  });

  test('of a sample are scaled up', async () => {
    for (let person = 0; person < 40; person++) walk(`p${person}`, '/a', '/b');
    const [edge] = (await ask({ ...PAGES, sampling_factor: 0.5 })).result;
    expect(edge!.value % 2).toBe(0);
    expect(edge!.value).toBeGreaterThan(0);
  });

  test('around a step of a funnel', async () => {
    walk('p', '/a', 'sign up', '/b', 'paid', '/c');
    walk('q', '/a', 'sign up', '/d');
    const funnel_filter = { events: [{ id: 'sign up' }, { id: 'paid', order: 1 }] };
    const at = (funnel_paths: string, funnel_step: number) =>
      edges({ funnel_paths, funnel_filter: JSON.stringify({ ...funnel_filter, funnel_step }) });
    expect(await at('funnel_path_after_step', -2)).toEqual(['1_sign up > 2_/d 1']);
    expect(await at('funnel_path_after_step', 2)).toEqual(['1_paid > 2_/c 1']);
    expect(await at('funnel_path_before_step', 1)).toEqual(['1_/a > 2_sign up 2']);
    expect(await at('funnel_path_between_steps', 2)).toEqual(['1_sign up > 2_/b 1', '2_/b > 3_paid 1']);
    const source = {
      kind: 'FunnelsQuery',
      series: [
        { kind: 'EventsNode', event: 'sign up' },
        { kind: 'EventsNode', event: 'paid' },
      ],
    };
    const funnelPathsFilter = { funnelPathType: 'funnel_path_after_step', funnelSource: source, funnelStep: 2 };
    expect(await edges({ query: { kind: 'PathsQuery', funnelPathsFilter } })).toEqual(['1_paid > 2_/c 1']);
  });

  test('of a saved insight', async () => {
    walk('p', '/a', '/b');
    for (const body of [{ filters: { insight: 'PATHS', ...PAGES } }, { query: { kind: 'PathsQuery' } }]) {
      const { id } = await asked.ask<{ id: number }>(createInsightOperation, { name: 'ways', ...body });
      expect(await asked.ask(getInsight, { id })).toMatchObject({
        result: [{ source: '1_/a', target: '2_/b', value: 1 }],
      });
    }
  });

  const funnel = { events: [{ id: 'a' }, { id: 'b', order: 1 }] };
  const around = (filter: unknown, funnel_paths = 'funnel_path_after_step') => ({
    funnel_paths,
    funnel_filter: filter,
  });
  test.each<[Body, string, string]>([
    [{ include_event_types: ['clicks'] }, 'include_event_types__0', 'custom_event'],
    [{ include_event_types: ['hogql'] }, 'paths_hogql_expression', 'expression'],
    [{ include_event_types: ['hogql'], paths_hogql_expression: 'nonsense(' }, 'paths_hogql_expression', ''],
    [
      { include_event_types: ['custom_event'], include_custom_events: ['a'] },
      'include_custom_events',
      'Cannot include',
    ],
    [{ path_type: 'custom_event', include_custom_events: ['a'] }, 'include_custom_events', 'Cannot include'],
    [{ min_edge_weight: 3, max_edge_weight: 2 }, 'max_edge_weight', "can't be lower"],
    [{ step_limit: 0 }, 'step_limit', '1'],
    [{ step_limit: LIMIT.path_steps + 1 }, 'step_limit', String(LIMIT.path_steps)],
    [{ edge_limit: LIMIT.path_edges + 1 }, 'edge_limit', String(LIMIT.path_edges)],
    [{ path_groupings: Array(LIMIT.path_rules + 1).fill('a') }, 'path_groupings', String(LIMIT.path_rules)],
    [{ local_path_cleaning_filters: [{ regex: '(' }] }, 'local_path_cleaning_filters__0__regex', 'RE2'],
    [{ local_path_cleaning_filters: [{ alias: 'x' }] }, 'local_path_cleaning_filters__0__regex', 'like'],
    [{ local_path_cleaning_filters: [{ regex: 'a', alias: 1 }] }, 'local_path_cleaning_filters__0__alias', 'text'],
    [
      { local_path_cleaning_filters: [{ regex: 'a'.repeat(LIMIT.regex_chars + 1) }] },
      'local_path_cleaning_filters__0__regex',
      String(LIMIT.regex_chars),
    ],
    [{ funnel_paths: 'sideways' }, 'funnel_paths', 'funnel_path_between_steps'],
    [around(undefined), 'funnel_filter', 'funnel_step'],
    [around(funnel), 'funnel_filter__funnel_step', '-2'],
    [around({ ...funnel, funnel_step: 3 }), 'funnel_filter__funnel_step', '1 to 2'],
    [around({ ...funnel, funnel_step: -1 }), 'funnel_filter__funnel_step', '-2'],
    [around({ ...funnel, funnel_step: 1 }, 'funnel_path_between_steps'), 'funnel_filter__funnel_step', 'step 2'],
    [around({ funnel_step: 1 }), 'funnel_filter__events', 'events'],
    [around({ insight: 'FUNNELS', funnel_step: 1 }), 'funnel_filter__events', 'no steps'],
    [
      around({ ...funnel, funnel_step: 1, aggregation_group_type_index: 1 }),
      'funnel_filter__aggregation_group_type_index',
      'people',
    ],
    [{ insight: 'FUNNELS' }, 'insight', 'PATHS'],
  ])('refuse %j', async (body, attr, part) => {
    asked.add(event('a', 'p', '2026-01-14T10:00:00Z', { $groups: { company: 'acme', team: 'red' } }));
    const error = await asked.refusal(computePath, body);
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.message).toContain(part);
  });
});
