/** What reading needs to know of a file, shared by all of its rows. */
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
  /** Whether events need no renaming, so that bytes can be scanned. */
  readonly is_plain: boolean;
}

export function rowSetting(file: FileInfo, ids: LineIds): RowSetting {
  return { path: file.path, ids, times: new FileTimes(file), toEvent: eventsOf(file), is_plain: isPlain(file) };
}

/** JSON with renamed or added fields cannot be scanned. */
function isPlain(file: FileInfo): boolean {
  const { format, settings, columns } = file;
  if (format.kind === 'csv') return isScannable(file);
  return format.kind === 'ndjson' && settings.event === null && columns.every(({ role }) => role === 'unused');
}
