/** Where else an answer can be seen: a resource for the host, and a page in a browser. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import type { Operation } from '../../service/contract/operation.ts';

/** Things with a page. */
export interface Page {
  readonly project_id: number;
  readonly kind: 'insights' | 'dashboards';
  readonly id: number;
}

const INSIGHTS = ['create_insight', 'update_insight', 'get_insight'];
const DASHBOARDS = ['create_dashboard', 'update_dashboard', 'get_dashboard'];

/** null unless the answer is about a saved thing that still exists. */
export function pageOf({ name }: Operation, output: unknown, project_id: () => number): Page | null {
  if (!isObject(output) || typeof output['id'] !== 'number' || output['deleted'] === true) return null;
  const kind = INSIGHTS.includes(name) ? 'insights' : DASHBOARDS.includes(name) ? 'dashboards' : null;
  return kind === null ? null : { project_id: project_id(), kind, id: output['id'] };
}

/** A link for hosts that show resources. */
export function resourceLink({ project_id, kind, id }: Page, output: unknown): CallToolResult['content'] {
  if (kind !== 'insights') return [];
  const title = isObject(output) ? output['name'] : null;
  const text = typeof title === 'string' && title !== '' ? visible(title) : `Insight ${id}`;
  return [{ type: 'resource_link', uri: `insight://${project_id}/${id}`, name: text, mimeType: 'application/json' }];
}

/** A link for people. The label says "once" because `url` logs in, and works once. */
export function pageLink(url: string): CallToolResult['content'][number] {
  return { type: 'text', text: `As a page, once: ${url}` };
}
