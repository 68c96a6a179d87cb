/** Files in zip archives, each read as a file of its own. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import { ServiceError } from '../../model/error.ts';

const MAGIC = 'PK\x03\x04';
const WORKBOOK = '[Content_Types].xml';

/**
 * Paths of the files in an archive: the archive's path, then the name within; null if the file is not an archive.
 * @throws ServiceError if the archive cannot be read, or holds an office document
 */
export async function archived(path: string): Promise<string[] | null> {
  if (!(await isZip(path))) return null;
  const names: string[] = [];
  try {
    const archive = await openPromise(path);
    for await (const { fileName } of archive.eachEntry()) if (isFile(fileName)) names.push(fileName);
  } catch (error) {
    throw damaged(path, error);
  }
  if (!names.includes(WORKBOOK)) return names.sort().map((name) => join(path, name));
  throw new ServiceError('not_supported', `${path}: This is an Excel workbook. Export the sheet as CSV.`, {
    needs: 'import format',
  });
}

/** Bytes of one file in the archive. @param path as `archived` returns it */
export async function* archivedBytes(archive: string, path: string): AsyncGenerator<Buffer> {
  const zip = await openPromise(archive, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (join(archive, entry.fileName) !== path) continue;
      let sum = 0;
      for await (const read of await zip.openReadStreamPromise(entry)) {
        const chunk: Buffer = read;
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (sum !== entry.crc32) throw new Error('bits have flipped');
      return;
    }
    throw new Error('an archive that changed');
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw damaged(archive, error);
  } finally {
    zip.close();
  }
}

async function isZip(path: string): Promise<boolean> {
  // Reading from a pipe here would lose bytes. Missing files are reported later.
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    if (!(await handle.stat()).isFile()) return false;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MAGIC;
  } finally {
    await handle.close();
  }
}

/** Excludes folders, which end in a slash, and hidden files, which operating systems leave behind. */
function isFile(name: string): boolean {
  return !name.endsWith('/') && !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

function damaged(path: string, cause: unknown): ServiceError {
  return new ServiceError('invalid_input', `${path}: This zip archive is damaged or encrypted. Unpack it first.`, {
    cause,
  });
}
