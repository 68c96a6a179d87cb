/** Logins in front of the product: MCP clients can find them, and links have the public address. */
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/cli/serve.ts';
import { readProtected } from '../../src/http/protected.ts';
import { connectHttp } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { startServer as startRest } from './support.ts';

const PUBLIC = 'https://analytics.example.com';
const ISSUER = 'https://login.example.com/realms/us';

async function serving(more: { publicUrl?: string; oauthIssuer?: readonly string[] }) {
  const product = temporaryProduct({ public_url: more.publicUrl ?? null });
  const options = { port: 0, host: '127.0.0.1', allowedHosts: [], readOnly: false, rateLimit: false };
  const server = await startServer(product.service, { ...options, ...more });
  onTestFinished(() => server.close());
  const base = `http://127.0.0.1:${server.port}`;
  const get = async (path: string, method: 'GET' | 'POST' = 'GET') => {
    const answer = await request(`${base}${path}`, { method, dispatcher: new Agent({ pipelining: 0 }) });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return { product, base, get };
}

test('the page of RFC 9728 names the authorization server, and a 401 leads to it', async () => {
  const { get } = await serving({ publicUrl: PUBLIC, oauthIssuer: [ISSUER] });
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      resource: `${PUBLIC}/mcp`,
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
    });
  }
  const { status, headers } = await get('/mcp', 'POST');
  expect([status, headers['www-authenticate']]).toEqual([
    401,
    `Bearer resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`,
  ]);
});

test('without one there is no such page, and a 401 is as it was', async () => {
  const { get } = await serving({});
  expect((await get('/.well-known/oauth-protected-resource')).status).toBe(404);
  expect((await get('/mcp', 'POST')).headers['www-authenticate']).toBe('Bearer');
});

test('links to what is shared carry the public address', async () => {
  const { product, base } = await serving({ publicUrl: `${PUBLIC}/` });
  const { client } = await connectHttp(base, product.key(['*']), '2026');
  await client.callTool({ name: 'create_insight', arguments: { name: 'Sign-ups' } });
  const shared = await client.callTool({ name: 'share_insight', arguments: { insight_id: '1', enabled: true } });
  const { url, access_token } = shared.structuredContent as { url: string; access_token: string };
  expect(url).toBe(`${PUBLIC}/shared/${access_token}`);
  expect((shared.content as { text: string }[])[0]!.text).toContain(url);
});

test('so do next pages, and links to people behind a number', async () => {
  const server = await startRest({ public_url: PUBLIC });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('paid', 'ana', '2026-01-10T10:00:00Z'),
    event('paid', 'ben', '2026-01-11T10:00:00Z'),
  ]);
  const { next } = (await server.get('events/?limit=1')).body;
  expect(next).toMatch(`${PUBLIC}/api/projects/1/events/?limit=1&cursor=`);
  // What a client asks there comes here by a proxy.
  const { results } = (await server.get(next.slice(PUBLIC.length), { encoded: true })).body;
  expect(results).toMatchObject([{ distinct_id: 'ana' }]);
  const asked = { events: [{ id: 'paid' }], date_from: '2026-01-10', date_to: '2026-01-11' };
  const [{ persons_urls }] = (await server.post('insights/trend/', asked)).body.result;
  expect(persons_urls[0].url).toMatch(`${PUBLIC}/api/projects/1/persons/?q=`);
});

test.each([
  [undefined, [ISSUER], /needs --public-url/],
  [`${PUBLIC}/path`, [ISSUER], /without a path/],
  ['http://analytics.example.com', [ISSUER], /begins with https/],
  ['analytics.example.com', [], /--public-url is an address such as/],
  [PUBLIC, ['login.example.com'], /--oauth-issuer is an address/],
])('%s with %j is refused', (url, issuers, message) => {
  expect(() => readProtected(url, issuers)).toThrow(message);
});

test('nothing is asked of who names no issuer', () => {
  expect(readProtected(undefined, [])).toBeNull();
  expect(readProtected('http://127.0.0.1:8787', ['http://localhost:9000'])).toMatchObject({
    public_url: 'http://127.0.0.1:8787',
  });
});
