/**
 * The SDK's server with our own error messages. By default it answers invalid parameters with an internal error and the
 * validator's notes, and shows callers the message of any exception in a handler. On a connection that has begun, it
 * serves requests of whatever version of the protocol they claim.
 */
import {
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { isObject, parseNested, pathText } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { stackOf } from '../base/stack.ts';
import { visible } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';

type Wrapped = Parameters<Server['_wrapHandler']>[1];

export class CheckedServer extends Server {
  readonly #log: Log;

  constructor(log: Log, ...values: ConstructorParameters<typeof Server>) {
    super(...values);
    this.#log = log;
  }

  protected override _wrapHandler(method: string, handler: Wrapped): Wrapped {
    const run = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        this.#checkVersion(context);
        return await run(request, context);
      } catch (error) {
        throw this.#refusal(method, error);
      }
    };
  }

  #checkVersion({ mcpReq }: Parameters<Wrapped>[1]): void {
    const envelope: unknown = mcpReq.envelope;
    const requested = isObject(envelope) ? envelope[PROTOCOL_VERSION_META_KEY] : undefined;
    const agreed = this.getNegotiatedProtocolVersion();
    if (typeof requested !== 'string' || agreed === undefined || requested === agreed) return;
    throw new UnsupportedProtocolVersionError({ supported: [agreed], requested });
  }

  /** The protocol error for an exception in a handler. (Only tool results can say `isError` instead.) */
  #refusal(method: string, error: unknown): ProtocolError {
    if (error instanceof ServiceError) return invalidParams(error.message);
    const wrong = error instanceof Error ? misfits(error.message) : null;
    if (wrong !== null) {
      return invalidParams(`The parameters of ${method} are not as the protocol has them: ${wrong.join('; ')}.`);
    }
    if (error instanceof ProtocolError) return shortened(error);
    this.#log.error({ error: stackOf(error), method }, 'mcp request failed');
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      'The server failed on this request. The reason is in its log.',
    );
  }
}

/** Cuts a message: those of the protocol's library quote what was sent, however long it is. */
function shortened(error: ProtocolError): ProtocolError {
  error.message = error.message.slice(0, LIMIT.mcp_message_chars);
  return error;
}

function invalidParams(text: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, visible(text).slice(0, LIMIT.mcp_message_chars));
}

/** The validator's notes, which the SDK throws as JSON in a message, for tools after some words; null for other messages. */
function misfits(message: string): string[] | null {
  const issues = parseNested(message.replace(/^Invalid \S+ request: /, ''), LIMIT.json_depth);
  if (!Array.isArray(issues)) return null;
  return issues
    .filter(isObject)
    .map(({ path, message: said }) => `${pathText(Array.isArray(path) ? path : [])}: ${said}`);
}
