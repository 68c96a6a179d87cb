/** The first look at a file: what it is, and how it is to be read. */
import { open } from 'node:fs/promises';
import { ServiceError } from '../../model/error.ts';
import type { FileSettings } from './settings.ts';
import type { FileInfo } from './types.ts';

/** @throws ServiceError when the file cannot be read */
export async function describeFile(path: string, settings: FileSettings): Promise<FileInfo> {
  try {
    const file = await open(path);
    const head = Buffer.alloc(2);
    await file.read(head, 0, 2, 0);
    const { size } = await file.stat();
    await file.close();
    const format = /\.csv(\.gz)?$/i.test(path) ? 'csv' : 'ndjson';
    return {
      path,
      bytes: size,
      gzip: head[0] === 0x1f && head[1] === 0x8b,
      format,
      settings,
    };
  } catch (error) {
    throw new ServiceError('invalid_input', `${path} cannot be read. Is the name right?`, { cause: error });
  }
}
