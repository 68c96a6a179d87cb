/** Each limit of a call: accepted at it, refused one past it, and the refusal names the field. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { inflate } from '../../src/service/ingest/inflate.ts';
import { projectOfToken } from '../../src/service/ingest/token.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, manyLines } from '../support/questions.ts';

type Name = keyof typeof LIMIT;
type BodyOf = (size: number) => Body;

const text = (size: number): string => 'x'.repeat(size);
const list = <T>(size: number, item: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => item(at));
const TREND = { events: [{ id: 'a' }] };
const FUNNEL = { events: manyLines(3).map((line, order) => ({ ...line, order })) };
const filtered = (filter: Body): Body => ({ ...TREND, properties: [filter] });
const nested = (depth: number): Body =>
  depth === 0 ? { key: 'p', value: 'x' } : { type: 'AND', values: [nested(depth - 1)] };
const cohort = (values: unknown[]): Body => ({ name: 'c', filters: { properties: { type: 'AND', values } } });
const regularly = (total_periods: number): Body => ({
  ...{ type: 'behavioral', key: 'a', event_type: 'events', value: 'performed_event_regularly' },
  ...{ operator: 'gte', operator_value: 1, time_value: 1, time_interval: 'day', min_periods: 1, total_periods },
});
const inBrackets = (depth: number): string => `${'('.repeat(depth)}1${')'.repeat(depth)}`;

const CASES: readonly (readonly [limit: Name, operation: string, body: BodyOf, attr: string])[] = [
  ['name_chars', 'create_insight', (size) => ({ name: text(size) }), 'name'],
  ['description_chars', 'create_insight', (size) => ({ description: text(size) }), 'description'],
  ['description_chars', 'create_annotation', (size) => ({ content: text(size) }), 'content'],
  ['tags', 'create_insight', (size) => ({ tags: list(size, (at) => `t${at}`) }), 'tags'],
  ['tag_chars', 'create_insight', (size) => ({ tags: [text(size)] }), 'tags'],
  ['search_chars', 'list_insights', (size) => ({ search: text(size) }), 'search'],
  ['page_max', 'list_insights', (limit) => ({ limit }), 'limit'],
  ['definitions_page', 'describe_project', (limit) => ({ limit }), 'limit'],
  ['alerts_judged', 'list_alerts', (limit) => ({ limit }), 'limit'],
  ['explained_rows', 'explain_change', (limit) => ({ question: TREND, limit }), 'limit'],
  ['timing_ms', 'record_timing', (milliseconds) => ({ milliseconds }), 'milliseconds'],
  ['client_query_id_chars', 'cancel_computation', (size) => ({ client_query_id: text(size) }), 'client_query_id'],
  ['entities', 'compute_trend', (size) => ({ events: manyLines(size) }), 'events'],
  ['formulas', 'compute_trend', (size) => ({ ...TREND, formulas: list(size, () => 'A') }), 'formulas'],
  ['formula_chars', 'compute_trend', (size) => ({ ...TREND, formula: 'A'.padEnd(size) }), 'formula'],
  [
    'formula_depth',
    'compute_trend',
    (depth) => ({ ...TREND, formula: inBrackets(depth - 1).replace('1', 'A') }),
    'formula',
  ],
  [
    'breakdown_max',
    'compute_trend',
    (limit) => ({ ...TREND, breakdown: 'p', breakdown_limit: limit }),
    'breakdown_limit',
  ],
  [
    'breakdown_bins',
    'compute_trend',
    (bins) => ({ ...TREND, breakdown: 'p', breakdown_histogram_bin_count: bins }),
    'breakdown_histogram_bin_count',
  ],
  [
    'breakdowns',
    'compute_trend',
    (size) => ({ ...TREND, breakdowns: list(size, (at) => ({ property: `p${at}` })) }),
    'breakdowns',
  ],
  ['filter_values', 'compute_trend', (size) => filtered({ key: 'p', value: list(size, String) }), 'properties'],
  ['filter_depth', 'compute_trend', (depth) => ({ ...TREND, properties: nested(depth) }), 'properties'],
  [
    'regex_chars',
    'compute_trend',
    (size) => filtered({ key: 'p', operator: 'regex', value: text(size) }),
    'properties',
  ],
  ['expression_chars', 'compute_trend', (size) => filtered({ type: 'hogql', key: 'true'.padEnd(size) }), 'properties'],
  [
    'funnel_steps',
    'compute_funnel',
    (size) => ({ events: list(size, (order) => ({ id: `e${order}`, order })) }),
    'events',
  ],
  [
    'exclusions',
    'compute_funnel',
    (size) => ({ ...FUNNEL, exclusions: list(size, () => ({ id: 'x', funnel_from_step: 0, funnel_to_step: 1 })) }),
    'exclusions',
  ],
  [
    'window_ms',
    'compute_funnel',
    (ms) => ({ ...FUNNEL, funnel_window_interval: Math.ceil(ms / 60_000), funnel_window_interval_unit: 'minute' }),
    'funnel_window_interval',
  ],
  ['retention_intervals', 'compute_retention', (total_intervals) => ({ total_intervals }), 'total_intervals'],
  ['path_steps', 'compute_path', (step_limit) => ({ step_limit }), 'step_limit'],
  ['path_edges', 'compute_path', (edge_limit) => ({ edge_limit }), 'edge_limit'],
  ['path_rules', 'compute_path', (size) => ({ path_groupings: list(size, (at) => `/g${at}/*`) }), 'path_groupings'],
  [
    'correlation_names',
    'compute_funnel_correlation',
    (size) => ({ ...FUNNEL, funnel_correlation_exclude_event_names: list(size, (at) => `e${at}`) }),
    'funnel_correlation_exclude_event_names',
  ],
  ['action_steps', 'create_action', (size) => ({ name: 'a', steps: list(size, () => ({ event: 'a' })) }), 'steps'],
  [
    'selector_chars',
    'create_action',
    (size) => ({ name: 'b', steps: [{ event: '$autocapture', selector: text(size) }] }),
    'steps',
  ],
  [
    'filter_leaves',
    'create_cohort',
    (size) => cohort(list(size, (at) => ({ type: 'person', key: `p${at}`, value: 'x' }))),
    'filters',
  ],
  ['cohort_periods', 'create_cohort', (size) => cohort([regularly(size)]), 'filters'],
  ['color_chars', 'create_dashboard', (size) => ({ name: 'd', tiles: [{ insight: 1, color: text(size) }] }), 'tiles'],
  [
    'layouts_chars',
    'create_dashboard',
    (size) => ({ name: 'd', tiles: [{ insight: 1, layouts: { sm: text(size - '{"sm":""}'.length) } }] }),
    'tiles',
  ],
];

function operationOf(name: string): Operation {
  return must(
    OPERATIONS.find((one) => one.name === name),
    name,
  );
}

async function answerTo(asked: Asked, operation: string, body: Body): Promise<ServiceError | null> {
  try {
    await asked.ask(operationOf(operation), body);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

test('what is at a limit is taken, one past it is a 400 that names the field', async () => {
  const asked = askedProduct({ computing: { place: 'here' } });
  const wrong: string[] = [];
  for (const [limit, operation, bodyOf, attr] of CASES) {
    const at = await answerTo(asked, operation, bodyOf(LIMIT[limit]));
    if (at !== null) wrong.push(`${limit} in ${operation}: ${at.attr}: ${at.message}`);
    const past = await answerTo(asked, operation, bodyOf(LIMIT[limit] + 1));
    if (past?.status !== 400 || !past.attr?.startsWith(attr)) {
      wrong.push(`one past ${limit} in ${operation}: ${past && `${past.status} ${past.attr}: ${past.message}`}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('answers have at most that many annotations and bins', async () => {
  const asked = askedProduct({ computing: { place: 'here' } });
  for (let at = 0; at <= LIMIT.annotations_told; at++)
    await asked.ask(operationOf('create_annotation'), { content: `Note ${at}` });
  const { resolved } = await asked.trend(TREND);
  expect(resolved.annotations).toHaveLength(LIMIT.annotations_told);
  expect(JSON.stringify(resolved.annotations)).not.toContain('"Note 0"');
  const seconds = (at: number): string => new Date(Date.UTC(2026, 0, 14) + at * 1000).toISOString();
  asked.add(...list(200, (at) => [event('e0', `p${at}`, seconds(0)), event('e1', `p${at}`, seconds(60 * at))]).flat());
  const binned = async (bin_count: number): Promise<number> => {
    const events = manyLines(2).map((line, order) => ({ ...line, order }));
    const body = { events, funnel_viz_type: 'time_to_convert', bin_count };
    const { result } = await asked.ask<{ result: { bins: unknown[] } }>(operationOf('compute_funnel'), body);
    return result.bins.length;
  };
  expect(await binned(LIMIT.funnel_bins + 1)).toBe(await binned(LIMIT.funnel_bins));
  expect(await binned(LIMIT.funnel_bins - 1)).toBeLessThan(await binned(LIMIT.funnel_bins));
});

test('a user may have up to that many keys, and another once one is revoked', () => {
  const { product } = askedProduct();
  for (let at = 0; at < LIMIT.keys_per_user; at++) product.key(['*']);
  expect(() => product.key(['*'])).toThrow(`at most ${LIMIT.keys_per_user} keys`);
  product.service.store.keys.revoke(1, 1);
  expect(() => product.key(['*'])).not.toThrow();
});

test('a body is packed so often at most', async () => {
  const packed = (layers: number): Uint8Array => (layers === 0 ? Buffer.from('{}') : gzipSync(packed(layers - 1)));
  expect(Buffer.from(await inflate(packed(LIMIT.gzip_layers))).toString()).toBe('{}');
  await expect(inflate(packed(LIMIT.gzip_layers + 1))).rejects.toMatchObject({ status: 400 });
});

test('a token of the maximum length is looked up, a longer one is rejected', () => {
  const { product } = askedProduct();
  const refused = (size: number) => () => projectOfToken(product.service.store, text(size));
  expect(refused(LIMIT.api_token_chars)).toThrow('No project has this token');
  expect(refused(LIMIT.api_token_chars + 1)).toThrow('malformed');
  expect(() => projectOfToken(product.service.store, 'phx_secret')).toThrow('personal API key');
});
