/** One tool call: through the gate, then as text and structured content. Errors are results the model can act on. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { pathText } from '../base/json.ts';
import { stackOf } from '../base/stack.ts';
import { quoted, visible } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { call } from '../service/call.ts';
import type { Caller, Service } from '../service/context.ts';
import { type CatalogueOptions, findTool, toolNames } from './catalogue.ts';
import { asObject, fitStructured, fitText } from './fit.ts';
import { howToNarrow } from './narrow.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  readonly signal: AbortSignal;
}

export async function callTool(
  service: Service,
  caller: Caller,
  options: CatalogueOptions,
  request: ToolCall,
): Promise<CallToolResult> {
  const operation = findTool(request.name);
  if (!operation) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool ${quoted(request.name, 64)}. Tools: ${toolNames().join(', ')}.`,
    );
  }
  const { project_id, ...input } = request.arguments;
  try {
    if (options.read_only && operation.effect !== 'read') throw readOnly(operation.name);
    const output = await call(service, caller, operation, input, {
      project_id: project_id === undefined || project_id === null ? null : String(project_id),
      signal: request.signal,
      face: 'mcp',
    });
    return {
      content: textsOf(service, fitText(operation.text(output as never), LIMIT.text_tokens)),
      structuredContent: fitStructured(asObject(output), LIMIT.structured_tokens, howToNarrow(operation)),
    };
  } catch (error) {
    return errorResult(service, request.name, error);
  }
}

function textsOf(service: Service, answer: string): CallToolResult['content'] {
  const doubt = service.doubt();
  return [answer, ...(doubt === null ? [] : [doubt])].map((text) => ({ type: 'text', text }));
}

function readOnly(name: string): ServiceError {
  return new ServiceError(
    'permission_denied',
    `${name} changes data and this server runs with --read-only. Start it without that flag to allow changes.`,
  );
}

/** The model reads this: what was wrong, where, and what to do. A bug is logged and told without its inside. */
function errorResult(service: Service, tool: string, error: unknown): CallToolResult {
  if (!(error instanceof ServiceError)) {
    service.log.error({ tool, error: stackOf(error) }, 'tool failed');
    return failure('error', 'The server failed on this call. The reason is in its log.');
  }
  const place = error.attr === null ? '' : ` (field: ${fieldText(error.attr)})`;
  return failure(error.code, `${error.message}${place}`);
}

/** `events__0__id` as whoever sent it writes it: `events[0].id`. */
function fieldText(attr: string): string {
  return pathText(attr.split('__').map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
}

function failure(code: string, message: string): CallToolResult {
  // A message may name what is stored.
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${visible(message).slice(0, LIMIT.mcp_message_chars)}` }],
  };
}
