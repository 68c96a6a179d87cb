/**
 * Patterns of file names: `*` and `?` within a name, `**` across folders. Each sign of a name is looked at once, with all
 * places of the pattern that it may belong to, so that no pattern takes long.
 */

const SIGNS = /\*\*\/|\*\*|\*|[^*]/gu;

/** A folder of such a name stands for all it has. null if the text is no pattern. */
export function nameTest(pattern: string): ((name: string) => boolean) | null {
  if (!/[*?]/.test(pattern)) return null;
  const signs = pattern.match(SIGNS) ?? [];
  return (name) => {
    let places = new Set<number>();
    arrive(signs, 0, places);
    for (const read of name) {
      if (read === '/' && places.has(signs.length)) return true;
      const next = new Set<number>();
      for (const place of places) go(signs, place, read, next);
      places = next;
    }
    return places.has(signs.length);
  };
}

/** Stars may stand for nothing. */
function arrive(signs: readonly string[], place: number, places: Set<number>): void {
  places.add(place);
  if (signs[place]?.startsWith('*')) arrive(signs, place + 1, places);
}

function go(signs: readonly string[], place: number, read: string, places: Set<number>): void {
  const sign = signs[place];
  if (sign === '**/') {
    // Only whole folders: what comes next begins behind a slash.
    places.add(place);
    if (read === '/') arrive(signs, place + 1, places);
  } else if (sign === '**' || (sign === '*' && read !== '/')) arrive(signs, place, places);
  else if (sign === read || (sign === '?' && read !== '/')) arrive(signs, place + 1, places);
}
