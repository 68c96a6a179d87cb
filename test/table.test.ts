/** Invariants of the operation table: everything that faces derive from it can be derived. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SCOPES } from '../src/model/scope.ts';
import { isStoring } from '../src/service/contract/operation.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { HOSTS_TAKE } from './support/operations.ts';

const tools = OPERATIONS.filter((operation) => operation.tool);

test('names are unique, snake_case and short', () => {
  const names = OPERATIONS.map((operation) => operation.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z_]{2,39}$/);
});

test('routes are unique, end with a slash, and take their keys from the input', () => {
  const seen = new Set<string>();
  for (const operation of OPERATIONS) {
    for (const route of operation.routes) {
      const key = `${operation.in_project} ${route.method} ${route.path}`;
      expect(seen.has(key), key).toBe(false);
      seen.add(key);
      expect(route.path).toMatch(/^\/(.*\/)?$/);
      for (const [, name] of route.path.matchAll(/:(\w+)/g)) {
        expect(Object.keys(operation.input.shape), `${operation.name} ${route.path}`).toContain(name);
      }
      if (route.csv) expect(operation.table, operation.name).toBeDefined();
    }
    expect(operation.tool || operation.routes.length > 0, operation.name).toBe(true);
  }
});

test('scope and effect agree', () => {
  // Personal state and refused deletes are the only exceptions.
  const exceptions = ['mark_insight_viewed'];
  for (const operation of OPERATIONS) {
    if (operation.scope !== null) expect(SCOPES).toContain(operation.scope);
    if (exceptions.includes(operation.name)) continue;
    expect(operation.scope?.endsWith(':write') ?? false, operation.name).toBe(isStoring(operation));
  }
});

test('tools are few, described, and their schemas pass every host', () => {
  for (const tool of tools) {
    expect(tool.description.length, tool.name).toBeGreaterThan(40);
    expect(tool.description.length, tool.name).toBeLessThanOrEqual(HOSTS_TAKE.description_chars);
    const schema = z.toJSONSchema(tool.input, { io: 'input' });
    const text = JSON.stringify(schema);
    expect(text.length, tool.name).toBeLessThanOrEqual(HOSTS_TAKE.schema_chars);
    expect(schema.type).toBe('object');
    expect(text).not.toMatch(/"\$ref"|"\$defs"/);
    for (const [name, member] of Object.entries(tool.input.shape)) {
      expect((member as z.ZodType).description ?? '', `${tool.name}.${name} says what it is`).not.toBe('');
    }
  }
});
