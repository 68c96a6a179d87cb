/** What the rows of a file have in common. */
import type { LineIds } from '../../service/ingest/line_ids.ts';
import { isScannable } from './csv_scanner.ts';
import { eventsOf, type ToEvent } from './events.ts';
import { FileTimes } from './times.ts';
import type { FileInfo } from './types.ts';

export interface RowSetting {
  readonly path: string;
  readonly ids: LineIds;
  readonly times: FileTimes;
  readonly toEvent: ToEvent;
  /** Whether events are what they say, so that they can be read from bytes. */
  readonly is_plain: boolean;
}

export function rowSetting(file: FileInfo, ids: LineIds): RowSetting {
  return { path: file.path, ids, times: new FileTimes(file), toEvent: eventsOf(file), is_plain: isPlain(file) };
}

/** In JSON nothing may be called otherwise, and nothing added. */
function isPlain(file: FileInfo): boolean {
  const { format, settings, columns } = file;
  if (format.kind === 'csv') return isScannable(file);
  return format.kind === 'ndjson' && settings.event === null && columns.every(({ role }) => role === 'unused');
}
