/**
 * What the computing thread does. It has the database file open by itself and brings its own datasets up to date at each
 * question, so that every acknowledged event is in the answer. One question at a time, with helpers of its own.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { answerQuery } from '../../engine/answer.ts';
import { openStore } from '../../store/store.ts';
import { openDatasets } from '../datasets.ts';
import { type FromThread, failureOf, type Opening, type ToThread } from './messages.ts';
import { stepBack } from './priority.ts';
import { openTeam } from './team.ts';

type Outcome = FromThread extends infer Each ? (Each extends FromThread ? Omit<Each, 'bytes'> : never) : never;

stepBack();
const port = must(parentPort, 'this is a thread');
const opening = workerData as Opening;
const store = openStore(opening.path);
const team = openTeam(opening);
const datasets = openDatasets(store, opening.memory_bytes, team);

port.on('message', (message: ToThread) => {
  if (message === 'close') {
    store.close();
    port.close();
    // The helpers wait for work, which would keep this thread.
    process.exit();
  }
  port.postMessage({ ...outcomeOf(message), bytes: datasets.bytes() });
  // Not earlier: whoever waits for the first answer has better use for the cores.
  team.start();
});

function outcomeOf({ project, asked }: Exclude<ToThread, 'close'>): Outcome {
  try {
    return { kind: 'numbers', numbers: store.snapshot(() => answerQuery(asked, datasets.current(project))) };
  } catch (error) {
    return failureOf(error);
  }
}
