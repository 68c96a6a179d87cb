/** Opens a batch packed in another thread. Values become strings only when asked for. */
import { put } from '../../base/json.ts';
import { openColumns } from '../../engine/storage/chunk.ts';
import { type Campaign, initialCampaign } from '../identity/rules.ts';
import type { EventBatch, PackedBatch, PackedTexts, PackedValues, TextColumn } from './types.ts';

const DECODER = new TextDecoder();

export function openFileBatch({ names, distinct_ids, told, samples, packed, ...rows }: PackedBatch): EventBatch {
  const told_of = told.map(([name, values]) => [name, valueReader(values)] as const);
  return {
    ...rows,
    names: openTexts(names),
    distinct_ids: openTexts(distinct_ids),
    properties: {
      packed,
      campaigns: campaignsOf(told_of),
      samples: () => samples,
      columns: () => openColumns(rows.rows, packed),
      told(row) {
        const properties: Record<string, unknown> = {};
        for (const [name, valueAt] of told_of) {
          const value = valueAt(row);
          if (value !== undefined) put(properties, name, value);
        }
        return properties;
      },
    },
  };
}

/** Picks the campaign columns. */
export function campaignsOf(columns: Iterable<readonly [name: string, valueAt: (row: number) => unknown]>): Campaign[] {
  const campaigns: Campaign[] = [];
  for (const [name, valueAt] of columns) {
    const initial = initialCampaign(name);
    if (initial !== null) campaigns.push({ name, initial, valueAt });
  }
  return campaigns;
}

/** Code 0 is unused. */
function openTexts({ codes, values }: PackedTexts): TextColumn {
  const list = codes.length === 0 ? '[null]' : `[null,${listed(values)}]`;
  return { codes, texts: JSON.parse(list) as string[] };
}

function valueReader(column: PackedValues): (row: number) => unknown {
  if ('numbers' in column) {
    const { numbers } = column;
    return (row) => (Number.isNaN(numbers[row]) ? undefined : numbers[row]);
  }
  const { codes } = column;
  let values: unknown[] | null = null;
  return (row) => {
    const code = codes[row]!;
    if (code === 0) return undefined;
    values ??= valuesOf(column.values);
    return values[code];
  };
}

/** Arrays and objects are stored as JSON text within an array of one. */
function valuesOf(values: Uint8Array): unknown[] {
  const stored: unknown[] = JSON.parse(`[null,${listed(values)}]`);
  return stored.map((value) => (Array.isArray(value) ? JSON.parse(String(value[0])) : value));
}

function listed(values: Uint8Array): string {
  return DECODER.decode(values.subarray(0, -1));
}
