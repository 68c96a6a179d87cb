/**
 * Answers as charts. Hosts with MCP Apps show them in a view, `ui://insights/chart.html`. The chart comes beside the
 * result, where models do not read it. Other hosts get a picture on request.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  type CallToolResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { assetFile } from '../../base/assets.ts';
import { isObject } from '../../base/json.ts';
import { draw } from '../../chart/draw.ts';
import { measureInter } from '../../chart/text.ts';
import { CHART_META, type Chart } from '../../model/question/chart.ts';
import { allows } from '../../model/scope.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import type { Operation } from '../../service/contract/operation.ts';

export const CHART_URI = 'ui://insights/chart.html';
const VIEW_TYPE = 'text/html;profile=mcp-app';
const EXTENSION = 'io.modelcontextprotocol/ui';
const VIEW_FILE = assetFile('chart.html');

/** Wide enough to read, at about a thousand tokens for a model. */
const PICTURE_WIDTH = 800;

/** False in a checkout without a built view. */
export const HAS_VIEW = existsSync(VIEW_FILE);

export const VIEW: Resource = {
  uri: CHART_URI,
  name: 'chart',
  title: 'Chart',
  description: 'Shows an answer as a chart, in hosts that show views.',
  mimeType: VIEW_TYPE,
};

let text: string | null = null;

/** The view loads nothing. It may ask to write to the clipboard. */
export function readView(): ReadResourceResult {
  if (!HAS_VIEW) throw new ResourceNotFoundError(CHART_URI);
  text ??= readFileSync(VIEW_FILE, 'utf8');
  const ui = { prefersBorder: true, permissions: { clipboardWrite: {} } };
  return { contents: [{ uri: CHART_URI, mimeType: VIEW_TYPE, text, _meta: { ui } }] };
}

/** Tool metadata that names the view for answers. */
export function viewOf({ chart }: Operation): { _meta?: { ui: { resourceUri: string } } } {
  return chart === undefined || !HAS_VIEW ? {} : { _meta: { ui: { resourceUri: CHART_URI } } };
}

/** Whether the client supports views. */
export function showsViews(capabilities: unknown): boolean {
  const extensions = isObject(capabilities) ? capabilities['extensions'] : undefined;
  const ui = isObject(extensions) ? extensions[EXTENSION] : undefined;
  return isObject(ui) && (!Array.isArray(ui['mimeTypes']) || ui['mimeTypes'].includes(VIEW_TYPE));
}

/** How the caller sees the answer; both are possible. */
export interface Seeing {
  readonly in_view: boolean;
  readonly as_picture: boolean;
}

/** An operation's answer, and its arguments. */
interface Answered {
  readonly operation: Operation;
  readonly output: unknown;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** The parts of a tool result besides text and structured content. */
export async function shown(
  service: Service,
  caller: Caller,
  { operation, output, asked }: Answered,
  { in_view, as_picture }: Seeing,
): Promise<{ pictures: CallToolResult['content']; meta: { _meta?: Record<string, unknown> } }> {
  if (operation.chart === undefined || !(in_view || as_picture)) return { pictures: [], meta: {} };
  const chart = operation.chart(output, asked);
  if (chart === null) return { pictures: [], meta: {} };
  return {
    pictures: as_picture ? [await picture(service, chart)] : [],
    meta: in_view ? { _meta: { [CHART_META]: forCaller(caller, chart) } } : {},
  };
}

/** Leaves out listings of people for callers who may not see people. */
function forCaller(caller: Caller, chart: Chart): Chart {
  if (allows(caller.scopes, 'person:read')) return chart;
  const shown = { ...chart, listing: null };
  return shown.kind === 'board' ? { ...shown, charts: shown.charts.map((each) => forCaller(caller, each)) } : shown;
}

async function picture(service: Service, chart: Chart): Promise<CallToolResult['content'][number]> {
  const { svg } = draw(chart, { width: PICTURE_WIDTH, theme: 'light', standalone: true, measure: measureInter });
  const png = await service.pictures.png({ svg, zoom: 1 });
  return { type: 'image', mimeType: 'image/png', data: Buffer.from(png).toString('base64') };
}
