/** What files are read into, and what is known of a file once it has been looked at. */
import type { DateForm } from '../../base/time.ts';
import type { Column } from './columns.ts';
import type { FileSettings } from './settings.ts';

/** A row, or why there is none. `line` is the line of the file, of a JSON list the number of the item, from 1. */
export type Row =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly reason: string; readonly text: string };

/** Rows that follow each other, parsed as they are asked for. */
export interface Batch {
  readonly last_line: number;
  readonly rows: Iterable<Row>;
}

export type Packing = 'gzip' | 'zstd';

/** `values`: JSON texts that follow each other or stand in lists, however they are broken into lines. */
export type Format =
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'values' }
  | { readonly kind: 'csv'; readonly delimiter: string; readonly line_end: '\n' | '\r'; readonly skip_lines: number };

/** How the times of one field are written. */
export interface TimeForm {
  readonly form: DateForm;
  /** Said with --date-format: not found out, so nothing can contradict it. */
  readonly said: boolean;
  /** A value that shows it. */
  readonly sample: string | number;
}

/** Fields that hold times: of events, and of persons and groups. */
export const TIME_FIELDS = ['timestamp', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** A file that was looked at, as plain data: all that is needed to read it. */
export interface FileInfo {
  /** As the user named it; `-` is stdin. */
  readonly path: string;
  /** As it lies there; null of stdin. */
  readonly bytes: number | null;
  /** What was read of stdin to look at it; empty for files. */
  readonly head: readonly Uint8Array[];
  readonly packing: Packing | null;
  readonly encoding: string;
  readonly format: Format;
  /** Of CSV all, in their order; of JSON those members that have another name than the field they are. */
  readonly columns: readonly Column[];
  /** A field without values among the first rows has none yet. */
  readonly times: Readonly<Partial<Record<TimeField, TimeForm>>>;
  readonly settings: FileSettings;
}
