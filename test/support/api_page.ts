/** The REST reference as one page of Markdown, made from what /openapi.json says. */
import { openApi } from '../../src/http/rest/openapi.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';

type Node = ReturnType<typeof JSON.parse>;

const METHODS = ['get', 'post', 'patch', 'delete'];
const DOCUMENT: Node = await openApi();
const PROJECT = '/api/projects/{project_id}';

const INTRO = `# REST reference

Made from the operation table; \`GET /openapi.json\` says the same for programs.

- Every request carries \`Authorization: Bearer <key>\`; a key has scopes, and \`x:write\` includes \`x:read\`.
- Paths answer with and without the closing slash. \`/api/environments/…\` is \`/api/projects/…\`; \`@current\` stands for the
  key's first project.
- Bodies and answers are JSON. Where \`format\` is listed, \`?format=csv\` answers a table.
- Lists come in pages: \`limit\`, \`offset\`, and addresses in \`next\` and \`previous\`.
- Errors are \`{"type","code","detail","attr"}\`: \`attr\` names the field at fault, \`detail\` says what to send instead.
- A request with an \`Idempotency-Key\` (where it is listed) can be sent again: within 24 hours the same request under the same
  key is done once and answered alike; another request under it is a 409.
- \`GET /shared/:access_token\` is the page of an insight whose link is switched on, \`/shared/:access_token.json\` the same as
  JSON. Neither needs a key.
`;

export function apiPage(): string {
  const { paths } = DOCUMENT;
  const entries = Object.entries(paths as Record<string, Node>).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({ path, method, node: item[method] })),
  );
  const sections = Map.groupBy(entries, ({ path }) => nounOf(path));
  const parts = [...sections].map(([noun, listed]) => [`## ${noun}\n`, ...listed.map(operationText)].join('\n'));
  return [INTRO, operationsTable(), ...parts].join('\n');
}

function operationsTable(): string {
  const rows = OPERATIONS.map((operation) => {
    const prefix = operation.in_project ? '/api/projects/:project_id' : '/api';
    const routes = operation.routes.map((route) => `\`${route.method} ${prefix}${route.path}\``).join('<br>');
    const scope = operation.scope === null ? 'any key' : `\`${operation.scope}\``;
    return `| ${operation.tool ? `\`${operation.name}\`` : ''} | ${routes} | ${scope} |`;
  });
  return ['| tool | REST | scope |', '|---|---|---|', ...rows, ''].join('\n');
}

function nounOf(path: string): string {
  return (
    path
      .replace(PROJECT, '')
      .split('/')
      .filter((part) => part !== '' && part !== 'api')[0] ?? 'projects'
  );
}

function operationText({ path, method, node }: { path: string; method: string; node: Node }): string {
  const body = node.requestBody?.content['application/json'].schema;
  const rows = [
    ...node.parameters
      .filter((parameter: Node) => parameter.name !== 'project_id')
      .map((parameter: Node) =>
        row(parameter.name, parameter.in, parameter.schema, parameter.required, parameter.description),
      ),
    ...Object.entries<Node>(body?.properties ?? {}).map(([name, schema]) =>
      row(name, 'body', schema, body.required?.includes(name) ?? false, schema.description),
    ),
  ];
  return [
    `### ${node.summary}: \`${method.toUpperCase()} ${path}\`\n`,
    `${node.description.replaceAll('<', '\\<')}\n`,
    ...(rows.length === 0 ? [] : ['| field | in | type | |', '|---|---|---|---|', ...rows, '']),
    `${answerText(node.responses)}\n`,
  ].join('\n');
}

/** A shape that is told once, where it is told. */
function named(schema: Node): Node {
  const name = /^#\/components\/schemas\/(.*)$/.exec(schema?.$ref ?? '')?.[1];
  return name === undefined ? schema : DOCUMENT.components.schemas[name];
}

function row(name: string, place: string, schema: Node, required: boolean, description = ''): string {
  const cells = [`\`${name}\``, place, typeText(schema), `${required ? 'Required. ' : ''}${description}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '\\<')).join(' | ')} |`;
}

function typeText(schema: Node): string {
  if (schema.enum) return schema.enum.map((value: unknown) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function answerText(responses: Node): string {
  const [status, answer] = Object.entries<Node>(responses).find(([code]) => code !== 'default')!;
  const schema = answer.content?.['application/json'].schema;
  if (schema === undefined) return `Answers ${status} without a body.`;
  const shape = named(schema.type === 'array' ? schema.items : schema);
  const names = Object.keys(shape?.properties ?? {}).map((name) => `\`${name}\``);
  const list = schema.type === 'array' ? 'a list, each with ' : '';
  return names.length === 0 ? `Answers ${status}.` : `Answers ${status}: ${list}${names.join(', ')}.`;
}
