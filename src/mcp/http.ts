/**
 * MCP over Streamable HTTP. The 2026 protocol has no sessions: a fresh server answers each request. Clients of the
 * 2025 protocol get a session each, bound to the key that opened it; the key is checked again on every request.
 * Host and Origin are checked by the HTTP face this is mounted in.
 */

import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { authenticate } from '../service/authenticate.ts';
import type { Caller, Service } from '../service/context.ts';
import { createServer, type McpOptions } from './server.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly key_id: number | null;
  caller: Caller;
  last_seen_ms: number;
}

export interface McpHttp {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export function mcpHttp(service: Service, options: McpOptions): McpHttp {
  const sessions = new Map<string, Session>();
  const onerror = (error: Error) => service.log.warn({ error: error.message }, 'mcp');
  const modern = createMcpHandler(
    (context) => createServer(service, () => callerOf(context.authInfo?.extra), options),
    { legacy: 'reject', onerror, maxRequestBodySize: LIMIT.body_bytes },
  );
  return {
    async fetch(request) {
      let caller: Caller;
      try {
        caller = authenticate(service, bearer(request));
      } catch (error) {
        return unauthorised(error);
      }
      if (await isLegacyRequest(request, undefined, { maxRequestBodySize: LIMIT.body_bytes })) {
        return serveLegacy(service, options, sessions, request, caller);
      }
      return modern.fetch(request, {
        authInfo: { token: '', clientId: String(caller.key_id), scopes: [...caller.scopes], extra: { caller } },
      });
    },
    async close() {
      await modern.close();
      await Promise.all([...sessions.values()].map((session) => session.transport.close()));
      sessions.clear();
    },
  };
}

function bearer(request: Request): string | null {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

function unauthorised(error: unknown): Response {
  if (!(error instanceof ServiceError)) throw error;
  return Response.json(error.body(), { status: error.status, headers: { 'WWW-Authenticate': 'Bearer' } });
}

function callerOf(extra: Record<string, unknown> | undefined): Caller {
  const caller = extra?.['caller'];
  if (!caller) throw new ServiceError('not_authenticated', 'Authentication credentials were not provided.');
  return caller as Caller;
}

async function serveLegacy(
  service: Service,
  options: McpOptions,
  sessions: Map<string, Session>,
  request: Request,
  caller: Caller,
): Promise<Response> {
  dropIdle(sessions, service.now());
  const id = request.headers.get('mcp-session-id');
  if (id !== null) {
    const session = sessions.get(id);
    // A session of another key is as unknown as one that never was.
    if (!session || session.key_id !== caller.key_id) return noSession();
    session.caller = caller;
    session.last_seen_ms = service.now();
    return session.transport.handleRequest(request);
  }
  if (sessions.size >= LIMIT.mcp_sessions)
    return Response.json(new ServiceError('busy', 'Too many open sessions; try again later.').body(), { status: 503 });
  return openSession(service, options, sessions, caller).handleRequest(request);
}

/** The session is kept once its `initialize` has succeeded; any other first request is refused by the transport. */
function openSession(
  service: Service,
  options: McpOptions,
  sessions: Map<string, Session>,
  caller: Caller,
): WebStandardStreamableHTTPServerTransport {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => {
      sessions.set(id, session);
    },
    onsessionclosed: (id) => {
      sessions.delete(id);
    },
  });
  const session: Session = { transport, key_id: caller.key_id, caller, last_seen_ms: service.now() };
  void createServer(service, () => session.caller, options).connect(transport);
  return transport;
}

function noSession(): Response {
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found. Send initialize again.' } },
    { status: 404 },
  );
}

function dropIdle(sessions: Map<string, Session>, now_ms: number): void {
  for (const [id, session] of sessions) {
    if (now_ms - session.last_seen_ms < LIMIT.mcp_session_idle_ms) continue;
    sessions.delete(id);
    void session.transport.close();
  }
}
