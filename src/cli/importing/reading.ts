/** The import's reading thread: sends batches to the main thread, a bounded number ahead. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import type { PackedBatch } from '../../service/ingest/types.ts';
import { failureOf } from '../../service/threads/thread_failure.ts';
import { BATCHES_AHEAD, type FromReader } from './read_ahead.ts';
import { readBatches, type SourceFile } from './read_batches.ts';

const port = must(parentPort, 'this is a thread');
/** Batches not acknowledged yet. */
let ahead = 0;
let wake = (): void => {};
port.on('message', () => {
  ahead--;
  wake();
});

try {
  for await (const batch of readBatches(workerData as readonly SourceFile[])) {
    say(batch, buffersOf(batch.events));
    if (++ahead >= BATCHES_AHEAD) await new Promise<void>((resolve) => (wake = resolve));
  }
  say(null);
} catch (error) {
  say({ failure: failureOf(error) });
}

function say(message: FromReader, moved: ArrayBuffer[] = []): void {
  port.postMessage(message, moved);
}

/** Buffers that are transferred instead of copied: those of all columns. */
function buffersOf({ names, distinct_ids, time_ms, uuids, visits, grouped, told, packed }: PackedBatch): ArrayBuffer[] {
  const ofTold = told.flatMap(([, values]): ArrayBufferView[] =>
    'numbers' in values ? [values.numbers] : [values.codes, values.values],
  );
  const texts = [names.codes, names.values, distinct_ids.codes, distinct_ids.values];
  const arrays = [...texts, time_ms, uuids, visits, grouped, ...ofTold, ...packed.sections.map(({ bytes }) => bytes)];
  // Small arrays share a larger buffer, which cannot be transferred for one of them.
  return arrays
    .filter((array) => array.byteLength === array.buffer.byteLength)
    .flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}
