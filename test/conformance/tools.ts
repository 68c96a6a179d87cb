/** The tools that the conformance suite expects; its scenarios fix what each returns. */
import {
  acceptedContent,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { PNG, WAV } from './media.ts';
import schema from './schema.json' with { type: 'json' };
import { openState, sealState } from './state.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Answer = CallToolResult | InputRequiredResult;

export interface FixtureTool {
  readonly tool: Tool;
  readonly call: (args: Arguments, context: ServerContext) => Answer | Promise<Answer>;
}

/** Between two messages of a tool that sends some. */
const STEP_MS = 50;
const NOTHING = { type: 'object', properties: {} } as const;

function fixture(
  name: string,
  call: FixtureTool['call'],
  inputSchema: Tool['inputSchema'] = NOTHING,
): [string, FixtureTool] {
  return [name, { tool: { name, description: `Of the conformance suite: ${name}`, inputSchema }, call }];
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function text(...names: string[]): Tool['inputSchema'] {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, STEP_MS));
}

const CONTENT = [
  fixture('test_simple_text', () => said('This is a simple text response for testing.')),
  fixture('test_image_content', () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] })),
  fixture('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })),
  fixture('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  fixture('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  })),
  fixture('test_error_handling', () => ({
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  })),
];

const MESSAGES = [
  fixture('test_tool_with_logging', async (_args, { mcpReq }) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', message);
      await pause();
    }
    return said('Logged three messages.');
  }),
  fixture('test_logging_tool', async (_args, { mcpReq }) => {
    await mcpReq.log('info', 'Only for those who asked for logs.');
    return said('Logged once.');
  }),
  fixture('test_tool_with_progress', async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await pause();
    }
    return said('Done in three steps.');
  }),
];

/** What a schema for a form may hold. */
type Form = Record<string, unknown>;

function form(message: string, properties: Form, required: string[] = Object.keys(properties)): InputRequest {
  const requestedSchema = { type: 'object', properties, required } as never;
  return inputRequired.elicit({ message, requestedSchema });
}

function sample(question: string, maxTokens = 100): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  });
}

/** Asks once, then says what came back; the 2025 protocol carries the question as a request of the server's own. */
function asksOnce(label: string, request: (args: Arguments) => InputRequest): FixtureTool['call'] {
  return (args, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'asked');
    if (answer.kind === 'missing') return inputRequired({ inputRequests: { asked: request(args) } });
    if (answer.kind === 'sampling') return said(`LLM response: ${sampledText(answer.result.content)}`);
    if (answer.kind !== 'elicit') return said(`${label}: nothing`);
    return said(`${label}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
  };
}

function sampledText(content: unknown): string {
  const first = [content].flat()[0] as { text?: string } | undefined;
  return first?.text ?? '';
}

const CHOICES = ['option1', 'option2', 'option3'];
const DEFAULTS: Form = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

function titled(values: readonly string[], titles: readonly string[]): { const: string; title: string }[] {
  return values.map((value, at) => ({ const: value, title: titles[at]! }));
}

const ENUMS: Form = {
  untitledSingle: { type: 'string', enum: CHOICES },
  titledSingle: {
    type: 'string',
    oneOf: titled(['value1', 'value2', 'value3'], ['First Option', 'Second Option', 'Third Option']),
  },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: CHOICES } },
  titledMulti: {
    type: 'array',
    items: { anyOf: titled(['value1', 'value2', 'value3'], ['First Choice', 'Second Choice', 'Third Choice']) },
  },
};

const REQUESTS = [
  fixture(
    'test_sampling',
    asksOnce('', ({ prompt }) => sample(String(prompt))),
    text('prompt'),
  ),
  fixture(
    'test_elicitation',
    asksOnce('User response', ({ message }) =>
      form(String(message), { username: { type: 'string' }, email: { type: 'string' } }),
    ),
    text('message'),
  ),
  fixture(
    'test_elicitation_sep1034_defaults',
    asksOnce('Elicitation completed', () => form('Please look through these', DEFAULTS, [])),
  ),
  fixture(
    'test_elicitation_sep1330_enums',
    asksOnce('Elicitation completed', () => form('Please choose', ENUMS, [])),
  ),
  fixture(
    'test_streaming_elicitation',
    asksOnce('User response', () => form('Please confirm', { ok: { type: 'boolean' } })),
  ),
  fixture(
    'test_missing_capability',
    asksOnce('', () => sample('Hello')),
  ),
];

const NAME = { name: { type: 'string' } };
const askName = () => form('What is your name?', NAME);
const roots = () => inputRequired.listRoots();

/** What the client says it can do, in this request. */
function capabilitiesOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  const envelope = mcpReq.envelope as Readonly<Record<string, Record<string, unknown>>> | undefined;
  return envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
}

const ROUNDS = [
  fixture('test_input_required_result_elicitation', (_args, { mcpReq }) => {
    const answer = acceptedContent<{ name?: unknown }>(mcpReq.inputResponses, 'user_name');
    if (typeof answer?.name !== 'string') return inputRequired({ inputRequests: { user_name: askName() } });
    return said(`Hello, ${answer.name}!`);
  }),
  fixture('test_input_required_result_sampling', (_args, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return said(sampledText(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  }),
  fixture('test_input_required_result_list_roots', (_args, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return said(`Roots: ${answer.roots.map(({ uri }) => uri).join(', ')}`);
    return inputRequired({ inputRequests: { client_roots: roots() } });
  }),
  ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map((name) =>
    fixture(name, (_args, { mcpReq }) => {
      const requestState = mcpReq.requestState<string>();
      if (requestState === undefined) {
        const confirm = form('Please confirm', { ok: { type: 'boolean' } });
        return inputRequired({ inputRequests: { confirm }, requestState: sealState('confirm') });
      }
      return said(`state-ok: ${checkedState(requestState)}`);
    }),
  ),
  fixture('test_input_required_result_multiple_inputs', (_args, { mcpReq }) => {
    const name = acceptedContent<{ name?: unknown }>(mcpReq.inputResponses, 'user_name');
    const greeting = inputResponse(mcpReq.inputResponses, 'greeting');
    const client_roots = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (name && greeting.kind === 'sampling' && client_roots.kind === 'roots') {
      return said(
        `${sampledText(greeting.result.content)} ${String(name.name)}, from ${client_roots.roots.length} roots`,
      );
    }
    return inputRequired({
      inputRequests: { user_name: askName(), greeting: sample('Generate a greeting', 50), client_roots: roots() },
      requestState: sealState('several'),
    });
  }),
  fixture('test_input_required_result_multi_round', (_args, { mcpReq }) => {
    const state = mcpReq.requestState<string>();
    const round = state === undefined ? 'none' : checkedState(state);
    const first = acceptedContent<{ name?: string }>(mcpReq.inputResponses, 'step1');
    const second = acceptedContent<{ color?: string }>(mcpReq.inputResponses, 'step2');
    if (round.startsWith('named ') && second) return said(`${round}, likes ${second.color}`);
    if (round === 'begun' && first) {
      const step2 = form('Step 2: What is your favorite color?', { color: { type: 'string' } });
      return inputRequired({ inputRequests: { step2 }, requestState: sealState(`named ${first.name}`) });
    }
    const step1 = form('Step 1: What is your name?', NAME);
    return inputRequired({ inputRequests: { step1 }, requestState: sealState('begun') });
  }),
  fixture('test_input_required_result_capabilities', (_args, context) => {
    const can = capabilitiesOf(context);
    const possible = {
      ...(can['elicitation'] === undefined ? {} : { user_name: askName() }),
      ...(can['sampling'] === undefined ? {} : { greeting: sample('Generate a greeting') }),
    };
    if (context.mcpReq.inputResponses !== undefined || Object.keys(possible).length === 0) return said('Nothing more.');
    return inputRequired({ inputRequests: possible });
  }),
];

function checkedState(sealed: string): string {
  const state = openState(sealed);
  if (state === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The request state was changed.');
  return state;
}

/** Beyond the usual subset: what a schema may hold has to come out as it went in. */
const SCHEMA = fixture('json_schema_2020_12_tool', () => said('Taken.'), schema as Tool['inputSchema']);

export const FIXTURE_TOOLS: ReadonlyMap<string, FixtureTool> = new Map([
  ...CONTENT,
  ...MESSAGES,
  ...REQUESTS,
  ...ROUNDS,
  SCHEMA,
]);
