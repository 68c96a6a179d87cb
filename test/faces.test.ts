/** One product, two faces: what an operation answers and refuses is the same over REST and over MCP. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import { isObject } from '../src/base/json.ts';
import { importFrom } from '../src/cli/importing/import_from.ts';
import { allows, SCOPES, type Scope } from '../src/model/scope.ts';
import type { Operation, Route } from '../src/service/contract/operation.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { type Arguments, connectHttp, served } from './support/mcp.ts';
import { event, type Product, temporaryFolder, temporaryProduct } from './support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const importing = await importFrom(join(import.meta.dirname, 'cli', 'inputs'));

const TREND = { events: [{ id: 'paid' }], date_from: '-7d', breakdown: 'plan' };
const FUNNEL = {
  events: [
    { id: 'visited', order: 0 },
    { id: 'paid', order: 1 },
  ],
  date_from: '-7d',
};

const PRO = {
  type: 'behavioral',
  key: 'paid',
  event_type: 'events',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
};

/** What is asked, in order: later lines see what earlier ones wrote. Insight 1 is a trend, 2 a funnel. */
const ASKED: readonly (readonly [string, Arguments])[] = [
  ['describe_project', {}],
  ['describe_project', { section: 'properties', event: 'paid' }],
  ['list_projects', {}],
  ['compute_trend', TREND],
  ['compute_trend', TREND],
  ['compute_funnel', FUNNEL],
  ['compute_path', { include_event_types: ['custom_event'], date_from: '-7d' }],
  ['compute_retention', { target_entity: { id: 'visited' }, returning_entity: { id: 'paid' }, total_intervals: 3 }],
  [
    'compute_funnel_correlation',
    { ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['$all'] },
  ],
  ['create_insight', { name: 'Paying', filters: { insight: 'TRENDS', ...TREND }, tags: ['money'] }],
  ['create_insight', { name: 'Way to pay', filters: { insight: 'FUNNELS', ...FUNNEL }, saved: true }],
  ['create_insight', { filters: { insight: 'TRENDS', events: [{ id: 'paid' }] } }],
  ['create_dashboard', { name: 'Money', tiles: [{ insight: 1 }] }],
  ['update_dashboard', { id: 1, description: 'Weekly', tiles: [{ insight: 2 }] }],
  ['get_dashboard', { id: 1 }],
  ['list_dashboards', { search: 'mon' }],
  ['create_cohort', { name: 'Pro', filters: { properties: { type: 'AND', values: [PRO] } } }],
  ['create_cohort', { name: 'Two', is_static: true, distinct_ids: ['ana', 'cleo'] }],
  ['update_cohort', { id: 1, name: 'On pro' }],
  ['get_cohort', { id: 2 }],
  ['list_cohorts', {}],
  ['create_action', { name: 'Gave money', steps: [{ event: 'paid' }] }],
  ['update_action', { id: 1, description: 'Any amount' }],
  ['get_action', { id: 1 }],
  ['list_actions', {}],
  ['create_annotation', { content: 'Release', date_marker: '2026-03-08' }],
  ['update_annotation', { id: 1, content: 'Release 2' }],
  ['get_annotation', { id: 1 }],
  ['list_annotations', {}],
  ['run_sql', { query: 'SELECT event, count() FROM events GROUP BY event ORDER BY event' }],
  ['run_sql', { query: 'SELECT person_id FROM events WHERE event = {name}', values: { name: 'paid' }, explain: true }],
  ['explain_change', { question: { events: [{ id: 'paid' }] }, date_from: '2026-03-08', date_to: '2026-03-09' }],
  ['explain_change', { insight: 3, date_from: '2026-03-09', properties: ['plan'] }],
  ['import_events', {}],
  ['import_events', { path: 'umami.csv', dry_run: true }],
  ['create_alert', { insight: 3, lower: 20 }],
  ['update_alert', { id: 1, upper: 100 }],
  ['get_alert', { id: 1 }],
  ['list_alerts', {}],
  ['compute_trend', TREND],
  ['share_insight', { insight_id: 2, enabled: true }],
  ['refresh_insight_sharing', { insight_id: 2 }],
  ['list_event_definitions', {}],
  ['list_property_definitions', {}],
  ['list_property_values', { key: 'plan' }],
  ['get_project', {}],
  ['update_project', { week_start_day: 1 }],
  ['create_project', { name: 'Second' }],
  ['list_insights', {}],
  ['list_insights', { search: 'pay', insight: 'FUNNELS', saved: true, basic: true, limit: 5, order: '-created_at' }],
  ['get_insight', { id: 1 }],
  ['get_insight', { id: 2, refresh: true }],
  ['update_insight', { id: 1, name: 'Paying customers', favorited: true }],
  ['get_insight_sharing', { insight_id: 2 }],
  ['mark_insight_viewed', { id: 2 }],
  ['my_last_viewed', {}],
  ['cancel_computation', { client_query_id: 'not running' }],
  ['record_timing', { insight: 2, milliseconds: 840, event: 'load' }],
  ['list_audit_log', { limit: 3 }],
  ['get_activity', { id: 1 }],
  ['get_activity', { limit: 2 }],
  ['list_group_types', {}],
  ['list_events', { limit: 1 }],
  ['list_events', { event: 'visited', properties: [{ key: 'plan', operator: 'is_set' }] }],
  ['list_persons', { question: { kind: 'funnel', ...FUNNEL }, funnel_step: 1 }],
  ['list_persons', { question: { kind: 'trend', ...TREND }, breakdown_value: 'pro' }],
  ['rename_group_type', { group_type: 'company', name_singular: 'client', name_plural: 'clients' }],
  ['rename_group_type', { rows: [{ group_type_index: 0, name_plural: 'customers' }] }],
];

/** What is wrong in each, and how it is refused. */
const REFUSED: readonly (readonly [string, Arguments, string])[] = [
  ['compute_trend', { ...TREND, interval: 'fortnight' }, 'invalid_choice'],
  ['compute_trend', { ...TREND, date_from: 'someday' }, 'invalid_input'],
  ['compute_trend', { ...TREND, formula: '((A' }, ''],
  ['compute_funnel', { ...FUNNEL, funnel_viz_type: 'circle' }, 'invalid_choice'],
  ['run_sql', { query: 'SELECT evnt FROM events' }, 'invalid_input'],
  ['compute_funnel', { events: ['paid'] }, 'invalid_input'],
  ['compute_path', { min_edge_weight: 3, max_edge_weight: 2 }, 'invalid_input'],
  ['compute_retention', { period: 'Year' }, 'invalid_choice'],
  ['compute_funnel_correlation', { ...FUNNEL, funnel_correlation_type: 'properties' }, 'required'],
  ['create_insight', { name: 'x'.repeat(401) }, 'max_length'],
  ['list_insights', { limit: 0 }, 'invalid_input'],
  ['get_insight', { id: 99 }, 'not_found'],
  ['update_insight', { id: 'nosuchid', name: 'a' }, 'not_found'],
  ['rename_group_type', { group_type: 'planet', name_singular: 'a' }, 'does_not_exist'],
];

const BOTH = OPERATIONS.filter((operation) => operation.tool && operation.routes.length > 0);

/** The same clock, the same data and the same chance in each copy of the file. */
function seeded(): Product {
  const product = temporaryProduct({ now: () => NOW });
  const project = product.service.store.projects.list()[0]!;
  const company = { $groups: { company: 'acme' } };
  product.service.ingest.importItems(project, [
    event('visited', 'ana', '2026-03-08T10:00:00Z', { plan: 'pro', ...company }),
    event('visited', 'ben', '2026-03-08T11:00:00Z', { plan: 'free' }),
    event('paid', 'ana', '2026-03-08T12:00:00Z', { plan: 'pro', amount: 12.5, ...company }),
    event('paid', 'cleo', '2026-03-09T12:00:00Z', { amount: 7 }),
    event('visited', 'cleo', '2026-03-09T12:05:00Z'),
  ]);
  return product;
}

function sameAs(original: string): Product {
  const path = join(temporaryFolder(), 'copy.db');
  copyFileSync(original, path);
  let drawn = 0;
  const randomBytes = (bytes: number) => Uint8Array.from({ length: bytes }, () => (drawn = (drawn * 73 + 41) % 256));
  return temporaryProduct({ path, now: () => NOW, randomBytes, importing });
}

function find(name: string): Operation {
  const operation = BOTH.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name} with both faces`);
  return operation;
}

function variables(route: Route): string[] {
  return [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
}

/** The most particular route whose path the input can fill. */
function routeFor(operation: Operation, input: Arguments): Route {
  const fitting = operation.routes.filter((route) => variables(route).every((name) => name in input));
  return fitting.reduce((best, route) => (variables(route).length > variables(best).length ? route : best));
}

interface Rest {
  readonly base: string;
  readonly key: string;
}

async function overRest({ base, key }: Rest, operation: Operation, route: Route, input: Arguments) {
  const inPath = variables(route);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = new URL(`/api${operation.in_project ? '/projects/1' : ''}${path}`, base);
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
  if (route.method === 'GET') {
    for (const [name, value] of rest) {
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  const response = await request(url, {
    method: route.method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: route.method === 'GET' ? null : JSON.stringify(Object.fromEntries(rest)),
    dispatcher: new Agent({ pipelining: 0 }),
  });
  return { status: response.statusCode, body: (await response.body.json()) as Record<string, unknown> };
}

async function overMcp(client: Client, name: string, input: Arguments) {
  const answer = await client.callTool({ name, arguments: input });
  const { text } = (answer.content as { text: string }[])[0]!;
  return { is_error: answer.isError ?? false, text, structured: answer.structuredContent };
}

/** Of the people behind numbers: over MCP there are none, list_persons is the way to them. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !['persons', 'persons_urls', 'persons_url', 'events_urls'].includes(name),
  );
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, name.endsWith('people_url') ? null : withoutLinks(inner)]),
  );
}

/** Addresses of other pages: over MCP there is no address to repeat, only what to add. */
function withoutAddress(answer: Record<string, unknown>): Record<string, unknown> {
  const body = withoutLinks(answer) as Record<string, unknown>;
  const member = (name: string) => {
    const value = body[name];
    return typeof value === 'string' ? { [name]: new URL(value).search } : {};
  };
  return Array.isArray(body) ? body : { ...body, ...member('next'), ...member('previous') };
}

/** What a route shows of the tool's answer. */
async function shownBy(route: Route, structured: Record<string, unknown>, body: unknown): Promise<unknown> {
  const is_list = Array.isArray(body) && Object.keys(structured).join() === 'results';
  const output = is_list ? structured['results'] : withoutReplaced(withoutLink(structured));
  const presented = route.present ? await route.present(output as never) : output;
  return JSON.parse(JSON.stringify(presented));
}

/** The link to a shared insight: a program knows the address that it calls. */
function withoutLink({ url, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return url === undefined || 'access_token' in fields ? fields : { ...fields, url };
}

/** What a change replaced is told to models only: programs keep what they have read. */
function withoutReplaced({ warnings, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(warnings)) return warnings === undefined ? fields : { ...fields, warnings };
  const others = warnings.filter((text) => !/^Before\b/.test(String(text)));
  return others.length === 0 && warnings.length > 0 ? fields : { ...fields, warnings: others };
}

/** How long it took, and where, differs each time. */
function untimed(answer: unknown): unknown {
  if (!isObject(answer) || !isObject(answer['explain'])) return answer;
  const { ms, plan, ...rest } = answer['explain'] as { ms: object; plan: string[] };
  return {
    ...answer,
    explain: { ...rest, ms: Object.keys(ms), plan: plan.filter((line) => !/^computed in/.test(line)) },
  };
}

/** Empty lists are the same whatever is in them. */
function hasContent(body: Record<string, unknown>): boolean {
  const lists = Array.isArray(body) ? [body] : [body['result'], body['results']].filter(Array.isArray);
  return lists.every(({ length }) => length > 0);
}

/** Members that the schema names and the answer lacks. */
function missing(schema: unknown, value: unknown, place = ''): string[] {
  if (!isObject(schema)) return [];
  const { properties, items } = schema;
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => missing(items, item, place));
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isObject(value) && name in value ? missing(member, value[name], `${place}.${name}`) : [`${place}.${name}`],
  );
}

test('every operation with both faces is asked', () => {
  expect([...new Set(ASKED.map(([name]) => name))].sort()).toEqual(BOTH.map((operation) => operation.name).sort());
});

test('answers are the same', async () => {
  const original = seeded();
  await original.close();
  const [left, right] = [sameAs(original.path), sameAs(original.path)];
  const rest = { base: await served(left), key: left.key(['*']) };
  const { client } = await connectHttp(await served(right), right.key(['*']), '2026', '?toolsets=all');
  const shown = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool.outputSchema]));
  for (const [name, input] of ASKED) {
    const label = `${name} ${JSON.stringify(input)}`;
    const operation = find(name);
    const route = routeFor(operation, input);
    const { status, body } = await overRest(rest, operation, route, input);
    const { is_error, text, structured } = await overMcp(client, name, input);
    expect([status, is_error], `${label}: ${JSON.stringify(body)} ${text}`).toEqual([route.status ?? 200, false]);
    expect(text.trim(), label).not.toBe('');
    const shown_by_tool = await shownBy(route, structured as Record<string, unknown>, body);
    expect(untimed(shown_by_tool), label).toEqual(untimed(withoutAddress(body)));
    // Clients have checked the types; here, that what is described is there.
    expect([hasContent(body), missing(shown.get(name), structured)], label).toEqual([true, []]);
  }
});

/** A field's place as a model reads it: `events[0].id` for `events__0__id`. */
function asSent(attr: string): string {
  return attr.replace(/__(\d+)/g, '[$1]').replaceAll('__', '.');
}

test('refusals are the same', async () => {
  const product = seeded();
  const rest = { base: await served(product), key: product.key(['*']) };
  const { client } = await connectHttp(rest.base, rest.key, '2025');
  for (const [name, input, code] of REFUSED) {
    const label = `${name} ${JSON.stringify(input)}`;
    const operation = find(name);
    const { status, body } = await overRest(rest, operation, routeFor(operation, input), input);
    const { is_error, text } = await overMcp(client, name, input);
    expect([status >= 400 && status < 500, is_error], `${label}: ${JSON.stringify(body)} ${text}`).toEqual([
      true,
      true,
    ]);
    if (code !== '') expect(body['code'], `${label}: ${body['detail']}`).toBe(code);
    expect(text.startsWith(`${body['code']}: `), `${label}: ${text}`).toBe(true);
    // Where to look is a request in one and a tool in the other.
    for (const part of String(body['detail']).split(/(?:GET|POST) \/api\/[\w/]+/)) expect(text, label).toContain(part);
    if (body['attr'] !== null) expect(text, label).toContain(`(field: ${asSent(String(body['attr']))})`);
  }
});

/** Everything that does not include `wanted`. */
function scopesWithout(wanted: Scope): Scope[] {
  return SCOPES.filter((scope) => !allows([scope], wanted));
}

describe('without its scope', () => {
  test('every operation is refused by both faces, before anything else is looked at', async () => {
    const product = seeded();
    const base = await served(product);
    const scoped = OPERATIONS.filter((operation) => operation.scope !== null);
    const byScope = Map.groupBy(scoped, (operation) => operation.scope!);
    for (const [scope, operations] of byScope) {
      const key = product.key(scopesWithout(scope));
      const { client } = await connectHttp(base, key, '2026');
      for (const operation of operations) {
        const detail = `API key missing required scope '${scope}'`;
        for (const route of operation.routes) {
          const nonsense = Object.fromEntries(variables(route).map((name) => [name, 'nonsense']));
          const { status, body } = await overRest({ base, key }, operation, route, { ...nonsense, limit: 'nonsense' });
          expect([status, body['code']], `${route.method} ${route.path}`).toEqual([403, 'permission_denied']);
          expect(body['detail']).toContain(detail);
        }
        if (!operation.tool) continue;
        const { is_error, text } = await overMcp(client, operation.name, { limit: 'nonsense' });
        expect(is_error, operation.name).toBe(true);
        expect(text).toContain(detail);
      }
    }
    expect(byScope.size).toBeGreaterThan(4);
  });
});
