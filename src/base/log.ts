/** The log interface; the program decides where lines go. */

/** Structured lines without secrets, not meant for callers. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** Lines dropped because nobody read them. */
  dropped(): number;
}
