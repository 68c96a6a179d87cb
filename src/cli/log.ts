/**
 * Logs: one JSON object per line to stderr, as stdout belongs to MCP. Never contains secrets. The reader may stop
 * reading, which must not block the process: lines wait in a bounded queue, and dropped ones are counted and reported
 * later.
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

/** Node never blocks on pipes; what the pipe does not take is queued in memory, unbounded. */
class LineQueue {
  readonly #stream: Writable;
  dropped = 0;
  #told = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    // The reader is gone, and there is nobody else to tell.
    stream.on('error', () => {});
  }

  write(line: string): void {
    if (this.#stream.writableLength > TUNING.log_queue_bytes) this.dropped++;
    else this.#stream.write(line);
  }

  /** `tell` gets the number of lines lost since the last call, each time the queue is empty. */
  onRoom(tell: (lines: number) => void): void {
    this.#stream.on('drain', () => {
      const lines = this.dropped - this.#told;
      this.#told = this.dropped;
      if (lines > 0) tell(lines);
    });
  }
}
