/**
 * How a server's process uses memory.
 *
 * glibc keeps freed memory for the thread that freed it. Large arrays come and go in several threads here, and within
 * minutes such leftovers were half of what the process held. glibc reads its settings before a program begins. So a
 * server starts again once, in the same process, with settings that return large arrays to the system at once.
 */

/**
 * Values are bytes or counts. Arrays above the first threshold are mappings of their own; Linux limits mappings to
 * 65,530. If the threshold is not set, glibc raises it to the largest array ever freed.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_MMAP_MAX_: '16384',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_ARENA_MAX: '2',
};

/** Returns if there is nothing to do: not on Linux, a parent talks to this process, or the operator has settings. */
export function giveBackMemory(): void {
  const { platform, env, execve, send } = process;
  if (platform !== 'linux' || execve === undefined || send !== undefined) return;
  if (Object.keys(env).some((name) => name.startsWith('MALLOC_') || name === 'LD_PRELOAD')) return;
  try {
    execve.call(process, process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...env,
      ...SETTINGS,
    });
  } catch {
    // The server works without it, with more memory.
  }
}
