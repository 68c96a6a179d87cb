/**
 * V8 marks a whole heap once it and the arrays made meanwhile are half as large again as after the last collection. Our
 * heaps are small beside what they allocate in a second: V8 marked every 0.6 s at 20,000 events a second, and every
 * eight questions of 18 ms, which took a fifth of the processor.
 */
import { setFlagsFromString } from 'node:v8';
import { TUNING } from '../../model/tuning.ts';

/**
 * Applies to all threads. Called once the program is loaded: compiled code that was kept, Node's own too, is of use only
 * under the flags it was made with, and to compile it took a start 60 ms.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${TUNING.heap_growing_percent}`);
}
