/** /openapi.json describes the REST face correctly. */
import { expect, test } from 'vitest';
import { openApi } from '../../src/http/rest/openapi.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Json, startServer } from './support.ts';

const document = (await openApi()) as Json;

interface Described {
  readonly path: string;
  readonly method: string;
  readonly node: Json;
}

const described: Described[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, node]) => ({ path, method, node })),
);

/** Everything below a node. */
function* nodesOf(node: Json): IterableIterator<Record<string, Json>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node;
  for (const member of Object.values(node)) yield* nodesOf(member);
}

test('every route is there once, under a name of its own', () => {
  const routes = OPERATIONS.flatMap((operation) => operation.routes);
  expect(described).toHaveLength(routes.length);
  expect(new Set(described.map(({ node }) => node.operationId)).size).toBe(routes.length);
});

test('the variables of a path are its path parameters, and no name comes twice', () => {
  for (const { path, node } of described) {
    const named = node.parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name);
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(named.toSorted(), path).toEqual(variables.toSorted());
    const places = node.parameters.map((one: Json) => `${one.in} ${one.name}`);
    expect(new Set(places).size, path).toBe(places.length);
    for (const one of node.parameters) {
      expect(one.schema, `${path} ${one.name}`).toBeTypeOf('object');
      if (one.in === 'path') expect(one.required).toBe(true);
    }
  }
});

test('every reference leads somewhere, and shapes that answers share are told once', () => {
  const { schemas } = document.components;
  const references = [...nodesOf(document)].flatMap((node) => (typeof node['$ref'] === 'string' ? [node['$ref']] : []));
  for (const reference of references) {
    expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''));
  }
  for (const name of Object.keys(schemas)) expect(references, name).toContain(`#/components/schemas/${name}`);
});

test('only POST and PATCH take a body; errors have one shape', () => {
  for (const { method, path, node } of described) {
    if (node.requestBody) expect(['post', 'patch'], path).toContain(method);
    expect(node.responses.default.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
  }
});

test('requests that may be repeated, or sent by a sharing link, are marked', () => {
  const having = (name: string) =>
    described
      .filter(({ node }) => node.parameters.some((one: Json) => one.name === name))
      .map(({ node }) => node.operationId);
  expect(having('Idempotency-Key').toSorted()).toEqual([
    ...['create_annotation', 'create_dashboard', 'create_insight', 'create_organization_project', 'create_project'],
    ...['update_annotation', 'update_dashboard', 'update_insight', 'update_project'],
  ]);
  expect(having('sharing_access_token').toSorted()).toEqual(['get_insight', 'list_group_types', 'list_insights']);
});

test('answers have the members that are described, each of them', async () => {
  const server = await startServer();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', new Date().toISOString()),
  ]);
  const filters = { insight: 'TRENDS', events: [{ id: 'sign up' }] };
  await server.post('insights/', { name: 'Sign-ups', filters });
  await server.post('dashboards/', { name: 'Growth', tiles: [{ insight: 1 }] });
  const paths = ['insights/', 'insights/1/', 'insights/1/sharing/', 'dashboards/', 'dashboards/1/', 'describe/', ''];
  for (const path of [...paths, 'event_definitions/', 'actions/', 'cohorts/']) {
    const template = `/api/projects/{project_id}/${path.replace('1/', path.includes('sharing') ? '{insight_id}/' : '{id}/')}`;
    const { schema } = document.paths[template].get.responses[200].content['application/json'];
    const { status, body } = await server.get(path);
    expect(status, path).toBe(200);
    check(schema, body, path);
  }
});

/** Required members are there, and of a closed object no others. */
function check(schema: Json, value: Json, place: string): void {
  if (schema.$ref) check(document.components.schemas[schema.$ref.split('/').at(-1)], value, place);
  if (schema.anyOf) {
    if (value !== null)
      check(
        schema.anyOf.find((branch: Json) => branch.type !== 'null'),
        value,
        place,
      );
    return;
  }
  if (schema.type === 'array') for (const item of value) check(schema.items, item, `${place}[]`);
  if (schema.type !== 'object' || !schema.properties) return;
  const names = Object.keys(value);
  expect(names, place).toEqual(expect.arrayContaining(schema.required ?? []));
  if (schema.additionalProperties === false)
    expect(Object.keys(schema.properties), place).toEqual(expect.arrayContaining(names));
  for (const name of names)
    if (schema.properties[name]) check(schema.properties[name], value[name], `${place}.${name}`);
}
