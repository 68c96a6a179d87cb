/** Where the computing thread begins. Kept code is for each thread to ask for, before it loads any. */
import module from 'node:module';
import { workerData } from 'node:worker_threads';
import type { Opening } from './messages.ts';

if ((workerData as Opening).keeps_code) module.enableCompileCache();
await import('./answering.ts');
