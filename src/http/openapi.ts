/** The REST face described for programs (OpenAPI 3.1): made from the operation table, so it cannot be wrong about it. */
import { z } from 'zod';
import { isObject } from '../base/json.ts';
import { ERRORS } from '../model/error.ts';
import { PRODUCT } from '../model/version.ts';
import type { Operation, Route } from '../service/operation.ts';
import { OPERATIONS } from '../service/operations/index.ts';

type Node = Record<string, unknown>;

const ERROR_REF = { $ref: '#/components/schemas/Error' };

const PROJECT_ID = {
  name: 'project_id',
  in: 'path',
  required: true,
  description: 'Id of a project (GET /api/projects/ lists them), or @current',
  schema: { type: 'string' },
};

const FORMAT = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'How the answer is written; json unless said',
  schema: { type: 'string', enum: ['json', 'csv'] },
};

let made: Node | undefined;

export function openApi(): Node {
  made ??= document();
  return made;
}

function document(): Node {
  const paths: Record<string, Node> = {};
  for (const operation of OPERATIONS) {
    for (const [index, route] of operation.routes.entries()) {
      const path = `/api${operation.in_project ? '/projects/{project_id}' : ''}${route.path.replace(/:(\w+)/g, '{$1}')}`;
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(operation, route, index) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT.name, version: PRODUCT.version },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A personal API key, phx_…' } },
      schemas: { Error: errorSchema() },
    },
  };
}

function describe(operation: Operation, route: Route, index: number): Node {
  const input = schemaOf(operation.input, 'input');
  const members = isObject(input['properties']) ? input['properties'] : {};
  const in_path = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const rest = Object.fromEntries(Object.entries(members).filter(([name]) => !in_path.includes(name)));
  const required = (Array.isArray(input['required']) ? input['required'] : []).filter(
    (name) => !in_path.includes(name),
  );
  const parameters = [
    ...(operation.in_project ? [PROJECT_ID] : []),
    ...in_path.map((name) => parameter(name, members[name], 'path', true)),
    ...(route.method === 'GET' ? Object.entries(rest) : []).map(([name, schema]) =>
      parameter(name, schema, 'query', required.includes(name)),
    ),
    ...(route.csv ? [FORMAT] : []),
  ];
  return {
    operationId: index === 0 ? operation.name : `${operation.name}_${index + 1}`,
    summary: operation.title,
    description: `${operation.description}\n\nScope: ${operation.scope ?? 'any key'}.`,
    parameters,
    ...(takesBody(route, rest) ? { requestBody: requestBody(rest, required) } : {}),
    responses: responses(operation, route),
  };
}

function takesBody(route: Route, members: Node): boolean {
  return (route.method === 'POST' || route.method === 'PATCH') && Object.keys(members).length > 0;
}

function parameter(name: string, schema: unknown, place: 'path' | 'query', required: boolean): Node {
  const { description, ...type } = isObject(schema) ? schema : { description: undefined };
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: type };
}

function requestBody(properties: Node, required: readonly unknown[]): Node {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { content: { 'application/json': { schema } } };
}

function responses(operation: Operation, route: Route): Node {
  const status = String(route.status ?? 200);
  const error = {
    description: 'What was wrong, and what to send instead',
    content: { 'application/json': { schema: ERROR_REF } },
  };
  if (status === '405') return { 405: { description: 'Always refused; no body' }, default: error };
  // What a route presents otherwise than the operation returns it is JSON of a shape of its own.
  const schema = route.present ? {} : schemaOf(operation.output, 'output');
  const content: Node = { 'application/json': { schema } };
  if (route.csv) content['text/csv'] = { schema: { type: 'string' } };
  return { [status]: { description: operation.title, content }, default: error };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Node {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function errorSchema(): Node {
  return {
    type: 'object',
    required: ['type', 'code', 'detail', 'attr'],
    properties: {
      type: { type: 'string', enum: [...new Set(Object.values(ERRORS).map((error) => error.type))] },
      code: { type: 'string', enum: Object.keys(ERRORS) },
      detail: { type: 'string' },
      attr: { type: ['string', 'null'] },
    },
  };
}
