/**
 * What the computing thread does. It has the database file open by itself and brings its own datasets up to date at each
 * question, so that every acknowledged event is in the answer. One question at a time, with helpers of its own.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { type Asked, answerQuery } from '../../engine/answer.ts';
import type { Project } from '../../model/project.ts';
import { openStore } from '../../store/store.ts';
import { openDatasets } from '../datasets.ts';
import { stepBack } from '../priority.ts';
import { failureOf } from '../thread_failure.ts';
import type { FromThread, Opening, ToThread } from './messages.ts';
import { openTeam } from './team.ts';

type Question = Extract<ToThread, { readonly asked: Asked }>;
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
  if ('expect' in message) {
    expect(message.expect);
    return;
  }
  port.postMessage({ ...outcomeOf(message), bytes: datasets.bytes() });
  // Not earlier: whoever waits for the first answer has better use for the cores.
  team.start();
});

/** What fails here will fail again when it is asked for, and be told. */
function expect(project: Project): void {
  try {
    store.snapshot(() => datasets.current(project));
  } catch {}
}

function outcomeOf({ project, asked }: Question): Outcome {
  try {
    return { kind: 'numbers', numbers: store.snapshot(() => answerQuery(asked, datasets.current(project))) };
  } catch (error) {
    return failureOf(error);
  }
}
