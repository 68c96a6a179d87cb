/** After a run of all tests: every limit was tried at it and one past it by a test that passed, or it is said here why not. */
import type { TestProject } from 'vitest/node';
import { LIMIT } from '../../src/model/limit.ts';
import type { LimitName } from './tried_limits.ts';

/** What no test tries at the limit and one past it, and why. What gets a test must leave the list. */
const UNTRIED: Readonly<Record<string, readonly LimitName[]>> = {
  'Node keeps it, by a clock of its own that no test can move': ['headers_ms', 'request_ms'],
  'it bounds nothing: clients are told it': ['task_poll_ms'],
  'to read a page so large takes three times its size in memory': ['pulled_page_bytes'],
  'the other database keeps it, and a test sees that it is told': [
    ...(['remote_memory_bytes', 'remote_rows_read', 'remote_rows_answered', 'remote_bytes_shipped'] as const),
  ],
};

/** The error fails the run, whatever reports it. */
export default function compareLimits(project: TestProject): () => Promise<void> {
  return async () => {
    const modules = project.vitest.state.getTestModules();
    const { testFiles } = await project.globTestFiles();
    // The files that were chosen, and of these the tests, need not try any limit.
    const is_whole = modules.length >= testFiles.length && project.config.testNamePattern === undefined;
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]);
    const tried = new Set(passed.flatMap((test) => test.meta().limits ?? []));
    const found = misplaced(tried, is_whole);
    if (found.length > 0) throw new Error(found.join('\n'));
  };
}

/** What is wrong with the list above, or with the tests. */
function misplaced(tried: ReadonlySet<string>, is_whole: boolean): string[] {
  const untried = new Set<string>(Object.values(UNTRIED).flat());
  const missed = Object.keys(LIMIT).filter((name) => !untried.has(name) && !tried.has(name));
  return [
    ...[...untried].filter((name) => tried.has(name)).map((name) => `${name} is tried: it needs no reason.`),
    ...(is_whole ? missed : []).map((name) => `No test that passed tries the limit ${name}, and no reason is given.`),
  ];
}
