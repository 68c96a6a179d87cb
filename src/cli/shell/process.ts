/** A command and its process: what it prints, and how it is stopped. */

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Resolves at Ctrl-C, or when a supervisor ends the program. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
