/**
 * Logs: one JSON object per line to stderr, as stdout belongs to MCP. They never contain secrets. If the reader stops
 * reading, the process must not block: lines wait in a bounded queue. Dropped lines are counted, and their number is
 * logged later.
 */
import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Log } from '../base/log.ts';
import { TUNING } from '../model/tuning.ts';

export function openLog(stream: Writable = process.stderr): Log {
  const level = process.env['INSIGHTS_MCP_LOG'] ?? 'info';
  const known = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(level) ? level : 'info';
  const queue = new LineQueue(stream);
  const log = pino({ level: known, base: null }, queue);
  queue.onRoom((lines) => log.warn({ lines }, 'log lines were dropped, as nobody read them'));
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    dropped: () => queue.dropped,
  };
}

/** Bounds what is queued: Node never blocks on pipes, but queues without limit what the pipe does not take. */
class LineQueue {
  readonly #stream: Writable;
  dropped = 0;
  #told = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // The reader is gone, so nobody can be told.
    stream.on('error', () => {});
  }

  write(line: string): void {
    if (this.#stream.writableLength > TUNING.log_queue_bytes) this.dropped++;
    else this.#stream.write(line);
  }

  /** Each time the queue has emptied, `tell` gets the number of lines dropped since the last call. */
  onRoom(tell: (lines: number) => void): void {
    this.#stream.on('drain', () => {
      const lines = this.dropped - this.#told;
      this.#told = this.dropped;
      if (lines > 0) tell(lines);
    });
  }
}
