/** How the times of a file are read. */
import type { TimeOf } from '../../service/ingest/lines.ts';
import { readTime } from '../../service/ingest/normalise.ts';
import type { FileInfo } from './types.ts';

export function timesOf(_file: FileInfo): TimeOf {
  return (_name, value) => readTime(value);
}
