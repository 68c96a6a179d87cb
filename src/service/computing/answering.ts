/**
 * What the computing thread does. It has the database file open by itself and brings its own datasets up to date at each
 * question, so that every acknowledged event is in the answer. One question at a time, with helpers of its own.
 */
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import { openStore } from '../../store/store.ts';
import { openDatasets } from '../data/datasets.ts';
import { stepBack } from '../threads/priority.ts';
import { type Failure, failureOf } from '../threads/thread_failure.ts';
import type { FromThread, Opening, Outcome, ToThread } from './messages.ts';
import { outcomeOf } from './outcome.ts';
import { openTeam } from './team.ts';

type Question = Extract<ToThread, { readonly project: Project }>;

stepBack();
// Most of what a question runs it runs a few times: in the interpreter that takes a fifth longer.
setFlagsFromString('--always-sparkplug');
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
  const outcome = outcomeOrFailure(message);
  const answer: FromThread = { ...outcome, bytes: datasets.bytes() };
  // To hand over memory costs more than to copy a little of it.
  const is_long = outcome.kind === 'shown' && outcome.json.length > TUNING.handed_over_bytes;
  port.postMessage(answer, is_long ? [outcome.json.buffer] : []);
  // Not earlier: whoever waits for the first answer has better use for the cores.
  team.start();
});

/** What fails here will fail again when it is asked for, and be told. */
function expect(project: Project): void {
  try {
    store.snapshot(() => datasets.current(project));
  } catch {}
}

function outcomeOrFailure({ project, task, given }: Question): Outcome | Failure {
  try {
    return store.snapshot(() =>
      outcomeOf(project, task, given, { store, datasets, team, memory_bytes: opening.memory_bytes }),
    );
  } catch (error) {
    return failureOf(error);
  }
}
