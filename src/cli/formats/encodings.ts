/** How bytes that are not UTF-8 would read in the encodings that files have, for whoever must say which one it is. */

/** Where two read equally well, the first is meant more often. */
const ENCODINGS = [
  ...['windows-1252', 'windows-1254', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1256', 'windows-1255'],
  ...['windows-874', 'shift_jis', 'euc-kr', 'gb18030', 'euc-jp', 'big5'],
];
const TOLD = 5;
const BEFORE_CHARS = 8;
const SHOWN_CHARS = 24;

/** Signs, unassigned characters, and words of two scripts: in wrong encodings texts are full of them. */
const ODD =
  /[^\0-\x7f\p{L}\p{M}\p{Sc}]|\p{Script=Latin}(?=\p{L})(?!\p{Script=Latin})|(?!\p{Script=Latin})\p{L}(?=\p{Script=Latin})/gu;

export interface Reading {
  readonly encoding: string;
  /** The first beyond ASCII. */
  readonly words: string;
}

/** Likeliest first; at least one. @param bytes beginning with a line */
export function readingsOf(bytes: Uint8Array): Reading[] {
  const read = ENCODINGS.flatMap((encoding) => {
    const text = decoded(bytes, encoding);
    return text === null ? [] : [{ encoding, text, odd: text.match(ODD)?.length ?? 0 }];
  });
  const found = read.sort((a, b) => a.odd - b.odd).slice(0, TOLD);
  return found.map(({ encoding, text }) => ({ encoding, words: firstWords(text) }));
}

function firstWords(text: string): string {
  const at = Math.max(0, text.search(/[^\0-\x7f]/) - BEFORE_CHARS);
  return text.slice(at, at + SHOWN_CHARS).split(/[\r\n]/)[0]!;
}

/** null if the bytes are none of that encoding. The last character may be cut. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
