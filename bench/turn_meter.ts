/**
 * Preloaded into a server: processor time of its longest turn of the event loop. Time by the clock would count what other
 * processes do. Any message asks for the milliseconds since the last one.
 */
import { isMainThread } from 'node:worker_threads';

/** Turns of no length: short enough to see the end of a long one at once. */
const TICK_MS = 1;

if (isMainThread && process.send !== undefined) {
  let longest_ms = 0;
  let before = process.threadCpuUsage();
  const tick = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest_ms = Math.max(longest_ms, (user + system) / 1_000);
    before = process.threadCpuUsage();
    setTimeout(tick, TICK_MS).unref();
  };
  tick();
  process.on('message', () => {
    // After the tick that ends the current turn.
    setTimeout(() => {
      process.send?.(longest_ms);
      longest_ms = 0;
    }, 3 * TICK_MS);
  });
  process.channel?.unref();
}
