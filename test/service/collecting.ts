/** A thread that collects for the first time when all others do. */
import { parentPort, workerData } from 'node:worker_threads';
import { collectLike } from '../../src/service/computing/garbage.ts';

const { gate, threads } = workerData as { gate: Int32Array; threads: number };

if (Atomics.add(gate, 0, 1) === threads - 1) Atomics.notify(gate, 0);
for (let there = Atomics.load(gate, 0); there < threads; there = Atomics.load(gate, 0)) Atomics.wait(gate, 0, there);
collectLike({ young: 0, all: 0 }, { young: 1, all: 0 });
parentPort!.postMessage('collected');
