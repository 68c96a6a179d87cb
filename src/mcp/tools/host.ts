/** What the host of a call offers in addition: asking its user, progress, logging. */
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isObject } from '../../base/json.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Operation } from '../../service/contract/operation.ts';
import { showsViews } from './charts.ts';

/** The extension's name. */
export const TASKS = 'io.modelcontextprotocol/tasks';

type Capabilities = Readonly<Record<string, unknown>>;

export interface Host {
  /** Whether a user can be asked to fill in a form. */
  readonly can_ask: boolean;
  /** Whether answers can be shown in a view. */
  readonly shows_views: boolean;
  /** Whether the client can fetch a result later. */
  readonly takes_tasks: boolean;
  readonly context: ServerContext;
}

/**
 * @param declared the client's capabilities from the start of the connection; in the 2026 protocol each request has
 * them
 */
export function hostOf(context: ServerContext, declared: Capabilities | undefined): Host {
  const capabilities =
    memberOf(context.mcpReq.envelope, 'io.modelcontextprotocol/clientCapabilities') ?? declared ?? {};
  const asking = memberOf(capabilities, 'elicitation');
  // Without a mode, the older notation means forms.
  const can_ask = asking !== undefined && ('form' in asking || !('url' in asking));
  const takes_tasks = memberOf(capabilities, 'extensions')?.[TASKS] !== undefined;
  return { can_ask, shows_views: showsViews(capabilities), takes_tasks, context };
}

function memberOf(value: unknown, name: string): Capabilities | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : undefined;
}

/** Asks the question, unless it is null or nobody can be asked. null: go on; `declined`: the user said no. */
export function askBefore(
  { name }: Operation,
  { can_ask, context }: Host,
  question: () => string | null,
): InputRequiredResult | 'declined' | null {
  const message = can_ask ? question() : null;
  if (message === null) return null;
  const answer = inputResponse(context.mcpReq.inputResponses, name);
  if (answer.kind === 'elicit') {
    return answer.action === 'accept' && answer.content?.['agreed'] !== false ? null : 'declined';
  }
  const agreed = { type: 'boolean', title: 'Yes, do it', default: true } as const;
  return inputRequired({
    inputRequests: {
      [name]: inputRequired.elicit({
        mode: 'form',
        message,
        requestedSchema: { type: 'object', properties: { agreed } },
      }),
    },
  });
}

/** Sends progress every second if the caller gave a token for it. Hosts then wait longer. */
export async function withProgress<T>({ context }: Host, work: Promise<T>, told: () => string | null): Promise<T> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += TUNING.progress_ms / 1_000;
    const params = { progressToken, progress: seconds, message: told() ?? `Computing for ${seconds} s` };
    // Failures do not matter: a caller who stopped reading will not read the answer either.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, TUNING.progress_ms);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Writes a line to the host's log, if it listens to that level. */
export function logTo({ context }: Host, level: 'error' | 'warning', data: Readonly<Record<string, unknown>>): void {
  context.mcpReq.log(level, data, 'insights').catch(() => {});
}
