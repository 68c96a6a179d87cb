/** Entry of a helper thread: knows only the engine's tasks, and waits for its share. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { TASKS } from '../../engine/tasks.ts';
import { stepBack } from '../threads/priority.ts';
import { failureOf } from '../threads/thread_failure.ts';
import { awaitRound, becomeReady, type Control, handIn, takeStretch } from './control.ts';
import { checkFlag, type HelperOpening, type Share, type SumMessage } from './messages.ts';

const { control, helper, port, flag } = workerData as HelperOpening;

stepBack();
for (let rounds = becomeReady(control, helper); ; ) {
  rounds = awaitRound(control, helper, rounds);
  const received = receiveMessageOnPort(port);
  if (received === undefined) continue;
  port.postMessage(outcomeOf(received.message as Share, control, flag));
  handIn(control);
}

function outcomeOf({ name, args, cuts }: Share, control: Control, flag: Int32Array): SumMessage {
  try {
    const task = must(TASKS.get(name), 'a task that threads can share');
    // Task and arguments were sent together, so the types match.
    const of_task = args as never;
    const work = task.begin(of_task);
    for (let at = takeStretch(control); at + 1 < cuts.length; at = takeStretch(control)) {
      checkFlag(flag);
      task.add(of_task, work, cuts[at]!, cuts[at + 1]!);
    }
    return { kind: 'sum', sum: task.end(work) };
  } catch (error) {
    return failureOf(error);
  }
}
