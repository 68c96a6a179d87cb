/** Text inside regular expressions, both of RE2 and of JavaScript. */

/** A pattern that matches this text and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
