/** Timing, and comparison of answers. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, Rows } from './question.ts';

/** Built as the product is published. */
export const BUILT = join(import.meta.dirname, 'built');
/** Floating point sums depend on the order of rows. */
const RELATIVE_ERROR = 1e-9;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The quantile, without interpolation. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

/** Until compiled code and caches have settled. */
const WARM_MS = 200;
/** After another engine's turn, which used the caches. */
const WARM_AGAIN_MS = 50;

async function warmUp(task: () => Promise<unknown>, least_runs: number, least_ms: number): Promise<void> {
  const began = performance.now();
  for (let run = 0; run < least_runs || performance.now() - began < least_ms; run++) await task();
}

export interface Contender {
  readonly task: () => Promise<unknown>;
  readonly warm_ups: number;
  /** Measured in a row per turn. */
  readonly runs: number;
}

/** Median milliseconds of a task, after a number of warm-up runs and a minimum warm-up time. */
export async function medianOf(task: () => Promise<unknown>, warm_ups: number, repeats: number): Promise<number> {
  const [only] = await mediansOf([{ task, warm_ups, runs: repeats }], 1);
  return only as number;
}

/**
 * Median milliseconds of each. They take turns, round by round: a shared machine is sometimes half as
 * fast for seconds, which then affects all of them.
 */
export async function mediansOf(contenders: readonly Contender[], rounds: number): Promise<number[]> {
  for (const { task, warm_ups } of contenders) await warmUp(task, warm_ups, WARM_MS);
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, { task, runs }] of contenders.entries()) {
      await warmUp(task, 1, WARM_AGAIN_MS);
      for (let run = 0; run < runs; run++) {
        const started = performance.now();
        await task();
        times[at]?.push(performance.now() - started);
      }
    }
  }
  return times.map(median);
}

/** Builds the program, and what `firstWords` starts for every engine. */
export function buildChild(): void {
  const build = join(import.meta.dirname, '..', 'build', 'program.mjs');
  execFileSync(process.execPath, [build, BUILT, join(import.meta.dirname, 'child.ts')]);
}

/** Starts a process and waits for its first output. */
export async function firstWords(args: readonly string[]): Promise<{ text: string; ms: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(BUILT, 'child.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As in the built program, which caches compiled code from the start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
  });
  let text = '';
  let ms = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (text === '') ms = performance.now() - started;
    text += chunk;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (text === '') throw new Error(`${args.join(' ')} ended with ${status} and said nothing`);
  return { text, ms };
}

/** First difference of two answers; null if they are equal. */
export function difference(ours: Rows, theirs: Rows): string | null {
  if (ours.length !== theirs.length) return `${ours.length} rows, theirs ${theirs.length}`;
  const [left, right] = [sorted(ours), sorted(theirs)];
  for (const [at, row] of left.entries()) {
    const other = right[at] as Cell[];
    if (row.length !== other.length || row.some((cell, column) => !isSame(cell, other[column] as Cell))) {
      return `${JSON.stringify(row)}, theirs ${JSON.stringify(other)}`;
    }
  }
  return null;
}

/** By text first, so that numbers differing in the last digit do not change the order. */
function sorted(rows: Rows): Rows {
  const key = (row: Cell[]): string => JSON.stringify(row.slice(0, -1));
  return [...rows].sort((left, right) => (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0));
}

function isSame(left: Cell, right: Cell): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return Math.abs(left - right) <= RELATIVE_ERROR * Math.max(Math.abs(left), Math.abs(right));
}
