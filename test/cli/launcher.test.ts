/** The launcher and the commands that texts print, in a checkout and in an installed package. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toldAfar, typed, typedAnywhere } from '../../src/cli/shell/invocation.ts';
import { defaultDatabase } from '../../src/cli/shell/paths.ts';
import { childEnvironment, installed, runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/product.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const launcherOf = (folder: string) => join(folder, 'bin', 'insights-mcp.js');
const LAUNCHER = launcherOf(ROOT);

function run(args: readonly string[], more: { cwd?: string; env?: Record<string, string> } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: more.cwd ?? ROOT,
    env: childEnvironment(more.env),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Flags of a Node that says it is another one. */
function pretending(version: string): string[] {
  const code = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

describe('the launcher', () => {
  test.each(['18.20.8', '20.20.2', '22.18.0', '22.19.0', '24.1.0', '26.10.0'])('starts under Node %s', (version) => {
    const answer = run([...pretending(version), LAUNCHER, '--version']);
    expect(answer).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test('passes on how the program ended', () => {
    expect(
      run([...pretending('20.0.0'), launcherOf(installed()), 'import', '/nowhere/a.ndjson', '--db', ':memory:']).status,
    ).toBe(1);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes on %s', async (signal) => {
    const db = join(temporaryFolder(), 'a.db');
    const child = spawn(
      process.execPath,
      [...pretending('20.0.0'), launcherOf(installed()), 'serve', '--port', '0', '--db', db],
      {
        env: childEnvironment(),
      },
    );
    let said = '';
    await new Promise<void>((begun) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Projects')) begun();
      });
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    expect(await ended).toBe(0);
    const [, address = ''] = /^MCP +(\S+)\/mcp$/m.exec(said) ?? [];
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  test('says in one line what to install where no Node will do', () => {
    const alone = temporaryFolder();
    cpSync(join(ROOT, 'bin'), join(alone, 'bin'), { recursive: true });
    writeFileSync(join(alone, 'package.json'), '{"type":"module"}');
    const launcher = join(alone, 'bin', 'insights-mcp.js');
    const unpacked = run([launcher]);
    expect(unpacked).toMatchObject({ status: 1, stdout: '' });
    expect(unpacked.stderr).toMatch(/^insights-mcp: this package is incomplete: [^\n]+\n$/);
    mkdirSync(join(alone, 'dist', 'program'), { recursive: true });
    writeFileSync(join(alone, 'dist', 'program', 'main.js'), '');
    const old = run([...pretending('20.20.2'), launcher]);
    expect(old).toMatchObject({ status: 1, stdout: '' });
    expect(old.stderr).toMatch(/^insights-mcp: Node 22\.19 or newer is needed; this is 20\.20\.2, [^\n]+\n$/);
  });
});

test('a word that is no command is told, with the one that was meant', async () => {
  const refused = await runCli(['improt', 'events.ndjson']);
  expect(refused).toMatchObject({ code: 1, stderr: "error: unknown command 'improt'\n(Did you mean import?)\n" });
});

test('a variable of the environment that is empty is not set', async () => {
  const names = ['DB', 'EVENTS', 'API_KEY', 'MEMORY', 'SLOW_MS', 'TOOLSETS', 'WEBHOOK_HOSTS', 'IMPORT_FROM', 'LOG'];
  const empty = Object.fromEntries(names.map((name) => [`INSIGHTS_MCP_${name}`, '']));
  const home = temporaryFolder();
  const started = await runCli(['stdio'], { ...empty, HOME: home, USERPROFILE: home });
  expect(started).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(join(home, '.insights-mcp', 'insights.db'))).toBe(true);
});

describe('commands in texts', () => {
  const home_db = defaultDatabase();
  const at = (folder: string, environment: Record<string, string> = { PATH: '/usr/bin' }) => ({ folder, environment });

  test('in a checkout npx finds the program, elsewhere its path does', () => {
    expect(typed('key list', home_db, at(ROOT))).toBe('npx insights-mcp key list');
    expect(typed('key list', home_db, at(join(ROOT, 'src', 'cli')))).toBe('npx insights-mcp key list');
    // A folder with a package.json of its own is another package to npx.
    expect(typed('key list', home_db, at(join(ROOT, 'bench')))).toBe(`node ${LAUNCHER} key list`);
    expect(typed('key list', home_db, at('/'))).toBe(`node ${LAUNCHER} key list`);
    expect(typedAnywhere('key list', home_db, at(ROOT))).toBe(`node ${LAUNCHER} key list`);
    expect(toldAfar('key list', home_db, at('/'))).toBe('insights-mcp key list');
  });

  test('where it is on the path its name does, unless only npm put it there', () => {
    const folder = temporaryFolder();
    symlinkSync(LAUNCHER, join(folder, 'insights-mcp'));
    const npm = join(folder, 'node_modules', '.bin');
    mkdirSync(npm, { recursive: true });
    symlinkSync(LAUNCHER, join(npm, 'insights-mcp'));
    expect(typed('serve', home_db, at('/', { PATH: `/usr/bin${delimiter}${folder}` }))).toBe('insights-mcp serve');
    expect(typedAnywhere('serve', home_db, at('/', { PATH: folder }))).toBe('insights-mcp serve');
    expect(typed('serve', home_db, at('/', { PATH: npm }))).toBe(`node ${LAUNCHER} serve`);
    // Somebody else's program of this name is not this one.
    const other = temporaryFolder();
    writeFileSync(join(other, 'insights-mcp'), '');
    expect(typed('serve', home_db, at('/', { PATH: `${other}${delimiter}${folder}` }))).toBe(`node ${LAUNCHER} serve`);
  });

  test('in a folder that has it installed, npx finds it', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'insights-mcp'));
    expect(typed('serve', home_db, at(folder))).toBe('npx insights-mcp serve');
  });

  test('a database that is not the usual one is named, but not to readers afar', () => {
    const db = join(ROOT, 'my demo.db');
    expect(typed('serve', db, at(ROOT))).toBe("npx insights-mcp serve --db 'my demo.db'");
    expect(typed('serve', '/data/a.db', at(ROOT))).toBe('npx insights-mcp serve --db /data/a.db');
    expect(typedAnywhere('serve', db, at(ROOT))).toBe(`node ${LAUNCHER} serve --db '${db}'`);
    expect(toldAfar('serve', db, at(ROOT))).not.toContain(ROOT);
    const named = { PATH: '/usr/bin', INSIGHTS_MCP_DB: home_db };
    expect(typed('serve', home_db, at(ROOT, named))).toContain('--db ');
  });
});
