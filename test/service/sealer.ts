/** A process that seals and merges one project of a file, printing a dot before and after each step. */
import { writeSync } from 'node:fs';
import { Sealing } from '../../src/service/sealing/sealing.ts';
import { openStore } from '../../src/store/store.ts';

const [path, project] = process.argv.slice(2) as [string, string];
const store = openStore(path);
const sealing = new Sealing(store);
const say = (): number => writeSync(1, '.');
say();
while (sealing.seal(Number(project)) > 0) say();
while (sealing.compact(Number(project))) say();
store.close();
