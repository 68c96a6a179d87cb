import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../../src/cli/paths.ts';
import { openService } from '../../src/service/service.ts';
import { runCli } from '../support/cli.ts';
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

test('shows the sample shop as an assistant sees it, and again', async () => {
  const db = join(temporaryFolder(), 'demo.db');
  const { code, stdout, stderr } = await runCli(['demo', '--db', db]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(section(stdout, 2)).toContain('protocol era: modern');
  for (const tool of ['list_insights', 'create_insight', 'compute_trend', 'compute_funnel', 'rename_group_type']) {
    expect(section(stdout, 2)).toContain(tool);
  }
  expect(section(stdout, 3)).toMatch(/Project 1 "Demo: sample shop"[\s\S]* people\.[\s\S]*purchase: \d+/);
  expect(section(stdout, 4)).toMatch(/│.*█/);

  const counts = bars(section(stdout, 5));
  expect(counts).toHaveLength(4);
  expect([...counts].sort((left, right) => right - left)).toEqual(counts);
  expect(new Set(counts).size).toBe(4);
  expect(counts[3]).toBeGreaterThan(100);

  expect(section(stdout, 6)).toContain('insight://{project_id}/{id}');
  expect(section(stdout, 6)).toMatch(/insight:\/\/1\/1\n +\{"id":1,.*"name":"Buyers by day"/);
  const connect = section(stdout, 7);
  for (const assistant of ['Claude Code:', 'Claude Desktop', 'Cursor', 'VS Code']) expect(connect).toContain(assistant);
  expect(connect).toContain(`claude mcp add insights-mcp -- ${process.execPath} `);
  expect(connect).toContain(`${launcher()} stdio --db ${db}`);
  const [entry] = /\{ "mcpServers": [\s\S]*?\n +\} \}/.exec(connect) ?? [''];
  expect(JSON.parse(entry).mcpServers['insights-mcp'].args).toContain(db);

  expect(await runCli(['demo', '--db', db])).toMatchObject({ code: 0, stderr: '' });
  const service = openService({ path: db });
  expect(service.store.insights.list(1, { limit: 10, offset: 0 }).count).toBe(1);
  await service.close();
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
  const { code, stdout, stderr } = await runCli(['demo', '--db', join(folder, 'demo.db'), '--git', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(section(`\n${stdout}`, 1)).toContain('5 events of the commits of a git repository');
  expect(section(stdout, 3)).toMatch(/2 people\.[\s\S]*commit: 5/);
  expect(bars(section(stdout, 5))).toEqual([2, 2, 0, 0]);
});

test('touches nothing that is not its own', async () => {
  const { path, service } = temporaryProduct();
  const folder = temporaryFolder();
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'mine\n');
  const [own, foreign, nothing] = await Promise.all([
    runCli(['demo', '--db', path]),
    runCli(['demo', '--db', text]),
    runCli(['demo', '--db', join(folder, 'demo.db'), '--git', join(folder, 'nowhere')]),
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
