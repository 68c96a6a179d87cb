/** Entry of the computing thread. */
import { parentPort } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { TUNING } from '../../model/tuning.ts';
import { stepBack } from '../threads/priority.ts';
import type { ToThread } from './messages.ts';
import { newAnswering } from './working.ts';

stepBack();
const port = must(parentPort, 'this is a thread');
const answering = newAnswering();

port.on('message', (message: ToThread) => {
  if (message === 'close') {
    answering.close();
    port.close();
    // Helpers waiting for work would keep the thread alive.
    process.exit();
  }
  const answer = answering.take(message);
  if (answer === null) return;
  // Transferring memory costs more than copying a short text.
  const is_long = answer.kind === 'shown' && answer.json.length > TUNING.handed_over_bytes;
  port.postMessage(answer, is_long ? [answer.json.buffer] : []);
  // Not earlier, because the first answer needs the cores.
  answering.callHelpers();
  answering.freeMemory();
});
