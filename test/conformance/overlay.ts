/**
 * The conformance suite's fixtures on a server of the product: they answer what they know, the product's own handlers
 * the rest.
 */
import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Request,
  type Resource,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PNG } from './media.ts';
import { FIXTURE_TOOLS } from './tools.ts';

type Handler = (request: Request, context: ServerContext) => Promise<Record<string, unknown>>;

/** What the product answers; the library keeps its handlers to itself. */
function ownHandlers(server: Server): ReadonlyMap<string, Handler> {
  return new Map(Reflect.get(server, '_requestHandlers') as Map<string, Handler>);
}

export function withFixtures(server: Server): Server {
  const own = ownHandlers(server);
  const product = (method: string, request: Request, context: ServerContext) => own.get(method)?.(request, context);
  server.setRequestHandler('tools/list', async (request, context) => {
    const listed = (await product('tools/list', request, context)) as { tools: [] };
    return { tools: [...listed.tools, ...[...FIXTURE_TOOLS.values()].map(({ tool }) => tool)] };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const found = FIXTURE_TOOLS.get(request.params.name);
    return (
      found ? found.call(request.params.arguments ?? {}, context) : product('tools/call', request, context)
    ) as never;
  });
  server.setRequestHandler('resources/list', async (request, context) => {
    const listed = (await product('resources/list', request, context)) as { resources: Resource[] };
    return { ...listed, resources: [...RESOURCES, ...listed.resources] };
  });
  server.setRequestHandler('resources/templates/list', async (request, context) => {
    const listed = (await product('resources/templates/list', request, context)) as { resourceTemplates: [] };
    return { resourceTemplates: [TEMPLATE, ...listed.resourceTemplates] };
  });
  server.setRequestHandler('resources/read', async (request, context) => {
    return (readFixture(request.params.uri) ?? product('resources/read', request, context)) as never;
  });
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.setRequestHandler(method, async (request, context) => {
      if (RESOURCES.some(({ uri }) => uri === request.params.uri)) return {};
      return (await product(method, request, context)) ?? unknown(request.params.uri);
    });
  }
  server.setRequestHandler('prompts/list', async (request, context) => {
    const listed = (await product('prompts/list', request, context)) as { prompts: Prompt[] } | undefined;
    return { prompts: [...PROMPTS, ...(listed?.prompts ?? [])] };
  });
  server.setRequestHandler('prompts/get', async (request, context) => {
    const made = promptFixture(request.params.name, request.params.arguments ?? {}, context);
    const answer = made ?? (await product('prompts/get', request, context));
    return (answer ?? unknown(request.params.name)) as never;
  });
  server.setRequestHandler('completion/complete', async (request, context) => {
    const { ref, argument } = request.params;
    if (ref.type === 'ref/prompt' && PROMPTS.some(({ name }) => name === ref.name)) {
      const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(argument.value));
      return { completion: { values, total: values.length, hasMore: false } };
    }
    return (await product('completion/complete', request, context)) as never;
  });
  return server;
}

function unknown(what: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what}.`);
}

const RESOURCES: readonly Resource[] = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'A picture', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'To subscribe to', mimeType: 'text/plain' },
];
const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data by id',
  mimeType: 'application/json',
};

function readFixture(uri: string): ReadResourceResult | null {
  const text = (mimeType: string, content: string) => ({ contents: [{ uri, mimeType, text: content }] });
  if (uri === 'test://static-text') return text('text/plain', 'This is the content of the static text resource.');
  if (uri === 'test://watched-resource') return text('text/plain', 'Watched.');
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return null;
  return text('application/json', JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }));
}

const PROMPTS: readonly Prompt[] = [
  { name: 'test_simple_prompt', description: 'Without arguments' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With two arguments',
    arguments: [
      { name: 'arg1', description: 'The first', required: true },
      { name: 'arg2', description: 'The second', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource in it',
    arguments: [{ name: 'resourceUri', description: 'Which', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'With a picture in it' },
  { name: 'test_input_required_result_prompt', description: 'Asks the user first' },
];

type PromptAnswer = GetPromptResult | InputRequiredResult;

/** null where it is none of the fixtures. */
function promptFixture(name: string, args: Record<string, string>, { mcpReq }: ServerContext): PromptAnswer | null {
  const prompt = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
    messages: contents.map((content) => ({ role: 'user', content })),
  });
  const text = (words: string) => ({ type: 'text', text: words }) as const;
  if (name === 'test_simple_prompt') return prompt(text('This is a simple prompt for testing.'));
  if (name === 'test_prompt_with_arguments') {
    return prompt(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`));
  }
  if (name === 'test_prompt_with_embedded_resource') {
    const resource = {
      uri: args['resourceUri'] ?? '',
      mimeType: 'text/plain',
      text: 'Embedded resource content for testing.',
    };
    return prompt({ type: 'resource', resource }, text('Please process the embedded resource above.'));
  }
  if (name === 'test_prompt_with_image') {
    return prompt({ type: 'image', data: PNG, mimeType: 'image/png' }, text('Please analyze the image above.'));
  }
  if (name !== 'test_input_required_result_prompt') return null;
  const answer = acceptedContent<{ context?: string }>(mcpReq.inputResponses, 'user_context');
  if (answer) return prompt(text(`In this context: ${answer.context}`));
  const requestedSchema = {
    type: 'object',
    properties: { context: { type: 'string' } },
    required: ['context'],
  } as const;
  return inputRequired({
    inputRequests: {
      user_context: inputRequired.elicit({
        message: 'What context should the prompt use?',
        requestedSchema: requestedSchema as never,
      }),
    },
  });
}
