/** What is left of names, counts and times of events, as their segments and the log tell. */
import { type Chunk, openChunk } from '../../engine/storage/chunk.ts';
import { openSegment } from '../../engine/storage/segment.ts';
import type { DefinitionsLeft, EventDefinition, Store } from '../../store/types/store.ts';

type Counted = { -readonly [K in keyof Omit<EventDefinition, 'name'>]: number };

/** Within a transaction. @param person_properties names in use */
export function definitionsLeft(
  { events }: Store,
  project_id: number,
  person_properties: ReadonlySet<string>,
): DefinitionsLeft {
  const counts = new Map<number, Counted>();
  const names = new Set<string>();
  for (const { id, header } of events.segments(project_id)) {
    const { partitions, properties } = openSegment(header, {
      read: (name) => events.blob(id, name),
      kept: (_, make) => make(),
    });
    for (const { event_ord, rows, from_ms, until_ms } of partitions)
      add(counts, event_ord, rows, from_ms, until_ms - 1);
    for (const name of properties) names.add(name);
  }
  for (const { bytes } of events.logSince(project_id, events.sealedSeq(project_id)))
    addChunk(counts, names, openChunk(bytes));
  return { events: [...counts.values()], event_properties: names, person_properties };
}

function addChunk(counts: Map<number, Counted>, names: Set<string>, chunk: Chunk): void {
  for (const [row, ord] of chunk.event_ord.entries()) add(counts, ord, 1, chunk.time_ms[row]!, chunk.time_ms[row]!);
  for (const name of chunk.columns().keys()) names.add(name);
}

function add(
  counts: Map<number, Counted>,
  ord: number,
  count: number,
  first_seen_ms: number,
  last_seen_ms: number,
): void {
  const before = counts.get(ord);
  if (before === undefined) {
    counts.set(ord, { ord, count, first_seen_ms, last_seen_ms });
    return;
  }
  before.count += count;
  before.first_seen_ms = Math.min(before.first_seen_ms, first_seen_ms);
  before.last_seen_ms = Math.max(before.last_seen_ms, last_seen_ms);
}
