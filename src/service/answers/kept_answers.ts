/** In-memory cache of answers. Each is valid for one revision of a project's data. */
import type { Patch, Written } from '../../base/written.ts';
import type { Resolved } from '../../model/question/result.ts';
import { TUNING } from '../../model/tuning.ts';
import type { How } from '../computing/messages.ts';
import type { Service } from '../contract/context.ts';
import type { Result } from '../present/showing.ts';
import { SharedComputations } from './shared_computations.ts';

export interface Answer<R = Result> {
  readonly result: Written<R>;
  /** Patches that insert the links to people. */
  readonly patches: readonly Patch[];
  readonly resolved: Resolved;
  /** Whether a breakdown has more values than this page. */
  readonly has_more: boolean;
}

export interface Kept {
  /** Revision of the project's data it was computed from. */
  readonly revision: number;
  readonly computed_at_ms: number;
  readonly answer: Answer;
}

/** Outcome of a computation that several callers may share. */
interface Made {
  readonly kept: Kept;
  /** How it was computed; null unless requested. */
  readonly how: How | null;
}

export interface Memory {
  /** Least recently used first. */
  readonly kept: Map<string, Kept>;
  /** Total size of `kept`. */
  kept_bytes: number;
  readonly shared: SharedComputations<Made>;
}

/** One per running service; garbage-collected with it. */
const memories = new WeakMap<Service, Memory>();

export function memoryOf(service: Service): Memory {
  let memory = memories.get(service);
  if (!memory) {
    memory = { kept: new Map(), kept_bytes: 0, shared: new SharedComputations() };
    memories.set(service, memory);
  }
  return memory;
}

/** Returns null unless the kept answer was computed from this revision. */
export function take({ kept }: Memory, key: string, revision: number): Kept | null {
  const found = kept.get(key);
  if (found?.revision !== revision) return null;
  kept.delete(key);
  kept.set(key, found);
  return found;
}

/** Skips large answers, because holding them costs more than recomputing. */
export function keep(memory: Memory, key: string, made: Kept): void {
  const { kept } = memory;
  forget(memory, key);
  if (bytesOf(made) > TUNING.result_kept_bytes) return;
  kept.set(key, made);
  memory.kept_bytes += bytesOf(made);
  for (const oldest of kept.keys()) {
    if (kept.size <= TUNING.results_kept && memory.kept_bytes <= TUNING.results_kept_bytes) return;
    forget(memory, oldest);
  }
}

function forget(memory: Memory, key: string): void {
  const found = memory.kept.get(key);
  if (found === undefined) return;
  memory.kept_bytes -= bytesOf(found);
  memory.kept.delete(key);
}

function bytesOf({ answer }: Kept): number {
  return answer.result.bytes.length + answer.patches.reduce((sum, { text }) => sum + text.length, 0);
}
