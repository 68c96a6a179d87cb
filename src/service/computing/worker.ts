/** Where the threads of a computation begin. Kept code is for each thread to ask for, before it loads any. */
import module from 'node:module';
import { workerData } from 'node:worker_threads';
import type { HelperOpening, Opening } from './messages.ts';

const opening = workerData as Opening | HelperOpening;
if (opening.keeps_code) module.enableCompileCache();
if (opening.role === 'helper') await import('./helping.ts');
else await import('./answering.ts');
