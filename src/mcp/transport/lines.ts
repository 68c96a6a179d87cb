/**
 * Reads stdin line by line. The transport would close the connection at an overlong line, and ignore a line that is not a
 * message and leave its sender waiting. Here both get an error response, and reading goes on.
 */
import { Transform, type Writable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { LIMIT } from '../../model/limit.ts';
import { messageId, readMessage, tooLong, Unreadable } from './message.ts';

const NEWLINE = 0x0a;
/** How much of both ends of an overlong line is kept: its id is near one of them. */
const END_BYTES = 4_096;

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
        takeLine(line, this, output);
      }
      line.add(chunk.subarray(from));
      if (output.writableNeedDrain) output.once('drain', () => done());
      else done();
    },
    flush(done) {
      // The last line may lack its end, as `printf` leaves it.
      takeLine(line, this, output);
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

/** Passes the message on as it was read, or answers why it is none. Then the line is empty. */
function takeLine(line: Line, messages: Transform, output: Writable): void {
  if (line.length === 0) return;
  try {
    messages.push(`${JSON.stringify(messageOf(line))}\n`);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    output.write(`${JSON.stringify(error.response())}\n`);
  } finally {
    line.clear();
  }
}

/** @throws Unreadable */
function messageOf(line: Line): unknown {
  const bytes = Buffer.concat(line.head);
  if (line.isTooLong) throw tooLong(bytes.toString('utf8'), line.tail.toString('utf8'));
  const message = readMessage(bytes);
  try {
    parseJSONRPCMessage(message);
  } catch {
    throw new Unreadable(messageId(message), 'The line is no message of JSON-RPC 2.0.');
  }
  return message;
}
