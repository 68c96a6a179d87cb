/**
 * Work over a long range (of rows, of actors, of words of bits) that several threads can do together. A task says once how
 * to begin, how to add a stretch of the range, and what comes of it; who takes which stretch is left to the team.
 */

/**
 * What `Args` holds is read by all threads: arrays as long as rows or actors are shared ones (`base/shared.ts`), all else
 * is copied. A task may write into shared arrays of its arguments where stretches write to different places.
 */
export interface Task<Args, Work, Sum> {
  /** Tasks are looked up by name in the other threads, see `tasks.ts`. */
  readonly name: string;
  /** What one thread works with: tallies, and whatever else would be made anew for each stretch. */
  begin(args: Args): Work;
  /** Adds [first, until). Stretches that one thread adds come in ascending order. */
  add(args: Args, work: Work, first: number, until: number): void;
  /** Plain data: what one thread has added up. */
  end(work: Work): Sum;
}

export interface Team {
  /**
   * Throws when nobody waits for the answer any more. Called between runs, blocks and slices of actors, never per row;
   * what is kept must be whole before each call.
   */
  checkpoint(): void;
  /**
   * Each stretch [cuts[i], cuts[i + 1]) is added once, by some thread. Returns what each thread that took part has added
   * up, this one's first; which stretches are in which sum differs from call to call, so that sums have to add up exactly.
   * A checkpoint comes before each stretch. @throws what the checkpoint or the task throws, in whichever thread
   */
  share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[];
}

/** A team of this thread only. */
export function alone(checkpoint: () => void = () => {}): Team {
  return {
    checkpoint,
    share(task, args, cuts) {
      const work = task.begin(args);
      for (let at = 0; at + 1 < cuts.length; at++) {
        checkpoint();
        task.add(args, work, cuts[at]!, cuts[at + 1]!);
      }
      return [task.end(work)];
    },
  };
}

/** Numbers that add up place by place. */
type Counts = Uint32Array | Int32Array | Float64Array;

/** A task that counts. `zeros`: as many as there are numbers to count. */
export type Counting<Args, C extends Counts = Uint32Array, Work = C> = Task<Args & { readonly zeros: C }, Work, C>;

/** One that adds to a list of counts, which each thread begins with the zeros. */
export function counting<Args, C extends Counts = Uint32Array>(
  name: string,
  add: (args: Args, counts: C, first: number, until: number) => void,
): Counting<Args, C> {
  return { name, begin: ({ zeros }) => zeros.slice() as C, add, end: (counts) => counts };
}

/** Adds to `counts` what the team counts. */
export function shareCounts<Args, C extends Counts, Work>(
  team: Team,
  task: Counting<Args, C, Work>,
  args: Args,
  cuts: Uint32Array,
  counts: C,
): void {
  const zeros = counts.slice().fill(0) as C;
  for (const sum of team.share(task, { ...args, zeros }, cuts)) {
    for (let at = 0; at < counts.length; at++) counts[at]! += sum[at]!;
  }
}
