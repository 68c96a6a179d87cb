/** The tools as hosts and models get them: portable schemas, stable order, limited tokens. */
import type { Tool } from '@modelcontextprotocol/server';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { type CatalogueOptions, findTool, toolNames, toolsFor } from '../../src/mcp/tools/catalogue.ts';
import { SHOWN } from '../../src/mcp/tools/shown.ts';
import { DEFAULT_TOOLSETS, readToolsets, TOOLSET_NAMES } from '../../src/mcp/tools/toolsets.ts';
import { allows, SCOPES, type Scope } from '../../src/model/scope.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import type { Caller } from '../../src/service/contract/context.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { HOSTS_TAKE } from '../support/operations.ts';
import { temporaryProduct } from '../support/product.ts';

/** Of the list a host gets without asking for more, in o200k tokens: what every conversation pays. */
const LIST_TOKENS_MAX = 6_500;
/** What these arguments take is the same everywhere, and their names say it. */
const PLAIN =
  /^(id|project_id|date_to|before_to|insight_id|name\w*|description|tags|favorited|deleted|limit|offset|search|refresh|timezone|group_type|enabled|event|before|breakdown_value|content|lower|upper|webhook_url|distinct_ids)$/;

function caller(scopes: readonly Scope[] = ['*']): Caller {
  return localOwner(temporaryProduct().service, scopes);
}

const ALL: CatalogueOptions = { read_only: false, toolsets: ['all'], imports: true };

function everyTool(): Promise<Tool[]> {
  return toolsFor(caller(), true, ALL);
}

async function namesFor(scopes: readonly Scope[], options: Partial<CatalogueOptions> = {}): Promise<string[]> {
  return (await toolsFor(caller(scopes), false, { ...ALL, ...options })).map((tool) => tool.name);
}

/** Every schema in a schema, with its place. */
function* nodes(schema: unknown, place: string): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(schema)) {
    for (const [at, member] of schema.entries()) yield* nodes(member, `${place}/${at}`);
  } else if (typeof schema === 'object' && schema !== null) {
    yield [place, schema as Record<string, unknown>];
    for (const [key, member] of Object.entries(schema)) yield* nodes(member, `${place}/${key}`);
  }
}

function placesIn(tools: readonly Tool[], isWrong: (node: Record<string, unknown>) => boolean): string[] {
  return tools
    .flatMap((tool) => [
      ...nodes(tool.inputSchema, `${tool.name} input`),
      ...nodes(tool.outputSchema, `${tool.name} output`),
    ])
    .filter(([place, node]) => !place.endsWith('/properties') && isWrong(node))
    .map(([place]) => place);
}

describe('the list', () => {
  test('of everything is the operations marked as tools, the same each time', async () => {
    const names = OPERATIONS.filter((operation) => operation.tool).map((operation) => operation.name);
    expect(toolNames().toSorted()).toEqual(names.toSorted());
    expect(Object.keys(SHOWN).toSorted()).toEqual(names.toSorted());
    const tools = await everyTool();
    expect(JSON.stringify(await everyTool())).toBe(JSON.stringify(tools));
    expect(tools.map((tool) => tool.name)).toEqual(toolNames());
    expect(findTool(names[0]!)?.name).toBe(names[0]);
    expect(findTool('read_trend'), 'an operation that is no tool').toBeUndefined();
  });

  test('by default is short and costs little', async () => {
    const tools = await toolsFor(caller(), false, { read_only: false, toolsets: DEFAULT_TOOLSETS });
    expect(tools.length).toBeLessThanOrEqual(HOSTS_TAKE.tools);
    for (const several of [false, true]) {
      const listed = await toolsFor(caller(), several, { read_only: false, toolsets: DEFAULT_TOOLSETS });
      const tokens = countTokens(JSON.stringify({ tools: listed }));
      expect(tokens, `tools/list is ${tokens} tokens`).toBeLessThanOrEqual(LIST_TOKENS_MAX);
    }
    const names = tools.map((tool) => tool.name);
    const promised = ['list_insights', 'create_insight', 'compute_trend', 'compute_funnel'];
    expect(names).toEqual(expect.arrayContaining([...promised, 'rename_group_type', 'soft_delete_insight']));
    expect(names).not.toContain('record_timing');
  });

  test('of each toolset has tools, and every tool is in one', async () => {
    const toolsets = TOOLSET_NAMES.filter((name) => name !== 'all');
    const listed = await Promise.all(toolsets.map((name) => namesFor(['*'], { toolsets: [name] })));
    for (const names of listed) expect(names.length).toBeGreaterThan(1);
    expect([...new Set(listed.flat())].toSorted()).toEqual(toolNames().toSorted());
    expect(readToolsets('core, activity')).toEqual(['core', 'activity']);
    expect(() => readToolsets('core,charts')).toThrow(/There is no toolset charts\. Toolsets: core, /);
    expect(() => readToolsets(' ')).toThrow(/at least one/);
  });

  test.each(SCOPES)('for %s holds what that scope allows', async (scope) => {
    const allowed = OPERATIONS.filter(
      (operation) => operation.tool && (operation.scope === null || allows([scope], operation.scope)),
    );
    expect((await namesFor([scope])).toSorted()).toEqual(allowed.map((operation) => operation.name).toSorted());
  });

  test('for reading only holds what is annotated as such', async () => {
    const tools = await everyTool();
    const readers = tools.filter((tool) => tool.annotations?.readOnlyHint);
    expect(await namesFor(['*'], { read_only: true })).toEqual(readers.map((tool) => tool.name));
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.length).toBeLessThan(tools.length);
  });
});

describe('a tool', () => {
  test('has texts of the length hosts take, and says what it does to the data', async () => {
    for (const tool of await everyTool()) {
      expect(tool.name).toMatch(/^[a-z][a-z_]{2,63}$/);
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description!.length, tool.name).toBeGreaterThan(40);
      expect(tool.description!.length, tool.name).toBeLessThanOrEqual(HOSTS_TAKE.description_chars);
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations!;
      const effect = findTool(tool.name)!.effect;
      // What is left out means, by the protocol: it writes, may destroy, and not the same when called again.
      expect([tool.name, readOnlyHint ?? false, openWorldHint]).toEqual([tool.name, effect === 'read', false]);
      if (effect === 'read') continue;
      const removes = effect === 'destroy' || (effect === 'update' && 'deleted' in findTool(tool.name)!.input.shape);
      expect([tool.name, destructiveHint]).toEqual([tool.name, removes]);
      expect([tool.name, idempotentHint ?? false]).toEqual([tool.name, effect !== 'create']);
    }
  });

  test('has schemas that every host understands', async () => {
    const tools = await everyTool();
    for (const tool of tools) {
      const chars = JSON.stringify(tool.inputSchema).length;
      expect(chars, `${tool.name}: ${chars} characters`).toBeLessThan(HOSTS_TAKE.schema_chars);
      expect([tool.inputSchema.type, tool.outputSchema?.['type']]).toEqual(['object', 'object']);
      for (const combinator of ['anyOf', 'oneOf', 'allOf', 'not', 'enum']) {
        expect(tool.inputSchema, tool.name).not.toHaveProperty(combinator);
        expect(tool.outputSchema, tool.name).not.toHaveProperty(combinator);
      }
    }
    const has = (key: string) => (node: Record<string, unknown>) => key in node;
    const narrow = ['anyOf', 'oneOf', 'allOf', 'not', 'exclusiveMinimum', 'exclusiveMaximum', 'additionalProperties'];
    for (const key of ['$ref', '$defs', '$schema', 'const', 'patternProperties', 'propertyNames', ...narrow]) {
      expect(placesIn(tools, has(key)), key).toEqual([]);
    }
    expect(placesIn(tools, (node) => typeof node['type'] !== 'string')).toEqual([]);
    expect(placesIn(tools, (node) => node['type'] === 'array' && !('items' in node))).toEqual([]);
    expect(placesIn(tools, (node) => Math.abs(Number(node['maximum'] ?? 0)) > 2 ** 31)).toEqual([]);
  });

  test('tells every argument in words', async () => {
    const tools = await everyTool();
    const silent = tools.flatMap((tool) =>
      Object.entries(tool.inputSchema.properties ?? {})
        .filter(([name]) => !PLAIN.test(name))
        .filter(([, member]) => typeof (member as { description?: unknown }).description !== 'string')
        .map(([name]) => `${tool.name}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('takes a project where there are several, unless it is about all of them', async () => {
    for (const tool of await everyTool()) {
      const takes = 'project_id' in (tool.inputSchema.properties ?? {});
      expect([tool.name, takes]).toEqual([tool.name, findTool(tool.name)!.in_project]);
    }
    const plain = await toolsFor(caller(), false, ALL);
    expect(plain.filter((tool) => 'project_id' in (tool.inputSchema.properties ?? {}))).toEqual([]);
  });

  test('describes lists as an object with results', async () => {
    expect((await everyTool()).find((tool) => tool.name === 'my_last_viewed')?.outputSchema).toEqual({
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'integer' }, short_id: { type: 'string' } } },
        },
      },
    });
  });
});
