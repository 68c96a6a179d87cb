/** Types for reading files. */
import type { DateForm } from '../../base/time.ts';
import type { Format } from '../formats/types.ts';
import type { OriginName } from '../origins/index.ts';
import type { Column } from './columns.ts';
import type { FileSettings } from './settings.ts';

export type Packing = 'gzip' | 'zstd';

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
  /** As the user gave it; `-` is stdin. Of a file in an archive: the archive's, and the name within. */
  readonly path: string;
  /** Path of the zip archive it is in. */
  readonly archive: string | null;
  /** Size on disk; null for stdin. */
  readonly bytes: number | null;
  /** Bytes of stdin already read; empty for files. */
  readonly head: readonly Uint8Array[];
  readonly packing: Packing | null;
  readonly encoding: string;
  readonly format: Format;
  /** Whose export it is; null: fields are where the columns say. */
  readonly origin: OriginName | null;
  /** For CSV all, in order; for JSON those members whose name differs from their field. */
  readonly columns: readonly Column[];
  /** Fields without values in the first rows are missing. */
  readonly times: Readonly<Partial<Record<TimeField, TimeForm>>>;
  readonly settings: FileSettings;
}
