/** The thread that reads Parquet: it answers each message with the next row group, null at the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { failureOf } from '../../service/threads/thread_failure.ts';
import type { FromParquet } from './parquet.ts';
import { storedGroups } from './parquet_groups.ts';

const port = must(parentPort, 'this is a thread');
const groups = storedGroups(String(workerData));
port.on('message', () => void next());

async function next(): Promise<void> {
  try {
    const { value, done } = await groups.next();
    say(done ? null : value);
  } catch (error) {
    say({ failure: failureOf(error) });
  }
}

function say(message: FromParquet): void {
  port.postMessage(message);
}
