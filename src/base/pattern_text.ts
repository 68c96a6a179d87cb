/** Text within regular expressions, of RE2 as of JavaScript. */

/** A pattern that this text matches, and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
