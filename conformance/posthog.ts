/**
 * The command line of PostHog, whose tools are those of its MCP server, against the shipped product: every tool about
 * analytics is called once. The package is as published, but for its last statement, which would read this process's
 * arguments; what it tells its makers about its use is not sent.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProduct } from './servers.ts';

const HERE = import.meta.dirname;
const PACKAGE = join(HERE, 'node_modules', '@posthog', 'cli', 'lib', 'posthog-api-cli.mjs');
const STARTS = '\nmain().catch(';
const USED = ['getCliTools', 'buildCliContext', 'createExecTool'];

type Args = Readonly<Record<string, unknown>>;
/** Whatever JSON says. */
type Json = ReturnType<typeof JSON.parse>;

interface Tool {
  readonly name: string;
}

interface CommandLine {
  getCliTools(): readonly Tool[];
  buildCliContext(config: Args): Promise<{ trackEvent: () => Promise<void> }>;
  createExecTool(...parts: readonly unknown[]): {
    handler(context: unknown, input: { readonly command: string }): Promise<unknown>;
  };
}

/** Tools about what this product has not: text on dashboards, descriptions of events, web analytics, recordings … */
const NOT_HERE = [
  ...[
    'dashboard-create-tile',
    'dashboard-update-text-tile',
    'dashboard-widget-catalog-list',
    'elements-stats-retrieve',
  ],
  ...['event-definition-create', 'event-definition-update', 'property-definition-update', 'sql-variables-create'],
  ...['query-web-overview', 'query-web-stats', 'query-web-vitals'],
  ...['advanced-activity-logs-list', 'advanced-activity-logs-filters'],
];

const event = (name: string) => ({ kind: 'EventsNode', event: name });
const DATES = { dateRange: { date_from: '-7d' } };
const TREND = { kind: 'TrendsQuery', series: [event('sign up')], ...DATES };
const FUNNEL = { kind: 'FunnelsQuery', series: [event('sign up'), event('paid')], ...DATES };
const RETENTION = {
  kind: 'RetentionQuery',
  retentionFilter: {
    ...{ period: 'Day', totalIntervals: 5 },
    targetEntity: { id: 'sign up', type: 'events' },
    returningEntity: { id: 'paid', type: 'events' },
  },
};
const PATHS = { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] }, ...DATES };
const EDGE = { pathStartKey: '1_sign up', pathEndKey: '2_paid' };
const BOUNDS = {
  threshold: { configuration: { type: 'absolute', bounds: { upper: 5 } } },
  condition: { type: 'absolute_value' },
  config: { type: 'TrendsAlertConfig', series_index: 0 },
};

interface Things {
  readonly insight: { readonly id: number; readonly short_id: string };
  readonly board: { readonly id: number };
  readonly other: { readonly id: number };
  readonly tiles: readonly number[];
  readonly action: { readonly id: number };
  readonly team: { readonly id: number };
  readonly note: { readonly id: number };
  readonly alert: { readonly id: number };
  readonly person: { readonly id: string };
  readonly organization: string;
  readonly day: string;
}

/** In this order: what is removed is not asked for any more. */
function callsOf(there: Things): [string, Args][] {
  const { insight, board, other, tiles, action, team, note, alert, person, organization, day } = there;
  const marker = { date_marker: `${day}T10:00:00Z`, scope: 'project' };
  return [
    ...['actions-get-all', 'alerts-list', 'annotations-list', 'cohorts-list', 'comments-list', 'dashboards-get-all'],
    ...['insights-list', 'insights-trending-retrieve', 'insights-all-activity-retrieve', 'organizations-get'],
    ...['organizations-list', 'organization-get', 'org-members-list', 'persons-list', 'projects-get', 'project-get'],
    ...['user-get', 'subscriptions-list', 'view-list', 'dashboard-templates-list', 'dashboard-widget-catalog-list'],
    ...['elements-stats-retrieve', 'advanced-activity-logs-list', 'advanced-activity-logs-filters'],
    ...['feature-flag-get-all', 'experiment-list', 'surveys-get-all', 'query-session-recordings-list'],
  ]
    .map((name): [string, Args] => [name, {}])
    .concat([
      ['switch-organization', { orgId: organization }],
      ['switch-project', { projectId: 1 }],
      ['action-create', { name: 'Bought', steps: [{ event: '$autocapture', selector: 'button.buy' }] }],
      ['action-get', { id: action.id }],
      ['action-update', { id: action.id, name: 'Paid once', tags: ['money'] }],
      ['alert-create', { insight: insight.id, name: 'Many', subscribed_users: [], ...BOUNDS }],
      ['alert-get', { id: String(alert.id) }],
      ['alert-update', { id: String(alert.id), name: 'Too many' }],
      ['alert-delete', { id: String(alert.id) }],
      ['annotation-create', { content: 'Release', ...marker }],
      ['annotation-retrieve', { id: note.id }],
      ['annotations-partial-update', { id: note.id, content: 'Launch' }],
      ['annotation-delete', { id: note.id }],
      [
        'cohorts-create',
        {
          name: 'Pro',
          filters: {
            properties: {
              type: 'AND',
              values: [{ type: 'AND', values: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }] }],
            },
          },
        },
      ],
      ['cohorts-retrieve', { id: team.id }],
      ['cohorts-partial-update', { id: team.id, name: 'Us' }],
      ['cohorts-add-persons-to-static-cohort-partial-update', { id: team.id, person_ids: [person.id] }],
      ['cohorts-rm-person-from-static-cohort-partial-update', { id: team.id, person_id: person.id }],
      ['dashboard-create', { name: 'New', tags: ['a'], pinned: true }],
      ['dashboard-get', { id: board.id }],
      ['dashboard-update', { id: board.id, name: 'Growth 2', filters: { date_from: '-14d' } }],
      ['dashboard-insights-run', { id: board.id, output_format: 'optimized' }],
      ['dashboard-reorder-tiles', { id: board.id, tile_order: tiles.toReversed(), layout: 'two_column' }],
      ['dashboard-tile-copy', { id: other.id, fromDashboardId: board.id, tileId: tiles[0] }],
      ['dashboards-move-tile-partial-update', { id: board.id, to_dashboard: other.id, tile: { id: tiles[1] } }],
      ['dashboard-delete-tile', { id: board.id, tile_id: tiles[0] }],
      ['dashboard-create-tile', { id: board.id, type: 'text', body: 'Hello' }],
      ['dashboard-update-text-tile', { id: board.id, tile_id: tiles[0], body: 'Hello' }],
      ['dashboard-delete', { id: other.id }],
      ['insight-create', { name: 'Sign-ups', query: { kind: 'InsightVizNode', source: TREND }, tags: ['a'] }],
      ['insight-get', { id: insight.short_id }],
      ['insight-query', { insightId: insight.short_id }],
      ['insight-update', { id: insight.id, description: 'Whole weeks' }],
      ['insights-activity-retrieve', { id: insight.id }],
      ['insight-delete', { id: insight.id }],
      ['persons-retrieve', { id: person.id }],
      ['persons-cohorts-retrieve', { person_id: person.id }],
      ['persons-values-retrieve', { key: 'plan' }],
      ['persons-property-set', { id: person.id, key: 'size', value: 5 }],
      ['persons-property-delete', { id: person.id, unset: 'size' }],
      ['project-settings-update', { id: 1, timezone: 'UTC', autocapture_opt_out: true }],
      [
        'path-cleaning-rules-update',
        { operations: [{ action: 'append', regex: '/user/[0-9]+', alias: '/user/<id>' }], confirm: true },
      ],
      ['read-data-schema', { query: { kind: 'event_properties', event_name: 'paid' } }],
      ['execute-sql', { query: 'SELECT event, count() FROM events GROUP BY event' }],
      ['event-definition-create', { eventName: 'new', data: {} }],
      ['event-definition-update', { eventName: 'paid', data: { description: 'Money' } }],
      ['property-definition-update', { propertyName: 'plan', data: { description: 'Of the shop' } }],
      ['sql-variables-create', { name: 'country', type: 'String' }],
      [
        'query-trends',
        {
          ...TREND,
          series: [{ kind: 'GroupNode', operator: 'OR', nodes: FUNNEL.series, math: 'dau' }],
          trendsFilter: { display: 'ActionsAreaGraph' },
        },
      ],
      ['query-trends-actors', { source: TREND, day }],
      ['query-funnel', FUNNEL],
      ['query-funnel-actors', { source: FUNNEL, funnelStep: -2 }],
      ['query-lifecycle', { ...TREND, kind: 'LifecycleQuery' }],
      ['query-lifecycle-actors', { source: { ...TREND, kind: 'LifecycleQuery' }, day, status: 'new' }],
      ['query-stickiness', { ...TREND, kind: 'StickinessQuery' }],
      ['query-stickiness-actors', { source: { ...TREND, kind: 'StickinessQuery' }, day: 1 }],
      ['query-retention', RETENTION],
      ['query-retention-actors', { source: RETENTION, interval: 1 }],
      ['query-paths', PATHS],
      ['query-paths-actors', { source: { ...PATHS, pathsFilter: { ...PATHS.pathsFilter, ...EDGE } } }],
      ['query-web-overview', DATES],
      ['query-web-stats', { breakdownBy: 'Page', ...DATES }],
      ['query-web-vitals', { metric: 'INP', percentile: 'p75', thresholds: [200, 500] }],
      ['persons-bulk-delete', { ids: [person.id] }],
      ['action-delete', { id: action.id }],
    ]);
}

/** Which tools did not do as they should. */
export async function callPostHogTools(db: string): Promise<string[]> {
  const server = await startProduct(db);
  const base = `http://127.0.0.1:${server.port}`;
  try {
    const { tools, call } = await commandLine(base, server.key);
    const calls = callsOf(await prepared(base, server.key));
    const worked: string[] = [];
    const failed: string[] = [];
    for (const [name, args] of calls) {
      const problem = tools.has(name) ? await call(name, args) : 'there is no such tool';
      if (problem === null) worked.push(name);
      if ((problem === null) !== NOT_HERE.includes(name)) continue;
      failed.push(`posthog ${name}`);
      process.stdout.write(`${name} ${problem ?? 'works, and is listed as not here'}\n`);
    }
    process.stdout.write(`${worked.length} of ${calls.length} tools about analytics work; ${tools.size} there are.\n`);
    return failed;
  } finally {
    await server.stop();
  }
}

async function commandLine(base: string, key: string) {
  const text = readFileSync(PACKAGE, 'utf8');
  if (!text.includes(STARTS)) throw new Error('The command line starts otherwise than it did.');
  const folder = join(HERE, 'results');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'posthog-cli.mjs');
  writeFileSync(path, text.replace(STARTS, `\nexport { ${USED.join(', ')} };\nif (false) main().catch(`));
  const cli = (await import(pathToFileURL(path).href)) as CommandLine;
  const context = await cli.buildCliContext({ host: base, apiKey: key, version: 2 });
  context.trackEvent = async () => {};
  const listed = cli.getCliTools();
  const manners = { requireDestructiveConfirmation: true };
  const exec = cli.createExecTool(listed, context, '', '', 'posthog-cli', () => {}, [], manners);
  return {
    tools: new Set(listed.map(({ name }) => name)),
    /** null if it worked, else what it said. */
    async call(name: string, args: Args): Promise<string | null> {
      try {
        const said = await exec.handler(context, { command: `call --json --confirm ${name} ${JSON.stringify(args)}` });
        return /^(Error|Failed|Validation error|Invalid input)/.test(String(said)) ? String(said) : null;
      } catch (error) {
        return String(error);
      }
    },
  };
}

/** A project in which there is one of each. */
async function prepared(base: string, key: string): Promise<Things> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: unknown): Promise<Json> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${base}/api/${path}`, { headers, ...sent });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const make = (path: string, body: unknown) => ask(`projects/1/${path}/`, body);
  const { api_token } = await ask('projects/1/');
  const yesterday = Date.now() - 86_400_000;
  const batch = Array.from({ length: 60 }, (_, i) => ({
    event: i % 2 === 0 ? 'sign up' : 'paid',
    distinct_id: `user-${i % 6}`,
    timestamp: new Date(yesterday - i * 3_600_000).toISOString(),
    properties: { plan: i % 4 < 2 ? 'pro' : 'free', $set: { plan: 'pro' } },
  }));
  const taken = await fetch(`${base}/batch/`, { method: 'POST', body: JSON.stringify({ api_key: api_token, batch }) });
  if (!taken.ok) throw new Error(await taken.text());
  const insight = await make('insights', { name: 'One', query: { kind: 'InsightVizNode', source: TREND } });
  const second = await make('insights', { name: 'Two', query: { kind: 'InsightVizNode', source: FUNNEL } });
  const board = await make('dashboards', { name: 'Growth', tiles: [insight.id, second.id] });
  const people = await ask('projects/1/persons/?limit=1');
  const me = await ask('users/@me/');
  return {
    ...{ insight, board, tiles: board.tiles.map(({ id }: { readonly id: number }) => id) },
    other: await make('dashboards', { name: 'Other' }),
    action: await make('actions', { name: 'Paid', steps: [{ event: 'paid' }] }),
    team: await make('cohorts', { name: 'Team', is_static: true, distinct_ids: ['user-1'] }),
    note: await make('annotations', { content: 'Release' }),
    alert: await make('alerts', { name: 'Many', insight: insight.id, upper: 5 }),
    person: people.results[0],
    organization: me.organization.id,
    day: new Date(yesterday).toISOString().slice(0, 10),
  };
}
