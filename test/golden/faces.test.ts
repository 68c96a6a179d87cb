/** A sample of golden cases of every kind, asked as clients do: over REST, and as MCP tools in both eras. */
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type ErrorCode, ServiceError } from '../../src/model/error.ts';
import { createKey } from '../../src/service/access/keys.ts';
import { connectHttp, served } from '../support/mcp.ts';
import { asksQuestions, checkCases } from './runner.ts';
import { type Asker, openWorld, type World } from './world.ts';

const FOLDER = join(import.meta.dirname, '../cases');
/** Every so many cases of a file; a step that shares no factor with how cases were written down. */
const STEP = 13;

type Product = Parameters<typeof served>[0];

async function serve(world: World): Promise<{ base: string; key: string }> {
  const { value: key } = createKey(world.service, {
    user_id: world.caller.user.id,
    label: 'golden',
    scopes: ['*'],
    project_ids: null,
  });
  const product: Pick<Product, 'service'> = { service: world.service };
  return { base: await served(product as Product), key };
}

function overRest(base: string, key: string): Asker {
  return async (project, operation, input) => {
    const route = operation.routes.find((candidate) => candidate.method === 'POST')!;
    const answer = await request(`${base}/api/projects/${project.id}${route.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body = (await answer.body.json()) as Record<string, unknown>;
    if (answer.statusCode < 400) return body;
    throw refusal(String(body['code']), String(body['detail']), body['attr']);
  };
}

/** A client a question: the cases' clocks leap by years, which ends sessions of the 2025 protocol as idle. */
function overMcp(connect: () => Promise<{ client: Client }>): Asker {
  return async (project, operation, input) => {
    const { client } = await connect();
    const answer = await client.callTool({
      name: operation.name,
      arguments: { ...input, project_id: String(project.id) },
    });
    if (!answer.isError) return answer.structuredContent as Record<string, unknown>;
    const text = (answer.content[0] as { text: string }).text;
    const [, code = '', detail = '', attr] = /^(\w+): (.*?)(?: \(field: ([^)]+)\))?$/s.exec(text) ?? [];
    throw refusal(code, detail, attr?.replace(/\[(\d+)\]/g, '__$1').replaceAll('.', '__') ?? null);
  };
}

function refusal(code: string, detail: string, attr: unknown): ServiceError {
  return new ServiceError(code as ErrorCode, detail, typeof attr === 'string' ? { attr } : {});
}

async function failures(world: World, first: number): Promise<{ asked: number; failed: unknown[] }> {
  const checked = await checkCases(world, FOLDER, (file, at) => asksQuestions(file) && at % STEP === first);
  return {
    asked: checked.length,
    failed: checked.filter(({ outcome }) => outcome.kind !== 'passed' && outcome.kind !== 'skipped'),
  };
}

test('over REST', async () => {
  const world = openWorld();
  onTestFinished(() => world.service.close());
  const { base, key } = await serve(world);
  world.ask = overRest(base, key);
  const { asked, failed } = await failures(world, 0);
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(40);
});

test.each(['2025', '2026'] as const)('as tools of the %s protocol', async (era) => {
  const world = openWorld();
  onTestFinished(() => world.service.close());
  const { base, key } = await serve(world);
  world.ask = overMcp(() => connectHttp(base, key, era));
  const { asked, failed } = await failures(world, era === '2025' ? 2 : 4);
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(40);
});
