/** Row groups of Parquet files, as large as may be read at once and larger: what they say of themselves decides. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { test } from 'vitest';
import { storedGroups } from '../../src/cli/formats/parquet_groups.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { temporaryFolder } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

/** A file without columns, of one group that claims to have so much. */
function written({ rows, bytes }: { rows: number; bytes: number }): string {
  const path = join(temporaryFolder(), 'claims.parquet');
  const writer = new ByteWriter();
  const group = { columns: [], total_byte_size: BigInt(bytes), num_rows: BigInt(rows) };
  writer.appendBytes(Buffer.from('PAR1'));
  writeMetadata(writer, {
    version: 2,
    schema: [{ name: 'root', num_children: 0 }],
    num_rows: BigInt(rows),
    row_groups: [group],
    metadata_length: 0,
  });
  writer.appendBytes(Buffer.from('PAR1'));
  writeFileSync(path, writer.getBytes());
  return path;
}

async function rowsOf(path: string): Promise<number[]> {
  const rows: number[] = [];
  for await (const group of storedGroups(path)) rows.push(group.rows);
  return rows;
}

test('a row group has so many rows, and so many bytes', async () => {
  const past = /^413 too_large of null: Row group 1 has .* can be read at once/;
  await atAndPast('import_group_rows', (rows) => rowsOf(written({ rows, bytes: 10 })), {
    ...{ at: [LIMIT.import_group_rows], past },
  });
  await atAndPast('import_group_bytes', (bytes) => rowsOf(written({ rows: 10, bytes })), { at: [10], past });
});
