/** A process that erases the person of a distinct id from a file, and prints a dot before and after each step. */
import { writeSync } from 'node:fs';
import { Sealing } from '../../src/service/sealing/sealing.ts';
import { openStore } from '../../src/store/store.ts';

const [path, distinct_id] = process.argv.slice(2) as [string, string];
const store = openStore(path);
const [project] = store.projects.list();
const found = store.people.find(project!.id, distinct_id)!;
const sealing = new Sealing(store);
const say = (): number => writeSync(1, '.');
say();
store.transaction(() =>
  store.erasures.request(project!.id, { kind: 'persons', first_distincts: [found.ord], with_events: true }, 1, 10),
);
say();
sealing.erase(project!.id, { now_ms: 2, elsewhere: null });
say();
while (sealing.scrub() === 'more');
sealing.close();
say();
store.close();
