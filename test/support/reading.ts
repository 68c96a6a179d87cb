/** Files as an import reads them, without a database. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFile } from '../../src/cli/files/describe.ts';
import { readRows } from '../../src/cli/files/rows.ts';
import { type FileOptions, parseFileOptions } from '../../src/cli/files/settings.ts';
import { FileTimes } from '../../src/cli/files/times.ts';
import type { FileInfo } from '../../src/cli/files/types.ts';
import { ServiceError } from '../../src/model/error.ts';
import { itemOfLine } from '../../src/service/ingest/lines.ts';
import { temporaryFolder } from './product.ts';

/** The name says nothing. */
function write(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'file.bin');
  writeFileSync(path, content);
  return path;
}

export function look(content: string | Uint8Array, options: FileOptions = {}): Promise<FileInfo> {
  return describeFile(write(content), parseFileOptions(options));
}

interface Read {
  /** `event distinct_id time` of each */
  readonly events: readonly string[];
  readonly properties: readonly unknown[];
  readonly refused: readonly string[];
}

export async function read(content: string | Uint8Array, options: FileOptions = {}): Promise<Read> {
  const file = await look(content, options);
  const times = new FileTimes(file);
  const events: string[] = [];
  const properties: unknown[] = [];
  const refused: string[] = [];
  for await (const { rows } of readRows(file, () => {})) {
    for (const row of times.decided(rows)) {
      try {
        if ('reason' in row) throw new ServiceError('invalid_input', row.reason);
        const item = itemOfLine(row.value, times.timeOf);
        if (item.kind !== 'event') continue;
        const time = new Date(item.event.timestamp_ms).toISOString().replace('.000', '');
        events.push(`${item.event.event} ${item.event.distinct_id} ${time}`);
        properties.push(item.event.properties);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code === 'conflict') throw error;
        refused.push(`${row.line}: ${error.message}`);
      }
    }
  }
  return { events, properties, refused };
}
