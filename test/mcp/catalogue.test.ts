/** The tools as hosts and models get them: portable schemas, steady order, a bounded price in tokens. */
import type { Tool } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { findTool, toolNames, toolsFor } from '../../src/mcp/catalogue.ts';
import { inputSchema, outputSchema } from '../../src/mcp/schema.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { allows, SCOPES, type Scope } from '../../src/model/scope.ts';
import { localOwner } from '../../src/service/authenticate.ts';
import type { Caller } from '../../src/service/context.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { temporaryProduct } from '../support/product.ts';

/** Of the whole tools/list: what every conversation pays. A tenth above what it is today; raise it knowingly. */
const LIST_CHARS_MAX = 55_500;

function caller(scopes: readonly Scope[] = ['*']): Caller {
  return localOwner(temporaryProduct().service, scopes);
}

function everyTool(): Tool[] {
  return toolsFor(caller(), true, { read_only: false });
}

function namesFor(scopes: readonly Scope[], read_only = false): string[] {
  return toolsFor(caller(scopes), false, { read_only }).map((tool) => tool.name);
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
  test('is the operations marked as tools, in their order, the same each time', () => {
    const names = OPERATIONS.filter((operation) => operation.tool).map((operation) => operation.name);
    expect(toolNames()).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(LIMIT.mcp_tools);
    expect(JSON.stringify(everyTool())).toBe(JSON.stringify(everyTool()));
    expect(everyTool().map((tool) => tool.name)).toEqual(names);
    expect(findTool(names[0]!)?.name).toBe(names[0]);
    expect(findTool('read_trend'), 'an operation that is no tool').toBeUndefined();
  });

  test('costs a bounded number of characters', () => {
    const chars = JSON.stringify({ tools: everyTool() }).length;
    expect(chars, `tools/list has ${chars} characters of JSON`).toBeLessThanOrEqual(LIST_CHARS_MAX);
  });

  test.each(SCOPES)('for %s holds what that scope allows', (scope) => {
    const allowed = OPERATIONS.filter(
      (operation) => operation.tool && (operation.scope === null || allows([scope], operation.scope)),
    );
    expect(namesFor([scope])).toEqual(allowed.map((operation) => operation.name));
  });

  test('for reading only holds what is annotated as such', () => {
    const readers = everyTool().filter((tool) => tool.annotations?.readOnlyHint);
    expect(namesFor(['*'], true)).toEqual(readers.map((tool) => tool.name));
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.length).toBeLessThan(everyTool().length);
  });
});

describe('a tool', () => {
  test('has texts of the length hosts take, and says what it does to the data', () => {
    for (const tool of everyTool()) {
      expect(tool.name).toMatch(/^[a-z][a-z_]{2,63}$/);
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description!.length, tool.name).toBeGreaterThan(40);
      expect(tool.description!.length, tool.name).toBeLessThanOrEqual(LIMIT.mcp_description_chars);
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations!;
      const effect = findTool(tool.name)!.effect;
      expect([tool.name, readOnlyHint, destructiveHint, idempotentHint, openWorldHint]).toEqual([
        tool.name,
        effect === 'read',
        effect === 'destroy',
        effect !== 'create',
        false,
      ]);
    }
  });

  test('has schemas that every host understands', () => {
    const tools = everyTool();
    for (const tool of tools) {
      const chars = JSON.stringify(tool.inputSchema).length;
      expect(chars, `${tool.name}: ${chars} characters`).toBeLessThan(LIMIT.mcp_input_schema_chars);
      expect([tool.inputSchema.type, tool.outputSchema?.['type']]).toEqual(['object', 'object']);
      for (const combinator of ['anyOf', 'oneOf', 'allOf', 'not', 'enum']) {
        expect(tool.inputSchema, tool.name).not.toHaveProperty(combinator);
        expect(tool.outputSchema, tool.name).not.toHaveProperty(combinator);
      }
    }
    const has = (key: string) => (node: Record<string, unknown>) => key in node;
    for (const key of ['$ref', '$defs', '$schema', 'const', 'patternProperties', 'propertyNames']) {
      expect(placesIn(tools, has(key)), key).toEqual([]);
    }
    expect(placesIn(tools, (node) => Array.isArray(node['type']))).toEqual([]);
    expect(placesIn(tools, (node) => node['type'] === 'array' && !('items' in node))).toEqual([]);
    expect(placesIn(tools, (node) => Math.abs(Number(node['maximum'] ?? 0)) > 2 ** 31)).toEqual([]);
  });

  test('tells every argument in words', () => {
    const silent = everyTool().flatMap((tool) =>
      Object.entries(tool.inputSchema.properties ?? {})
        .filter(([, member]) => typeof (member as { description?: unknown }).description !== 'string')
        .map(([name]) => `${tool.name}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('takes a project where there are several, unless it is about all of them', () => {
    for (const tool of everyTool()) {
      const takes = 'project_id' in (tool.inputSchema.properties ?? {});
      expect([tool.name, takes]).toEqual([tool.name, findTool(tool.name)!.in_project]);
    }
    const plain = toolsFor(caller(), false, { read_only: false });
    expect(plain.filter((tool) => 'project_id' in (tool.inputSchema.properties ?? {}))).toEqual([]);
  });

  test('describes lists as an object with results', () => {
    for (const operation of OPERATIONS) {
      const schema = outputSchema(operation.output);
      expect(schema.type, operation.name).toBe('object');
      expect(inputSchema(operation.input).type, operation.name).toBe('object');
    }
    expect(everyTool().find((tool) => tool.name === 'my_last_viewed')?.outputSchema).toEqual({
      type: 'object',
      properties: { results: { type: 'array', items: {} } },
      required: ['results'],
    });
  });
});
