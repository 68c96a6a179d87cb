/** Rows fetched for one question as a dataset; identities come from the store as usual. */

import { copyUuid, readShipped, type Shipped, type ShippedType } from '../../clickhouse/shipping/shipped.ts';
import { Budget } from '../../engine/dataset/budget.ts';
import type { ProjectData } from '../../engine/dataset/project_data.ts';
import type { Column, Value } from '../../engine/frame/column.ts';
import { narrowCodes, textOf } from '../../engine/frame/column.ts';
import type { Team } from '../../engine/frame/team.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import type { Store } from '../../store/types/store.ts';
import { newProjectData } from '../data/dataset_feed.ts';

const UUID_BYTES = 16;

/** Call it within a snapshot of the store. @throws ServiceError if there are too many rows */
export function shippedDataset(
  store: Store,
  project_id: number,
  shipped: Shipped,
  team: Team,
  memory_bytes: number,
): ProjectData {
  const data = newProjectData(store, project_id, new Budget(memory_bytes), team);
  const { people, events } = store;
  data.addDistincts(people.personOf(project_id, 0), people.personLimit(project_id));
  for (const [at, name] of shipped.names.entries()) data.rows.nameEvent(at + 1, name);
  const chunk = shippedChunk(shipped);
  if (chunk.rows > 0) data.rows.append(chunk, 1);
  data.setRevision(events.revision(project_id));
  return data;
}

/** In order of arrival, which breaks ties of time. Events are numbered as in `names`. */
export function shippedChunk(shipped: Shipped): Chunk {
  const rows: {
    event: number;
    distinct: number;
    time_ms: number;
    arrived: number;
    uuid: number;
    codes: readonly number[];
  }[] = [];
  const values = new ValueCodes(shipped.keys);
  for (const row of readShipped(shipped)) {
    const { event, distinct, time_ms, arrived, uuid } = row;
    rows.push({ event, distinct, time_ms, arrived, uuid, codes: values.codesOf(row.texts) });
  }
  rows.sort((a, b) => a.arrived - b.arrived);
  const uuids = new Uint8Array(rows.length * UUID_BYTES);
  for (const [at, { uuid }] of rows.entries()) copyUuid(shipped.bytes, uuid, uuids, at * UUID_BYTES);
  const columns = values.columns(rows.map(({ codes }) => codes));
  return {
    rows: rows.length,
    bytes: shipped.bytes.length,
    event_ord: Uint32Array.from(rows, ({ event }) => event),
    distinct: Uint32Array.from(rows, ({ distinct }) => distinct),
    time_ms: Float64Array.from(rows, ({ time_ms }) => time_ms),
    uuids,
    columns: () => columns,
  };
}

/** Distinct values of one property. */
interface KnownValues {
  readonly name: string;
  readonly values: Value[];
  readonly code_of: Map<string, number>;
}

class ValueCodes {
  readonly #keys: readonly string[] | null;
  readonly #known: KnownValues[] = [];
  readonly #place_of = new Map<string, number>();

  constructor(keys: readonly string[] | null) {
    this.#keys = keys;
    for (const key of keys ?? []) this.#placeOf(key);
  }

  /** Index of a value -> code; later values have none yet. */
  codesOf(texts: readonly string[]): readonly number[] {
    if (this.#keys === null) return this.#codesOfAll(texts[0]!);
    return this.#keys.map((_, place) => {
      const type = texts[place * 2] as ShippedType;
      return this.#codeOf(place, type, texts[place * 2 + 1]!);
    });
  }

  columns(rows: readonly (readonly number[])[]): ReadonlyMap<string, Column> {
    return new Map(
      this.#known.map(({ name, values }, place): [string, Column] => {
        const codes = Uint32Array.from(rows, (row) => row[place] ?? 0);
        return [name, { kind: 'dictionary', codes: narrowCodes(codes, values.length), values }];
      }),
    );
  }

  #codesOfAll(json: string): readonly number[] {
    const codes: number[] = [];
    for (const [name, said] of Object.entries(JSON.parse(json) as Record<string, unknown>)) {
      const value: Value = typeof said === 'object' && said !== null ? { json: JSON.stringify(said) } : (said as Value);
      const place = this.#placeOf(name);
      // Code 0 is "missing"; this null was sent.
      codes[place] = this.#add(place, `${typeof value} ${textOf(value)}`, value);
    }
    return codes;
  }

  #placeOf(name: string): number {
    const known = this.#place_of.get(name);
    if (known !== undefined) return known;
    this.#place_of.set(name, this.#known.length);
    return this.#known.push({ name, values: [null], code_of: new Map() }) - 1;
  }

  #codeOf(place: number, type: ShippedType, text: string): number {
    if (type === '' || type === 'Null') return 0;
    const known = this.#known[place]!.code_of.get(`${type} ${text}`);
    return known ?? this.#add(place, `${type} ${text}`, valueFrom(type, text));
  }

  #add(place: number, key: string, value: Value): number {
    const { values, code_of } = this.#known[place]!;
    const known = code_of.get(key);
    if (known !== undefined) return known;
    const code = values.push(value) - 1;
    code_of.set(key, code);
    return code;
  }
}

function valueFrom(type: ShippedType, text: string): Value {
  switch (type) {
    case 'String':
      return text;
    case 'Bool':
      return text === 'true';
    case 'Object':
    case 'Array':
      return { json: text };
    default:
      return Number(text);
  }
}
