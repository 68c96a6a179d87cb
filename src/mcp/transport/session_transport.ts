/**
 * The library's transport of a session, with two things settled that it leaves open: of two requests with one id under way
 * at once, the second got the first one's answer and the first none; a cancelled request held its stream, and so its
 * session, for good.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { visibleJson } from '../../base/visible.ts';
import { Unreadable } from './message.ts';

type Base = WebStandardStreamableHTTPServerTransport;

export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  /** Request that is neither answered nor cancelled -> those of its stream. */
  readonly #waiting = new Map<RequestId, Set<RequestId>>();

  /** @throws Unreadable if an id is not free yet */
  override async handleRequest(...[request, options]: Parameters<Base['handleRequest']>): Promise<Response> {
    const messages = [options?.parsedBody].flat();
    const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id);
    const together = new Set(ids);
    const taken = ids.find((id) => this.#waiting.has(id));
    if (taken !== undefined || together.size < ids.length) throw idTaken(taken ?? ids[0]!);
    for (const id of ids) this.#waiting.set(id, together);
    const response = await super.handleRequest(request, options);
    if (!response.ok) for (const id of ids) this.#settle(id);
    for (const message of messages) if (isJSONRPCNotification(message)) this.#cancelled(message);
    return response;
  }

  override async send(...[message, options]: Parameters<Base['send']>): Promise<void> {
    try {
      await super.send(message, options);
    } finally {
      if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) {
        this.#settle(message.id);
      }
    }
  }

  /** A cancelled request is not answered. */
  #cancelled({ method, params }: { readonly method: string; readonly params?: Record<string, unknown> | undefined }) {
    const id = params?.['requestId'];
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number')) this.#settle(id);
  }

  /** Ends the stream with its last request. */
  #settle(id: RequestId): void {
    const together = this.#waiting.get(id);
    this.#waiting.delete(id);
    together?.delete(id);
    if (together?.size === 0) this.closeSSEStream(id);
  }
}

function idTaken(id: RequestId): Unreadable {
  const text = `A request with the id ${visibleJson(id)} is under way in this session. Give each request an id of its own.`;
  return new Unreadable(id, text);
}
