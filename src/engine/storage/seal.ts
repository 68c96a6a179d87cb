/** From rows in order of arrival to a segment, and from several segments to one. */
import type { Chunk } from './chunk.ts';
import { encodeSegment, type SealedSegment } from './segment_writer.ts';
import { orderSpan, type SpanSource, spanOfChunks, spanOfSources } from './span.ts';

/** `personOf`: distinct id's number -> person's number. Nothing where there are no rows. */
export function sealChunks(chunks: readonly Chunk[], personOf: Uint32Array): SealedSegment[] {
  const span = spanOfChunks(chunks);
  return span.rows === 0 ? [] : [encodeSegment(span, orderSpan(span, personOf))];
}

/** All rows of the sources, sorted anew by who is who now. Nothing is dropped or changed. */
export function mergeSpans(sources: readonly SpanSource[], personOf: Uint32Array): SealedSegment {
  const span = spanOfSources(sources);
  return encodeSegment(span, orderSpan(span, personOf));
}
