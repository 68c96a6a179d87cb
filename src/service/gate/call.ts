/**
 * The one way in for both faces, so that no check can be forgotten. Order: credentials (the face has turned them into a
 * caller), scope, project, object, input, handler.
 */
import type { z } from 'zod';
import { isObject, pathText } from '../../base/json.ts';
import { nearestNames } from '../../base/nearest.ts';
import { readMembers } from '../../base/written.ts';
import { ServiceError } from '../../model/error.ts';
import { idOf } from '../../model/fields.ts';
import type { Project } from '../../model/saved/project.ts';
import { logDone } from '../access/audit.ts';
import { localOwner } from '../access/authenticate.ts';
import { allowedProjects } from '../access/projects.ts';
import { requireScope } from '../access/scopes.ts';
import { hearing, type Reads } from '../computing/progress.ts';
import {
  type Admitted,
  admittedNow,
  type Caller,
  type Context,
  type ProjectContext,
  type Service,
} from '../contract/context.ts';
import { type Answering, isNamed, isStoring, type Operation, StoringStep } from '../contract/operation.ts';
import { untilFree } from '../data/writing.ts';
import { tellingNames, unknownError } from '../names/unknown.ts';
import { checked } from '../resolve/body.ts';
import { type Face, see, type Wording } from '../words/operation_names.ts';
import { once } from './once.ts';
import { reworded, wordingFor, wordingOf } from './wording.ts';

export interface CallOptions {
  /** As in the path or arguments: digits, `@current`, or null for the key's only (or first) project. */
  readonly project_id?: string | null;
  readonly signal?: AbortSignal;
  readonly url?: URL | null;
  /** Where this caller reaches the server, for links that people open; its public address, if it has one, goes before. */
  readonly origin?: string | null;
  /** Default: `rest`. MCP refuses unknown names in the input at any depth, because a model can correct itself. */
  readonly face?: Face;
  /** The caller's Idempotency-Key. A repeatable operation runs once per key. */
  readonly once_key?: string | null;
  /** Called about once a second with the rows that the events' database has read, and about how many there are. */
  readonly reads?: Reads | null;
}

/** Parses output that is JSON text already. @throws ServiceError for every expected failure; all else is a bug */
export async function call<Out extends z.ZodType>(
  service: Service,
  caller: Caller,
  operation: Answering<Out>,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<z.output<Out>> {
  const run = async () => readMembers(await admit(service, caller, operation, input, options)(input));
  const output = await hearing(options.reads ?? null, run);
  // Its own handler made this output.
  return output as z.output<Out>;
}

/**
 * First half of a call: checks scope, project and object before a body is read. Returns the second half, which checks
 * the input and runs the handler. Members of its output may be JSON text. `named`: the input members that name the
 * object.
 */
export function admit(
  service: Service,
  caller: Caller,
  operation: Operation,
  named: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): (input: Record<string, unknown>) => unknown {
  const { face = 'rest' } = options;
  if (operation.scope !== null) requireScope({ service, caller }, operation.scope);
  if (caller.shared_insight_id !== undefined && !operation.shareable) throw notShared();
  const context: Context = {
    service,
    caller,
    now_ms: service.now(),
    admitted: admittedNow(),
    signal: options.signal ?? new AbortController().signal,
    url: options.url ?? null,
    origin: service.public_url ?? options.origin ?? null,
    face,
    wording: wordingFor({ service, caller }, face),
  };
  const once_key = operation.repeatable ? (options.once_key ?? null) : null;
  const second = (project_id: number | null, handle: Handle) =>
    secondHalf({ context, operation, once_key, project_id }, handle);
  if (!operation.in_project) {
    return second(null, (parsed) => audited(context, operation, null, parsed, () => operation.handle(context, parsed)));
  }
  const project = inWords(context.wording, () => findProject(service, caller, options.project_id ?? null));
  const inside: ProjectContext = { ...context, project, wording: wordingFor({ service, caller }, face, project.id) };
  if (operation.locate && isNamed(operation, named)) inWords(inside.wording, () => operation.locate?.(inside, named));
  return second(project.id, (parsed, admitted) =>
    audited(inside, operation, project.id, parsed, () => operation.handle({ ...inside, admitted }, parsed)),
  );
}

type Handle = (parsed: Record<string, unknown>, admitted: Admitted) => unknown;

interface Half {
  readonly context: Context;
  readonly operation: Operation;
  readonly once_key: string | null;
  readonly project_id: number | null;
}

/** Checks the input and runs the handler: once per key, within a span, and only when the database is free to write. */
function secondHalf({ context, operation, once_key, project_id }: Half, handle: Handle) {
  const { service, face } = context;
  const sent = { operation: operation.name, project_id };
  const run = (input: Record<string, unknown>) =>
    inWords(wordingFor(context, face, project_id), () =>
      once(context, once_key, { ...sent, input }, () => {
        const begun_ms = performance.now();
        const parsed = parse(operation.input, input, face);
        return handle(parsed, { begun_ms, parse_ms: performance.now() - begun_ms });
      }),
    );
  const free = async (input: Record<string, unknown>) => {
    await untilFree(service.store);
    return run(input);
  };
  const whole = isStoring(operation) ? free : run;
  if (!service.tracing.is_on) return whole;
  const span = { name: operation.name, attributes: { 'insights.face': face, 'insights.project': project_id ?? 0 } };
  return (input: Record<string, unknown>) => service.tracing.within(span, async () => whole(input));
}

/**
 * Runs the handler. If the operation stores, writes an audit entry as well, in the transaction of what it stores: where
 * one of them is refused, neither is there. What a handler stored before it waited stays, so a refused entry is logged.
 */
function audited(
  { service, caller }: Context,
  operation: Operation,
  project_id: number | null,
  sent: Readonly<Record<string, unknown>>,
  handle: () => unknown,
): unknown {
  if (!isStoring(operation) || operation.audited === false) return handle();
  const { store, log } = service;
  const note = (output: unknown): void => {
    const id = (isObject(output) ? output['id'] : null) ?? sent['id'] ?? sent['insight_id'] ?? null;
    const fields = Object.keys(sent).filter((name) => !/^(insight_)?id$/.test(name) && sent[name] !== undefined);
    const target = id === null ? null : String(id);
    logDone(service, caller, { project_id, action: operation.name, target, fields });
  };
  const withEntry = (run: () => unknown): unknown => {
    const answer = store.transaction(() => {
      const output = run();
      if (!(output instanceof StoringStep)) {
        note(output);
        return () => output;
      }
      const stored = output.store();
      note(stored);
      return () => stored.answer();
    });
    return answer();
  };
  if (!operation.waits) return withEntry(handle);
  return Promise.resolve(handle()).then((output) => {
    if (output instanceof StoringStep) return withEntry(() => output);
    try {
      note(output);
    } catch (error) {
      log.error({ err: error, operation: operation.name }, 'audit entry not written');
    }
    return output;
  });
}

/** Rewords errors, thrown or rejected, for the caller's face. */
function inWords<T>(wording: Wording, run: () => T): T {
  const fail = (error: unknown): never => {
    throw reworded(error, wording);
  };
  try {
    const made = run();
    return made instanceof Promise ? (made.catch(fail) as T) : made;
  } catch (error) {
    return fail(error);
  }
}

function notShared(): ServiceError {
  return new ServiceError(
    'permission_denied',
    'A sharing link opens its insight and nothing else. Use an API key here.',
  );
}

/** The project that a path or argument names, if the caller may see it. */
export function findProject(service: Service, caller: Caller, id: string | null): Project {
  if (id === null || id === '@current') return currentProject(service, caller);
  const number = idOf(id);
  const project = number === null ? undefined : service.store.projects.get(number);
  if (!project)
    throw new ServiceError('not_found', `Project not found. ${see('list_projects')} lists those you may use.`);
  if (caller.project_ids !== null && !caller.project_ids.includes(project.id)) {
    throw new ServiceError(
      'permission_denied',
      `API key does not have access to the requested project: ID ${project.id}.`,
    );
  }
  return project;
}

/** The project that a command names, for whoever owns the file. */
export function ownProject(service: Service, id: string | undefined): Project {
  return inWords(wordingOf(service, 'person'), () => findProject(service, localOwner(service), id ?? null));
}

function currentProject(service: Service, caller: Caller): Project {
  const [first] = allowedProjects({ service, caller });
  if (first === undefined) throw new ServiceError('not_found', 'Project not found. There is none this key may use.');
  return first;
}

/** Unknown fields in the body of a write -> nearest known name, or null. */
export function unknownFields(
  { input, effect }: Operation,
  body: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string | null> {
  // Questions report unknown names in their answers instead.
  const unknown = effect === 'read' ? [] : tellingNames(input, body);
  return new Map(
    unknown.map(({ path, name, known }) => [pathText([...path, name]), nearestNames(name, known)[0] ?? null]),
  );
}

function parse(schema: z.ZodObject, input: Record<string, unknown>, face: Face): Record<string, unknown> {
  const unknown = face === 'mcp' ? unknownError(tellingNames(schema, input)) : null;
  if (unknown !== null) throw unknown;
  return checked(schema, input);
}
