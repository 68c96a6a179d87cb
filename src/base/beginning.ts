/** The first characters of a text as a number, so that most texts are ordered without being read. */

const BEGINNING_CHARS = 6;
/** Above all characters of ASCII. */
const OTHER_CHAR = 0xff;

/** Orders texts by their first characters. Those beyond ASCII count as larger than any other. */
export function textBeginning(text: string): number {
  let beginning = 0;
  for (let at = 0; at < BEGINNING_CHARS; at++) {
    beginning = beginning * 256 + (at < text.length ? Math.min(text.charCodeAt(at), OTHER_CHAR) : 0);
  }
  return beginning;
}

/** The same for a text of ASCII at `bytes[from]` up to `until`. */
export function asciiBeginning(bytes: Uint8Array, from: number, until: number): number {
  let beginning = 0;
  for (let at = from; at < from + BEGINNING_CHARS; at++) beginning = beginning * 256 + (at < until ? bytes[at]! : 0);
  return beginning;
}
