/** The computations somebody waits for, by the names their askers gave them: what can be cancelled. */

export class Running {
  /** `project id` and the name -> what makes those who wait leave. */
  readonly #leaves = new Map<string, Set<() => void>>();

  /** The asker waits until `run` is done, its signal says, or the name is cancelled: both come as the signal of `run`. */
  async wait<T>(
    project_id: number,
    name: string | null,
    signal: AbortSignal,
    run: (leave: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const leave = (): void => controller.abort();
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    const forget = name === null ? null : this.#add(keyOf(project_id, name), leave);
    try {
      return await run(controller.signal);
    } finally {
      signal.removeEventListener('abort', leave);
      forget?.();
    }
  }

  /** How many were waiting under that name. */
  cancel(project_id: number, name: string): number {
    const leaves = [...(this.#leaves.get(keyOf(project_id, name)) ?? [])];
    for (const leave of leaves) leave();
    return leaves.length;
  }

  #add(key: string, leave: () => void): () => void {
    const leaves = this.#leaves.get(key) ?? new Set();
    this.#leaves.set(key, leaves.add(leave));
    return () => {
      leaves.delete(leave);
      if (leaves.size === 0) this.#leaves.delete(key);
    };
  }
}

function keyOf(project_id: number, name: string): string {
  return `${project_id} ${name}`;
}
