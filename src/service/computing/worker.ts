/**
 * The computing thread. It has the database file open by itself and brings its own datasets up to date at each question,
 * so that every acknowledged event is in the answer. One question at a time.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { answerQuery } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import { openStore } from '../../store/store.ts';
import { openDatasets } from '../datasets.ts';
import { cancelled, type FromThread, type Opening, type ToThread } from './messages.ts';

type Outcome = FromThread extends infer Each ? (Each extends FromThread ? Omit<Each, 'bytes'> : never) : never;

const port = must(parentPort, 'this is a thread');
const { path, memory_bytes, flag } = workerData as Opening;
const store = openStore(path);
const datasets = openDatasets(store, memory_bytes, () => {
  if (Atomics.load(flag, 0) !== 0) throw cancelled();
});

port.on('message', (message: ToThread) => {
  if (message === 'close') {
    store.close();
    port.close();
    return;
  }
  port.postMessage({ ...outcomeOf(message), bytes: datasets.bytes() });
});

function outcomeOf({ project, asked }: Exclude<ToThread, 'close'>): Outcome {
  try {
    return { kind: 'numbers', numbers: store.snapshot(() => answerQuery(asked, datasets.current(project))) };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { kind: 'refused', code: error.code, detail: error.message, attr: error.attr, needs: error.needs };
    }
    return { kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
