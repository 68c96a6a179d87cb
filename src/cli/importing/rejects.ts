/** Writes rejected lines as NDJSON: a folder with one file for each input file that has rejected lines. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

/** How names of reject files end; imports of folders ignore these files. */
export const REJECT_ENDING = '.reject.ndjson';

/** The folder is created with the first rejected line. */
export class RejectFolder {
  readonly path: string;
  /** Names in use, in lower case: some file systems ignore case. */
  readonly #names = new Set<string>();
  /** The current input file, and its reject file. */
  #open: { readonly of: string; readonly file: RejectFile } | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Input files must come one after the other. Returns the reject file's path. @throws ServiceError */
  async add(input: string, lines: readonly string[]): Promise<string> {
    if (this.#open?.of !== input) {
      await this.end();
      this.#open = { of: input, file: new RejectFile(join(this.path, this.#nameFor(input))) };
    }
    const { file } = this.#open;
    for (const line of lines) file.add(line);
    return file.path;
  }

  /** @throws ServiceError if lines could not be written */
  async end(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.file.end();
  }

  #nameFor(input: string): string {
    mkdir(this.path);
    const base = basename(input);
    let name = base + REJECT_ENDING;
    for (let next = 2; this.#names.has(name.toLowerCase()); next++) name = `${base}.${next}${REJECT_ENDING}`;
    this.#names.add(name.toLowerCase());
    return name;
  }
}

function mkdir(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

class RejectFile {
  readonly path: string;
  readonly #out: WriteStream;
  #count = 0;
  #failure: Error | null = null;

  constructor(path: string) {
    this.path = path;
    this.#out = createWriteStream(path);
    this.#out.on('error', (error) => {
      this.#failure = error;
    });
  }

  add(line: string): void {
    this.#count++;
    if (this.#count <= LIMIT.reject_lines) this.#out.write(`${line}\n`);
  }

  async end(): Promise<void> {
    this.#out.end();
    if (!this.#out.closed) await once(this.#out, 'close');
    if (this.#failure) throw unwritable(this.path, this.#failure);
  }
}

function unwritable(path: string, cause: unknown): ServiceError {
  const detail = `Lines were refused and ${path} cannot be written. Name another folder with --reject.`;
  return new ServiceError('invalid_input', detail, { cause });
}
