/**
 * MCP over Streamable HTTP. The 2026 protocol is stateless: each request gets a fresh server. Clients of the 2025 protocol
 * get a session, which is bound to the key that opened it; the key is checked on every request. The HTTP face has already
 * checked Host and Origin.
 */

import { randomUUID } from 'node:crypto';
import { createMcpHandler, isJsonContentType, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { authenticate } from '../../service/access/authenticate.ts';
import { bearerOf } from '../../service/access/bearer.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import { ListeningStreams, tellChanges } from '../changes.ts';
import { type CurrentCaller, createServer, type McpOptions } from '../server.ts';
import { Tasks } from '../tasks.ts';
import { optionsIn } from './address.ts';
import { readMessage, tooLong, Unreadable } from './message.ts';
import { SessionTransport } from './session_transport.ts';
import { type Session, Sessions, whenSent } from './sessions.ts';

/** Retry-After while all sessions are busy: their requests usually end within seconds. */
const SESSION_RETRY_S = 5;
const NO_JSON = 'Send JSON, with the header "Content-Type: application/json".';

export interface McpHttp {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * `linkTo` in the options returns a path below the server's address. `make` creates a server per request or session; the
 * conformance suite adds its fixtures this way.
 */
export function mcpHttp(service: Service, options: McpOptions, make: typeof createServer = createServer): McpHttp {
  const sessions = new Sessions();
  const tasks = new Tasks(service);
  const streams = new ListeningStreams(service);
  const onerror = (error: Error) => service.log.warn({ error: error.message }, 'mcp');
  const modern = createMcpHandler(
    ({ authInfo }) => make(service, () => callerOf(authInfo?.extra), { ...optionsOf(authInfo?.extra, options), tasks }),
    {
      legacy: 'reject',
      onerror,
      bus: streams,
      maxSubscriptions: LIMIT.mcp_sessions,
    },
  );
  const answer = async (request: Request, caller: Caller, asked: McpOptions): Promise<Response> => {
    const read = await readRequest(request);
    const parsedBody = read.message;
    if (await isLegacyRequest(read.head, parsedBody)) {
      return serveLegacy(service, sessions, read, caller, (current) => make(service, current, asked));
    }
    const authInfo = {
      token: '',
      clientId: String(caller.key_id),
      scopes: [...caller.scopes],
      extra: { caller, options: asked },
    };
    return streams.within(caller, read.head, (within) => modern.fetch(within, { authInfo, parsedBody }));
  };
  return {
    async fetch(request) {
      let caller: Caller;
      let asked: McpOptions;
      try {
        caller = authenticate(service, bearerOf(request.headers.get('authorization')));
        asked = optionsIn(new URL(request.url), options, service.public_url);
      } catch (error) {
        return refused(error, { 'WWW-Authenticate': options.challenge ?? 'Bearer' });
      }
      return answer(request, caller, asked).catch(unreadable);
    },
    async close() {
      await modern.close();
      await sessions.close();
    },
  };
}

/** A request whose body has been read. */
interface Read {
  /** The request without its body. */
  readonly head: Request;
  /** undefined if the method has no body. */
  readonly message: unknown;
}

/** @throws Unreadable */
async function readRequest(request: Request): Promise<Read> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') return { head: request, message: undefined };
  if (!isJsonContentType(headers.get('content-type'))) throw new Unreadable(null, NO_JSON, { status: 415 });
  return { head: new Request(url, { method, headers, signal }), message: readMessage(await bytesOf(request)) };
}

/** @throws Unreadable for more bytes than are read */
async function bytesOf({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > LIMIT.body_bytes) throw tooLong(Buffer.from(chunks[0] ?? chunk).toString(), '');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refused(error: unknown, headers: Record<string, string>): Response {
  if (!(error instanceof ServiceError)) throw error;
  return Response.json(error.body(), { status: error.status, headers });
}

/** Also answers in the form of the protocol what its library would refuse before it reads. */
function unreadable(error: unknown): Response {
  if (!(error instanceof Unreadable)) throw error;
  return Response.json(error.response(), { status: error.status });
}

function optionsOf(extra: Record<string, unknown> | undefined, otherwise: McpOptions): McpOptions {
  return (extra?.['options'] as McpOptions | undefined) ?? otherwise;
}

function callerOf(extra: Record<string, unknown> | undefined): Caller {
  const caller = extra?.['caller'];
  if (!caller) throw new ServiceError('not_authenticated', 'Authentication credentials were not provided.');
  return caller as Caller;
}

async function serveLegacy(
  service: Service,
  sessions: Sessions,
  request: Read,
  caller: Caller,
  make: (caller: CurrentCaller) => Server,
): Promise<Response> {
  const now_ms = service.now();
  const id = request.head.headers.get('mcp-session-id');
  if (id !== null) {
    const session = sessions.find(id, caller, now_ms);
    return session === null ? noSession() : serveIn(session, request);
  }
  try {
    sessions.makeRoom(caller.key_id, now_ms);
  } catch (error) {
    return refused(error, { 'Retry-After': String(SESSION_RETRY_S) });
  }
  return serveIn(openSession(service, sessions, caller, make), request);
}

/** Counts running requests. A stream that only listens does not count, because its client reconnects. */
async function serveIn(session: Session, { head, message }: Read): Promise<Response> {
  if (head.method !== 'POST') return session.transport.handleRequest(head);
  session.running++;
  const ended = () => void session.running--;
  try {
    return whenSent(await session.transport.handleRequest(head, { parsedBody: message }), ended);
  } catch (error) {
    ended();
    throw error;
  }
}

/** Keeps the session after a successful `initialize`. The transport rejects any other first request. */
function openSession(
  service: Service,
  sessions: Sessions,
  caller: Caller,
  make: (caller: CurrentCaller) => Server,
): Session {
  const transport = new SessionTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => {
      sessions.add(id, session);
      const revoked = () => {
        sessions.remove(id);
        void transport.close();
      };
      tellChanges(service, server, { caller: () => session.caller, revoked });
    },
    onsessionclosed: (id) => sessions.remove(id),
  });
  const session: Session = { transport, key_id: caller.key_id, caller, last_seen_ms: service.now(), running: 0 };
  const server = make(() => session.caller);
  void server.connect(transport);
  return session;
}

function noSession(): Response {
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found. Send initialize again.' } },
    { status: 404 },
  );
}
