/**
 * The newest events, page by page.
 * Reads months from the newest back until the page is full: of each month first the times only, then ids of rows that
 * are new enough; at the end, properties of the rows on the page.
 */
import { has } from '../../base/bitmap.ts';
import { monthStart } from '../../base/time.ts';
import { formatUuid, UUID_BYTES } from '../../base/uuid.ts';
import type { EventCursor, EventsNumbers, EventsQuery, StoredEvent } from '../../model/question/events.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Dataset } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { eventsOf } from '../select/matching.ts';
import { selectRuns } from '../select/selected_runs.ts';

const PERSON = { kind: 'person' } as const;
/** How many rows are read between two checkpoints. */
const CHECKED_ROWS = 1 << 20;

/** A row of a run, with its sort key. */
interface Found extends EventCursor {
  readonly run: Run;
  readonly row: number;
}

export function listEvents(query: EventsQuery, view: Dataset): EventsNumbers {
  const { limit, skip = 0 } = query;
  const wanted = skip + limit + 1;
  const found: Found[] = [];
  for (const window of windowsOf(view.months(eventsOf([query])), rangeOf(query))) {
    found.push(...newestOf(query, window, wanted - found.length, view));
    if (found.length >= wanted) break;
  }
  const events = withProperties(found.slice(skip, skip + limit), query.bytes, view);
  return { events, has_more: skip + events.length < found.length };
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

/** The newest rows in the window, newest first, at most `wanted`. */
function newestOf(query: EventsQuery, window: TimeRange, wanted: number, view: Dataset): Found[] {
  const parts = view.parts({ events: eventsOf([query]), actor: PERSON, ...window });
  const times = new LatestTimes(wanted);
  const candidates = parts
    .flatMap((part) => selectRuns(query.matches, part, window, view))
    .map(({ run, range }) => {
      const rows: number[] = [];
      for (let until = run.rows; until > 0; until -= CHECKED_ROWS) {
        view.checkpoint();
        addCandidates(run, { ...range, first: Math.max(0, until - CHECKED_ROWS), until }, query.behind, times, rows);
      }
      return { run, rows: levelOnes(run, rows, query.behind, times, view) };
    });
  const newest = new Newest(wanted);
  for (const { run, rows } of candidates) {
    const late = rows.filter((row) => run.time_ms[row]! >= times.least_ms);
    const uuids = view.rowUuids(run, late);
    for (const [at, row] of late.entries()) newest.offer(run, row, uuids, at * UUID_BYTES);
  }
  return newest.found;
}

interface RowSlice extends TimeRange {
  readonly select: Uint32Array | null;
  readonly skip: Uint32Array | null;
  readonly first: number;
  readonly until: number;
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

/** The newest `room` of the rows offered, newest first. */
class Newest {
  readonly found: Found[] = [];
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  offer(run: Run, row: number, uuids: Uint8Array, at: number): void {
    const time_ms = run.time_ms[row]!;
    const last = this.found.length < this.#room ? undefined : this.found[this.#room - 1];
    if (last !== undefined && time_ms < last.time_ms) return;
    const uuid = formatUuid(uuids, at);
    const index = this.#indexOf(time_ms, uuid, run.event);
    if (index >= this.#room) return;
    this.found.splice(index, 0, { time_ms, uuid, event: run.event, run, row });
    if (this.found.length > this.#room) this.found.pop();
  }

  /** How many rows are newer. */
  #indexOf(time_ms: number, uuid: string, event: string): number {
    let low = 0;
    let high = this.found.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.found[middle]!;
      const is_before = other.time_ms === time_ms ? compareIds(uuid, event, other) < 0 : other.time_ms > time_ms;
      if (is_before) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Reads properties; stops before the byte limit is exceeded, but not before the first event. */
function withProperties(found: readonly Found[], bytes: number, view: Dataset): StoredEvent[] {
  const properties = view.rowProperties(found);
  let left = bytes;
  const events: StoredEvent[] = [];
  for (const [at, one] of found.entries()) {
    const values = properties[at]!;
    left -= sizeOf(values);
    if (left < 0 && events.length > 0) break;
    const { run, row, time_ms, uuid, event } = one;
    const distinct = view.rowDistinct(run)[row]!;
    events.push({ time_ms, uuid, event, distinct, person: run.actor[row]!, properties: values });
  }
  return events;
}

/** JSON bytes of the members besides properties. */
const FIXED_BYTES = 250;

/** Estimated bytes of an event as JSON. */
function sizeOf(properties: Readonly<Record<string, unknown>>): number {
  return FIXED_BYTES + JSON.stringify(properties).length;
}
