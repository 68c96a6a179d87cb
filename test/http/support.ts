/** A product behind real HTTP on loopback, and a client that speaks JSON to it. */
import { type Dispatcher, Pool } from 'undici';
import { onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import type { Scope } from '../../src/model/scope.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { type Product, temporaryProduct } from '../support/product.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** Parsed where it is JSON. */
  readonly body: Json;
}

/** Whatever JSON says: a test looks into it and is wrong at run time, not before. */
export type Json = ReturnType<typeof JSON.parse>;

interface Sent {
  readonly key?: string | null;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  /** Whether the path is percent-encoded already. */
  readonly encoded?: boolean;
}

export interface Server extends Product {
  readonly origin: string;
  /** A key with every scope, used unless a request names another. */
  readonly all: string;
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  get(path: string, sent?: Sent): Promise<Answer>;
  post(path: string, body: unknown, sent?: Sent): Promise<Answer>;
  patch(path: string, body: unknown, sent?: Sent): Promise<Answer>;
}

const PROJECT = '/api/projects/1';

/** Paths that do not begin with a slash are below the first project. */
export async function startServer(
  options: Partial<ServiceOptions> = {},
  app: AppOptions | ((service: Product['service']) => AppOptions) = {},
): Promise<Server> {
  const product = temporaryProduct(options);
  const more = typeof app === 'function' ? app(product.service) : app;
  const listening = await listen(createApp(product.service, { rate_limit: false, ...more }), {
    host: '127.0.0.1',
    port: 0,
  });
  const origin = `http://127.0.0.1:${listening.port}`;
  const pool = new Pool(origin, { connections: 8 });
  onTestFinished(async () => {
    await pool.destroy();
    await listening.close();
  });
  const all = product.key(['*'] as Scope[]);
  const send = async (
    method: string,
    path: string,
    { key = all, body, raw, headers = {}, encoded = false }: Sent = {},
  ) => {
    const whole = path.startsWith('/') ? path : `${PROJECT}/${path}`;
    const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await pool.request({
      method: method as Dispatcher.HttpMethod,
      path: encoded ? whole : encodeURI(whole),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    const text = await response.body.text();
    const is_json = text !== '' && String(response.headers['content-type']).includes('json');
    return { status: response.statusCode, headers: response.headers, text, body: is_json ? JSON.parse(text) : null };
  };
  return {
    ...product,
    origin,
    all,
    send,
    get: (path, sent) => send('GET', path, sent),
    post: (path, body, sent) => send('POST', path, { ...sent, body }),
    patch: (path, body, sent) => send('PATCH', path, { ...sent, body }),
  };
}

/** One member of each row. */
export function each(rows: readonly Record<string, Json>[], member: string): Json[] {
  return rows.map((row) => row[member]);
}
