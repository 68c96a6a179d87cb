/** Each limit of a call: accepted at it, refused one past it, and the refusal names the field. `limits_shown` has the others. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { inflate } from '../../src/service/ingest/inflate.ts';
import { projectOfToken } from '../../src/service/ingest/token.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { ownContext } from '../../src/service/rounds/own_context.ts';
import { applyFiles } from '../../src/service/saved_files/apply.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, manyLines } from '../support/questions.ts';
import { atAndPast, type LimitName } from '../support/tried_limits.ts';

type BodyOf = (size: number) => Body;

const text = (size: number): string => 'x'.repeat(size);
const list = <T>(size: number, item: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => item(at));
const TREND = { events: [{ id: 'a' }] };
const FUNNEL = { events: manyLines(3).map((line, order) => ({ ...line, order })) };
const filtered = (filter: Body): Body => ({ ...TREND, properties: [filter] });
const UUID = '00000000-0000-4000-8000-000000000000';
const nested = (depth: number): Body =>
  depth === 0 ? { key: 'p', value: 'x' } : { type: 'AND', values: [nested(depth - 1)] };
const cohort = (values: unknown[]): Body => ({ name: 'c', filters: { properties: { type: 'AND', values } } });
const regularly = (total_periods: number): Body => ({
  ...{ type: 'behavioral', key: 'a', event_type: 'events', value: 'performed_event_regularly' },
  ...{ operator: 'gte', operator_value: 1, time_value: 1, time_interval: 'day', min_periods: 1, total_periods },
});
/** An object that takes so many bytes as JSON, with characters that take two. */
const filledTo = (bytes: number): Body => ({ x: 'é'.repeat(8).padEnd(bytes - '{"x":""}'.length - 8) });
function wideCohort(bytes: number): unknown {
  const values = list(999, () => text(250));
  const { filters } = cohort([{ type: 'person', key: 'p', value: [...values, ''] }]);
  return { ...(filters as Body), ...filledTo(bytes - JSON.stringify(filters).length + 1) };
}
const inBrackets = (depth: number): string => `${'('.repeat(depth)}1${')'.repeat(depth)}`;

const CASES: readonly (readonly [limit: LimitName, operation: string, body: BodyOf, attr: string])[] = [
  ['name_chars', 'create_insight', (size) => ({ name: text(size) }), 'name'],
  ['description_chars', 'create_insight', (size) => ({ description: text(size) }), 'description'],
  ['description_chars', 'create_annotation', (size) => ({ content: text(size) }), 'content'],
  ['tags', 'create_insight', (size) => ({ tags: list(size, (at) => `t${at}`) }), 'tags'],
  ['tag_chars', 'create_insight', (size) => ({ tags: [text(size)] }), 'tags'],
  ['search_chars', 'list_insights', (size) => ({ search: text(size) }), 'search'],
  ['page_max', 'list_insights', (limit) => ({ limit }), 'limit'],
  ['definitions_page', 'describe_project', (limit) => ({ limit }), 'limit'],
  ['alerts_judged', 'list_alerts', (limit) => ({ limit }), 'limit'],
  ['change_rows', 'explain_change', (limit) => ({ question: TREND, limit }), 'limit'],
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
  [
    'regex_steps',
    'compute_trend',
    (steps) => filtered({ key: 'p', operator: 'regex', value: `a{1000}(b{50}){10}${text(steps - 1_500)}` }),
    'properties',
  ],
  [
    'regex_steps_asked',
    'compute_trend',
    (steps) => {
      const property = { key: 'p', operator: 'regex', value: list(9, () => 'a{1000}') };
      const events = list(2, () => ({ id: 'e', properties: [property] }));
      return { events, properties: [{ ...property, value: ['b{1000}', 'c{999}', text(steps - 19_999)] }] };
    },
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
  ['filters_bytes', 'create_insight', (size) => ({ filters: filledTo(size) }), 'filters'],
  ['filters_bytes', 'create_insight', (size) => ({ query: { kind: 'x', ...filledTo(size - 11) } }), 'query'],
  ['filters_bytes', 'create_cohort', (size) => ({ name: 'f', filters: wideCohort(size) }), 'filters'],
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
  ['tile_text_chars', 'create_dashboard', (size) => ({ name: 'd', tiles: [{ text: { body: text(size) } }] }), 'tiles'],
  [
    'dashboard_tiles',
    'create_dashboard',
    (size) => ({ name: 'd', tiles: list(size, () => ({ text: { body: 'x' } })) }),
    'tiles',
  ],
  ['buckets', 'compute_trend', (size) => ({ ...TREND, date_from: `-${size - 1}M`, interval: 'minute' }), 'interval'],
  ['buckets', 'compute_trend', (smoothing_intervals) => ({ ...TREND, smoothing_intervals }), 'smoothing_intervals'],
  ['retention_days', 'update_project', (retention_days) => ({ retention_days }), 'retention_days'],
  ['persons_deleted', 'delete_persons', (size) => ({ distinct_ids: list(size, String) }), 'distinct_ids'],
  ['persons_deleted', 'delete_persons', (size) => ({ ids: list(size, () => UUID) }), 'ids'],
];

async function answerTo(asked: Asked, operation: string, body: Body): Promise<ServiceError | null> {
  try {
    await asked.ask(operationNamed(operation), body);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

test('what is at a limit is taken, one past it is a 400 that names the field', async () => {
  const asked = askedProduct({ computing: { thread: 'never' } });
  for (const [limit, operation, bodyOf, attr] of CASES) {
    const asking = async (size: number) => {
      const refused = await answerTo(asked, operation, bodyOf(size));
      return refused === null ? 'taken' : `${refused.status} of ${refused.attr}: ${refused.message}`;
    };
    await atAndPast(limit, asking, { at: 'taken', past: new RegExp(`^400 of ${attr}`) });
  }
});

test('answers have at most that many annotations and bins', async () => {
  const asked = askedProduct({ computing: { thread: 'never' } });
  let noted = 0;
  const told = async (size: number) => {
    for (; noted < size; noted++) await asked.ask(operationNamed('create_annotation'), { content: `Note ${noted}` });
    const { annotations } = (await asked.trend(TREND)).resolved;
    return [annotations?.length, JSON.stringify(annotations).includes('"Note 0"')];
  };
  const most = LIMIT.annotations_told;
  await atAndPast('annotations_told', told, { at: [most, true], past: [most, false] });
  const seconds = (at: number): string => new Date(Date.UTC(2026, 0, 14) + at * 1000).toISOString();
  asked.add(...list(200, (at) => [event('e0', `p${at}`, seconds(0)), event('e1', `p${at}`, seconds(60 * at))]).flat());
  const binned = async (bin_count: number): Promise<[bins: number, wanted: number]> => {
    const events = manyLines(2).map((line, order) => ({ ...line, order }));
    const body = { events, funnel_viz_type: 'time_to_convert', bin_count };
    const { result } = await asked.ask<{ result: { bins: unknown[] } }>(operationNamed('compute_funnel'), body);
    return [result.bins.length, bin_count];
  };
  const bins = LIMIT.funnel_bins;
  await atAndPast('funnel_bins', binned, { at: [bins + 1, bins], past: [bins + 1, bins + 1] });
});

test('cohorts and actions name each other so deep, not deeper', async () => {
  const asked = askedProduct({ computing: { thread: 'never' } });
  const named = (id: number): Body => ({ type: 'cohort', key: 'id', value: id });
  await asked.ask(operationNamed('create_cohort'), cohort([{ type: 'person', key: 'p', value: 'x' }]));
  for (let id = 1; id < LIMIT.reference_depth; id++) {
    await asked.ask(operationNamed('create_cohort'), cohort([named(id)]));
  }
  let made = LIMIT.reference_depth;
  const deep = async (depth: number) => {
    for (; made < depth; made++) await asked.ask(operationNamed('create_cohort'), cohort([named(made)]));
    return (await asked.trend(filtered(named(depth)))).result.length;
  };
  await atAndPast('reference_depth', deep, { at: 1, past: /^400 .*name each other 10 deep/ });
});

test('a breakdown takes so many cohorts', async () => {
  const asked = askedProduct({ computing: { thread: 'never' } });
  asked.add(event('a', 'somebody', '2026-01-14T10:00:00Z'));
  const everybody = cohort([{ type: 'person', key: 'p', operator: 'is_not_set' }]);
  for (let made = 0; made <= LIMIT.breakdown_cohorts; made++) {
    await asked.ask(operationNamed('create_cohort'), { ...everybody, name: `c${made}` });
  }
  const shown = async (size: number) =>
    (await asked.trend({ ...TREND, breakdown_type: 'cohort', breakdown: list(size, (at) => at + 1) })).result.length;
  const most = LIMIT.breakdown_cohorts;
  await atAndPast('breakdown_cohorts', shown, { at: most, past: new RegExp(`of breakdown: .*\\b${most}\\b`) });
});

test('an alert takes an address so long', async () => {
  const asked = askedProduct({ computing: { thread: 'never' }, webhook_hosts: ['http://here.test'] });
  await asked.ask(operationNamed('create_insight'), { filters: { insight: 'TRENDS', ...TREND } });
  const alert = (size: number): Body => ({ insight: 1, lower: 1, webhook_url: 'http://here.test/'.padEnd(size, 'x') });
  const taken = (size: number) => asked.ask(operationNamed('create_alert'), alert(size)).then(() => 'taken');
  await atAndPast('url_chars', taken, { at: 'taken', past: /^400 \w+ of webhook_url: / });
});

test('so many people are looked up for a static cohort, not more', async () => {
  const asked = askedProduct({ computing: { thread: 'never' } });
  const listed = (size: number): Body => ({ name: 'l', is_static: true, distinct_ids: list(size, String) });
  const refused = async (size: number) => (await answerTo(asked, 'create_cohort', listed(size)))?.message;
  await atAndPast('cohort_members', refused, {
    at: expect.stringContaining(`Nobody has these ids (${LIMIT.cohort_members})`),
    past: /^(?!.*Nobody).*no more than 100000 items/,
  });
});

test('so many saved files are applied at once', async () => {
  const { product } = askedProduct();
  const apply = (size: number) => {
    const context = must(ownContext(product.service, 1, new AbortController().signal), 'the first project');
    const files = list(size, (at) => ({ path: `${at}`, text: '' }));
    return applyFiles(context, files, { dry_run: true, prune: false });
  };
  await atAndPast('saved_files', apply, {
    at: expect.not.stringContaining('files are applied at once'),
    past: new RegExp(`At most ${LIMIT.saved_files} files are applied at once`),
  });
});

test('a user may have up to that many keys, and another once one is revoked', async () => {
  const { product } = askedProduct();
  let made = 0;
  const keys = (count: number) => {
    for (; made < count; made++) product.key(['*']);
    return 'made';
  };
  await atAndPast('keys_per_user', keys, { at: 'made', past: new RegExp(`at most ${LIMIT.keys_per_user} keys`) });
  product.service.store.keys.revoke(1, 1);
  expect(() => product.key(['*'])).not.toThrow();
});

test('a body is packed so often at most', async () => {
  const packed = (layers: number): Uint8Array => (layers === 0 ? Buffer.from('{}') : gzipSync(packed(layers - 1)));
  const unpacked = async (layers: number) => Buffer.from(await inflate(packed(layers))).toString();
  await atAndPast('gzip_layers', unpacked, { at: '{}', past: /^400 / });
});

test('a token of the maximum length is looked up, a longer one is rejected', async () => {
  const { product } = askedProduct();
  const looked = (size: number) => projectOfToken(product.service.store, text(size));
  await atAndPast('api_token_chars', looked, {
    at: expect.stringContaining('No project has this token'),
    past: /malformed/,
  });
  expect(() => projectOfToken(product.service.store, 'phx_secret')).toThrow('personal API key');
});
