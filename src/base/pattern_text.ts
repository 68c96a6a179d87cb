/** Text inside regular expressions, both of RE2 and of JavaScript. */

/** A pattern that matches this text and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

const SIGNS = /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gs;

/**
 * About how many steps a pattern has once what it repeats is written out: `(ab{3}){2}` has eight. What compiling and
 * matching cost grows with them, and not with the pattern's length.
 */
export function patternSteps(pattern: string): number {
  /** Steps of each open group, outermost first, and of what came last in it. */
  const groups = [{ steps: 0, last: 0 }];
  for (const [sign, least, most] of pattern.matchAll(SIGNS)) {
    const group = groups.at(-1)!;
    if (sign === '(') groups.push({ steps: 0, last: 0 });
    else if (sign === ')' && groups.length > 1) {
      groups.pop();
      const outer = groups.at(-1)!;
      outer.last = Math.max(1, group.steps);
      outer.steps += outer.last;
    } else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      group.steps += group.last * (times - 1);
      group.last *= times;
    } else {
      // Of a literal text within \Q and \E each character is a step.
      group.last = sign.startsWith('\\Q') ? sign.length : 1;
      group.steps += group.last;
    }
  }
  return groups.reduce((sum, { steps }) => sum + steps, 0);
}
