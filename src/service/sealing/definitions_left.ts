/** Recomputes the names, counts and times of events that remain after an erasure, from segments and the log. */
import { must } from '../../base/assert.ts';
import { type Chunk, openChunk } from '../../engine/storage/chunk.ts';
import { openSegment } from '../../engine/storage/segment.ts';
import type { DefinitionsLeft, EventDefinition, EventStore, Store } from '../../store/types/store.ts';
import type { ErasedElsewhere } from '../remote/events.ts';

type Counted = { -readonly [K in keyof Omit<EventDefinition, 'name'>]: number };

/** Call within a transaction. @param person_properties names in use @param elsewhere events left in another database */
export function definitionsLeft(
  store: Store,
  project_id: number,
  person_properties: ReadonlySet<string>,
  elsewhere: ErasedElsewhere['left'] | null,
): DefinitionsLeft {
  const { events } = store;
  const counts = new Map<number, Counted>();
  const names = new Set(elsewhere?.properties);
  if (elsewhere === null) addSegments(events, project_id, counts, names);
  else addNamed(store, project_id, counts, elsewhere.events);
  for (const { bytes } of events.logSince(project_id, elsewhere?.seq ?? events.sealedSeq(project_id)))
    addChunk(counts, names, openChunk(bytes));
  return { events: [...counts.values()], event_properties: names, person_properties };
}

function addNamed(
  { definitions }: Store,
  project_id: number,
  counts: Map<number, Counted>,
  named: ErasedElsewhere['left']['events'],
): void {
  const ord_of = new Map(definitions.events(project_id).map(({ name, ord }) => [name, ord]));
  for (const { name, ...counted } of named) {
    const ord = must(ord_of.get(name), 'a definition of each event');
    counts.set(ord, { ord, ...counted });
  }
}

function addSegments(events: EventStore, project_id: number, counts: Map<number, Counted>, names: Set<string>): void {
  for (const { id, header } of events.segments(project_id)) {
    const { partitions, properties } = openSegment(header, {
      read: (name) => events.blob(id, name),
      kept: (_, make) => make(),
    });
    for (const { event_ord, rows, from_ms, until_ms } of partitions)
      add(counts, event_ord, rows, from_ms, until_ms - 1);
    for (const name of properties) names.add(name);
  }
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
