/** Which bytes of a text to look for first, when it is searched in many values. */

/** What addresses and names are made of, the most frequent first. */
const FREQUENT = 'eotaisnrc/lhdmu-pg.wfby1230 v4567890=&_?kxjzq';
/** Set in letters of lower case only. */
const CASE_BIT = 32;

/**
 * Places of the two rarest bytes of a needle (ASCII in lower case), then for each the bit that tells the case of a letter,
 * or 0. The same place twice if there is one only.
 */
export function rareBytes(needle: Uint8Array): number[] {
  const places = Array.from(needle.keys()).sort((a, b) => rarity(needle[b]!) - rarity(needle[a]!) || a - b);
  const [first, second = first] = places;
  return [first!, second!, caseBit(needle[first!]!), caseBit(needle[second!]!)];
}

function rarity(byte: number): number {
  const place = FREQUENT.indexOf(String.fromCharCode(byte));
  return place < 0 ? FREQUENT.length : place;
}

function caseBit(byte: number): number {
  return /[a-z]/.test(String.fromCharCode(byte)) ? CASE_BIT : 0;
}
