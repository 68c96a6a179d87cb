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
  /** Whether --date-format gave it. If so, no value can contradict it. */
  readonly said: boolean;
  /** An example. */
  readonly sample: string | number;
}

/** Fields with times: the first of events, the second of persons and groups. */
export const TIME_FIELDS = ['timestamp', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/** An examined file, as plain data with everything needed to read it. */
export interface FileInfo {
  /** As the user gave it; `-` is stdin. A file in an archive has the archive's path and its name within. */
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
  /** The product that exported it; null if `columns` say where fields are. */
  readonly origin: OriginName | null;
  /** For CSV all columns, in order; for JSON those members whose name differs from their field. */
  readonly columns: readonly Column[];
  /** Format of each field's times; missing if the field has no values in the first rows. */
  readonly times: Readonly<Partial<Record<TimeField, TimeForm>>>;
  readonly settings: FileSettings;
}
