/** A folder where pages wait until all are there, so that an import is complete and an interrupted one can continue. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';

const STATE = 'state.json';

/** How far a list with pages has been read. */
export interface Progressed {
  /** Address of the next page; null: there is none. */
  readonly next: string | null;
  readonly pages: number;
}

export class PullFolder {
  readonly path: string;

  /** @param asked what is asked for; a folder of something else is refused */
  constructor(path: string, asked: Readonly<Record<string, string>>) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    const before = this.#read('asked.json');
    const text = JSON.stringify(asked);
    if (before !== null && JSON.stringify(before) !== text) {
      throw new ServiceError('conflict', `${path} holds pages of another import. Remove it, or ask for the same.`);
    }
    this.#write('asked.json', text);
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  writeLines(name: string, lines: readonly unknown[]): void {
    this.#write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Files of pages, in the order in which they are to be imported. */
  files(): string[] {
    return readdirSync(this.path)
      .filter((name) => !name.endsWith('.part') && !name.endsWith('.json'))
      .sort()
      .map((name) => join(this.path, name));
  }

  progressOf(list: string): Progressed | null {
    const state = this.#read(STATE);
    const found = isObject(state) ? state[list] : undefined;
    if (!isObject(found)) return null;
    const { next, pages } = found;
    return { next: typeof next === 'string' ? next : null, pages: Number(pages) };
  }

  /** To be called after a page is written. After a crash a page may be loaded again, and its lines are recognised. */
  noteProgress(list: string, progress: Progressed): void {
    const state = this.#read(STATE);
    this.#write(STATE, JSON.stringify({ ...(isObject(state) ? state : {}), [list]: progress }));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #read(name: string): unknown {
    try {
      const read: unknown = JSON.parse(readFileSync(join(this.path, name), 'utf8'));
      return read;
    } catch {
      return null;
    }
  }

  #write(name: string, text: string): void {
    const part = join(this.path, `${name}.part`);
    // On the disk before its name is: after a power loss a page is whole or missing.
    writeFileSync(part, text, { flush: true });
    renameSync(part, join(this.path, name));
  }
}
