/** A dataset of rows fetched for one question. Identities come from the store as usual. */

import { objectIn } from '../../base/json.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import { copyUuid, readShipped, type Shipped, type ShippedType } from '../../clickhouse/shipping/shipped.ts';
import { Budget } from '../../engine/dataset/budget.ts';
import type { ProjectData } from '../../engine/dataset/project_data.ts';
import type { Column, Value } from '../../engine/frame/column.ts';
import { narrowCodes, textOf } from '../../engine/frame/column.ts';
import type { Team } from '../../engine/frame/team.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import { fromStored } from '../../engine/storage/column_codec.ts';
import { placedColumns } from '../../engine/storage/placed_columns.ts';
import { ServiceError } from '../../model/error.ts';
import type { Store } from '../../store/types/store.ts';
import { newProjectData } from '../data/dataset_feed.ts';

/** Call within a snapshot of the store. @throws ServiceError if there are too many rows */
export function shippedDataset(
  store: Store,
  project_id: number,
  shipped: Shipped,
  team: Team,
  memory_bytes: number,
): ProjectData {
  const data = newProjectData(store, project_id, new Budget(memory_bytes), team);
  const { people, events } = store;
  const person_of = people.personOf(project_id, 0);
  data.addDistincts(person_of, people.personLimit(project_id));
  for (const [at, name] of shipped.names.entries()) data.rows.nameEvent(at + 1, name);
  const chunk = shippedChunk(shipped);
  if (chunk.distinct.some((distinct) => distinct >= person_of.length)) throw isOld();
  if (chunk.rows > 0) data.rows.append(chunk, 1);
  data.setRevision(events.revision(project_id));
  return data;
}

/** Happens only in a copy of a file while others write to the original. */
function isOld(): ServiceError {
  return new ServiceError(
    'conflict',
    'Some of these events are of people who came after this copy of the file was made. Make the copy anew, or ask the process that takes events.',
  );
}

/** Rows in order of arrival, which breaks ties of time. Events are numbered as in `names`. */
export function shippedChunk(shipped: Shipped): Chunk {
  const [event, distinct, uuid] = [words(), words(), words()];
  const [time_ms, arrived] = [numbers(), numbers()];
  const values = new ValueCodes(shipped.keys);
  let rows = 0;
  for (const row of readShipped(shipped)) {
    event.set(rows, row.event);
    distinct.set(rows, row.distinct);
    if (shipped.has_ids) uuid.set(rows, row.uuid);
    time_ms.set(rows, row.time_ms);
    arrived.set(rows, row.arrived);
    values.add(rows, row.texts);
    rows++;
  }
  const order = ascending(arrived.all(rows));
  const uuids = new Uint8Array(rows * UUID_BYTES);
  if (shipped.has_ids)
    for (const [at, from] of uuid.inOrder(order).entries()) copyUuid(shipped.bytes, from, uuids, at * UUID_BYTES);
  const columns = placedColumns(values.columns(order));
  return {
    ...{ rows, bytes: shipped.bytes.length, uuids, columns: () => columns },
    ...{ event_ord: event.inOrder(order), distinct: distinct.inOrder(order), time_ms: time_ms.inOrder(order) },
  };
}

function ascending(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values, (_, at) => at);
  return order.sort((a, b) => values[a]! - values[b]!);
}

/** A typed array that grows. With millions of rows, one object per row would not fit into memory. */
class Growing<A extends Uint32Array | Float64Array> {
  readonly #make: (length: number) => A;
  #array: A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#array = make(1_024);
  }

  set(at: number, value: number): void {
    while (at >= this.#array.length) {
      const larger = this.#make(this.#array.length * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[at] = value;
  }

  all(length: number): A {
    const all = this.#make(length);
    all.set(this.#array.subarray(0, length));
    return all;
  }

  /** Zeros where nothing was set. */
  inOrder(order: Uint32Array): A {
    const ordered = this.#make(order.length);
    for (const [at, from] of order.entries()) ordered[at] = this.#array[from] ?? 0;
    return ordered;
  }
}

const words = (): Growing<Uint32Array> => new Growing((length) => new Uint32Array(length));
const numbers = (): Growing<Float64Array> => new Growing((length) => new Float64Array(length));

/** Distinct values of one property. */
interface KnownValues {
  readonly name: string;
  readonly values: Value[];
  readonly code_of: Map<string, number>;
  /** Codes by row. */
  readonly codes: Growing<Uint32Array>;
}

class ValueCodes {
  readonly #keys: readonly string[] | null;
  readonly #known: KnownValues[] = [];
  readonly #place_of = new Map<string, number>();

  constructor(keys: readonly string[] | null) {
    this.#keys = keys;
    for (const key of keys ?? []) this.#placeOf(key);
  }

  add(row: number, texts: readonly string[]): void {
    if (this.#keys === null) this.#addAll(row, texts[0]!);
    for (let place = 0; place < (this.#keys?.length ?? 0); place++) {
      const code = this.#codeOf(place, texts[place * 2] as ShippedType, texts[place * 2 + 1]!);
      this.#known[place]!.codes.set(row, code);
    }
  }

  columns(order: Uint32Array): ReadonlyMap<string, Column> {
    return new Map(
      this.#known.map(({ name, values, codes }): [string, Column] => {
        return [name, { kind: 'dictionary', codes: narrowCodes(codes.inOrder(order), values.length), values }];
      }),
    );
  }

  #addAll(row: number, json: string): void {
    for (const [name, said] of Object.entries(objectIn(json))) {
      const value = fromStored(typeof said === 'object' && said !== null ? [JSON.stringify(said)] : said);
      const place = this.#placeOf(name);
      // Code 0 means missing, but a null was sent.
      this.#known[place]!.codes.set(row, this.#add(place, `${typeof value} ${textOf(value)}`, value));
    }
  }

  #placeOf(name: string): number {
    const known = this.#place_of.get(name);
    if (known !== undefined) return known;
    this.#place_of.set(name, this.#known.length);
    return this.#known.push({ name, values: [null], code_of: new Map(), codes: words() }) - 1;
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
