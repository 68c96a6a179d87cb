/** What the host of a call can do besides calling: ask its user, show that work goes on, take log lines. */
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { visible } from '../base/visible.ts';
import { LIMIT } from '../model/limit.ts';
import { TUNING } from '../model/tuning.ts';
import type { Operation } from '../service/contract/operation.ts';
import { showsViews } from './charts.ts';

type Capabilities = Readonly<Record<string, unknown>>;

export interface Host {
  /** Whether a user can be asked to fill in a form. */
  readonly can_ask: boolean;
  /** Whether answers can be shown in a view. */
  readonly shows_views: boolean;
  readonly context: ServerContext;
}

/** @param declared what the client said when the connection began; in the 2026 protocol each request says it. */
export function hostOf(context: ServerContext, declared: Capabilities | undefined): Host {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, Capabilities>> | undefined;
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? declared ?? {};
  const asking = capabilities['elicitation'] as Capabilities | undefined;
  // Without a mode it is forms: the older way to say it.
  const can_ask = asking !== undefined && ('form' in asking || !('url' in asking));
  return { can_ask, shows_views: showsViews(capabilities), context };
}

/** What still has to be asked before something is removed; null where nothing does, `declined` where the answer was no. */
export function askBefore(
  { name, title, effect }: Operation,
  args: Readonly<Record<string, unknown>>,
  { can_ask, context }: Host,
): InputRequiredResult | 'declined' | null {
  if (effect !== 'destroy' || !can_ask) return null;
  const answer = inputResponse(context.mcpReq.inputResponses, name);
  if (answer.kind === 'elicit') {
    return answer.action === 'accept' && answer.content?.['agreed'] !== false ? null : 'declined';
  }
  const message = `${title}? ${visible(JSON.stringify(args)).slice(0, LIMIT.name_chars)}`;
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

/** Says every second that the work goes on, where the caller has a token for it; hosts then wait longer. */
export async function withProgress<T>({ context }: Host, work: Promise<T>): Promise<T> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += TUNING.progress_ms / 1_000;
    const params = { progressToken, progress: seconds, message: `Computing for ${seconds} s` };
    // Whoever does not take it any more does not take the answer either.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, TUNING.progress_ms);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** A line in the host's log, where it listens to that level. */
export function logTo({ context }: Host, level: 'error' | 'warning', data: Readonly<Record<string, unknown>>): void {
  context.mcpReq.log(level, data, 'insights').catch(() => {});
}
