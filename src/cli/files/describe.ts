/** The first look at a file: what it is, and how it is to be read. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
    const format = /\.csv(\.gz)?$/i.test(path) ? 'csv' : 'ndjson';
    return {
      path,
      bytes: size,
      digest: hash.digest('hex'),
      gzip: head[0] === 0x1f && head[1] === 0x8b,
      format,
      settings,
    };
  } catch (error) {
    throw new ServiceError('invalid_input', `${path} cannot be read. Is the name right?`, { cause: error });
  }
}
