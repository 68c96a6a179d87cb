/**
 * MCP over Streamable HTTP. The 2026 protocol is stateless: each request gets a fresh server. Clients of the 2025 protocol
 * get a session, which is bound to the key that opened it; the key is checked on every request. The HTTP face has already
 * checked Host and Origin.
 */

import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { authenticate } from '../../service/access/authenticate.ts';
import { bearerOf } from '../../service/access/bearer.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import { LISTEN, ListeningStreams, tellChanges, tooManyListened } from '../changes.ts';
import { type CurrentCaller, createServer, type McpOptions } from '../server.ts';
import { Tasks } from '../tasks.ts';
import { optionsIn } from './address.ts';
import { type Session, Sessions, whenSent } from './sessions.ts';

/** Retry-After while all sessions are busy: their requests usually end within seconds. */
const SESSION_RETRY_S = 5;

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
      maxRequestBodySize: LIMIT.body_bytes,
      bus: streams,
      maxSubscriptions: LIMIT.mcp_sessions,
    },
  );
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
      if (await isLegacyRequest(request, undefined, { maxRequestBodySize: LIMIT.body_bytes })) {
        return serveLegacy(service, sessions, request, caller, (current) => make(service, current, asked));
      }
      const refusal = await refusedListening(request);
      if (refusal !== null) return refusal;
      const authInfo = {
        token: '',
        clientId: String(caller.key_id),
        scopes: [...caller.scopes],
        extra: { caller, options: asked },
      };
      return streams.within(caller, request, (within) => modern.fetch(within, { authInfo }));
    },
    async close() {
      await modern.close();
      await sessions.close();
    },
  };
}

/** Refuses to listen to too much. Looks at the header only: the library refuses a request whose body differs. */
async function refusedListening(request: Request): Promise<Response | null> {
  if (request.headers.get('mcp-method') !== LISTEN) return null;
  const message = await jsonOf(request.clone());
  const excess = tooManyListened(message);
  if (excess === null || !isObject(message)) return null;
  const error = { code: ProtocolErrorCode.InvalidParams, message: excess };
  return Response.json({ jsonrpc: '2.0', id: message['id'] ?? null, error });
}

/** The body as JSON; undefined if the library will refuse it anyway. */
async function jsonOf({ body }: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > LIMIT.body_bytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refused(error: unknown, headers: Record<string, string>): Response {
  if (!(error instanceof ServiceError)) throw error;
  return Response.json(error.body(), { status: error.status, headers });
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
  request: Request,
  caller: Caller,
  make: (caller: CurrentCaller) => Server,
): Promise<Response> {
  const now_ms = service.now();
  const id = request.headers.get('mcp-session-id');
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
async function serveIn(session: Session, request: Request): Promise<Response> {
  if (request.method !== 'POST') return session.transport.handleRequest(request);
  session.running++;
  const ended = () => void session.running--;
  try {
    return whenSent(await session.transport.handleRequest(request), ended);
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
  const transport = new WebStandardStreamableHTTPServerTransport({
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
