/** Entry of the computing thread. */
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { TUNING } from '../../model/tuning.ts';
import { stepBack } from '../threads/priority.ts';
import type { ToThread } from './messages.ts';
import { openAnswering, type Working } from './working.ts';

stepBack();
// Most code runs only a few times per question. Interpreting it takes a fifth longer than baseline code.
setFlagsFromString('--always-sparkplug');
const port = must(parentPort, 'this is a thread');
let opened: Working | null = null;

port.on('message', (message: ToThread) => {
  if (message === 'close') {
    opened?.close();
    port.close();
    // Helpers waiting for work would keep the thread alive.
    process.exit();
  }
  if ('open' in message) {
    opened = openAnswering(message.open);
    return;
  }
  const answering = must(opened, 'the file is opened first');
  const answer = answering.take(message);
  if (answer === null) return;
  // Transferring memory costs more than copying a short text.
  const is_long = answer.kind === 'shown' && answer.json.length > TUNING.handed_over_bytes;
  port.postMessage(answer, is_long ? [answer.json.buffer] : []);
  // Not earlier, because the first answer needs the cores.
  answering.callHelpers();
  answering.freeMemory();
});
