/**
 * Reads a message from its bytes, the same for both transports. Left to itself, the protocol's library parses any depth
 * and number of values, which takes seconds in which nobody is answered, rounds long numbers, and replaces what is not UTF-8.
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { excessOf, isObject, parseText } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import { tooManyListened } from '../changes.ts';

const MEBIBYTE = 1024 * 1024;
const ID = '"id"\\s*:\\s*(-?\\d{1,15}|"[^"\\\\]{0,200}")';
const ID_FIRST = new RegExp(`^\\s*\\{(?:\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"]{0,200}"\\s*,)*\\s*${ID}`);
const ID_LAST = new RegExp(`,\\s*${ID}\\s*\\}\\s*$`);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const NOT_PARSED = { code: ProtocolErrorCode.ParseError };

type Id = string | number | null;

/** A message that is not taken. `status` is for HTTP. */
export class Unreadable extends Error {
  readonly status: number;
  readonly #id: Id;
  readonly #code: number;

  constructor(id: Id, message: string, { code = ProtocolErrorCode.InvalidRequest, status = 400 }: Kind = {}) {
    super(message);
    this.#id = id;
    this.status = status;
    this.#code = code;
  }

  response(): Record<string, unknown> {
    return { jsonrpc: '2.0', id: this.#id, error: { code: this.#code, message: this.message } };
  }
}

interface Kind {
  readonly code?: number;
  readonly status?: number;
}

/**
 * Any JSON: whether it is a message of the protocol is for the library to say.
 * @throws Unreadable
 */
export function readMessage(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const most = { levels: LIMIT.json_depth, values: LIMIT.body_values };
  const beyond = excessOf(bytes, most);
  if (beyond !== null) {
    throw new Unreadable(
      idAtEnds(text, text),
      `The message has more than ${most[beyond]} ${beyond} of JSON. Send less in one.`,
    );
  }
  const message = jsonOf(text);
  const excess = tooManyListened(message);
  if (excess !== null)
    throw new Unreadable(messageId(message), excess, { code: ProtocolErrorCode.InvalidParams, status: 200 });
  return message;
}

/** Of a message with more bytes than are read, only both ends are known. */
export function tooLong(head: string, tail: string): Unreadable {
  const size = LIMIT.body_bytes / MEBIBYTE;
  const message = `The message is longer than ${size} MiB. Send less in one message.`;
  return new Unreadable(idAtEnds(head, tail), message, { status: 413 });
}

/** null for a type that ids do not have: a client would not take an answer with it for one. */
export function messageId(message: unknown): Id {
  const id = isObject(message) ? message['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Unreadable(null, 'The message is not UTF-8 text.', NOT_PARSED);
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseText(text);
  } catch {
    throw new Unreadable(null, 'That is no JSON. Send one message of JSON-RPC.', NOT_PARSED);
  }
}

function idAtEnds(head: string, tail: string): Id {
  const id = ID_LAST.exec(tail) ?? ID_FIRST.exec(head);
  return id && JSON.parse(id[1]!);
}
