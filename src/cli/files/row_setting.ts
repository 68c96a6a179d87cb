/** What reading needs to know of a file, shared by all of its rows. */
import type { LineIds } from '../../service/ingest/line_ids.ts';
import { isScannable } from './csv_scanner.ts';
import { eventsOf, type ToEvent } from './events.ts';
import { FileTimes } from './times.ts';
import type { FileInfo } from './types.ts';

/** How many names are told. */
const LEFT_OUT_NAMES = 40;

export interface RowSetting {
  readonly path: string;
  readonly ids: LineIds;
  readonly times: FileTimes;
  readonly toEvent: ToEvent;
  /** Members that stand beside the properties and are dropped, as far as the first rows did not show them. */
  readonly left_out: ReadonlySet<string>;
  /** Whether events need no renaming, so that bytes can be scanned. */
  readonly is_plain: boolean;
}

export function rowSetting(file: FileInfo, ids: LineIds): RowSetting {
  const left_out = new Set<string>();
  const told = new Set(file.columns.map(({ name }) => name));
  const toEvent = eventsOf(file, (name) => {
    if (!told.has(name) && left_out.size < LEFT_OUT_NAMES) left_out.add(name);
  });
  return { path: file.path, ids, times: new FileTimes(file), toEvent, left_out, is_plain: isPlain(file) };
}

/** JSON with renamed or added fields cannot be scanned. */
function isPlain(file: FileInfo): boolean {
  const { format, settings, columns } = file;
  if (settings.rows.are !== 'events') return false;
  if (format.kind === 'csv') return isScannable(file);
  return format.kind === 'ndjson' && settings.event === null && columns.every(({ role }) => role === 'unused');
}
