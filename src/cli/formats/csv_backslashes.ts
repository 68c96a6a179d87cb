/** CSV with backslashes before quotes, as MySQL and Spark write it, into CSV with doubled quotes. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Whether a quoted cell goes on behind a quote with a backslash: "she said \"yes\" twice". Without such a cell a backslash
 * at the end of one is only that: "C:\".
 */
export function hasBackslashes(text: string, delimiter: string): boolean {
  const ends = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}\\r\\n`;
  return new RegExp(`(?:^|[${ends}])"(?:[^"\\\\]|""|\\\\[^"])*\\\\"[^"${ends}]`).test(text);
}

/** Before a quote, a backslash or a line end a backslash is dropped. Before others it is part of the text, as in JSON. */
export async function* withoutBackslashes(chunks: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<Buffer> {
  const between = Buffer.from(delimiter).at(-1);
  let is_quoted = false;
  let may_open = true;
  let is_held = false;
  for await (const chunk of chunks) {
    const plain = Buffer.allocUnsafe(chunk.length + 1);
    let length = 0;
    for (const byte of chunk) {
      if (is_held) {
        is_held = false;
        if (byte === QUOTE) plain[length++] = QUOTE;
        else if (byte !== BACKSLASH && byte !== NEWLINE) plain[length++] = BACKSLASH;
      } else if (is_quoted && byte === BACKSLASH) {
        is_held = true;
        continue;
      } else if (byte === QUOTE && (is_quoted || may_open)) {
        // A second quote opens the cell again.
        may_open = is_quoted;
        is_quoted = !is_quoted;
      } else may_open = byte === between || byte === NEWLINE || byte === RETURN;
      plain[length++] = byte;
    }
    yield plain.subarray(0, length);
  }
}
