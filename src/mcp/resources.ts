/**
 * Resources: a saved insight by id, and what the caller viewed last. Both are operations, read through the same gate:
 *   insight://{project_id}/{id}    insights://{project_id}/my-last-viewed
 */
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { must } from '../base/assert.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { allows } from '../model/scope.ts';
import { call, findProject } from '../service/call.ts';
import type { Caller, Service } from '../service/context.ts';
import { OPERATIONS } from '../service/operations/index.ts';
import { asObject, fitStructured } from './fit.ts';

const JSON_TYPE = 'application/json';
const PAGE = 50;

export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: 'insight://{project_id}/{id}',
    name: 'insight',
    title: 'Insight by id',
    description: 'A saved question with its latest result; id is the number or the short id.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'insights://{project_id}/my-last-viewed',
    name: 'my-last-viewed',
    title: 'My last viewed insights',
    description: 'The five insights you viewed last, most recent first.',
    mimeType: JSON_TYPE,
  },
];

function find(name: string) {
  return must(
    OPERATIONS.find((operation) => operation.name === name),
    `operation ${name}`,
  );
}

/** First the caller's last viewed, then the saved insights of the key's project, a page at a time. */
export async function listResources(
  service: Service,
  caller: Caller,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const operation = find('list_insights');
  if (operation.scope !== null && !allows(caller.scopes, operation.scope)) return { resources: [] };
  const project = findProject(service, caller, null);
  const offset = cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const page = (await call(
    service,
    caller,
    operation,
    { limit: PAGE, offset, basic: true },
    { project_id: String(project.id) },
  )) as {
    count: number;
    results: readonly { id: number; name: string | null; derived_name: string | null; description: string | null }[];
  };
  const insights = page.results.map((insight) => ({
    uri: `insight://${project.id}/${insight.id}`,
    name: insight.name || insight.derived_name || `Insight ${insight.id}`,
    ...(insight.description ? { description: insight.description } : {}),
    mimeType: JSON_TYPE,
  }));
  const first: Resource[] =
    offset === 0
      ? [
          {
            uri: `insights://${project.id}/my-last-viewed`,
            name: 'my-last-viewed',
            title: 'My last viewed insights',
            mimeType: JSON_TYPE,
          },
        ]
      : [];
  const next = offset + page.results.length;
  return { resources: [...first, ...insights], ...(next < page.count ? { nextCursor: String(next) } : {}) };
}

/** @throws ResourceNotFoundError where there is nothing for this caller under the address */
export async function readResource(
  service: Service,
  caller: Caller,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const viewed = /^insights:\/\/([^/]+)\/my-last-viewed$/.exec(uri);
  const insight = /^insight:\/\/([^/]+)\/([A-Za-z0-9]{1,16})$/.exec(uri);
  if (!viewed && !insight) throw new ResourceNotFoundError(uri);
  try {
    const options = { project_id: (viewed ?? insight)?.[1] ?? '', signal };
    const output = viewed
      ? await call(service, caller, find('my_last_viewed'), {}, options)
      : await call(service, caller, find('get_insight'), { id: insight?.[2] ?? '' }, options);
    const text = JSON.stringify(fitStructured(asObject(output), LIMIT.mcp_text_chars));
    return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
