/** Spans for the operator's collector. Names and attributes are the product's own, never text of callers or events. */
export interface Tracing {
  readonly is_on: boolean;
  /** Runs `run` in a span. Spans begun in it are inside, also after an await. A rejection marks it as failed. */
  within<T>(span: Opened, run: (note: Note) => Promise<T>): Promise<T>;
  /** Adds finished phases to the surrounding span, one after the other. `begun_ms`: by `performance.now()`. */
  phases(begun_ms: number, phase_ms: Readonly<Record<string, number>>): void;
  /** Sends what is left. Takes a second at most. */
  close(): Promise<void>;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Opened {
  readonly name: string;
  readonly attributes: Attributes;
  /** Headers of the request that causes the span. They may name the caller's span. */
  readonly headers?: Headers;
}

/** Adds attributes that are known only at the end, and perhaps a better name. */
type Note = (attributes: Attributes, name?: string) => void;

export const NO_TRACING: Tracing = {
  is_on: false,
  within: (_, run) => run(() => {}),
  phases: () => {},
  close: async () => {},
};
