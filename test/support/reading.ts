/** Files as an import reads them, without a database. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFile } from '../../src/cli/files/describe.ts';
import { type FileOptions, parseFileOptions } from '../../src/cli/files/settings.ts';
import type { FileInfo } from '../../src/cli/files/types.ts';
import { readBatches } from '../../src/cli/importing/read_batches.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import { ServiceError } from '../../src/model/error.ts';
import { eventAt } from '../../src/service/ingest/event_batch.ts';
import { openFileBatch } from '../../src/service/ingest/packed_batch.ts';
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

/** As an import has them in its batches. Where the file cannot be read on, that is thrown. */
export async function read(content: string | Uint8Array, options: FileOptions = {}): Promise<Read> {
  const file = await look(content, options);
  const events: string[] = [];
  const properties: unknown[] = [];
  const refused: string[] = [];
  for await (const batch of readBatches([{ file, source: 'test' }])) {
    const opened = openFileBatch(batch.events);
    const columns = wholeColumns(opened.properties.columns(), opened.rows);
    for (let row = 0; row < opened.rows; row++) {
      const { event, distinct_id, timestamp_ms } = eventAt(opened, row);
      events.push(`${event} ${distinct_id} ${new Date(timestamp_ms).toISOString().replace('.000', '')}`);
      properties.push(propertiesAt(columns, row));
    }
    for (const chunk of batch.chunks) {
      refused.push(...chunk.refused.map(({ line, reason }) => `${line}: ${reason}`));
      if (chunk.failure !== null) throw new ServiceError('invalid_input', chunk.failure);
    }
  }
  return { events, properties, refused };
}
