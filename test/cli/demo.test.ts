import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { funnelFinding, trendFinding } from '../../src/cli/demo/findings.ts';
import { gitHistory } from '../../src/cli/demo/git.ts';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { launcher } from '../../src/cli/shell/paths.ts';
import { openService } from '../../src/service/service.ts';
import { runCli, runHere } from '../support/cli.ts';
import { temporaryFolder, temporaryProduct } from '../support/product.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** The numbers of the funnel's bars: `1. $pageview ███░ 3702  100.0 %`. */
function bars(printed: string): number[] {
  return [...printed.matchAll(/^ +\d+\. .*? [█░]+ (\d+) {2}/gm)].map((match) => Number(match[1]));
}

function section(printed: string, number: number): string {
  const from = printed.indexOf(`\n${number}. `);
  const until = printed.indexOf(`\n${number + 1}. `, from + 1);
  return printed.slice(from, until === -1 ? undefined : until);
}

test('leads with answers, then tells what was called, and ends with what to type next', async () => {
  const db = join(temporaryFolder(), 'demo.db');
  // A day may end while it runs.
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const before = yesterday();
  const { code, stdout, stderr } = await runCli(['demo', '--db', db]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  // The question, the chart, the finding; then the call, and how its answer begins and ends.
  const trend = section(stdout, 1);
  expect(trend).toMatch(
    /How many people buy each day\?[\s\S]*│.*█[\s\S]*In the last 28 days [\d.]+ people bought on an average day[\s\S]*compute_trend \{/,
  );
  expect(trend).toMatch(new RegExp(`… \\d+ more[\\s\\S]*\\n +(?:${before}|${yesterday()}) \\| [1-9]`));

  const funnel = section(stdout, 2);
  const counts = bars(funnel);
  expect(counts).toHaveLength(4);
  expect([...counts].sort((left, right) => right - left)).toEqual(counts);
  expect(new Set(counts).size).toBe(4);
  expect(counts[3]).toBeGreaterThan(100);
  expect(funnel).toContain(`${counts[3]} of ${counts[0]} visitors`);
  expect(funnel.indexOf('most are lost between')).toBeLessThan(funnel.indexOf('compute_funnel {'));

  const rest = section(stdout, 3);
  expect(rest).toContain('"Buyers by day" (insight://1/1)');
  expect(rest).toContain('protocol era: modern');
  for (const tool of ['list_insights', 'compute_retention', 'list_events']) expect(rest).toContain(tool);
  for (const assistant of ['Claude Code:', 'Claude Desktop', 'Cursor', 'VS Code']) expect(rest).toContain(assistant);
  const [, entry] = /^ +(\{ "mcpServers": .*)$/m.exec(rest) ?? [];
  expect(JSON.parse(entry ?? '').mcpServers['insights-mcp'].args).toEqual([launcher(), 'stdio', '--db', db]);
  const [command, , question] = stdout.trimEnd().split('\n').slice(-3);
  expect(command).toBe(`  claude mcp add insights-mcp -- ${process.execPath} ${launcher()} stdio --db ${db}`);
  expect(question).toMatch(/^Then ask it: .*\?$/);
});

test('the same seed and day give the same events, all of them of days that are over', () => {
  const at = (time: string) => sampleShop(Date.parse(`2026-03-10T${time}Z`), 7);
  const morning = at('00:00:00');
  expect(JSON.stringify(at('23:59:59'))).toBe(JSON.stringify(morning));
  const times_ms = morning.flatMap((item) => (item.kind === 'event' ? [item.event.timestamp_ms] : []));
  expect(times_ms.length).toBeGreaterThan(30_000);
  const [first_ms = 0, last_ms = 0] = [times_ms[0], times_ms.at(-1)];
  expect(new Date(last_ms).toISOString().slice(0, 10)).toBe('2026-03-09');
  expect(new Date(first_ms).toISOString().slice(0, 7)).toBe('2025-12');
});

test('who is deleted in the documents is in the shop on every day of the week', () => {
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const [, named] = /person delete (\S+) .*--db shop\.db/.exec(page)!;
  for (let day = 1; day <= 7; day++) {
    const items = sampleShop(Date.UTC(2026, 2, day), 1);
    expect(items.some((item) => item.kind === 'event' && item.event.distinct_id === named)).toBe(true);
  }
});

test('findings say what the numbers do', () => {
  const days = { did: 'people bought', period: 'day' } as const;
  const data = [...Array.from({ length: 28 }, () => 10), ...Array.from({ length: 28 }, () => 15)];
  expect(trendFinding(data, false, days)).toBe(
    'In the last 28 days 15.0 people bought on an average day, 50 % more than in the 28 days before (10.0).',
  );
  // The day we are in is compared with nothing.
  expect(trendFinding([...data, 0], true, days)).toBe(trendFinding(data, false, days));
  expect(trendFinding([1, 2], true, days)).toBe('3 people bought in all.');
  const steps = (...counts: number[]) => counts.map((count, at) => ({ name: `s${at}`, count }));
  expect(funnelFinding(steps(100, 80, 20), 'visitors')).toBe(
    '20 of 100 visitors (20 %) come all the way; most are lost between "s1" and "s2": 60 of 80.',
  );
  expect(funnelFinding(steps(90, 60, 30), 'visitors')).toContain('between "s0" and "s1": 30 of 90');
  expect(funnelFinding(steps(0, 0), 'visitors')).toBe('No visitors began.');
  expect(funnelFinding(steps(1, 1), 'authors')).toContain('nobody is lost');
});

test('shows the commits of a git repository', async () => {
  const folder = temporaryFolder();
  const git = (args: string[], more: Record<string, string> = {}) =>
    execFileSync('git', ['-C', folder, ...args], {
      stdio: 'pipe',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...more },
    });
  git(['init', '--quiet']);
  const authors = ['Ana <ana@example.com>', 'Ben O\'Brien "B" <ben@example.com>'];
  for (let commit = 0; commit < 5; commit++) {
    const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(authors[commit % 2]!) ?? [];
    const date = `2026-01-0${commit + 1}T12:00:00Z`;
    writeFileSync(join(folder, 'file.txt'), `${commit}\n`.repeat(commit + 1));
    git(['add', 'file.txt']);
    git(['commit', '--quiet', '--message', commit === 0 ? 'feat: begin' : `fix(parser): number ${commit}`], {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: date,
    });
  }
  const commits = (await gitHistory(folder)).flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  expect(
    commits.map(({ timestamp_ms, distinct_id, properties }) => [
      new Date(timestamp_ms).toISOString(),
      distinct_id,
      ...['type', 'files', 'lines_added', 'lines_deleted'].map((name) => properties[name]),
    ]),
  ).toEqual([
    ['2026-01-01T12:00:00.000Z', 'ana@example.com', 'feat', 1, 1, 0],
    ['2026-01-02T12:00:00.000Z', 'ben@example.com', 'fix', 1, 2, 1],
    ['2026-01-03T12:00:00.000Z', 'ana@example.com', 'fix', 1, 3, 2],
    ['2026-01-04T12:00:00.000Z', 'ben@example.com', 'fix', 1, 4, 3],
    ['2026-01-05T12:00:00.000Z', 'ana@example.com', 'fix', 1, 5, 4],
  ]);
  const db = join(folder, 'demo.db');
  const { code, stdout, stderr } = await runCli(['demo', '--db', db, '--git', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('5 events of the commits of a git repository');
  expect(section(stdout, 1)).toMatch(/, so far\n[\s\S]*\n {2}5 commits were made in all/);
  expect(bars(section(stdout, 2))).toEqual([2, 2, 0, 0]);

  // Again, it is made anew.
  expect(await runHere(['demo', '--db', db, '--git', folder])).toMatchObject({ code: 0, stderr: '' });
  const service = openService({ path: db });
  expect(service.store.insights.list(1, { limit: 10, offset: 0 }).count).toBe(1);
  await service.close();
});

test('touches nothing that is not its own', async () => {
  const { path, service } = temporaryProduct();
  const folder = temporaryFolder();
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'mine\n');
  const [own, foreign, nothing] = await Promise.all([
    runHere(['demo', '--db', path]),
    runHere(['demo', '--db', text]),
    runHere(['demo', '--db', join(folder, 'demo.db'), '--git', join(folder, 'nowhere')]),
  ]);
  for (const failed of [own, foreign, nothing]) {
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^insights-mcp: [^\n]+\n$/);
  }
  expect(own.stderr).toContain('holds your own projects');
  expect(service.store.projects.list()[0]?.name).toBe('Default project');
  expect(readFileSync(text, 'utf8')).toBe('mine\n');
  expect(nothing.stderr).toContain('is no git repository');
});

test('the desktop bundle manifest is valid and names this version', () => {
  const manifest = join(ROOT, 'manifest.json');
  execFileSync(process.execPath, [join(ROOT, 'node_modules', '.bin', 'mcpb'), 'validate', manifest], { stdio: 'pipe' });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
    version,
    server: { entry_point: 'bin/insights-mcp.js' },
  });
});
