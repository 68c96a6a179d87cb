/** Assertions: a failure is a bug of ours, never bad input (that is a ServiceError). */

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** The value; fails if it is missing. */
export function must<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}

/** The end of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
