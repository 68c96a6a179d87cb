/** What a process that serves does about its own mishaps, and how it ends. */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { stackOf } from '../base/stack.ts';
import { TUNING } from '../model/tuning.ts';

/**
 * Everything goes to the log, which never blocks; Node itself would write to stderr and wait. A promise that failed
 * without anybody waiting for it leaves no state behind, as every write is a transaction; an exception that nobody caught may.
 */
export function watchProcess(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') log.warn({ name, warning: message }, 'node');
  });
  // Whoever reads answers is gone; the transport hears of it too and closes.
  process.stdout.on('error', () => {});
  process.on('unhandledRejection', (reason) => log.error({ error: stackOf(reason) }, 'a promise failed unheard'));
  process.on('uncaughtException', (error) => {
    log.error({ error: stackOf(error) }, 'the process ends, as an exception was not caught');
    process.exitCode = 1;
    void endProcess();
  });
}

/** What was written goes out first, where somebody reads it; who does not read must not keep the process. */
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
