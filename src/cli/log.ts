/**
 * Logs: one JSON object a line, to stderr, because stdout belongs to MCP. Secrets never reach a log call. Whoever started
 * the process may not read what it says, and must not stop it by that: lines wait in a bounded queue, and what does not
 * fit is counted and told later.
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

/** Node writes to a pipe without waiting; what the pipe does not take is queued in memory without a bound of its own. */
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

  /** `tell` hears how many lines were lost since it was told last, each time that all others are written. */
  onRoom(tell: (lines: number) => void): void {
    this.#stream.on('drain', () => {
      const lines = this.dropped - this.#told;
      this.#told = this.dropped;
      if (lines > 0) tell(lines);
    });
  }
}
