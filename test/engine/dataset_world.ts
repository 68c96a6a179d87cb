/** Everything that can happen to a dataset, and a plain list of rows to compare with. */
import { Budget } from '../../src/engine/dataset/budget.ts';
import type { IdSource } from '../../src/engine/dataset/owner_ids.ts';
import { ProjectData } from '../../src/engine/dataset/project_data.ts';
import type { SegmentInfo } from '../../src/engine/dataset/project_rows.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { mergeArrivals, sealChunks } from '../../src/engine/storage/seal.ts';
import { openSegment } from '../../src/engine/storage/segment.ts';
import type { SealedSegment } from '../../src/engine/storage/segment_writer.ts';
import type { ValueActorKind } from '../../src/model/question/query.ts';
import { expectSameRows, type NaiveRow } from '../oracle/rows.ts';
import { chunkOf } from './rows.ts';

export const DAY_MS = 86_400_000;
export const EVENTS = ['view', 'buy', 'leave'];
export const ALWAYS = { from_ms: 0, until_ms: 400 * DAY_MS };

/** Persons' properties, all or these, as a store tells them. */
export function byProperty(
  persons: readonly { readonly ord: number; readonly properties: Record<string, unknown> }[],
  names: ReadonlySet<string> | null,
) {
  const holders = new Map<string, { ords: number[]; values: unknown[] }>();
  for (const { ord, properties } of persons) {
    for (const [name, value] of Object.entries(properties)) {
      if (names?.has(name) === false) continue;
      const { ords, values } = holders.get(name) ?? { ords: [], values: [] };
      ords.push(ord);
      values.push(value);
      holders.set(name, { ords, values });
    }
  }
  return { persons: persons.map(({ ord }) => ord), holders };
}

/** For data whose ids nobody asks for. */
export const NO_IDS: IdSource = {
  personIds: () => [],
  personId: () => undefined,
  distinctTexts: () => [],
  distinctText: () => undefined,
};

/** A dataset without a store: blobs are kept in a map. */
export class World {
  readonly rows: NaiveRow[] = [];
  readonly person_of: number[] = [];
  readonly data: ProjectData;
  readonly #events: readonly string[];
  readonly #blobs = new Map<string, Uint8Array>();
  #segments: SegmentInfo[] = [];
  #segmentIds = 0;
  readonly persons: { ord: number; properties: Record<string, unknown> }[] = [];
  readonly groups: { key: string; properties: Record<string, unknown> }[] = [];
  #revision = 0;
  #seq = 0;

  constructor(memory_bytes: number, persons: number, events = EVENTS) {
    this.#events = events;
    this.data = new ProjectData(
      {
        team: alone(),
        blob: (id, name) => this.blob(id, name),
        persons: (_, names) => [byProperty(this.persons, names)],
        personIds: () => this.persons.map(({ ord }) => ({ ord, id: `uuid ${ord}` })),
        personId: (person) => (this.persons.some(({ ord }) => ord === person) ? `uuid ${person}` : undefined),
        is_erased: true,
        personsCreated: () => this.person_of.map((_, ord) => ({ ord, created_at_ms: 0 })),
        groups: () => this.groups.map((group) => ({ created_at_ms: 0, ...group })),
        distinctText: (distinct) => `d${distinct}`,
        distinctTexts: (from) => this.person_of.slice(from).map((_, i) => `d${from + i}`),
      },
      new Budget(memory_bytes),
    );
    for (const [ord, event] of events.entries()) this.data.rows.nameEvent(ord, event);
    this.join(persons);
    this.changed();
  }

  /** So many persons come, each with a distinct id. */
  join(persons: number): void {
    const first = this.person_of.length;
    const added = Uint32Array.from({ length: persons }, (_, i) => first + i);
    this.person_of.push(...added);
    this.data.addDistincts(added, this.person_of.length);
  }

  blob(id: number, name: string): Uint8Array | undefined {
    return this.#blobs.get(`${id} ${name}`);
  }

  segments(): readonly SegmentInfo[] {
    return this.#segments;
  }

  changed(): void {
    this.data.setRevision(++this.#revision);
  }

  append(rows: readonly Omit<NaiveRow, 'id'>[]): void {
    const taken = rows.map((row) => {
      const id = this.rows.length;
      const kept = { ...row, id, properties: { ...row.properties, id } };
      this.rows.push(kept);
      return { ...kept, event_ord: this.#events.indexOf(row.event), uuid: new Uint8Array(16).fill(id) };
    });
    this.data.rows.append(chunkOf(taken), ++this.#seq);
  }

  seal(): void {
    const { chunks } = this.data.rows.tailChunks();
    for (const segment of sealChunks(chunks, Uint32Array.from(this.person_of))) this.#add(segment);
    this.data.rows.sealTail(this.#seq);
    this.data.rows.setSegments(this.#segments);
  }

  /** The newest segments become one, up to so many. */
  compact(count: number): void {
    const group = this.#segments.slice(-count);
    if (group.length < 2) return;
    const opened = group.map(({ id, header }) =>
      openSegment(header, { read: (name) => this.blob(id, name), kept: (_, make) => make() }),
    );
    const merged = mergeArrivals(opened, Uint32Array.from(this.person_of));
    this.#segments = this.#segments.filter((one) => !group.includes(one));
    for (const name of this.#blobs.keys()) {
      if (group.some(({ id }) => name.startsWith(`${id} `))) this.#blobs.delete(name);
    }
    this.#add(merged);
    this.data.rows.setSegments(this.#segments);
  }

  #add(segment: SealedSegment): void {
    const id = ++this.#segmentIds;
    this.#segments.push({ ...segment, id });
    for (const { name, bytes } of segment.blobs) this.#blobs.set(`${id} ${name}`, bytes);
  }

  /** All distinct ids of one person become another's. */
  merge(from: number, into: number): void {
    for (const [distinct, person] of this.person_of.entries()) {
      if (person !== from) continue;
      this.person_of[distinct] = into;
      this.data.moveDistinct(distinct, into);
    }
  }

  check(actor: ValueActorKind, events: readonly string[] | null = null, range = ALWAYS): void {
    expectSameRows(this.data, { events, actor, ...range }, this);
  }
}
