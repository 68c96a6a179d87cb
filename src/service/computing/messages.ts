/** Messages between the main thread, the computing thread and its helpers: plain data, copied. */
import type { MessagePort } from 'node:worker_threads';
import type { Patch } from '../../base/written.ts';
import type { Asked, NumbersOf } from '../../engine/answer.ts';
import type { Traced } from '../../engine/frame/trace.ts';
import { cancelled } from '../../model/error.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Line } from '../nothing/lines.ts';
import type { Reason } from '../nothing/reasons.ts';
import type { BareKind, ShownKind } from '../present/showing.ts';
import type { Given } from '../remote/events.ts';
import type { Show } from '../shown/index.ts';
import type { Failure } from '../threads/thread_failure.ts';
import type { Control } from './control.ts';
import type { Collections } from './garbage.ts';

/** What the computing thread works on. */
export interface Opening {
  readonly path: string;
  /** Memory for cached columns. */
  readonly memory_bytes: number;
  /** Number of helper threads. */
  readonly helpers: number;
  /** One shared number: 1 once nobody waits for the current answer. */
  readonly flag: Int32Array;
}

/** A question to be answered in its final form, or as numbers for the main thread to present. */
export type Task = ShowTask | { readonly asked: Asked<BareKind> };

export interface ShowTask<K extends ShownKind = ShownKind> extends Show<K> {
  /** Whether to report how the answer was computed. */
  readonly is_traced: boolean;
}

/** What to open, before all else (no reply); a question, with the memory now free for columns; the project likely to be asked first (no reply); or `close`. */
export type ToThread =
  | { readonly open: Opening }
  | { readonly project: Project; readonly task: Task; readonly given: Given; readonly memory_bytes: number }
  | { readonly expect: Project }
  | 'close';

/** The result is JSON text, so that it is serialised once and not by the main thread. */
export interface ShownAnswer {
  readonly kind: 'shown';
  readonly json: Uint8Array<ArrayBuffer>;
  /** For lists: item -> end offset in the text. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Patches that insert the links to people. */
  readonly patches: readonly Patch[];
  readonly has_more: boolean;
  readonly warnings: readonly string[];
  /** Why the answer is empty, if it is. */
  readonly reasons: readonly Reason[];
  /** Lines without reasons yet, if the thread that presented the answer could not find them. */
  readonly reasons_wanted: ReasonsWanted | null;
  /** Trace of the computation, if requested. */
  readonly traced: Traced | null;
}

/** Lines of a question, and those that found nothing. */
export interface ReasonsWanted {
  readonly lines: readonly Line[];
  readonly empty: readonly Line[];
}

/** How an answer was computed. */
export interface How {
  readonly traced: Traced;
  /** Whether it was computed in the computing thread, not in that of the request. */
  readonly in_thread: boolean;
  /** Statements that the events' own database was asked before. */
  readonly statements: readonly AskedStatement[];
  /** Total time, including waiting. */
  readonly took_ms: number;
}

export type Outcome = ShownAnswer | { readonly kind: 'numbers'; readonly numbers: NumbersOf<BareKind> };

/** `bytes`: columns that the thread holds. */
export type FromThread = { readonly bytes: number } & (Outcome | Failure);

/** What a helper starts with. */
export interface HelperOpening {
  readonly control: Control;
  /** Index of this helper. */
  readonly helper: number;
  readonly port: MessagePort;
  /** The flag of the computing thread. */
  readonly flag: Int32Array;
}

/** An engine task by name; its morsels are claimed through the control. */
export interface Share {
  readonly name: string;
  readonly args: unknown;
  readonly cuts: Uint32Array;
  /** What the computing thread has collected. Helpers then collect, too, as they hold the same arrays. */
  readonly collections: Collections;
}

export type SumMessage<Sum> = { readonly kind: 'sum'; readonly sum: Sum } | Failure;

/** @throws ServiceError cancelled once nobody waits for the answer */
export function checkFlag(flag: Int32Array): void {
  if (Atomics.load(flag, 0) !== 0) throw cancelled();
}
