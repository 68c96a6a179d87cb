/** Matches regular expressions like RE2: by an automaton if the pattern and the text allow it, otherwise by RE2. */
import { RE2JS } from 're2js';
import { accepts, automatonOf, isCovered } from './automaton.ts';

/** @throws what RE2JS.compile throws */
export function checkPattern(pattern: string): void {
  if (!isCovered(pattern)) RE2JS.compile(pattern);
}

/** @throws what RE2JS.compile throws */
export function patternTest(pattern: string): (text: string) => boolean {
  const automaton = automatonOf(pattern);
  // Compiling takes as long as matching thousands of texts, and beside an automaton it is rarely needed.
  let re2 = automaton === null ? RE2JS.compile(pattern) : null;
  return (text) => {
    const known = automaton === null ? null : accepts(automaton, text);
    if (known !== null) return known;
    re2 ??= RE2JS.compile(pattern);
    return re2.test(text);
  };
}
