/** Looks for many texts in others at once. */

/** Long enough that most places of a text are none where one of the others begins. */
const BEGIN_CHARS = 8;
const PAIRS = 65_536;

/** Tells whether a text contains one of these; empty ones are passed over. Its time does not grow with their number. */
export function containing(texts: readonly string[]): (text: string) => boolean {
  const all = new Set(texts);
  all.delete('');
  /** How texts begin -> how long those are that begin so. */
  const lengths = new Map<string, Set<number>>();
  for (const text of all) {
    const begin = text.slice(0, BEGIN_CHARS);
    const known = lengths.get(begin) ?? new Set();
    lengths.set(begin, known.add(text.length));
  }
  const begins = new Set(Array.from(lengths.keys(), (begin) => begin.length));
  /** Whether one may begin with two such characters. Most places of a text are passed over by this alone. */
  const pairs = new Uint8Array(PAIRS);
  for (const begin of lengths.keys()) {
    if (begin.length === 1) pairs.fill(1);
    else pairs[pairAt(begin, 0)] = 1;
  }
  const isAt = (text: string, at: number): boolean =>
    begins.values().some((chars) => {
      const found = lengths.get(text.slice(at, at + chars));
      return found?.values().some((length) => all.has(text.slice(at, at + length))) ?? false;
    });
  return (text) => {
    for (let at = 0; at < text.length; at++) if (pairs[pairAt(text, at)] === 1 && isAt(text, at)) return true;
    return false;
  };
}

/** The character there and the one after it, if there is one, as a number below `PAIRS`. */
function pairAt(text: string, at: number): number {
  const after = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  return (text.charCodeAt(at) * 31 + after) & (PAIRS - 1);
}
