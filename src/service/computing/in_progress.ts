/** Computations in progress by the names that callers gave them, so that they can be cancelled. */

export class InProgress {
  /** Project id and name -> callbacks that make the waiters leave. */
  readonly #leaves = new Map<string, Set<() => void>>();

  /** Waits for `compute`, which gets a signal that aborts if `signal` aborts or the name is cancelled. */
  async wait<T>(
    project_id: number,
    name: string | null,
    signal: AbortSignal,
    compute: (leave: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const leave = (): void => controller.abort();
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    const forget = name === null ? null : this.#add(keyOf(project_id, name), leave);
    try {
      return await compute(controller.signal);
    } finally {
      signal.removeEventListener('abort', leave);
      forget?.();
    }
  }

  /** Returns how many callers were waiting under that name. */
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
