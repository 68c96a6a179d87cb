/** Hundreds of nonsensical requests: each is answered, none with a 5xx. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { SILENT } from '../support/log.ts';
import { runs } from '../support/runs.ts';
import { type Server, startServer } from './support.ts';

const RUNS = runs(300);
const NAMES = [...new Set(OPERATIONS.flatMap((operation) => Object.keys(operation.input.shape)))];
const ROUTES = OPERATIONS.flatMap((operation) =>
  operation.routes.map((route) => ({
    method: route.method as string,
    path: `/api${operation.in_project ? '/projects/1' : ''}${route.path}`,
    names: Object.keys(operation.input.shape),
  })),
);

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(
    '',
    '__proto__',
    '[{}]',
    '{"a":[}',
    '-7d',
    '9'.repeat(30),
    -1,
    1e308,
    2 ** 53,
    '\u0000',
    null,
  ),
  fc.array(fc.record({ id: fc.jsonValue(), math: fc.string(), properties: fc.jsonValue() }, { requiredKeys: [] })),
);
const members = (names: readonly string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()), odd, { maxKeys: 6 });

const requests = fc.constantFrom(...ROUTES).chain(({ method, path, names }) =>
  fc.record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD')),
    path: fc.constantFrom('1', '99', 'abcdefgh', '%00', '..', '%F0%9F%98%80').map((id) => path.replace(/:\w+/g, id)),
    query: members(names.length > 0 ? names : NAMES),
    body: fc.oneof(
      { weight: 5, arbitrary: members(names.length > 0 ? names : NAMES).map((body) => JSON.stringify(body)) },
      fc.string(),
      fc.jsonValue().map((body) => JSON.stringify(body)),
    ),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      {},
      { 'content-encoding': 'gzip' },
      { 'content-type': 'text/plain' },
      { origin: 'null' },
    ),
  }),
);

function search(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([name, value]) => [
    name.toWellFormed(),
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  ]);
  return pairs.map(([name, value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(value!)}`).join('&');
}

async function prepared(errors: unknown[]): Promise<Server> {
  const keep = (fields: unknown) => void errors.push(fields);
  const server = await startServer({ log: { ...SILENT, error: keep } });
  await server.post('insights/', { name: 'a', filters: { events: [{ id: 'x' }] } });
  return server;
}

test(`${RUNS} malformed requests, no 5xx`, async () => {
  const errors: unknown[] = [];
  const server = await prepared(errors);
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, query, body, headers }) => {
      const takes_body = method === 'POST' || method === 'PATCH' || method === 'PUT';
      const answer = await server.send(method, `${path}?${search(query)}`, {
        headers,
        ...(takes_body ? { raw: body.toWellFormed() } : {}),
        encoded: true,
      });
      expect(answer.status, `${answer.text} ${JSON.stringify(errors)}`).toBeLessThan(500);
      if (answer.status >= 400 && answer.text !== '') expect(Object.keys(answer.body)).toHaveLength(4);
    }),
    { numRuns: RUNS },
  );
  expect((await server.get('insights/')).status).toBe(200);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
