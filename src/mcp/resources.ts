/**
 * Resources: operations read by address, through the same gate:
 *   insight://{project_id}/{id}                 a saved insight
 *   insights://{project_id}/my-last-viewed      and the project's other pages below
 *   insights://help/{topic}                     all arguments of a tool, filters, dates
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { nearText } from '../base/nearest.ts';
import { quoted, visible, visibleJson } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { titleOf } from '../model/saved/insight.ts';
import { mayCall } from '../service/access/scopes.ts';
import type { Caller, Service } from '../service/contract/context.ts';
import { call, findProject } from '../service/gate/call.ts';
import { listInsights, operationNamed } from '../service/operations/index.ts';
import { CHART_URI, HAS_VIEW, readView, VIEW } from './tools/charts.ts';
import { asObject, fitStructured } from './tools/fit.ts';
import { helpText, helpTopics } from './tools/help.ts';
import { ASK_IN_PARTS } from './tools/narrow.ts';

const JSON_TYPE = 'application/json';
const MARKDOWN_TYPE = 'text/markdown';
const PAGE = 50;
const HELP = 'insights://help/';
const DESCRIBE_IN_PARTS = 'Use `search`, `section` and `limit` of describe_project.';

/** A page of a project: the operation and its input. */
interface ProjectPage {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

const PAGES: readonly ProjectPage[] = [
  {
    name: 'my-last-viewed',
    title: 'My last viewed insights',
    description: 'The five insights you viewed last, most recent first.',
    operation: 'my_last_viewed',
    input: {},
  },
  {
    name: 'group-types',
    title: 'Group types',
    description: 'What events can belong to besides people, with the names to show.',
    operation: 'list_group_types',
    input: {},
  },
  {
    name: 'schema',
    title: 'Schema of the project',
    description: 'Event and property names, their types, the time zone and the range of data.',
    operation: 'describe_project',
    input: { limit: LIMIT.definitions_page },
  },
];

export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: 'insight://{project_id}/{id}',
    name: 'insight',
    title: 'Insight by id',
    description: 'A saved question with its latest result; id is the number or the short id.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'insights://help/{topic}',
    name: 'help',
    title: 'Help',
    description: 'All arguments of a tool (its schema shows the usual ones), or of filters, dates, toolsets.',
    mimeType: MARKDOWN_TYPE,
  },
  ...PAGES.map(({ name, title, description }) => ({
    uriTemplate: `insights://{project_id}/${name}`,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
  })),
];

/** Pages the caller may read, then the saved insights of the key's project, page by page. */
export async function listResources(
  service: Service,
  caller: Caller,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const project_id = String(findProject(service, caller, null).id);
  const offset = offsetOf(cursor);
  const pages: Resource[] = PAGES.filter((page) => offset === 0 && mayCall(caller, operationNamed(page.operation))).map(
    ({ name, title, description }) => ({
      uri: `insights://${project_id}/${name}`,
      name,
      title,
      description,
      mimeType: JSON_TYPE,
    }),
  );
  if (offset === 0 && HAS_VIEW && mayCall(caller, operationNamed('compute_trend'))) pages.push(VIEW);
  if (!mayCall(caller, listInsights)) return { resources: pages };
  const found = await insightsFrom(service, caller, project_id, offset);
  const next = offset + found.insights.length;
  return {
    resources: [...pages, ...found.insights],
    ...(next < found.count ? { nextCursor: String(next) } : {}),
  };
}

/** @throws ProtocolError for foreign cursors, because clients would mistake the first page for the next */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalidCursor();
}

/** For lists of a single page, which never give out cursors. */
export function checkOnlyPage(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidCursor();
}

function invalidCursor(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Invalid cursor. Send the nextCursor of the page before, or none for the first page.',
  );
}

async function insightsFrom(
  service: Service,
  caller: Caller,
  project_id: string,
  offset: number,
): Promise<{ count: number; insights: Resource[] }> {
  const input = { limit: PAGE, offset, basic: true };
  const { count, results } = await call(service, caller, listInsights, input, { project_id, face: 'mcp' });
  const insights = results.map((insight) => ({
    uri: `insight://${project_id}/${insight.id}`,
    name: visible(titleOf(insight) ?? `Insight ${insight.id}`),
    ...(insight.description ? { description: visible(insight.description) } : {}),
    mimeType: JSON_TYPE,
  }));
  return { count, insights };
}

/** The operation and input that an address stands for; null if it is not ours. */
function asked(uri: string): { project_id: string; operation: string; input: Record<string, unknown> } | null {
  const insight = /^insight:\/\/([^/]+)\/([A-Za-z0-9]{1,16})$/.exec(uri);
  if (insight) return { project_id: insight[1]!, operation: 'get_insight', input: { id: insight[2]! } };
  const page = /^insights:\/\/([^/]+)\/([a-z-]{1,32})$/.exec(uri);
  const known = PAGES.find(({ name }) => name === page?.[2]);
  return page && known ? { project_id: page[1]!, operation: known.operation, input: known.input } : null;
}

/** Whether the address is ours; its target may be missing. */
export function isAddress(uri: string): boolean {
  return asked(uri) !== null || uri.startsWith(HELP);
}

function readHelp(uri: string): ReadResourceResult {
  const topic = uri.slice(HELP.length);
  const text = helpText(topic);
  if (text !== null) return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text }] };
  const topics = helpTopics();
  const texts = [`There is no help on ${quoted(topic)}.`, nearText(topic, topics), `Topics: ${topics.join(', ')}.`];
  throw new ResourceNotFoundError(uri, texts.filter(Boolean).join(' '));
}

/** @throws ResourceNotFoundError if the caller finds nothing there */
export async function readResource(
  service: Service,
  caller: Caller,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  if (uri === CHART_URI) return readView();
  if (uri.startsWith(HELP)) return readHelp(uri);
  const found = asked(uri);
  if (!found) throw new ResourceNotFoundError(uri);
  try {
    const output = await call(service, caller, operationNamed(found.operation), found.input, {
      project_id: found.project_id,
      signal,
      face: 'mcp',
    });
    const how = found.operation === 'describe_project' ? DESCRIBE_IN_PARTS : ASK_IN_PARTS;
    const text = visibleJson(fitStructured(asObject(output), LIMIT.structured_tokens, how));
    return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
