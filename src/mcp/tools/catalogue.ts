/** The operation table as tools. Each tool is built when first listed: servers are made per request and must be cheap. */
import { setImmediate } from 'node:timers/promises';
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { must } from '../../base/assert.ts';
import { mayCall } from '../../service/access/scopes.ts';
import type { Caller } from '../../service/contract/context.ts';
import type { Effect, Operation } from '../../service/contract/operation.ts';
import { OPERATIONS } from '../../service/operations/index.ts';
import { mayRemove } from './asking.ts';
import { viewOf } from './charts.ts';
import { inputSchema, outputSchema } from './schema.ts';
import { SHOWN } from './shown.ts';
import { isInToolsets, rankOf } from './toolsets.ts';

export interface CatalogueOptions {
  /** Whether only read-only tools are listed. */
  readonly read_only: boolean;
  readonly toolsets: readonly string[];
  /** Whether the operator lets callers import files. If so, the tool for it is listed, whatever the toolsets. */
  readonly imports?: boolean;
}

interface Listed {
  readonly tool: Tool;
  /** The same tool, for callers with several projects. */
  readonly tool_with_project: Tool;
}

export const IMPORT = 'import_events';
/** Argument of tools with answers that can be drawn. */
const PICTURE = { type: 'boolean', description: 'Add an image of the chart' };
/** Without a description: the server's instructions explain the argument. */
const PROJECT_ID = { type: 'string' };

/**
 * Only what differs from the protocol's defaults (it writes, may destroy, is not idempotent), since hints cost tokens;
 * but tools that may remove something say so.
 */
const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  read: { readOnlyHint: true, openWorldHint: false },
  act: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  create: { destructiveHint: false, openWorldHint: false },
  update: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  destroy: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

const REMOVES: ToolAnnotations = { destructiveHint: true };

function listed(operation: Operation): Listed {
  const { input, output } = must(SHOWN[operation.name], `what is shown of ${operation.name}`);
  const plain = inputSchema(operation.input, input);
  const shown =
    operation.chart === undefined ? plain : { ...plain, properties: { ...(plain.properties ?? {}), picture: PICTURE } };
  const tool: Tool = {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: shown,
    outputSchema: outputSchema(operation.output, output),
    annotations: mayRemove(operation)
      ? { ...ANNOTATIONS[operation.effect], ...REMOVES }
      : ANNOTATIONS[operation.effect],
    ...viewOf(operation),
  };
  const properties = { ...(shown.properties ?? {}), project_id: PROJECT_ID };
  return {
    tool,
    tool_with_project: operation.in_project ? { ...tool, inputSchema: { ...shown, properties } } : tool,
  };
}

const TOOLS = new Map(
  OPERATIONS.filter((operation) => operation.tool)
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
    .map((operation) => [operation.name, operation]),
);
const LISTED = new Map<string, Listed>();

/** Tools this caller can use, always in the same order. */
export async function toolsFor(caller: Caller, several_projects: boolean, options: CatalogueOptions): Promise<Tool[]> {
  const operations = [...TOOLS.values()]
    .filter(({ name }) => (name === IMPORT ? options.imports === true : isInToolsets(name, options.toolsets)))
    .filter((operation) => !options.read_only || operation.effect === 'read')
    .filter((operation) => mayCall(caller, operation));
  const tools: Tool[] = [];
  for (const operation of operations) {
    const { tool, tool_with_project } = LISTED.get(operation.name) ?? (await listedNow(operation));
    tools.push(several_projects ? tool_with_project : tool);
  }
  return tools;
}

/** All of them at once would keep everybody waiting for a tenth of a second. */
async function listedNow(operation: Operation): Promise<Listed> {
  await setImmediate();
  const made = listed(operation);
  LISTED.set(operation.name, made);
  return made;
}

/** Any tool, whether this caller sees it or not: calling a hidden one must name the missing scope. */
export function findTool(name: string): Operation | undefined {
  return TOOLS.get(name);
}

export function toolNames(): string[] {
  return [...TOOLS.keys()];
}
