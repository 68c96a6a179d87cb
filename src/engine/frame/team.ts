/**
 * Work over a long range (of rows, of actors, of words of bits) that several threads can do together. A task says once how
 * to begin, how to add a morsel of the range, and what comes of it; who takes which morsel is left to the team.
 */

/**
 * What `Args` holds is read by all threads: arrays as long as rows or actors are shared ones (`base/shared.ts`), all else
 * is copied. A task may write into shared arrays of its arguments where morsels write to different places.
 */
export interface Task<Args, Work, Sum> {
  /** Tasks are looked up by name in the other threads, see `tasks.ts`. */
  readonly name: string;
  /**
   * What one thread works with: tallies, and whatever else would be made anew for each morsel. Where several arguments
   * are worked on in one round these are the first: the rest must come to the same.
   */
  begin(args: Args): Work;
  /** Adds [first, until). Morsels of the same arguments that one thread adds come in ascending order. */
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
   * Each morsel [cuts[i], cuts[i + 1]) is added once, by some thread. Returns what each thread that took part has added
   * up, this one's first; which morsels are in which sum differs from call to call, so that sums have to add up exactly.
   * A checkpoint comes before each morsel. @throws what the checkpoint or the task throws, in whichever thread
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

/** One of several arguments that a task is given. Its range begins at 0. */
export interface Job<Args> {
  readonly args: Args;
  readonly cuts: Uint32Array;
}

/** Several arguments as one: their ranges lie one behind the other. */
interface Jobs<Args> {
  readonly args: readonly Args[];
  /** job -> where its range begins among all, and where the last one ends. */
  readonly begin: Uint32Array;
}

/**
 * As `share`, in one round for all jobs: those of the parts of a dataset, or of several runs. A small part is so another
 * morsel or two of the large one's round, where a round of its own would cost more than what is done in it.
 */
export function shareAll<Args, Work, Sum>(team: Team, task: Task<Args, Work, Sum>, jobs: readonly Job<Args>[]): Sum[] {
  const [first, ...others] = jobs;
  if (first === undefined) return [];
  if (others.length === 0) return team.share(task, first.args, first.cuts);
  const begin = new Uint32Array(jobs.length + 1);
  for (const [job, { cuts }] of jobs.entries()) begin[job + 1] = begin[job]! + cuts[cuts.length - 1]!;
  const cuts = jobs.flatMap((job, at) => Array.from(job.cuts.subarray(0, -1), (cut) => begin[at]! + cut));
  const args = jobs.map((job) => job.args);
  return team.share(inOneRound(task), { args, begin }, Uint32Array.of(...cuts, begin[jobs.length]!));
}

/** The same task over several arguments. */
export function inOneRound<Args, Work, Sum>({
  name,
  begin,
  add,
  end,
}: Task<Args, Work, Sum>): Task<Jobs<Args>, Work, Sum> {
  return {
    name: `${name}, several`,
    begin: ({ args }) => begin(args[0]!),
    add({ args, begin: of_job }, work, first, until) {
      let job = 0;
      while (job + 1 < args.length && of_job[job + 1]! <= first) job++;
      add(args[job]!, work, first - of_job[job]!, until - of_job[job]!);
    },
    end,
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

/** Adds to `counts` what the team counts, of all jobs together. */
export function shareCounts<Args, C extends Counts, Work>(
  team: Team,
  task: Counting<Args, C, Work>,
  jobs: readonly Job<Args>[],
  counts: C,
): void {
  const zeros = counts.slice().fill(0) as C;
  const counting = jobs.map(({ args, cuts }) => ({ args: { ...args, zeros }, cuts }));
  for (const sum of shareAll(team, task, counting)) {
    for (let at = 0; at < counts.length; at++) counts[at]! += sum[at]!;
  }
}
