/** The usual form of a question: look at what there is, ask once, perhaps with a wrong turn on the way. */
import type { Arguments } from '../mend.ts';
import type { Question, Value } from '../question.ts';
import type { Answer, Structured } from '../walk.ts';

interface One {
  readonly id: string;
  readonly asks: string;
  readonly world: Question['world'];
  readonly tool: string;
  readonly args: Arguments;
  /** Begin with this instead: what its answer names leads to an answer as good as that of `args`. */
  readonly wrong?: Arguments;
  /** Looked at first: in detail, where the summary of a project does not say enough. */
  readonly look?: Arguments;
  /** A page of help that has to be read for it. */
  readonly help?: string;
  readonly read: (structured: Structured, answer: Answer) => Value;
  readonly right: Question['right'];
}

export function one({ id, asks, world, tool, args, wrong, look, help, read, right }: One): Question {
  return {
    id,
    asks,
    world,
    calls: 2 + (wrong === undefined ? 0 : 1) + (help === undefined ? 0 : 1) + (look === undefined ? 0 : 1),
    ways: ['describe_project', tool],
    async walk(walk) {
      await walk.call('describe_project');
      if (look !== undefined) await walk.call('describe_project', look);
      if (help !== undefined) await walk.help(help);
      const answer = wrong === undefined ? await walk.call(tool, args) : await walk.wrong(tool, wrong);
      return read(answer.structured, answer);
    },
    right,
  };
}

/** Of a trend: the only line's total. */
export function count(structured: Structured): number {
  return structured.result[0].count;
}

/** Of a trend: the only line's numbers, point by point. */
export function data(structured: Structured): readonly number[] {
  return structured.result[0].data;
}

/** Of a trend that is split: value and total, in the order of the answer. */
export function split(structured: Structured): readonly Value[] {
  const lines: { breakdown_value: Value; count: number }[] = structured.result;
  return lines.map(({ breakdown_value, count: total }) => [breakdown_value, total]);
}

/** Of a funnel: people step by step. */
export function steps(structured: Structured): readonly number[] {
  const found: { count: number }[] = structured.result;
  return found.map(({ count: people }) => people);
}
