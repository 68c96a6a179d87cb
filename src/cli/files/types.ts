/** Types for reading files. */
import type { DateForm } from '../../base/time.ts';
import type { Column } from './columns.ts';
import type { FileSettings } from './settings.ts';

/** A row, or why there is none. `line`: line of the file, or for a JSON array the item's number from 1. */
export type Row =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly reason: string; readonly text: string };

/** Consecutive rows, parsed on demand. */
export interface Batch {
  readonly last_line: number;
  readonly rows: Iterable<Row>;
}

export type Packing = 'gzip' | 'zstd';

/**
 * `values`: JSON values one after the other or in arrays, with any line breaks. `json`: columns of text that hold lists or
 * objects.
 */
export type Format =
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'values' }
  | { readonly kind: 'parquet'; readonly json: readonly string[] }
  | { readonly kind: 'csv'; readonly delimiter: string; readonly line_end: '\n' | '\r'; readonly skip_lines: number };

export type TextFormat = Exclude<Format, { readonly kind: 'parquet' }>;

/** Format of one field's times. */
export interface TimeForm {
  readonly form: DateForm;
  /** Given with --date-format rather than detected, so nothing can contradict it. */
  readonly said: boolean;
  /** An example. */
  readonly sample: string | number;
}

/** Fields with times: of events; of persons and groups. */
export const TIME_FIELDS = ['timestamp', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** An examined file, as plain data with everything needed to read it. */
export interface FileInfo {
  /** As the user gave it; `-` is stdin. */
  readonly path: string;
  /** Size on disk; null for stdin. */
  readonly bytes: number | null;
  /** Bytes of stdin already read; empty for files. */
  readonly head: readonly Uint8Array[];
  readonly packing: Packing | null;
  readonly encoding: string;
  readonly format: Format;
  /** For CSV all, in order; for JSON those members whose name differs from their field. */
  readonly columns: readonly Column[];
  /** Fields without values in the first rows are missing. */
  readonly times: Readonly<Partial<Record<TimeField, TimeForm>>>;
  readonly settings: FileSettings;
}
