/** Entry of a helper thread. It knows only the engine's tasks and waits for its share. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { TASKS } from '../../engine/tasks.ts';
import { stepBack } from '../threads/priority.ts';
import { failureOf } from '../threads/thread_failure.ts';
import { awaitRound, becomeReady, type Control, handIn, takeMorsel } from './control.ts';
import { type Collections, collectLike } from './garbage.ts';
import { checkFlag, type HelperOpening, type Share, type SumMessage } from './messages.ts';

const { control, helper, port, flag } = workerData as HelperOpening;

stepBack();
let collected: Collections = { young: 0, all: 0 };
for (let rounds = becomeReady(control, helper); ; ) {
  rounds = awaitRound(control, helper, rounds);
  const collections = help() ?? collected;
  // The share is handed in already, so nobody waits for this.
  collectLike(collected, collections);
  collected = collections;
}

/** Does its share of the round. Returns what the computing thread has collected; null without a share. */
function help(): Collections | null {
  const received = receiveMessageOnPort(port);
  if (received === undefined) return null;
  const share = received.message as Share;
  try {
    port.postMessage(outcomeOf(share, control, flag));
  } finally {
    // The computing thread waits for it without a time limit, and says that something is missing.
    handIn(control);
  }
  return share.collections;
}

function outcomeOf({ name, args, cuts }: Share, control: Control, flag: Int32Array): SumMessage<unknown> {
  try {
    const task = must(TASKS.get(name), 'a task that threads can share');
    // Task and arguments were sent together, so they match.
    const work = task.begin(args);
    for (let at = takeMorsel(control); at + 1 < cuts.length; at = takeMorsel(control)) {
      checkFlag(flag);
      task.add(args, work, cuts[at]!, cuts[at + 1]!);
    }
    return { kind: 'sum', sum: task.end(work) };
  } catch (error) {
    return failureOf(error);
  }
}
