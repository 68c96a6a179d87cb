/**
 * Exports a project's groups, people and events as lines for the import, so that another database gives the same
 * answers. People and groups come first and are complete: events do not happen to them a second time, for their order
 * and what was deleted since would lead elsewhere.
 */
import { formatUuid, UUID_BYTES } from '../../base/uuid.ts';
import { type Column, jsonOf } from '../../engine/frame/column.ts';
import { type Arrivals, arrivalsOfChunks } from '../../engine/storage/arrivals.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import { openOutdatedSegment } from '../../engine/storage/outdated_segment.ts';
import { openWhole } from '../../engine/storage/segment.ts';
import type { ListedPerson } from '../../store/types/people.ts';
import type { OutdatedSegment, Store } from '../../store/types/store.ts';

/** How many people are looked up, or rows written, at a time. */
const BATCH_LINES = 4_096;

/** Lines of text, each with its line end. */
export interface Lines {
  readonly text: string;
  readonly lines: number;
}

/** Exports in blocks of lines. To be called within a snapshot of the store. */
export function* storedLines(store: Store, project_id: number): Generator<Lines> {
  yield* linesBefore(store, project_id);
  const lines = eventLinesOf(store, project_id);
  for (const span of storedSpans(store, project_id)) yield* lines(span);
}

/** Exports a project whose events are stored elsewhere. People are read when the export begins. */
export async function* linesElsewhere(
  store: Store,
  project_id: number,
  spans: AsyncIterable<Arrivals>,
): AsyncGenerator<Lines> {
  const lines = eventLinesOf(store, project_id);
  yield* linesBefore(store, project_id);
  for await (const span of spans) yield* lines(span);
}

function* linesBefore(store: Store, project_id: number): Generator<Lines> {
  yield* batches(typeLines(store, project_id));
  yield* batches(groupLines(store, project_id));
  yield* batches(personLines(store, project_id));
}

/** Lines of events whose people exist now. */
function eventLinesOf(store: Store, project_id: number): (span: Arrivals) => Generator<Lines> {
  const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, JSON.stringify(name)]));
  const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0), (id) => JSON.stringify(id));
  return (span) => batches(eventLines(span, names, distinct_ids));
}

/** All rows of a project: sealed ones (first those in older formats), then the tail. */
export function* storedSpans(store: Store, project_id: number): Generator<Arrivals> {
  for (const { id, header } of outdatedSegments(store, project_id)) {
    yield openOutdatedSegment(header, (name) => store.outdated.column(id, name));
  }
  for (const { id, header } of store.events.segments(project_id)) {
    yield openWhole(header, (name) => store.events.blob(id, name));
  }
  const { sealedSeq, logSince } = store.events;
  const chunks = logSince(project_id, sealedSeq(project_id)).map(({ bytes }) => openChunk(bytes));
  if (chunks.length > 0) yield arrivalsOfChunks(chunks);
}

/** Segments that no server has upgraded to the current format yet. */
export function outdatedSegments({ outdated }: Store, project_id: number): OutdatedSegment[] {
  return outdated.exists() ? outdated.ofProject(project_id) : [];
}

function* batches(lines: Iterable<string>): Generator<Lines> {
  let [text, count] = ['', 0];
  for (const line of lines) {
    text += `${line}\n`;
    if (++count < BATCH_LINES) continue;
    yield { text, lines: count };
    [text, count] = ['', 0];
  }
  if (count > 0) yield { text, lines: count };
}

/** In the order of their indices. */
function* typeLines({ groups }: Store, project_id: number): Generator<string> {
  for (const { group_type, name_singular, name_plural } of groups.types(project_id)) {
    yield JSON.stringify({ type: 'group_type', group_type, name_singular, name_plural, complete: true });
  }
}

function* groupLines({ groups }: Store, project_id: number): Generator<string> {
  for (const { group_type, group_type_index } of groups.types(project_id)) {
    for (const { key, properties, created_at_ms } of groups.changedSince(project_id, group_type_index, -1)) {
      yield JSON.stringify({ type: 'group', group_type, group_key: key, properties, created_at: isoOf(created_at_ms) });
    }
  }
}

/** People of the project, looked up in batches. */
export function* storedPeople({ people }: Store, project_id: number): Generator<ListedPerson> {
  const limit = people.personLimit(project_id);
  for (let first = 0; first < limit; first += BATCH_LINES) {
    const ords = Array.from({ length: Math.min(BATCH_LINES, limit - first) }, (_, at) => first + at);
    yield* people.list(project_id, ords).values();
  }
}

function* personLines(store: Store, project_id: number): Generator<string> {
  for (const { distinct_ids, properties, created_at_ms, is_identified } of storedPeople(store, project_id)) {
    const person = { distinct_ids, properties, created_at: isoOf(created_at_ms), is_identified, complete: true };
    yield JSON.stringify({ type: 'person', ...person });
  }
}

/** @param names event ord -> name as JSON @param distinct_ids ord -> distinct id as JSON */
function* eventLines(
  span: Arrivals,
  names: ReadonlyMap<number, string>,
  distinct_ids: readonly string[],
): Generator<string> {
  const eventAt = storedEvents(span);
  for (let row = 0; row < span.rows; row++) {
    const { event, distinct, time_ms, uuid, properties } = eventAt(row);
    // Skips an event whose distinct id is newer than the export, because its person is not exported.
    if (distinct >= distinct_ids.length) continue;
    yield `{"event":${names.get(event)!},"distinct_id":${distinct_ids[distinct]!},"timestamp":"${isoOf(time_ms)}","uuid":"${uuid}","properties":${properties}}`;
  }
}

/** `properties` is JSON. */
export interface StoredEvent {
  /** Ords of its name and of its distinct id. */
  readonly event: number;
  readonly distinct: number;
  readonly time_ms: number;
  readonly uuid: string;
  readonly properties: string;
}

/** Row -> its event. */
export function storedEvents(span: Arrivals): (row: number) => StoredEvent {
  const [events, distincts, times_ms, uuids] = [span.eventOrd(), span.distinct(), span.timeMs(), span.uuids()];
  const columns = span.properties.map((name) => ({
    name: `${JSON.stringify(name)}:`,
    jsonAt: jsonAt(span.column(name)),
  }));
  return (row) => {
    let properties = '';
    for (const { name, jsonAt } of columns) {
      const value = jsonAt(row);
      if (value !== null) properties += `${properties === '' ? '' : ','}${name}${value}`;
    }
    return {
      event: events[row]!,
      distinct: distincts[row]!,
      time_ms: times_ms[row]!,
      uuid: formatUuid(uuids, row * UUID_BYTES),
      properties: `{${properties}}`,
    };
  };
}

/** Row -> value as JSON; null if missing. */
function jsonAt(column: Column | null): (row: number) => string | null {
  if (column === null) return () => null;
  if (column.kind === 'number') {
    const { values } = column;
    return (row) => (Number.isNaN(values[row]!) ? null : JSON.stringify(values[row]));
  }
  const { codes, values } = column;
  const texts = new Map<number, string>();
  return (row) => {
    const code = codes[row]!;
    // Code 0 means missing; any other null was sent as a value.
    if (code === 0) return null;
    let text = texts.get(code);
    if (text === undefined) {
      text = jsonOf(values.at(code)!);
      texts.set(code, text);
    }
    return text;
  };
}

function isoOf(time_ms: number): string {
  return new Date(time_ms).toISOString();
}
