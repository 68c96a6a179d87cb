/** One tool call: passes the gate, then becomes text and structured content. Errors are results that a model can act on. */
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { pathText } from '../../base/json.ts';
import { stackOf } from '../../base/stack.ts';
import { quoted, visible } from '../../base/visible.ts';
import { type ErrorCode, ServiceError } from '../../model/error.ts';
import { readFlag } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { mayCall } from '../../service/access/scopes.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import type { Operation } from '../../service/contract/operation.ts';
import { call, findProject } from '../../service/gate/call.ts';
import { adviceWithout } from './advice.ts';
import { underOwnNames } from './aliases.ts';
import { questionBefore } from './asking.ts';
import { assumedProject } from './assumed.ts';
import { type CatalogueOptions, findTool, IMPORT, toolNames } from './catalogue.ts';
import { shown } from './charts.ts';
import { asObject, fitStructured, fitText } from './fit.ts';
import { askBefore, type Host, logTo, withProgress } from './host.ts';
import { type Page, pageLink, pageOf, resourceLink } from './links.ts';
import { howToNarrow } from './narrow.ts';

export interface ToolOptions extends CatalogueOptions {
  /** Where this client reaches the server. Absent over stdio. */
  readonly origin?: string;
  /** Address of a page that logs the caller in. Absent over stdio. */
  readonly linkTo?: (caller: Caller, page: Page) => string;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  readonly signal: AbortSignal;
  /** null if nobody can be asked or notified. */
  readonly host: Host | null;
}

export async function callTool(
  service: Service,
  caller: Caller,
  options: ToolOptions,
  request: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  const operation = findTool(request.name);
  if (!operation) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool ${quoted(request.name, 64)}. Tools: ${toolNames().join(', ')}.`,
    );
  }
  const { project_id, ...sent } = request.arguments;
  try {
    const of_project = projectOf(project_id);
    const { picture, input } = pictureOf(operation, underOwnNames(operation, sent));
    if (options.read_only && operation.effect !== 'read') throw readOnly(operation.name);
    const question = () => questionBefore(service, findProject(service, caller, of_project).id, operation, input);
    const asked = request.host && mayCall(caller, operation) ? askBefore(operation, request.host, question) : null;
    if (asked === 'declined') throw declined(operation.name);
    if (asked !== null) return asked;
    const told = progressOf(service, operation);
    const work = call(service, caller, operation, input, {
      ...{ project_id: of_project, signal: request.signal, face: 'mcp', origin: options.origin ?? null },
      reads: request.host && told.reads,
    });
    const output = await (request.host ? withProgress(request.host, work, told.text) : work);
    const asked_again = { ...input, ...(project_id === undefined ? {} : { project_id }) };
    const answered = { operation, output, asked: asked_again };
    const seeing = { in_view: request.host?.shows_views ?? false, as_picture: picture };
    const { pictures, meta } = await shown(service, caller, answered, seeing);
    return {
      content: [
        ...textsOf(service, [
          fitText(withoutBarred(operation.text(output), caller), LIMIT.text_tokens),
          ...(of_project === null ? assumedProject(service, caller, operation) : []),
        ]),
        ...linksOf(
          pageOf(operation, output, () => findProject(service, caller, of_project).id),
          output,
          caller,
          options,
        ),
        ...pictures,
      ],
      structuredContent: fitStructured(asObject(output), LIMIT.structured_tokens, howToNarrow(operation)),
      ...meta,
    };
  } catch (error) {
    const failed = errorResult(service, request, error);
    const may_be_elsewhere = error instanceof ServiceError && ELSEWHERE.includes(error.code);
    if (!may_be_elsewhere || (project_id ?? null) !== null) return failed;
    return { ...failed, content: [...failed.content, ...assumedProject(service, caller, operation).map(asText)] };
  }
}

/** What is not in this project may be in another one. */
const ELSEWHERE: readonly ErrorCode[] = ['not_found', 'does_not_exist'];

/** @throws ServiceError if it is neither text nor a number */
function projectOf(sent: unknown): string | null {
  if (sent === undefined || sent === null) return null;
  if (typeof sent === 'string' || typeof sent === 'number') return String(sent);
  const detail = 'Must be the id of a project, as text. Call list_projects for those you may use.';
  throw new ServiceError('invalid_input', detail, { attr: 'project_id' });
}

/**
 * `picture` is an argument of this face, like project_id. Operations do not know it.
 * @throws ServiceError if it is neither true nor false
 */
function pictureOf(
  { chart }: Operation,
  sent: Record<string, unknown>,
): { picture: boolean; input: Record<string, unknown> } {
  if (chart === undefined) return { picture: false, input: sent };
  const { picture, ...input } = sent;
  const flag = picture === undefined || picture === null ? false : readFlag(picture);
  if (typeof flag === 'boolean') return { picture: flag, input };
  throw new ServiceError('invalid_input', 'Must be true or false.', { attr: 'picture' });
}

function textsOf(service: Service, answer: readonly string[]): CallToolResult['content'] {
  const doubt = service.doubt();
  return [...answer, ...(doubt === null ? [] : [doubt])].map(asText);
}

function asText(text: string): CallToolResult['content'][number] {
  return { type: 'text', text };
}

function withoutBarred(text: string, caller: Caller): string {
  const barred = toolNames().filter((name) => !mayCall(caller, findTool(name)!));
  return adviceWithout(text, barred);
}

function declined(name: string): ServiceError {
  return new ServiceError(
    'cancelled',
    `The user was asked and declined: ${name} did nothing. Do not call it again unasked.`,
  );
}

function linksOf(
  page: Page | null,
  output: unknown,
  caller: Caller,
  { linkTo }: ToolOptions,
): CallToolResult['content'] {
  if (page === null) return [];
  return [...resourceLink(page, output), ...(linkTo === undefined ? [] : [pageLink(linkTo(caller, page))])];
}

function readOnly(name: string): ServiceError {
  return new ServiceError(
    'permission_denied',
    `${name} changes data, and this connection only reads: the server runs with --read-only, or its address here says read_only. Connect without either to allow changes.`,
  );
}

/** Tells the model what was wrong, where, and what to do. Unexpected errors are logged, and their details hidden. */
function errorResult(service: Service, { name: tool, host }: ToolCall, error: unknown): CallToolResult {
  if (!(error instanceof ServiceError)) {
    service.log.error({ tool, error: stackOf(error) }, 'tool failed');
    if (host) logTo(host, 'error', { tool, message: 'The server failed on this call.' });
    return failure('error', 'The server failed on this call. The reason is in its log.');
  }
  const field = error.attr === null ? '' : ` (field: ${fieldText(error.attr)})`;
  return failure(error.code, `${error.message}${field}`);
}

/** `events__0__id` in the sender's notation: `events[0].id`. */
function fieldText(attr: string): string {
  return pathText(attr.split('__').map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
}

function failure(code: string, message: string): CallToolResult {
  // Made visible, because messages may quote stored text.
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${visible(message).slice(0, LIMIT.mcp_message_chars)}` }],
  };
}

/** `reads` takes note of progress; `text` puts it into words, or is null if only the elapsed time is known. */
function progressOf({ importing }: Service, { name }: Operation) {
  let said: string | null = null;
  const reads = (rows: number, of_rows: number): void => {
    const of = of_rows > rows ? ` of about ${of_rows.toLocaleString('en')}` : '';
    said = `${rows.toLocaleString('en')}${of} rows read by the events' database`;
  };
  return { reads, text: () => (name === IMPORT ? (importing?.progress() ?? null) : said) };
}
