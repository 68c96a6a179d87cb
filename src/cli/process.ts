/** How the process handles failures of its own and of its readers, and how it ends. */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../base/known.ts';
import type { Log } from '../base/log.ts';
import { stackOf } from '../base/stack.ts';
import { TUNING } from '../model/tuning.ts';
import { systemRefusal } from './shell/paths.ts';

const READER_GONE = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * A reader may leave early (`| head`): that is no failure, and what was begun is finished. Output that the system
 * refuses is a line and an exit code, once the work is done.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (READER_GONE.has(errorCode(error))) return;
      process.exitCode = 1;
      if (stream === process.stdout)
        process.stderr.write(`insights-mcp: output: ${systemRefusal(error) ?? error.message}\n`);
    });
  }
}

/**
 * Everything goes to the log, which never blocks; Node itself would write to stderr and wait. The process survives an
 * unhandled rejection, because every write is a transaction. An uncaught exception may leave broken state.
 */
export function watchProcess(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') log.warn({ name, warning: message }, 'node');
  });
  process.on('unhandledRejection', (reason) => log.error({ error: stackOf(reason) }, 'a promise failed unheard'));
  process.on('uncaughtException', (error) => {
    log.error({ error: stackOf(error) }, 'the process ends, as an exception was not caught');
    process.exitCode = 1;
    void endProcess();
  });
}

/** Flushes pending output, but does not wait for readers that stopped. */
export async function endProcess(): Promise<never> {
  const written = Promise.all([process.stdout, process.stderr].map(isWritten));
  await Promise.race([written, sleep(TUNING.stop_output_ms)]);
  process.exit();
}

function isWritten(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
