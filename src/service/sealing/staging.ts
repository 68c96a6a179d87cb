/**
 * Stores the blobs of new segments in advance, a few megabytes at a time. So the transaction that adds the segments is
 * short however large they are.
 */
import { randomInt } from 'node:crypto';
import { pause } from '../../base/pause.ts';
import { TUNING } from '../../model/tuning.ts';
import type { AnySegment, BlobPart, NewSegment } from '../../store/types/segments.ts';
import type { Store } from '../../store/types/store.ts';

const STAGE_MAX = 2 ** 48 - 1;

/** Runs a transaction for which commits of other threads are told to wait (`exchanging`). */
export type InExchange = (run: () => void) => void;

/** Stores the segment's blobs, and returns where they are. Segments with few bytes are returned as they are. */
export function stage(store: Store, segment: NewSegment, inExchange: InExchange): AnySegment {
  const { blobs, ...rest } = segment;
  if (blobs.reduce((sum, { bytes }) => sum + bytes.length, 0) <= TUNING.staged_bytes) return segment;
  const number = randomInt(STAGE_MAX);
  let parts = 0;
  for (const together of portionsOf(blobs)) {
    inExchange(() => store.events.stage(number, together));
    parts += together.length;
    // Without this, somebody else's commit would have to move it all into the file. Then others get a turn.
    store.checkpoint();
    pause(TUNING.staged_pause_ms);
  }
  return { ...rest, stage: number, parts };
}

/** Call for segments that were not added after all. */
export function unstage({ events }: Store, segments: readonly AnySegment[], inExchange: InExchange): void {
  for (const segment of segments) {
    if ('stage' in segment) inExchange(() => events.unstage(segment.stage));
  }
}

/** Cuts blobs into portions of a bounded number of bytes. */
function* portionsOf(blobs: NewSegment['blobs']): Iterable<BlobPart[]> {
  let together: BlobPart[] = [];
  let room = TUNING.staged_bytes;
  for (const { name, bytes } of blobs) {
    let part = 0;
    let at = 0;
    do {
      const some = bytes.subarray(at, at + room);
      together.push({ name, part: part++, bytes: some });
      at += some.length;
      room -= some.length;
      if (room > 0) continue;
      yield together;
      together = [];
      room = TUNING.staged_bytes;
    } while (at < bytes.length);
  }
  if (together.length > 0) yield together;
}
