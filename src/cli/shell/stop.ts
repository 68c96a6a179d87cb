/** How a command is told to stop. */

/**
 * Calls `stop` once: at Ctrl-C, when a supervisor ends the program, or when its terminal is closed, which the shell and
 * the system both tell. A second Ctrl-C ends the process at once. Returns what takes all of it back.
 */
export function onStop(stop: () => void): () => void {
  let is_stopped = false;
  const first = (): void => {
    process.off('SIGINT', first).off('SIGTERM', first);
    if (!is_stopped) stop();
    is_stopped = true;
  };
  process.on('SIGINT', first).on('SIGTERM', first).on('SIGHUP', first);
  return () => void process.off('SIGINT', first).off('SIGTERM', first).off('SIGHUP', first);
}

/** For what stops at the next good moment. A second Ctrl-C ends the process, which is safe too. */
export function stopSignal(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, end: onStop(() => controller.abort()) };
}

export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    onStop(resolve);
  });
}
