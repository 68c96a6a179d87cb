/**
 * Reads stdin line by line. The transport would close the connection at an overlong line, and ignore a line that is not a
 * message and leave its sender waiting. Here both get an error response, and reading goes on.
 */
import { Transform, type Writable } from 'node:stream';
import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject, isTextWithinDepth } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import { tooManyListened } from '../changes.ts';

const MEBIBYTE = 1024 * 1024;
const NEWLINE = 0x0a;
/** How much of both ends of an overlong line is kept: its id is near one of them. */
const END_BYTES = 4_096;
const ID = '"id"\\s*:\\s*(-?\\d{1,15}|"[^"\\\\]{0,200}")';
const ID_FIRST = new RegExp(`^\\s*\\{(?:\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"]{0,200}"\\s*,)*\\s*${ID}`);
const ID_LAST = new RegExp(`,\\s*${ID}\\s*\\}\\s*$`);

/**
 * Emits only messages, one per line. Stops reading while nobody takes the answers. Passes the end of input on once all is
 * `answered`, because at the end of input the transport aborts running calls.
 */
export function messageLines(output: Writable, answered: () => Promise<void>): Transform {
  const line = new Line();
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        line.add(chunk.subarray(from, end));
        from = end + 1;
        const problem = problemOf(line);
        if (problem === null) this.push(Buffer.concat([...line.head, Buffer.of(NEWLINE)]));
        else if (line.length > 0) output.write(`${JSON.stringify({ jsonrpc: '2.0', ...problem })}\n`);
        line.clear();
      }
      line.add(chunk.subarray(from));
      if (output.writableNeedDrain) output.once('drain', () => done());
      else done();
    },
    flush(done) {
      void answered().then(() => done());
    },
  });
}

/** The line being read. Keeps only both ends of an overlong one. */
class Line {
  length = 0;
  head: Buffer[] = [];
  tail = Buffer.alloc(0);

  get isTooLong(): boolean {
    return this.length > LIMIT.body_bytes;
  }

  add(bytes: Buffer): void {
    const wasTooLong = this.isTooLong;
    this.length += bytes.length;
    if (wasTooLong) this.tail = Buffer.concat([this.tail, bytes]).subarray(-END_BYTES);
    else this.head.push(bytes);
    if (wasTooLong || !this.isTooLong) return;
    const whole = Buffer.concat(this.head);
    this.head = [Buffer.from(whole.subarray(0, END_BYTES))];
    this.tail = Buffer.from(whole.subarray(-END_BYTES));
  }

  clear(): void {
    this.length = 0;
    this.head = [];
    this.tail = Buffer.alloc(0);
  }
}

interface Problem {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

/** Why the line is not a message; null if it is. */
function problemOf(line: Line): Problem | null {
  const text = Buffer.concat(line.head).toString('utf8');
  if (line.isTooLong) {
    const id = ID_LAST.exec(line.tail.toString('utf8')) ?? ID_FIRST.exec(text);
    const size = LIMIT.body_bytes / MEBIBYTE;
    return problem(id && JSON.parse(id[1]!), `The message is longer than ${size} MiB. Send less in one message.`);
  }
  if (!isTextWithinDepth(text, LIMIT.json_depth)) {
    const id = ID_LAST.exec(text) ?? ID_FIRST.exec(text);
    return problem(id && JSON.parse(id[1]!), `The message is nested deeper than ${LIMIT.json_depth} levels.`);
  }
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return problem(null, 'The line is no JSON. Send one JSON-RPC message a line.', ProtocolErrorCode.ParseError);
  }
  const id = isObject(message) ? (message['id'] ?? null) : null;
  try {
    parseJSONRPCMessage(message);
  } catch {
    return problem(id, 'The line is no message of JSON-RPC 2.0.');
  }
  const excess = tooManyListened(message);
  return excess === null ? null : problem(id, excess, ProtocolErrorCode.InvalidParams);
}

function problem(id: unknown, message: string, code: number = ProtocolErrorCode.InvalidRequest): Problem {
  return { id, error: { code, message } };
}
