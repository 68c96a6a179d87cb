/**
 * npm --prefix bench run faces -- FOLDER      (FOLDER as left by `npm run bench -- --keep FOLDER`; copied, not changed)
 * Overhead around a computation: a cached answer, what both transports of MCP add to it, and two
 * questions at once.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { localOwner } from '../src/service/access/authenticate.ts';
import { call } from '../src/service/gate/call.ts';
import { operationNamed } from '../src/service/operations/index.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { onCopy } from './copies.ts';
import { medianOf, quantileOf } from './measure.ts';
import { questionNamed } from './old/questions.ts';
import { ask } from './ours.ts';
import { keyOf, programArgs, startServer } from './server.ts';

const CALLS = 1_000;
/** Until compiled code has settled. */
const WARM_UPS = 1_500;
const REPEATS = 15;

await onCopy('faces', main);

async function main(path: string): Promise<void> {
  const service = openService({ path });
  const cached = await cachedAnswers(service);
  const pair = await twoAtOnce(service);
  const key = keyOf(service);
  await service.close();
  const figures = {
    cached_ms: cached,
    mcp_stdio_adds_ms: rounded((await overStdio(path)) - cached.p50),
    mcp_http_adds_ms: rounded((await overHttp(path, key)) - cached.p50),
    two_at_once: pair,
  };
  console.log(JSON.stringify(figures, null, 2));
}

/** Through the gate; the first call computes. */
async function cachedAnswers(service: RunningService): Promise<{ p50: number; p99: number }> {
  const { operation, body } = questionNamed('T1');
  const found = operationNamed(operation);
  return quantilesOf(() => call(service, localOwner(service), found, body));
}

async function overStdio(path: string): Promise<number> {
  const args = programArgs('stdio', '--db', path);
  return throughClient(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
}

async function overHttp(path: string, key: string): Promise<number> {
  const server = await startServer(path);
  try {
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    return await throughClient(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }));
  } finally {
    await server.stop();
  }
}

/** Median milliseconds of a tool call with a cached answer. */
async function throughClient(transport: Parameters<Client['connect']>[0]): Promise<number> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  const { operation, body } = questionNamed('T1');
  const { p50 } = await quantilesOf(() => client.callTool({ name: operation, arguments: body }));
  await client.close();
  return p50;
}

async function quantilesOf(task: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let count = 0; count < WARM_UPS; count++) await task();
  for (let count = 0; count < CALLS; count++) {
    const started = performance.now();
    await task();
    times.push(performance.now() - started);
  }
  return { p50: rounded(quantileOf(times, 0.5)), p99: rounded(quantileOf(times, 0.99)) };
}

/** Milliseconds of two different questions, each alone and both at once. */
async function twoAtOnce(service: RunningService): Promise<Record<string, number>> {
  const [first, second] = [questionNamed('F1'), questionNamed('R2')];
  const alone_ms = await medianOf(() => ask(service, first), 3, REPEATS);
  const other_ms = await medianOf(() => ask(service, second), 3, REPEATS);
  const both_ms = await medianOf(() => Promise.all([ask(service, first), ask(service, second)]), 3, REPEATS);
  return {
    F1_ms: rounded(alone_ms),
    R2_ms: rounded(other_ms),
    both_ms: rounded(both_ms),
    times_the_sum: rounded(both_ms / (alone_ms + other_ms)),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
