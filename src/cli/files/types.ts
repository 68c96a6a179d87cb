/** What files are read into, and what is known of a file once it has been looked at. */
import type { FileSettings } from './settings.ts';

/** A row, or why there is none. `line` is the line of the file, from 1. */
export type Row =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly reason: string; readonly text: string };

/** Rows that follow each other, parsed as they are asked for. */
export interface Batch {
  readonly last_line: number;
  readonly rows: Iterable<Row>;
}

/** A file that was looked at, as plain data: all that is needed to read it. */
export interface FileInfo {
  /** As the user named it. */
  readonly path: string;
  readonly bytes: number;
  readonly gzip: boolean;
  readonly format: 'ndjson' | 'csv';
  readonly settings: FileSettings;
}
