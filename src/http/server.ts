/** The listening socket: bounded in what it waits for, so that slow clients cannot hold it, and closed with grace. */
import type { AddressInfo, Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** Measured against 200 slow sockets: they are closed within seconds, others do not notice. */
const HEADERS_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 5_000;
const CHECK_EVERY_MS = 500;
/** Requests under way get so long to finish. */
const GRACE_MS = 5_000;

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

export interface Answering {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** @throws Error where the port is taken */
export async function listen(app: Answering, address: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request) => app.fetch(request),
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closeServer(server as Server & Closable) };
}

interface Closable {
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/** No new requests; those under way may finish. */
function closeServer(server: Server & Closable): Promise<void> {
  return new Promise((resolve, reject) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close((error) => {
      clearTimeout(force);
      if (error) reject(error);
      else resolve();
    });
    server.closeIdleConnections();
  });
}
