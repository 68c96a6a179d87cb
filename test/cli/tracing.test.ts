/** A collector of our own listens; what a real server sends it is read as the protocol says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serving } from '../support/cli.ts';
import { answered, connectHttp } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

async function collector(status = 200) {
  const bodies: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => {
      bodies.push(`${incoming.url} ${body}`);
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return { bodies, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function spansOf(bodies: readonly string[]): Sent[] {
  return bodies.flatMap((body) => {
    expect(body).toMatch(/^\/v1\/traces /);
    const { resourceSpans } = JSON.parse(body.replace(/^\S+ /, ''));
    expect(JSON.stringify(resourceSpans)).toContain('"service.name","value":{"stringValue":"insights-mcp"}');
    return resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    );
  });
}

test('a collector gets request, operation, computation and stages, in the trace of the caller, and nothing of the data', async () => {
  const product = temporaryProduct();
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('very secret name', 'somebody', '2026-01-01T00:00:00Z'),
  ]);
  const { bodies, address: endpoint } = await collector();
  const { child, finished, address } = await serving(['--db', product.path], {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  const trace_id = '0af7651916cd43dd8448eb211c80319c';
  const answer = await request(`${address}/api/projects/1/insights/trend/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.key(['*'])}`,
      'content-type': 'application/json',
      traceparent: `00-${trace_id}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ events: [{ id: 'very secret name' }], date_from: '2026-01-01', date_to: '2026-01-02' }),
  });
  expect(answer.statusCode).toBe(200);
  await answer.body.dump();
  const { client } = await connectHttp(address, product.key(['*']), '2026');
  await answered(client, 'describe_project');
  await client.close();
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ code: 0 });

  const spans = spansOf(bodies);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const above = (span: Sent): string[] => {
    const parent = byId.get(span.parentSpanId ?? '');
    return parent === undefined ? [span.name] : [...above(parent), span.name];
  };
  const asked = spans.filter((span) => span.traceId === trace_id);
  expect(asked.map((span) => above(span).join(' > '))).toEqual(
    expect.arrayContaining([
      'POST /api/projects/:project_id/insights/trend/',
      'POST /api/projects/:project_id/insights/trend/ > compute_trend',
      'POST /api/projects/:project_id/insights/trend/ > compute_trend > compute',
      'POST /api/projects/:project_id/insights/trend/ > compute_trend > compute > resolve',
    ]),
  );
  expect(asked.length).toBeGreaterThan(5);
  for (const span of asked) expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  const [first] = asked.filter(({ name }) => name.startsWith('POST'));
  expect(first?.parentSpanId).toBe('b7ad6b7169203331');
  expect(first?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(spans.map((span) => above(span).join(' > '))).toContain('POST /mcp > describe_project');
  expect(bodies.join('')).not.toMatch(/secret|somebody/);
});

test('a collector that refuses, or that is not there, keeps nobody from working or stopping', async () => {
  const product = temporaryProduct();
  const { address: refusing } = await collector(500);
  for (const endpoint of [refusing, 'http://127.0.0.1:9']) {
    const { child, finished, address } = await serving(['--db', product.path], {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    });
    const healthy = await request(`${address}/healthz`);
    expect(healthy.statusCode).toBe(200);
    await healthy.body.dump();
    const began_ms = performance.now();
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0, stdout: '' });
    expect(performance.now() - began_ms).toBeLessThan(4_000);
  }
});
