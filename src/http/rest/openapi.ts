/** OpenAPI 3.1 description of the REST face, generated from the operation table. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { canonical, isObject, listOf } from '../../base/json.ts';
import { ERRORS } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { ResolvedSchema } from '../../model/question/result.ts';
import { ActionSchema } from '../../model/saved/action.ts';
import { CohortSchema } from '../../model/saved/cohort.ts';
import { DashboardDetail } from '../../model/saved/dashboard.ts';
import { BasicInsightSchema, InsightSchema } from '../../model/saved/insight.ts';
import { GroupTypeSchema, UserSchema } from '../../model/saved/project.ts';
import { PRODUCT } from '../../model/version.ts';
import { membersInPath, type Operation, type Route } from '../../service/contract/operation.ts';
import { OPERATIONS } from '../../service/operations/index.ts';

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

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes it safe to send again: under the same key the same request is done once within 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: LIMIT.idempotency_key_chars },
};

const SHARING_TOKEN = {
  name: 'sharing_access_token',
  in: 'query',
  required: false,
  description: 'In place of a key: the token of a sharing link, which opens its insight only',
  schema: { type: 'string' },
};

/** Shared shapes. They are defined once and referenced. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Insight: InsightSchema,
  BasicInsight: BasicInsightSchema,
  Dashboard: DashboardDetail,
  Action: ActionSchema,
  Cohort: CohortSchema,
  GroupType: GroupTypeSchema,
  Resolved: ResolvedSchema,
  User: UserSchema,
};

let made: Promise<Node> | undefined;

export function openApi(): Promise<Node> {
  made ??= document();
  return made;
}

/** Takes a tenth of a second of everybody's time, so others get their turn in between. */
async function document(): Promise<Node> {
  const paths: Record<string, Node> = {};
  for (const operation of OPERATIONS) {
    await setImmediate();
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
      schemas: { Error: errorSchema(), ...namedSchemas() },
    },
  };
}

function describe(operation: Operation, route: Route, index: number): Node {
  const input = schemaOf(operation.input, 'input');
  const members = isObject(input['properties']) ? input['properties'] : {};
  const in_path = membersInPath(route);
  const rest = Object.fromEntries(Object.entries(members).filter(([name]) => !in_path.includes(name)));
  const required = listOf(input['required'])
    .map(String)
    .filter((name) => !in_path.includes(name));
  const parameters = [
    ...(operation.in_project ? [PROJECT_ID] : []),
    ...in_path.map((name) => parameter(name, members[name], 'path', true)),
    ...(route.method === 'GET' || route.method === 'DELETE' ? Object.entries(rest) : []).map(([name, schema]) =>
      parameter(name, schema, 'query', required.includes(name)),
    ),
    ...(route.csv ? [FORMAT] : []),
    ...(operation.repeatable ? [IDEMPOTENCY_KEY] : []),
    ...(operation.shareable ? [SHARING_TOKEN] : []),
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
  const shape = route.present ? route.presented : operation.output;
  const schema = shape === undefined ? {} : schemaOf(shape, 'output');
  const content: Node = { 'application/json': { schema } };
  if (route.csv) content['text/csv'] = { schema: { type: 'string' } };
  return { [status]: { description: operation.title, content }, default: error };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Node {
  const json = jsonSchema(schema, io);
  return io === 'output' ? nodeWithNames(json, nameByShape()) : json;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Node {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function namedSchemas(): Node {
  const names = nameByShape();
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, membersWithNames(jsonSchema(schema, 'output'), names)]),
  );
}

let names_known: ReadonlyMap<string, string> | undefined;

/** shape as text -> its name. */
function nameByShape(): ReadonlyMap<string, string> {
  names_known ??= new Map(Object.entries(NAMED).map(([name, schema]) => [shapeOf(jsonSchema(schema, 'output')), name]));
  return names_known;
}

/** Leaves out the description, which belongs to the place of use. */
function shapeOf({ description: _, ...shape }: Node): string {
  return canonical(shape);
}

function withNames(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => withNames(item, names));
  return isObject(node) ? nodeWithNames(node, names) : node;
}

function nodeWithNames(node: Node, names: ReadonlyMap<string, string>): Node {
  const name = node['type'] === 'object' ? names.get(shapeOf(node)) : undefined;
  if (name === undefined) return membersWithNames(node, names);
  const { description } = node;
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

function membersWithNames(node: Node, names: ReadonlyMap<string, string>): Node {
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, withNames(member, names)]));
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
