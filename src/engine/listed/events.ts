/**
 * The newest events, page by page.
 * Reads months from the newest back until the page is full: of each month first the times only, then ids of rows that
 * are new enough; at the end, properties of the rows on the page.
 */
import { must } from '../../base/assert.ts';
import { has } from '../../base/bitmap.ts';
import { monthStart } from '../../base/time.ts';
import { formatUuid, parseUuid, UUID_BYTES } from '../../base/uuid.ts';
import type { EventCursor, EventsNumbers, EventsQuery, StoredEvent } from '../../model/question/events.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Dataset } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { eventsOf } from '../select/matching.ts';
import { selectRuns } from '../select/selected_runs.ts';

const PERSON = { kind: 'person' } as const;
/** How many rows are read between two checkpoints. */
const CHECKED_ROWS = 1 << 20;
const CHECKED_IDS = 1 << 16;

/** A row of a run. */
interface Late {
  readonly run: Run;
  readonly row: number;
  readonly time_ms: number;
}

/** With its sort key. */
type Found = Late & EventCursor;

export function listEvents(query: EventsQuery, view: Dataset): EventsNumbers {
  const { limit } = query;
  const found: Found[] = [];
  let { skip = 0 } = query;
  for (const window of windowsOf(view.months(eventsOf([query])), rangeOf(query))) {
    const late = lateRows(query, window, skip + limit + 1 - found.length, view);
    const passed = Math.min(skip, late.length);
    found.push(...newestOf(late, passed, limit + 1 - found.length, view));
    skip -= passed;
    if (found.length > limit || (query.uuid !== undefined && found.length > 0)) break;
  }
  const page = withProperties(found.slice(0, limit), query.bytes, view);
  return { ...page, has_more: page.events.length < found.length };
}

/** Ends the range at the cursor: rows behind it have its time or an earlier one. */
function rangeOf({ range: { from_ms, until_ms }, behind }: EventsQuery): TimeRange {
  return { from_ms, until_ms: behind === null ? until_ms : Math.min(until_ms, behind.time_ms + 1) };
}

/** Windows of months, from the newest back. They grow, so that rare rows are not searched month by month. */
function* windowsOf(months: readonly number[], { from_ms, until_ms }: TimeRange): Generator<TimeRange> {
  const within = months.filter((month) => monthStart(month) < until_ms && monthStart(month + 1) > from_ms);
  for (let at = 0, length = 1; at < within.length; at += length, length *= 2) {
    const oldest = within[Math.min(at + length, within.length) - 1]!;
    yield {
      from_ms: Math.max(from_ms, monthStart(oldest)),
      until_ms: Math.min(until_ms, monthStart(within[at]! + 1)),
    };
  }
}

/** The latest rows in the window, latest first: at least `wanted`, if there are so many, and all of the last one's time. */
function lateRows(query: EventsQuery, window: TimeRange, wanted: number, view: Dataset): Late[] {
  const parts = view.parts({ events: eventsOf([query]), actor: PERSON, ...window });
  const times = new LatestTimes(wanted);
  const candidates = parts
    .flatMap((part) => selectRuns(query.matches, part, window, view))
    .map(({ run, range }) => {
      const rows: number[] = [];
      for (const rows_at of rowsToCheck(run, query, view)) {
        addCandidates(run, { ...range, ...rows_at }, query.behind, times, rows);
      }
      return { run, rows: levelOnes(run, rows, query.behind, times, view) };
    });
  const late = candidates.flatMap(({ run, rows }) => {
    const late_enough = rows.filter((row) => run.time_ms[row]! >= times.least_ms);
    return late_enough.map((row) => ({ run, row, time_ms: run.time_ms[row]! }));
  });
  return late.sort((one, other) => other.time_ms - one.time_ms);
}

/** The first `room` rows behind the first `skip`. Which of these are later than the first one shown needs no ids. */
function newestOf(late: readonly Late[], skip: number, room: number, view: Dataset): Found[] {
  const first = late[skip];
  if (first === undefined) return [];
  const later = late.findIndex(({ time_ms }) => time_ms === first.time_ms);
  const found: Found[] = [];
  for (const [run, of] of Map.groupBy(late.slice(later), (one) => one.run)) {
    const rows = of.map(({ row }) => row);
    const uuids = view.rowUuids(run, rows);
    for (const [at, one] of of.entries()) {
      found.push({ ...one, uuid: formatUuid(uuids, at * UUID_BYTES), event: run.event });
    }
  }
  found.sort((one, other) => other.time_ms - one.time_ms || compareIds(other.uuid, other.event, one));
  return found.slice(skip - later, skip - later + room);
}

interface Rows {
  readonly first: number;
  readonly until: number;
}

/** From the last back: all rows, or those with the id. */
function* rowsToCheck(run: Run, { uuid }: EventsQuery, view: Dataset): Generator<Rows> {
  const step = uuid === undefined ? CHECKED_ROWS : CHECKED_IDS;
  for (let until = run.rows; until > 0; until -= step) {
    view.checkpoint();
    const first = Math.max(0, until - step);
    if (uuid === undefined) yield { first, until };
    else for (const row of rowsWithId(run, { first, until }, uuid, view)) yield { first: row, until: row + 1 };
  }
}

/** Compares bytes: the text of each id would take many times as long. */
function rowsWithId(run: Run, { first, until }: Rows, uuid: string, view: Dataset): number[] {
  const rows = Array.from({ length: until - first }, (_, at) => first + at);
  const ids = new DataView(view.rowUuids(run, rows).buffer);
  const wanted = new DataView(must(parseUuid(uuid), 'an id').slice().buffer);
  const isWanted = (at: number) =>
    ids.getBigUint64(at + 8) === wanted.getBigUint64(8) && ids.getBigUint64(at) === wanted.getBigUint64(0);
  // Most ids differ here already.
  const last = wanted.getUint32(12);
  return rows.filter((_, at) => ids.getUint32(at * UUID_BYTES + 12) === last && isWanted(at * UUID_BYTES));
}

interface RowSlice extends TimeRange, Rows {
  readonly select: Uint32Array | null;
  readonly skip: Uint32Array | null;
}

/** Goes from the last row back: an actor's rows ascend in time, so most rows are soon too early. */
function addCandidates(
  { time_ms, actor }: Run,
  { select, skip, from_ms, until_ms, first, until }: RowSlice,
  behind: EventCursor | null,
  times: LatestTimes,
  rows: number[],
): void {
  const level_ms = behind?.time_ms ?? Number.NaN;
  for (let row = until - 1; row >= first; row--) {
    const at_ms = time_ms[row]!;
    if (at_ms < times.least_ms || at_ms < from_ms || at_ms >= until_ms) continue;
    if (select !== null && !has(select, row)) continue;
    if (skip !== null && isSkipped(skip, actor[row]!)) continue;
    rows.push(row);
    // Whether rows at the cursor's own time are behind it is decided later, by id.
    if (at_ms !== level_ms) times.add(at_ms);
  }
}

function isSkipped(skip: Uint32Array, actor: number): boolean {
  return actor >>> 5 < skip.length && has(skip, actor);
}

/** Drops rows at the cursor's time that are not behind it. */
function levelOnes(
  run: Run,
  rows: readonly number[],
  behind: EventCursor | null,
  times: LatestTimes,
  view: Dataset,
): readonly number[] {
  if (behind === null) return rows;
  const level = rows.filter((row) => run.time_ms[row] === behind.time_ms);
  if (level.length === 0) return rows;
  const uuids = view.rowUuids(run, level);
  const passed = new Set(
    level.filter((_, at) => compareIds(formatUuid(uuids, at * UUID_BYTES), run.event, behind) < 0),
  );
  for (let i = 0; i < passed.size; i++) times.add(behind.time_ms);
  return rows.filter((row) => run.time_ms[row] !== behind.time_ms || passed.has(row));
}

/** For a row at the cursor's time; below 0 means that it is behind the cursor. */
function compareIds(uuid: string, event: string, cursor: EventCursor): number {
  if (uuid !== cursor.uuid) return uuid < cursor.uuid ? -1 : 1;
  return event === cursor.event ? 0 : event < cursor.event ? -1 : 1;
}

/** The latest times seen: a heap with the earliest on top. */
class LatestTimes {
  readonly #times_ms: Float64Array;
  #count = 0;

  constructor(room: number) {
    this.#times_ms = new Float64Array(room);
  }

  /** Rows earlier than this cannot be on the page. */
  get least_ms(): number {
    return this.#count < this.#times_ms.length ? Number.NEGATIVE_INFINITY : this.#times_ms[0]!;
  }

  add(time_ms: number): void {
    const heap = this.#times_ms;
    if (this.#count < heap.length) {
      heap[this.#count++] = time_ms;
      if (this.#count === heap.length) heap.sort(); // ascending order is a heap
    } else if (time_ms > heap[0]!) {
      sink(heap, time_ms);
    }
  }
}

/** Replaces the top and sinks it to its place. */
function sink(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1]! < heap[below]!) below++;
    if (heap[below]! >= value) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = value;
}

/** Reads properties; stops before the byte limit is exceeded, but not before the first event. */
function withProperties(
  found: readonly Found[],
  most_bytes: number,
  view: Dataset,
): Pick<EventsNumbers, 'events' | 'bytes'> {
  const properties = view.rowProperties(found);
  let bytes = 0;
  const events: StoredEvent[] = [];
  for (const [at, one] of found.entries()) {
    const values = properties[at]!;
    const size = sizeOf(values);
    if (bytes + size > most_bytes && events.length > 0) break;
    bytes += size;
    const { run, row, time_ms, uuid, event } = one;
    const distinct = view.rowDistinct(run)[row]!;
    events.push({ time_ms, uuid, event, distinct, person: run.actor[row]!, properties: values });
  }
  return { events, bytes };
}

/** JSON bytes of the members besides properties. */
const FIXED_BYTES = 250;

/** Estimated bytes of an event as JSON. */
function sizeOf(properties: Readonly<Record<string, unknown>>): number {
  return FIXED_BYTES + JSON.stringify(properties).length;
}
