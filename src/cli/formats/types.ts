/** Rows of files before anyone knows what they mean. */
import type { WithinObject } from './json_object.ts';

/** A row, or why there is none. `line`: line of the file, or position of the item in a JSON array; both from 1. */
export type Row =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly reason: string; readonly text: string };

/** Consecutive rows, parsed on demand. */
export interface Batch {
  readonly last_line: number;
  readonly rows: Iterable<Row>;
}

/**
 * `values`: JSON values one after the other, in arrays, or in a list within an object, with any line breaks. `json`: text
 * columns that hold lists or objects.
 */
export type Format =
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'values'; readonly within: WithinObject | null }
  | { readonly kind: 'web_log' }
  | { readonly kind: 'xes' }
  | { readonly kind: 'parquet'; readonly json: readonly string[] }
  | {
      readonly kind: 'csv';
      readonly delimiter: string;
      /** Whether quotes within quotes have a backslash before them, not another quote. */
      readonly backslashes: boolean;
      readonly line_end: '\n' | '\r';
      readonly skip_lines: number;
    };

export type TextFormat = Exclude<Format, { readonly kind: 'parquet' }>;
