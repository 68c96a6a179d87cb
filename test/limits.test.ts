/** Every limit is tried at it and one past it by some test, or it is said here why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT } from '../src/model/limit.ts';
import { isTriedBeside, limitsTriedIn } from './support/limit_evidence.ts';
import type { LimitName } from './support/tried_limits.ts';

const PICTURE = 'as a picture: SVG in either theme, PNG of the size that was asked for; as CSV the table';
const TASK = 'is seen by its owner only, for ten minutes, and makes room for newer ones';
const VISIT =
  'is anonymous without its cookie, on requests of other pages, past its time, and when the key was revoked';

/** What no test tries at the limit and one past it, and why. What gets a test should leave the list. */
const UNTRIED: Readonly<Record<string, readonly LimitName[]>> = {
  'no test yet: what is past it is left out, nothing is refused': [
    ...(['change_values', 'values_compared', 'changes_told', 'mcp_message_chars'] as const),
  ],
  'a time; tests of what it bounds are given a shorter one': ['compute_ms', 'slow_ms', 'store_busy_ms'],
  'a time that no test waits for, and that none is given': [
    ...(['webhook_ms', 'elicitation_ms', 'request_ms'] as const),
  ],
  'bytes in a time of real connections, whose own bytes count too': ['slow_bytes'],
  'a time of real connections: slower ones are tried, and on a busy machine no faster one is sure to be in time': [
    'headers_ms',
  ],
  'it bounds nothing: clients are told it': ['task_poll_ms'],
  'tests of what it bounds take a smaller number': ['computing_waiting'],
  'it takes thousands of connections, or more memory than tests should': [
    ...(['connections', 'pulled_page_bytes', 'import_group_rows', 'import_group_bytes'] as const),
  ],
  'the other database keeps it': [
    ...(['remote_memory_bytes', 'remote_rows_read', 'remote_rows_answered', 'remote_rows_shipped'] as const),
    ...(['remote_bytes_shipped', 'remote_reason_rows'] as const),
  ],
};

/** Limits that no call of `atAndPast` fits: the test with both the limit and its neighbour, read by somebody. */
const TRIED_BESIDE: Readonly<Partial<Record<LimitName, string>>> = {
  commit_queue_bytes: 'service/ingest.test.ts: a full queue is busy; flush writes what waits',
  funnel_bins: 'service/limits.test.ts: answers have at most that many annotations and bins',
  funnel_bins_auto: 'service/limits_shown.test.ts: times to convert are put into so many bins if nothing is said',
  idempotency_age_ms: 'http/idempotency.test.ts: the key is kept for a day',
  json_depth: 'http/errors.test.ts: depth is counted before anything is parsed',
  login_ms: 'http/visits.test.ts: opens once, for ten minutes, and only by being opened',
  mcp_session_idle_ms: 'mcp/http.test.ts: end by DELETE, and after long disuse',
  picture_width_max: `http/sharing.test.ts: ${PICTURE}`,
  picture_width_min: `http/sharing.test.ts: ${PICTURE}`,
  saved_file_bytes: 'cli/saved_files.test.ts: from a folder into a database, and back',
  task_ms: `mcp/tasks.test.ts: ${TASK}`,
  tasks: `mcp/tasks.test.ts: ${TASK}`,
  visit_ms: `http/visits.test.ts: ${VISIT}`,
};

/** A lower bound, times that are over at the limit, and a number of bins that is met only by whole roots below it. */
const BELOW: ReadonlySet<string> = new Set<LimitName>([
  ...(['picture_width_min', 'login_ms', 'visit_ms', 'task_ms', 'mcp_session_idle_ms', 'funnel_bins_auto'] as const),
]);

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
  for (const name of Object.keys(TRIED_BESIDE)) tried.add(name);
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

test.each(Object.entries(TRIED_BESIDE))(
  '%s is tried beside its neighbour by the test that is named',
  (limit, where) => {
    const [file = '', title = ''] = where.split(/: (.*)/);
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect(isTriedBeside(text, title, limit, BELOW.has(limit) ? '- 1' : '+ 1')).toBe(true);
    expect(limitsTriedIn(text).has(limit), 'it need not be in this list').toBe(false);
  },
);

const CALL = "await atAndPast('tags', sent, { at: 1, past: 2 });";
const ROW = 'for (const [limit, operation] of CASES) await atAndPast(limit, sent, expected);';

test.each([
  [CALL, true],
  [`const CASES = [\n  ['tags', 'create_insight'],\n];\n${ROW}`, true],
  [`const CASES = [\n  [\n    'tags',\n    () => ['x'],\n  ],\n];\n${ROW}`, true],
  // In a comment, in a text, in a test that may be skipped; not waited for.
  [`// ${CALL}`, false],
  [`/* LIMIT.tags and LIMIT.tags + 1: ${CALL} */`, false],
  [`test("${CALL}", () => {});`, false],
  [`test.skipIf(is_windows)('tags', async () => { ${CALL} });`, false],
  [CALL.replace('await ', ''), false],
  // No row's first text, a row that is a comment, a table that nothing runs over.
  [`const CASES = [\n  [\n    'entities',\n    'create_insight',\n    'tags',\n  ],\n];\n${ROW}`, false],
  [`const CASES = [\n  // ['tags', 'create_insight'],\n];\n${ROW}`, false],
  [`const OTHERS = [\n  ['tags', 'create_insight'],\n];\n${ROW}`, false],
  // Names in passing.
  ["test('both', () => send(LIMIT.tags) && send(LIMIT.tags + 1));", false],
  ["test('below', () => send(LIMIT.tags - 1) && send(LIMIT.tags));", false],
  ["test('within', () => expect(1).toBeLessThanOrEqual(LIMIT.tags) && expect(99).toBeGreaterThan(LIMIT.tags));", false],
])('what is evidence, and what is a name in passing: %s', (text, is_tried) => {
  expect(limitsTriedIn(text).has('tags')).toBe(is_tried);
});

test.each([
  ['expect(send(LIMIT.tags)).toBe(1); expect(send(LIMIT.tags + 1)).toBe(2);', true],
  ['// LIMIT.tags\n expect(send(LIMIT.tags + 1)).toBe(2);', false],
  ['expect(send(1)).toBe(2); // LIMIT.tags and LIMIT.tags + 1', false],
  ["expect(send(1)).toBe('LIMIT.tags and LIMIT.tags + 1');", false],
  ['send(LIMIT.tags); send(LIMIT.tags + 1);', false],
  ['expect(send(LIMIT.tags - 1)).toBe(1); expect(send(LIMIT.tags)).toBe(2);', false],
  ['expect(send(LIMIT.tags + 1)).toThrow(String(LIMIT.tags));', false],
  ['expect(send(1_000)).toHaveLength(LIMIT.tags); send(LIMIT.tags + 1);', false],
  ['expect(1).toBeLessThanOrEqual(LIMIT.tags); expect(99).toBeGreaterThan(LIMIT.tags);', false],
])('what a test that is named here must have: %s', (body, is_tried) => {
  const text = `test('other', () => { send(LIMIT.tags); });\ntest('many', () => {\n${body}\n});`;
  expect(isTriedBeside(text, 'many', 'tags', '+ 1')).toBe(is_tried);
  expect(isTriedBeside(text, 'none of this name', 'tags', '+ 1')).toBe(false);
});
