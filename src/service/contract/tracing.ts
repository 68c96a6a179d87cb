/** Spans for the operator's collector. Names and attributes are the product's own, never what callers or events say. */
export interface Tracing {
  readonly is_on: boolean;
  /** Runs it in a span; spans that begin meanwhile, also after an await, are inside. A rejection marks it as failed. */
  within<T>(span: Opened, run: (note: Note) => Promise<T>): Promise<T>;
  /** Adds stages that are over to the span around, one after the other. `begun_ms`: by `performance.now()`. */
  stages(begun_ms: number, stage_ms: Readonly<Record<string, number>>): void;
  /** Sends what is left, for a second at most. */
  close(): Promise<void>;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Opened {
  readonly name: string;
  readonly attributes: Attributes;
  /** Of the request that causes it: they may name the caller's span. */
  readonly headers?: Headers;
}

/** Adds what is known only at the end, and perhaps a better name. */
type Note = (attributes: Attributes, name?: string) => void;

export const NO_TRACING: Tracing = {
  is_on: false,
  within: (_, run) => run(() => {}),
  stages: () => {},
  close: async () => {},
};
