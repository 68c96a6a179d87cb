/** Part of `npm run evals`: answers are right, wrong turns recover, and nothing costs more than before. */
import { afterAll, expect, test } from 'vitest';
import { Host } from '../evals/host.ts';
import { QUESTIONS } from '../evals/questions/index.ts';
import { isMore, RECORD } from '../evals/record.ts';

const host = new Host();
afterAll(() => host.close());

/** All that only read take seconds together; of those that write, each needs a project of its own. */
const SLICE = QUESTIONS.filter(({ writes }, at) => writes === undefined || at % 4 === 0);

test.each(SLICE)('$asks', async (question) => {
  const outcome = await host.ask(question);
  expect(outcome.wrong).toBeNull();
  const before = RECORD[question.id];
  expect(before, 'npm run evals -- --write keeps what it costs').toBeDefined();
  expect(isMore(outcome, before!), `costs ${JSON.stringify(outcome)}, before ${JSON.stringify(before)}`).toBe(false);
});

test('every question is on record, under a name of its own', () => {
  const ids = QUESTIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(RECORD).toSorted()).toEqual(ids.toSorted());
});
