/** What readers of files put into batches, as plain data that can be compared. */
import type { RowSetting } from '../../src/cli/files/row_setting.ts';
import type { Row } from '../../src/cli/formats/types.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { FileBatch } from '../../src/service/ingest/file_batch.ts';
import { itemOfLine } from '../../src/service/ingest/lines.ts';
import { openFileBatch } from '../../src/service/ingest/packed_batch.ts';
import type { EventBatch, PlacedItem } from '../../src/service/ingest/types.ts';

export interface Collected {
  readonly batches: { readonly events: EventBatch; readonly others: readonly PlacedItem[] }[];
  readonly refused: string[];
  /** Why the file ends where it does. */
  failure: string | null;
}

const MAY_BE_USED = { event: '', distinct_id: '' };

export async function* chunksOf(text: string, chunk_bytes: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk_bytes) yield bytes.subarray(at, at + chunk_bytes);
}

/** Adds the rows that the batch has not got, as an import does. */
export async function collected(
  rows: AsyncIterable<Row | null>,
  batch: FileBatch,
  { times, ids }: Pick<RowSetting, 'times' | 'ids'>,
): Promise<Collected> {
  const all: Collected = { batches: [], refused: [], failure: null };
  const take = (): void => {
    const { events, others } = batch.taken();
    all.batches.push({ events: openFileBatch(events), others });
  };
  const add = (row: Row): void => {
    try {
      if ('reason' in row) throw new ServiceError('invalid_input', `${row.reason}: ${row.text}`);
      batch.addLine(itemOfLine(row.value, times.timeOf), ids);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      all.refused.push(`${row.line} ${error.message}`);
    }
  };
  try {
    for await (const row of rows) {
      if (row === null || batch.isFull()) take();
      if (row !== null) add(row);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    all.failure = error.message;
  }
  take();
  return all;
}

/** Plain data: what comes to the same thing is the same. */
export function told({ names, distinct_ids, properties, ...rows }: EventBatch): unknown {
  const columns = [...wholeColumns(properties.columns(), rows.rows)].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...rows,
    names: { codes: [...names.codes], texts: names.texts },
    distinct_ids: { codes: [...distinct_ids.codes], texts: distinct_ids.texts },
    columns: columns.map(([name, column]) =>
      column.kind === 'number'
        ? { name, numbers: [...column.values] }
        : { name, codes: [...column.codes], values: column.values },
    ),
    told: Array.from({ length: rows.rows }, (_, row) => ({ ...MAY_BE_USED, ...properties.told(row) })),
  };
}

/** One value of each type at least. */
export function types({ properties }: EventBatch): unknown {
  const samples = [...properties.samples()].sort(([one], [next]) => (one < next ? -1 : 1));
  return samples.map(([name, values]) => [name, Array.from(values, (one) => (one === null ? null : typeof one))]);
}
