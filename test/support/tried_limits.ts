/**
 * Limits, tried at them and one past them. What a test tried is noted in it, so that a run of all tests can say which
 * limits no passed test tried (`limits_tried.ts`).
 */
import { expect, type RunnerTestCase, TestRunner } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';

export type LimitName = keyof typeof LIMIT;

declare module 'vitest' {
  interface TaskMeta {
    /** Limits that were tried at them and past them, and were as expected. */
    limits?: LimitName[];
  }
}

interface Expected {
  readonly at: unknown;
  /** A pattern is one that the text of a refusal fits. */
  readonly past: unknown;
  /** To the other side: the least that can be sent, or -1 for lower bounds and times that are over at the limit. */
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
  const { meta } = must(TestRunner.getCurrentTest<RunnerTestCase | undefined>(), 'a test that tries it');
  meta.limits = [...(meta.limits ?? []), limit];
}

async function toldOf(outcome: (value: number) => unknown, value: number): Promise<unknown> {
  try {
    return await outcome(value);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.status} ${error.code} of ${error.attr}: ${error.message}`;
    throw error;
  }
}
