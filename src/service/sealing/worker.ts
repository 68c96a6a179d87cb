/** Entry of the sealing thread: takes one step at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { stepBack } from '../threads/priority.ts';
import type { Opening, ToThread } from './messages.ts';
import { openSealing } from './working.ts';

const port = must(parentPort, 'this is a thread');
const opening = workerData as Opening;
if (opening.gives_way) stepBack();
const sealing = openSealing(opening);

port.on('message', (message: ToThread) => {
  if (message !== 'close') {
    port.postMessage(sealing.take(message));
    return;
  }
  sealing.close();
  port.close();
});
