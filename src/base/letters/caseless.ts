/** Texts regardless of case. */

/**
 * Letter by letter, so that what contains a text also contains it folded, in the same place: in lower case a Σ that ends a
 * text is another letter than one within, and İ becomes two. It stays as it is, as in patterns of RE2 and in ClickHouse.
 */
export function folded(text: string): string {
  const lower = text.includes('İ') ? text.replace(/[^İ]+/g, (part) => part.toLowerCase()) : text.toLowerCase();
  return lower.replaceAll('ς', 'σ');
}

/** Marks that Latin, Greek and Cyrillic letters carry. Of other scripts they are vowels. */
const MARKS = /[\u0300-\u036f]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * As names are searched for: also regardless of marks, of full width, of dots on an i, and of how letters are encoded. "sehir" finds
 * "şehir", and ISTANBUL finds İstanbul.
 */
export function soughtName(name: string): string {
  if (!BEYOND_ASCII.test(name)) return name.toLowerCase();
  return folded(name.normalize('NFKD').replace(MARKS, '').normalize('NFC')).replaceAll('ı', 'i');
}
