/** Matches regular expressions like RE2: by an automaton if the pattern and the text allow it, otherwise by RE2. */
import { RE2JS } from 're2js';
import { patternSteps } from '../../../base/pattern_text.ts';
import { LIMIT } from '../../../model/limit.ts';
import { accepts, automatonOf, isCovered } from './automaton.ts';

const NOT_RE2 =
  'RE2 syntax is understood: no look-around and no back-references; brackets must be closed, and what repeats may repeat 1000 times in all.';

/** Why the pattern cannot be used, as a sentence; null if it can. */
export function patternProblem(pattern: string): string | null {
  const steps = patternSteps(pattern);
  if (steps > LIMIT.regex_steps) {
    return `With all that it repeats written out it has ${steps} parts, and may have ${LIMIT.regex_steps}. Repeat less: x+ has one.`;
  }
  try {
    // RE2 bounds repetitions within repetitions, too.
    if (!isCovered(pattern) || /\{.*\{/s.test(pattern)) RE2JS.compile(pattern);
    return null;
  } catch {
    return NOT_RE2;
  }
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
