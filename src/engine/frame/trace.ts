/**
 * Records how an answer is computed, for `explain`. A thread answers one question at a time, so there is one trace at a
 * time; without one, a note costs one look at a variable. Never called per row.
 */
import { recordOf } from '../../base/known.ts';

/** Where time goes, from rows to the answer. Time counts for the innermost phase. */
const PHASES = ['load', 'select', 'kernels', 'add_up', 'present', 'write', 'other'] as const;
export type Phase = (typeof PHASES)[number];

/** Where rows, or their substitutes, came from. Shown verbatim; docs/performance.md explains each. */
export type WayName =
  | 'stored counts'
  | 'selected'
  | 'selected by owner'
  | 'kept selection'
  | 'kept selection narrowed'
  | 'kept selection becomes a run'
  | 'run of a kept selection'
  | 'presence'
  | 'kept presence'
  | 'rows'
  | 'rows of steps'
  | 'first rows'
  | 'timeline'
  | 'kept timeline'
  | 'funnel in place'
  | 'funnel from gathered events'
  | 'scan'
  | `kernel ${string}`;

export interface Way {
  readonly way: WayName;
  /** Number of runs, morsels or batches. */
  readonly times: number;
  /** Rows a loop read, counted each time. */
  readonly rows: number;
  /** For kernels the threads that took part; else 0. */
  readonly threads: number;
}

/** A line or step of a question. */
interface Line {
  readonly order: number;
  readonly name: string;
}

export interface TracedLine {
  /** null = not about a single line. */
  readonly line: Line | null;
  readonly ways: readonly Way[];
}

/** A finished trace, as plain data that threads can send. */
export interface Traced {
  readonly lines: readonly TracedLine[];
  /** Properties and other columns that were read, besides actor and time. */
  readonly columns: readonly string[];
  /** Stored bytes that were read from segments. */
  readonly bytes_loaded: number;
  /** Milliseconds. */
  readonly ms: Readonly<Record<Phase, number>>;
}

export class Trace {
  readonly #now_ms: () => number;
  readonly #ms = recordOf(PHASES, () => 0);
  /** Line as text -> its ways. */
  readonly #lines = new Map<string, { readonly line: Line | null; readonly ways: Map<WayName, Way> }>();
  readonly #columns = new Set<string>();
  #bytes = 0;
  #line: Line | null = null;
  #phase: Phase = 'other';
  #since_ms: number;

  /** The engine has no clock of its own. */
  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
    this.#since_ms = now_ms();
  }

  note(way: WayName, rows = 0, times = 1, threads = 0): void {
    const { ways } = this.#current();
    const before = ways.get(way) ?? { way, times: 0, rows: 0, threads: 0 };
    const after = { times: before.times + times, rows: before.rows + rows };
    ways.set(way, { way, ...after, threads: Math.max(before.threads, threads) });
  }

  column(name: string): void {
    this.#columns.add(name);
  }

  loaded(bytes: number): void {
    this.#bytes += bytes;
  }

  within<T>(phase: Phase, work: () => T): T {
    const outer = this.#phase;
    this.#enter(phase);
    try {
      return work();
    } finally {
      this.#enter(outer);
    }
  }

  ofLine<T>(line: Line, work: () => T): T {
    const outer = this.#line;
    this.#line = line;
    try {
      return work();
    } finally {
      this.#line = outer;
    }
  }

  #current() {
    const line = this.#line;
    const key = line === null ? '' : `${line.order} ${line.name}`;
    const known = this.#lines.get(key) ?? { line, ways: new Map<WayName, Way>() };
    this.#lines.set(key, known);
    return known;
  }

  #enter(phase: Phase): void {
    const now_ms = this.#now_ms();
    this.#ms[this.#phase] += now_ms - this.#since_ms;
    this.#since_ms = now_ms;
    this.#phase = phase;
  }

  end(): Traced {
    this.#enter('other');
    const lines = Array.from(this.#lines.values(), ({ line, ways }) => ({
      line: line && { order: line.order, name: line.name },
      ways: [...ways.values()],
    }));
    return { lines, columns: [...this.#columns].sort(), bytes_loaded: this.#bytes, ms: { ...this.#ms } };
  }
}

let current: Trace | null = null;

/** Records everything `work` does in this thread. */
export function traced<T>(trace: Trace, work: () => T): T {
  const outer = current;
  current = trace;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** The trace being recorded; null if there is none. */
export function tracing(): Trace | null {
  return current;
}

export function inPhase<T>(phase: Phase, work: () => T): T {
  return current === null ? work() : current.within(phase, work);
}

/** Attributes what `work` does to the line. */
export function ofLine<T>(line: Line, work: () => T): T {
  return current === null ? work() : current.ofLine(line, work);
}
