/** Limits, tried at them and one past them; and which of them the text of a test tries. */
import { expect } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';

export type LimitName = keyof typeof LIMIT;

interface Expected {
  readonly at: unknown;
  /** A pattern is one that the text of a refusal fits. */
  readonly past: unknown;
  /** What is past it by the least that can be sent; one if nothing is said. */
  readonly step?: number;
}

/**
 * Runs one thing with the value of a limit, and again with one past it.
 * @param outcome what came of it; what it throws is told as "400 max_length of name: Ensure this field has …"
 */
export async function atAndPast(
  limit: LimitName,
  outcome: (value: number) => unknown,
  { at, past, step = 1 }: Expected,
): Promise<void> {
  const told = { limit, at: await toldOf(outcome, LIMIT[limit]), past: await toldOf(outcome, LIMIT[limit] + step) };
  expect(told).toEqual({ limit, at, past: past instanceof RegExp ? expect.stringMatching(past) : past });
  // Where both come to the same, it is no limit that was tried.
  expect(told.past, limit).not.toEqual(told.at);
}

async function toldOf(outcome: (value: number) => unknown, value: number): Promise<unknown> {
  try {
    return await outcome(value);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.status} ${error.code} of ${error.attr}: ${error.message}`;
    throw error;
  }
}

/**
 * A name in passing is no evidence that a limit is tried. These are: a call of `atAndPast`, or a row of a table that it
 * runs; one test with both the limit and its neighbour, as in `LIMIT.tags` and `LIMIT.tags + 1`; and one that finds what
 * is shown within the limit, which would be beyond it with one more.
 */
export function limitsTriedIn(text: string): Set<string> {
  const tried = new Set(named(text, /\batAndPast\(\s*'(\w+)'/g));
  if (/\batAndPast\(limit,/.test(text)) for (const name of named(text, /^ *(?:\[\s*)?'(\w+)',/gm)) tried.add(name);
  // What stands before a file's first test belongs to none of them.
  for (const block of text.split(/^ *(?:test|it)(?=[.(])/m).slice(1)) {
    // What is only said or expected is not what was sent.
    const sent = block.replaceAll(/\$\{LIMIT\.\w+\}|String\(LIMIT\.\w+\)|\.to\w+\(\[?LIMIT\.\w+/g, '');
    const at = new Set(named(sent, /\bLIMIT\.(\w+)\b(?! [+-] 1\b)/g));
    const beside = named(sent, /\bLIMIT\.(\w+) [+-] 1\b/g);
    const within = new Set(named(block, /\.toBeLessThanOrEqual\(LIMIT\.(\w+)\)/g));
    const beyond = named(block, /\.toBeGreaterThan\(LIMIT\.(\w+)\)/g);
    for (const name of beside) if (at.has(name)) tried.add(name);
    for (const name of beyond) if (within.has(name)) tried.add(name);
  }
  return tried;
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}
