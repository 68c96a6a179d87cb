/** Every limit is tried at it and one past it by some test, or it is said here why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT } from '../src/model/limit.ts';
import { type LimitName, limitsTriedIn } from './support/tried_limits.ts';

/** What no test tries at the limit and one past it, and why. What gets a test should leave the list. */
const UNTRIED: Readonly<Record<string, readonly LimitName[]>> = {
  'how much an answer shows or takes up: more is left out, nothing is refused': [
    ...(['explained_values', 'values_compared'] as const),
    ...(['changes_told', 'mcp_message_chars'] as const),
  ],
  'a time; tests of what it bounds take a shorter one, or none': [
    ...(['webhook_ms', 'compute_ms', 'elicitation_ms', 'task_after_ms', 'request_ms'] as const),
    ...(['slow_ms', 'slow_bytes', 'pull_wait_ms', 'store_busy_ms'] as const),
  ],
  'a time of real connections: slower ones are tried, and on a busy machine no faster one is sure to be in time': [
    'headers_ms',
  ],
  'it bounds nothing: clients are told it': ['task_poll_ms'],
  'tests of what it bounds take a smaller number': ['computing_waiting'],
  'it takes thousands of connections, or more memory than tests should': [
    ...(['connections', 'sql_list_chars', 'path_names', 'answer_bytes'] as const),
    ...(['reject_lines', 'pulled_page_bytes', 'import_group_rows', 'import_group_bytes'] as const),
  ],
  'the other database keeps it': [
    ...(['remote_memory_bytes', 'remote_rows_read', 'remote_rows_answered', 'remote_rows_shipped'] as const),
    ...(['remote_bytes_shipped', 'remote_rows_explained'] as const),
  ],
};

/** Texts of the files below a folder whose names end so. */
function textsBelow(folder: string, end: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .filter((path) => path !== import.meta.filename)
    .map((path) => readFileSync(path, 'utf8'));
}

test('every limit is tried at it and one past it, or it is said why not', () => {
  const tried = new Set(textsBelow(import.meta.dirname, '.test.ts').flatMap((text) => [...limitsTriedIn(text)]));
  const untried = Object.values(UNTRIED).flat();
  expect(
    Object.keys(LIMIT)
      .filter((name) => !tried.has(name))
      .toSorted(),
  ).toEqual(untried.toSorted());
});

test('every limit is one that the program reads', () => {
  const text = textsBelow(join(import.meta.dirname, '..', 'src'), '.ts').join('\n');
  const read = new Set(text.match(/\bLIMIT\.\w+/g));
  expect(Object.keys(LIMIT).filter((name) => !read.has(`LIMIT.${name}`))).toEqual([]);
});

test.each([
  ["await atAndPast('tags', sent, { at: 1, past: 2 });", true],
  ["  ['tags', 'create_insight'],\n  await atAndPast(limit, sent, expected);", true],
  ["  ['tags', 'create_insight'],", false],
  ["test('many', () => send(LIMIT.tags) && send(LIMIT.tags + 1));", true],
  ["test('many', () => send(LIMIT.tags - 1) && send(LIMIT.tags));", true],
  ["test('many', () => send(LIMIT.tags + 1));", false],
  ["test('many', () => send(LIMIT.tags));", false],
  ["const MANY = LIMIT.tags + 1;\ntest('many', () => send(LIMIT.tags));", false],
  ["test('at', () => send(LIMIT.tags));\ntest('past', () => send(LIMIT.tags + 1));", false],
  ["test('many', () => expect(send(LIMIT.tags + 1)).toThrow(String(LIMIT.tags)));", false],
  ["test('many', () => expect(send(1_000)).toHaveLength(LIMIT.tags) && send(LIMIT.tags + 1));", false],
  ["test('some', () => expect(found).toBeLessThanOrEqual(LIMIT.tags));", false],
])('what is evidence, and what is a name in passing: %s', (text, is_tried) => {
  expect(limitsTriedIn(text).has('tags')).toBe(is_tried);
});
