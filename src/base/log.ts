/** What may be logged by whatever runs; where the lines go is decided by the program. */

/** Structured log lines; never a secret, never a message to the caller. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** Lines that could not be written, as nobody read them. */
  dropped(): number;
}
