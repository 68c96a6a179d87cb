/**
 * A process for tests of durability and locking. `append` adds one distinct id and one chunk per transaction forever,
 * and prints the chunk's number after each commit; `hold MS` keeps the write lock that long.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/store.ts';

const [path, mode, argument] = process.argv.slice(2) as [string, string, string | undefined];
const store = openStore(path);

if (mode === 'hold') {
  store.transaction(() => {
    store.events.nextRevision(1);
    writeSync(1, 'held\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(argument));
  });
}

while (mode === 'append') {
  const seq = store.transaction(() => {
    store.events.nextRevision(1);
    const count = store.people.distinctCount(1);
    store.people.write(1, { persons: [], ids: [{ distinct_id: `d${count}`, ord: count, person_ord: 0 }] }, 1);
    return store.events.append(1, { events: 1, bytes: new TextEncoder().encode(`d${count}`) });
  });
  writeSync(1, `${seq}\n`);
}

store.close();
