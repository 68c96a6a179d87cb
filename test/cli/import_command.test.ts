/** `insights-mcp import` as a user types it: what it prints, how it ends. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { childEnvironment, NODE_ARGUMENTS, runCli, runHere, startCli } from '../support/cli.ts';
import { happened, importTest, ndjson, rejected } from '../support/importing.ts';

test('prints counts, fails with one line a file, and makes no database for a wrong name', async () => {
  const { write, folder, product, count } = importTest();
  const good = write('in/good.ndjson', ndjson(happened('paid', 'ana'), happened('paid', 'ben'), 'broken'));
  const empty = write('in/empty.ndjson', '');
  const bad = write('bad.ndjson', ndjson('{broken}'));
  const csv = write('orders.csv', 'what,distinct_id,timestamp\npaid,ana,2026-03-09\n');
  const missing = join(folder, 'missing.ndjson');
  const unmade = join(folder, 'unmade', 'own.db');
  const db = ['--db', product.path];
  const reject = join(folder, 'told');
  const [told, json, refused, absent, column, project] = await Promise.all([
    runCli(['import', join(folder, 'in'), ...db, '--reject', reject]),
    runHere(['import', empty, missing, ...db, '--json']),
    runHere(['import', bad, ...db, '--reject', reject]),
    runHere(['import', missing, '--db', unmade]),
    runHere(['import', csv, '--map', 'event=wat', ...db]),
    runHere(['import', good, '--project', '99', ...db]),
  ]);
  expect(told).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('good.ndjson: NDJSON\n  timestamp: year-month-day;'),
  });
  expect(told.stdout).toContain(`${good}       2              0        1\n`);
  expect(told.stdout).toContain('not valid JSON');
  expect(rejected(join(reject, 'good.ndjson.reject.ndjson'))).toMatchObject([{ file: good, line: 3 }]);
  expect(json).toMatchObject({ code: 1, stderr: expect.stringContaining('missing.ndjson cannot be read') });
  expect(JSON.parse(json.stdout)).toMatchObject({
    taken: 0,
    known: 0,
    refused: 0,
    reasons: [],
    files: [
      { file: empty, source: 'empty.ndjson', taken: 0, known: 0, refused: 0, rejects: null, failure: null },
      { file: missing, failure: expect.stringContaining('cannot be read') },
    ],
  });
  expect(refused).toMatchObject({ code: 1, stderr: `${bad}: NDJSON\n`, stdout: expect.stringContaining('bad.ndjson') });
  for (const [failed, text] of [
    [absent, 'missing.ndjson cannot be read'],
    [column, 'There is no column "wat"'],
    [project, 'Project not found'],
  ] as const) {
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^insights-mcp: [^\n]+\n$/m);
    expect(failed.stderr).toContain(text);
  }
  expect(existsSync(unmade)).toBe(false);
  // The service of this test had the file open all the while.
  expect(await count('paid')).toBe(2);
});

test('stdin is read as it comes, and a dry run makes no database', async () => {
  const { write, folder, product, count } = importTest();
  const csv = 'Event;distinct_id;timestamp\npaid;ana;31.12.2025\n';
  const unmade = join(folder, 'unmade', 'own.db');
  const piped = startCli(['import', '-', '--db', product.path]);
  const dry = runHere(['import', write('shop.txt', csv), '--dry-run', '--db', unmade]);
  piped.child.stdin.write(csv.slice(0, 40));
  await new Promise((resolve) => setTimeout(resolve, 50));
  piped.child.stdin.end(csv.slice(40));
  expect(await piped.finished).toMatchObject({ code: 0, stdout: expect.stringMatching(/^- +1 +0 +0$/m) });
  expect(await count('paid')).toBe(1);
  expect(await dry).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('would be taken: 1 event;') });
  expect(existsSync(unmade)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'a statement on stdin may come late, when a neighbour does not wait',
  async () => {
    const { product } = importTest();
    const neighbour = "process.stdin.once('end', () => {}); setTimeout(() => {}, 6000)";
    const script = `(sleep 3; echo 'select 41 + 1 as n') | {
    exec 3<&0; "$0" -e "$1" <&3 >/dev/null & shift; sleep 1; "$0" "$@"; kill $!
  }`;
    const asked = [...NODE_ARGUMENTS, 'sql', '-', '--format', 'csv', '--db', product.path];
    const shell = spawn('sh', ['-c', script, process.execPath, neighbour, ...asked], { env: childEnvironment() });
    const said = Promise.all([text(shell.stdout), text(shell.stderr)]);
    expect(await said).toEqual(['n\n42\n', '']);
  },
);

test('the command that takes it back names the project, as each numbers its own', async () => {
  const { write, product } = importTest();
  const { projects } = product.service.store;
  const { id: _, ...first } = projects.list()[0]!;
  projects.create({ ...first, api_token: 'phc_other' });
  const path = write('good.ndjson', ndjson(happened('paid', 'ana')));
  const run = (...more: string[]) => runHere(['import', path, '--db', product.path, ...more]);
  expect((await run()).stderr).toMatch(/taken back with .* imports delete 1 --db \S+$/m);
  expect((await run('--project', '2')).stderr).toMatch(/taken back with .* imports delete 1 --project 2 --db \S+$/m);
});

test('Ctrl-C ends it cleanly and says how to go on', async () => {
  const { write, product, count } = importTest();
  const lines = Array.from(
    { length: 100_000 },
    (_, at) => `{"event":"paid","distinct_id":"u${at % 500}","timestamp":${1_772_000_000 + at}}\n`,
  );
  const path = write('events.ndjson', lines.join(''));
  const { events } = product.service.store;
  const first = startCli(['import', path, '--db', product.path, '--json']);
  while (events.revision(1) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  first.child.kill('SIGINT');
  const { code, stdout, stderr } = await first.finished;
  expect({ code, stderr }).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('The same command again takes the rest'),
  });
  const { taken, is_stopped } = JSON.parse(stdout);
  expect(is_stopped).toBe(true);
  expect(taken).toBeLessThan(lines.length);
  expect(await count('paid')).toBe(taken);
});
