/**
 * How stored events change their form: the log's tail becomes segments, small segments become larger ones. Each step is
 * one transaction, so a reader meets every event exactly once, and each raises the revision, as others have to look
 * again.
 */
import { decodeChunk } from '../engine/storage/chunk.ts';
import { mergeSegments, sealTables } from '../engine/storage/seal.ts';
import { openSegment } from '../engine/storage/segment.ts';
import { type EventTable, tablesOf } from '../engine/storage/table.ts';
import { LIMIT } from '../model/limit.ts';
import type { Project } from '../model/project.ts';
import type { SegmentRow, Store } from '../store/types.ts';

/** distinct id's number -> person's number, within the transaction that writes this revision. */
export type PersonsNow = (revision: number) => Uint32Array;

/** Turns what the log holds into segments; false when it holds nothing. */
export function sealTail(store: Store, project: Project, personsNow = personsOf(store, project)): boolean {
  const { events } = store;
  return store.transaction(() => {
    const chunks = events.logSince(project.id, events.sealedSeq(project.id));
    const last = chunks.at(-1);
    if (last === undefined) return false;
    const tables = new Map<number, EventTable>();
    for (const chunk of chunks) tablesOf(decodeChunk(chunk.bytes), tables);
    const revision = events.nextRevision(project.id);
    events.seal(project.id, last.seq, sealTables(tables, personsNow(revision)), revision);
    return true;
  });
}

/**
 * Merges the newest small segments of one event and month; false when no event has enough of them. One group at a
 * time, and none past a size, so that others wait for a moment only: call again while it answers true.
 */
export function compact(store: Store, project: Project, personsNow = personsOf(store, project)): boolean {
  const { events } = store;
  return store.transaction(() => {
    const group = mergeable(events.segments(project.id));
    if (group === null) return false;
    const opened = group.map(({ id, header }) => openSegment(header, (name) => events.column(id, name)));
    const revision = events.nextRevision(project.id);
    const merged = mergeSegments(opened, personsNow(revision));
    events.replace(
      project.id,
      group.map(({ id }) => id),
      [merged],
      revision,
    );
    return true;
  });
}

function personsOf(store: Store, project: Project): PersonsNow {
  return () => store.people.personOf(project.id, 0);
}

/** `segments` in order of arrival. */
function mergeable(segments: readonly SegmentRow[]): SegmentRow[] | null {
  const groups = Map.groupBy(segments, ({ event_ord, month }) => `${event_ord}:${month}`);
  for (const group of groups.values()) {
    const newest = group.slice(group.length - mergeableCount(group.map(({ rows }) => rows)));
    if (newest.length >= LIMIT.compact_segments) return newest;
  }
  return null;
}

/**
 * How many of the newest segments (last in the list) to merge. Only the end of the list, as the merged one becomes the
 * newest and rows keep their order of arrival. A segment joins when all newer ones together are at least half as large:
 * so each row is written again only when what it lies in grows by half, and the list stays logarithmic.
 */
export function mergeableCount(rows: readonly number[]): number {
  let count = 0;
  let total = 0;
  for (const size of rows.toReversed()) {
    if (count > 0 && (size > total * 2 || size + total > LIMIT.compact_rows)) break;
    total += size;
    count++;
  }
  return count;
}
