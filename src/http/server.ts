/** Listens for requests. Disconnects slow clients, so that they hold no connections. Closes within about a second. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { assert } from '../base/assert.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { TUNING } from '../model/tuning.ts';
import { errorAnswer } from './wire/answer.ts';

const KEEP_ALIVE_MS = 5_000;
const CHECK_EVERY_MS = 500;
/** TCP keep-alive probes begin after this long, to detect clients that vanished. */
const PROBE_AFTER_MS = 30_000;
const LISTENERS = 64;
/** While the server closes, idle connections are closed this often, because they become idle one by one. */
const CLOSE_IDLE_EVERY_MS = 20;

export interface Listening {
  readonly port: number;
  /** Refuses new requests. Running ones have a second to finish. */
  close(): Promise<void>;
}

/** The connection that a request came in on. */
export interface Arrived {
  readonly incoming: { readonly socket: Socket };
}

export interface Answering {
  readonly fetch: (request: Request, arrived: Arrived) => Response | Promise<Response>;
}

/**
 * @param slow_ms how long a client may send or receive next to nothing
 * @throws Error if the port is taken
 */
export async function listen(
  app: Answering,
  { host, port }: { host: string; port: number },
  slow_ms: number = LIMIT.slow_ms,
): Promise<Listening> {
  let is_closing = false;
  const fetch: Answering['fetch'] = (request, arrived) => (is_closing ? closingAnswer() : app.fetch(request, arrived));
  const connections = new Connections();
  const open = async (options: ListenOptions) => {
    const server = await openServer(fetch, slow_ms, { host, ...options });
    server.on('connection', (socket) => connections.opened(socket));
    return server.prependListener('request', ({ socket }, outgoing) => connections.asked(socket, outgoing));
  };
  const servers = await openAll(open, port);
  return {
    port: portOf(servers[0]!),
    async close() {
      is_closing = true;
      await Promise.all(servers.map(closeServer));
    },
  };
}

/**
 * Bounds how many there are. The one closes that has asked nothing for longest, so that whoever opens thousands and sends
 * nothing keeps nobody out. Where all others are at work, that is the new one.
 */
class Connections {
  readonly #open = new Set<Socket>();
  /** Without a request under way, longest first. */
  readonly #idle = new Set<Socket>();

  opened(socket: Socket): void {
    this.#open.add(socket);
    this.#idle.add(socket);
    socket.once('close', () => this.#forget(socket));
    if (this.#open.size <= LIMIT.connections) return;
    for (const longest of this.#idle) {
      this.#forget(longest);
      longest.destroy();
      return;
    }
  }

  asked(socket: Socket, outgoing: ServerResponse): void {
    this.#idle.delete(socket);
    outgoing.once('close', () => {
      if (this.#open.has(socket)) this.#idle.add(socket);
    });
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }
}

/**
 * The event loop accepts one connection per listening socket and turn, and turns are long under load. With one socket,
 * new clients would wait seconds just to be refused. So several sockets share the port if the system can do that.
 */
async function openAll(open: (options: ListenOptions) => Promise<Server>, port: number): Promise<Server[]> {
  if (process.platform !== 'linux') return [await open({ port })];
  // A shared port would hide that another program uses it, so first try without sharing.
  if (port !== 0) await closeServer(await open({ port }));
  const first = await open({ port, reusePort: true });
  const others = Array.from({ length: LISTENERS - 1 }, () => open({ port: portOf(first), reusePort: true }));
  return [first, ...(await Promise.all(others))];
}

async function openServer(fetch: Answering['fetch'], slow_ms: number, options: ListenOptions): Promise<Server> {
  const server = createServer(
    {
      headersTimeout: LIMIT.headers_ms,
      requestTimeout: LIMIT.request_ms,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
    },
    getRequestListener(fetch),
  );
  server.prependListener('request', (incoming, outgoing) => boundSlowness(incoming, outgoing, slow_ms));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'it listens on a port');
  return address.port;
}

function closingAnswer(): Response {
  const error = new ServiceError(
    'busy',
    'The server is shutting down; nothing of this request was stored. Send it again.',
  );
  return errorAnswer(error, { Connection: 'close' });
}

/** Disconnects clients whose request bodies stop arriving, or who stop reading the response. */
function boundSlowness(incoming: IncomingMessage, outgoing: ServerResponse, slow_ms: number): void {
  const { socket } = incoming;
  let read_bytes = socket.bytesRead;
  const check = (): void => {
    if (incoming.complete) {
      clearInterval(timer);
      return;
    }
    if (socket.bytesRead - read_bytes < LIMIT.slow_bytes / 2) tooSlow(incoming, outgoing);
    read_bytes = socket.bytesRead;
  };
  // Two checks within `slow_ms` notice a stall between them. `setImmediate` lets this process, if it stalled itself,
  // first read what the client sent meanwhile, because timers run before sockets are read.
  const timer = setInterval(() => setImmediate(check), slow_ms / 2);
  incoming.once('close', () => clearInterval(timer));
  // Node restarts this timeout with each part that the client takes. A stream may have nothing to say for longer.
  socket.setTimeout(slow_ms);
  outgoing.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

function tooSlow({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (!outgoing.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    const force = setTimeout(() => server.closeAllConnections(), TUNING.stop_requests_ms);
    server.close((error) => {
      clearTimeout(force);
      clearInterval(idle);
      if (error) reject(error);
      else resolve();
    });
  });
}
