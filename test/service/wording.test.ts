/** Messages name operations in the words of the reader's face. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_TOOLSETS, isInToolsets } from '../../src/mcp/tools/toolsets.ts';
import type { ServiceError } from '../../src/model/error.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { wordingOf } from '../../src/service/gate/wording.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { NAMED_OPERATIONS, type NamedOperation, see } from '../../src/service/words/operation_names.ts';
import { connectHttp, refusal, served } from '../support/mcp.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const PROMPT = { command: (words: string) => `insights-mcp ${words}` };
const PLACE_NAMES = Object.keys(NAMED_OPERATIONS) as NamedOperation[];

test.each(PLACE_NAMES)('%s is a request over REST, a tool over MCP, and a command at a prompt', (place) => {
  const operation = operationNamed(place);
  expect(wordingOf(PROMPT, 'rest', 7)(see(place))).toMatch(
    /^(GET|POST|PATCH) \/api\/projects\/(7\/([\w/]+\/(:id\/)?)?)?$/,
  );
  const to_person = wordingOf(PROMPT, 'person', 7)(see(place));
  expect(to_person).toBe(/^(list|describe)_/.test(place) ? 'insights-mcp describe' : `an assistant's ${place}`);
  const over_mcp = wordingOf(PROMPT, 'mcp', 7)(`Look at ${see(place)}.`);
  expect(over_mcp).not.toMatch(/[\u{E000}-\u{E00F}]|\bGET\b|\/api\//u);
  // Tools that are not listed can be called, and nothing else changes such a thing.
  if (isInToolsets(operation.name, DEFAULT_TOOLSETS) || place.startsWith('update_'))
    expect(over_mcp).toBe(`Look at ${place}.`);
  else expect(over_mcp).toMatch(/^Look at describe_project( with \{"section":"\w+"\})?\.$/);
});

test('text that looks like a place but names none stays as it is', () => {
  expect(wordingOf(PROMPT, 'mcp')('\u{E000}toString\u{E001} \u{E000}list')).toBe(
    '\u{E000}toString\u{E001} \u{E000}list',
  );
});

test('no message of the service writes a request or a tool by hand', () => {
  const folder = 'src/service';
  const tool = new RegExp(`['"\`][^'\`]*\\b(${PLACE_NAMES.join('|')})\\b[^'\`]* [^'\`]*['"\`]`);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    // Tokens are asked for over HTTP only, and taken there only.
    if (path.endsWith('token.ts')) continue;
    for (const line of readFileSync(join(folder, path), 'utf8').split('\n')) {
      if (/^\s*(\*|\/\/|\/\*\*)/.test(line) || /Route|routes|description|describe\(/.test(line)) continue;
      expect(line, path).not.toMatch(/['"`].*\b(GET|POST|PATCH) (\/api\/|[a-z_]+\/)/);
      // Texts of answers and descriptions of tools are for models only; the table has what stands in place of others.
      if (!/^(text|operations)\/|operation_names/.test(path))
        expect(line.replaceAll(/see\('\w+'\)/g, ''), path).not.toMatch(tool);
    }
  }
});

describe('what does not exist', () => {
  const signedUp = (): Product => {
    const product = temporaryProduct({ now: () => Date.parse('2026-01-15T12:00:00Z') });
    product.service.ingest.importItems(product.service.store.projects.get(1)!, [
      event('sign up', 'a', '2026-01-14T10:00:00Z'),
    ]);
    return product;
  };

  const CASES: [string, Record<string, unknown>, string, string][] = [
    ['get_insight', { id: '99' }, 'list_insights lists', 'GET /api/projects/1/insights/ lists'],
    [
      'compute_trend',
      { events: [{ id: 'sign up' }], properties: [{ key: 'id', type: 'cohort', value: 9 }] },
      'describe_project with {"section":"cohorts"} lists',
      'GET /api/projects/1/cohorts/ lists',
    ],
    [
      'compute_funnel',
      { events: [{ id: 'sign up' }], actions: [{ id: 9 }] },
      'describe_project with {"section":"actions"} lists',
      'GET /api/projects/1/actions/ lists',
    ],
    ['compute_trend', { insight: 'FUNNELS' }, 'compute_funnel does', 'POST /api/projects/1/insights/funnel/ does'],
  ];

  test.each(CASES)('%s %j speaks in tools over MCP, in requests over REST', async (name, input, tool, request) => {
    const { service } = signedUp();
    const operation = operationNamed(name);
    const said = async (face: 'mcp' | 'rest') => {
      try {
        await call(service, localOwner(service), operation, input, { face });
      } catch (error) {
        return (error as ServiceError).message;
      }
      throw new Error('nothing was refused');
    };
    expect(await said('rest')).toContain(request);
    expect(await said('mcp')).toContain(tool);
  });

  test('a real client of each face reads it so, and where the field stands', async () => {
    const product = signedUp();
    const base = await served(product);
    const key = product.key(['*']);
    const { client } = await connectHttp(base, key, '2026');
    const cohort = { key: 'id', type: 'cohort', value: 9 };
    const text = await refusal(client, 'compute_trend', { events: [{ id: 'sign up', properties: [cohort] }] });
    expect(text).toBe(
      'does_not_exist: Cohort 9 does not exist. describe_project with {"section":"cohorts"} lists those there are. There are none yet. (field: events[0].properties[0].value)',
    );
    expect(await refusal(client, 'list_insights', { project_id: '77' })).toContain(
      'describe_project lists those you may',
    );
    const response = await fetch(`${base}/api/projects/77/insights/`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await response.json()).toMatchObject({
      detail: 'Project not found. GET /api/projects/ lists those you may use.',
    });
  });
});

test('an insight that cannot be computed says why in the words of whoever reads it', async () => {
  const { service } = temporaryProduct();
  const use = (name: string, input: Record<string, unknown>, face: 'mcp' | 'rest') =>
    call(service, localOwner(service), operationNamed(name), input, { face });
  const filters = { insight: 'FUNNELS', events: [{ id: 'x' }], actions: [{ id: 4 }] };
  await use('create_insight', { name: 'n', filters }, 'rest');
  const status = async (face: 'mcp' | 'rest') =>
    ((await use('get_insight', { id: '1' }, face)) as { query_status: { error_message: string } }).query_status;
  expect((await status('mcp')).error_message).toContain('describe_project with {"section":"actions"} lists');
  expect((await status('rest')).error_message).toContain('GET /api/projects/1/actions/ lists');
});
