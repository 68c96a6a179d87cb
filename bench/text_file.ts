/** Large files, written line by line. */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const CHUNK_CHARS = 1 << 20;

/** Buffers lines: a write per line would take longer than generating it. */
export interface TextFile {
  add(line: string): Promise<void>;
  end(): Promise<void>;
}

export function newTextFile(path: string): TextFile {
  const out: WriteStream = createWriteStream(path);
  let text = '';
  return {
    async add(line) {
      text += line;
      if (text.length < CHUNK_CHARS) return;
      const chunk = text;
      text = '';
      if (!out.write(chunk)) await once(out, 'drain');
    },
    async end() {
      out.end(text);
      await finished(out);
    },
  };
}
