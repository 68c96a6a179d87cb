/**
 * Exports a project's groups, people and events as lines for the import, so that another database gives the same
 * answers. Distinct ids come first, so that no event creates a second person. Current properties of people come
 * last, so that they win.
 */
import { formatUuid } from '../../base/uuid.ts';
import type { Column, Value } from '../../engine/frame/column.ts';
import { type Arrivals, arrivalsOfChunks } from '../../engine/storage/arrivals.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import { openOutdatedSegment } from '../../engine/storage/outdated_segment.ts';
import { openWhole } from '../../engine/storage/segment.ts';
import type { ListedPerson } from '../../store/types/people.ts';
import type { OutdatedSegment, Store } from '../../store/types/store.ts';

const UUID_BYTES = 16;
/** How many people are looked up, or rows written, at a time. */
const BATCH_LINES = 4_096;

/** Lines of text, each with its line end. */
export interface Lines {
  readonly text: string;
  readonly lines: number;
}

/** Exports in blocks of lines. To be called within a snapshot of the store. */
export function* storedLines(store: Store, project_id: number): Generator<Lines> {
  const { before, of, after } = linesAround(store, project_id);
  yield* before();
  for (const span of storedSpans(store, project_id)) yield* of(span);
  yield* after();
}

/** Exports a project whose events are stored elsewhere. People are read when the export begins. */
export async function* linesElsewhere(
  store: Store,
  project_id: number,
  spans: AsyncIterable<Arrivals>,
): AsyncGenerator<Lines> {
  const { before, of, after } = linesAround(store, project_id);
  yield* before();
  for await (const span of spans) yield* of(span);
  yield* after();
}

/** Lines of all events, and what must come before and after them. */
function linesAround(store: Store, project_id: number) {
  const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, JSON.stringify(name)]));
  const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0), (id) => JSON.stringify(id));
  return {
    *before(): Generator<Lines> {
      yield* batches(groupLines(store, project_id));
      yield* batches(
        personLines(store, project_id, ({ distinct_ids: ids, created_at_ms }) => ({
          distinct_ids: ids,
          created_at_ms,
        })),
      );
    },
    of: (span: Arrivals): Generator<Lines> => batches(eventLines(span, names, distinct_ids)),
    *after(): Generator<Lines> {
      yield* batches(
        personLines(store, project_id, ({ first_id, properties }) => {
          return Object.keys(properties).length === 0 ? null : { distinct_ids: [first_id], properties };
        }),
      );
    },
  };
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

function* personLines(
  store: Store,
  project_id: number,
  tell: (person: ListedPerson) => object | null,
): Generator<string> {
  for (const person of storedPeople(store, project_id)) {
    const told = tell(person);
    if (told !== null) yield JSON.stringify({ type: 'person', ...told });
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

function jsonOf(value: Value): string {
  return typeof value === 'object' && value !== null ? value.json : JSON.stringify(value);
}

function isoOf(time_ms: number): string {
  return new Date(time_ms).toISOString();
}
