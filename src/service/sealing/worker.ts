/** Entry of the sealing thread: opens the database file itself and takes one step at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { stackOf } from '../../base/stack.ts';
import { openStore } from '../../store/store.ts';
import { stepBack } from '../threads/priority.ts';
import type { FromThread, Opening, ToThread } from './messages.ts';
import { Sealing } from './sealing.ts';
import { takeStep } from './step.ts';

const port = must(parentPort, 'this is a thread');
const { path, exchange, gives_way } = workerData as Opening;
if (gives_way) stepBack();
// The write-ahead log is checkpointed after each step, not within an exchange.
const store = openStore(path, { folds: false });
const sealing = new Sealing(store, exchange);

port.on('message', (message: ToThread) => {
  if (message === 'close') {
    sealing.close();
    store.close();
    port.close();
    return;
  }
  let answer: FromThread;
  try {
    answer = takeStep(sealing, message);
    store.checkpoint();
  } catch (error) {
    answer = { failed: stackOf(error) };
  }
  port.postMessage(answer);
});
