/** Seals arrivals into a segment, and merges several segments into one. */

import { type Arrivals, arrivalsOfChunks, arrivalsOfSources, orderArrivals } from './arrivals.ts';
import type { Chunk } from './chunk.ts';
import { encodeSegment, type SealedSegment } from './segment_writer.ts';

/** `personOf`: distinct id -> person (numbers). Empty if there are no rows. */
export function sealChunks(chunks: readonly Chunk[], personOf: Uint32Array): SealedSegment[] {
  const arrivals = arrivalsOfChunks(chunks);
  return arrivals.rows === 0 ? [] : [encodeSegment(arrivals, orderArrivals(arrivals, personOf))];
}

/** All rows of the sources, sorted by current persons. Nothing is dropped or changed. */
export function mergeArrivals(sources: readonly Arrivals[], personOf: Uint32Array): SealedSegment {
  const arrivals = arrivalsOfSources(sources);
  return encodeSegment(arrivals, orderArrivals(arrivals, personOf));
}
