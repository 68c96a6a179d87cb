/**
 * Entry of the computing thread. It opens the database file itself and updates its own datasets before each question,
 * so every acknowledged event is in the answer. One question at a time, shared with helpers of its own.
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
// Most code runs only a few times per question; interpreting it takes a fifth longer than baseline code.
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
    // Helpers waiting for work would keep the thread alive.
    process.exit();
  }
  if ('expect' in message) {
    expect(message.expect);
    return;
  }
  const outcome = outcomeOrFailure(message);
  const answer: FromThread = { ...outcome, bytes: datasets.bytes() };
  // Transferring memory costs more than copying a short text.
  const is_long = outcome.kind === 'shown' && outcome.json.length > TUNING.handed_over_bytes;
  port.postMessage(answer, is_long ? [outcome.json.buffer] : []);
  // Not earlier: the first answer needs the cores.
  team.start();
});

/** A failure here will recur, and be reported, when the question is asked. */
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
