/**
 * Lets several threads share work over a long range of rows, actors or bitmap words.
 * A task says how to begin, how to add a morsel, and how to finish; the team decides which thread takes which morsel.
 */
import type { Numeric } from '../../base/known.ts';

/**
 * All threads read `Args`: arrays as long as rows or actors must be shared (`base/shared.ts`), the rest is copied. A
 * task may write to shared arrays if morsels write to disjoint elements.
 */
export interface Task<Args, Work, Sum> {
  /** Helper threads find tasks by name (tasks.ts). */
  readonly name: string;
  /**
   * State of one thread: tallies and reusable buffers. With several jobs, called with the first job's arguments; the
   * others must need the same.
   */
  begin(args: Args): Work;
  /** Adds [first, until). One thread's morsels of the same job ascend. */
  add(args: Args, work: Work, first: number, until: number): void;
  /** The thread's sum, as plain data. */
  end(work: Work): Sum;
}

export interface Team {
  /**
   * Throws once nobody waits for the answer. Called between runs, blocks and slices, never per row; kept state must be
   * consistent at each call.
   */
  checkpoint(): void;
  /**
   * Adds each morsel [cuts[i], cuts[i + 1]) once, in some thread, with a checkpoint before each. Returns one sum per
   * thread that took part, this one's first. Which morsel is in which sum varies, so sums must add up exactly. @throws
   * what the checkpoint or the task throws, in any thread
   */
  share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[];
}

/** A team of the current thread only. */
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

/** One set of arguments for a task. Its range starts at 0. */
export interface Job<Args> {
  readonly args: Args;
  readonly cuts: Uint32Array;
}

/** Several jobs with their ranges laid end to end. */
interface Jobs<Args> {
  readonly args: readonly Args[];
  /** job -> start of its range; the last item is the total. */
  readonly begin: Uint32Array;
}

/**
 * `share` for several jobs in one round, e.g. the parts of a dataset. A small part becomes one more morsel instead of a
 * round of its own, which would cost more than its work.
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

/** The same task over several jobs. */
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

/** A task that counts. `zeros` has one element per count. */
export type Counting<Args, C extends Numeric<C> = Uint32Array, Work = C> = Task<Args & { readonly zeros: C }, Work, C>;

/** A task that adds to an array of counts, starting from zeros in each thread. */
export function counting<Args, C extends Numeric<C> = Uint32Array>(
  name: string,
  add: (args: Args, counts: C, first: number, until: number) => void,
): Counting<Args, C> {
  return { name, begin: ({ zeros }) => zeros.slice(), add, end: (counts) => counts };
}

/** Adds the team's counts, over all jobs, to `counts`. */
export function shareCounts<Args, C extends Numeric<C>, Work>(
  team: Team,
  task: Counting<Args, C, Work>,
  jobs: readonly Job<Args>[],
  counts: C,
): void {
  const zeros = counts.slice().fill(0);
  const counting = jobs.map(({ args, cuts }) => ({ args: { ...args, zeros }, cuts }));
  for (const sum of shareAll(team, task, counting)) {
    for (let at = 0; at < counts.length; at++) counts[at]! += sum[at]!;
  }
}
