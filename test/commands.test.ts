/** Runs every command in README and docs as printed, with this machine's Node: in a checkout, what is for operators in an installed package. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { childEnvironment, installed, NODE_ARGUMENTS } from './support/cli.ts';
import { temporaryFolder } from './support/product.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** What cannot be run here, and why. */
const OUTSIDE: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|install)\b/, 'asks the registry of packages'],
  [/^npm test\b/, 'is what runs this'],
  [/^npm run golden\b/, 'is run by test/golden'],
  [/^npm (run bench|--prefix bench)\b/, 'takes minutes, and databases to compare with'],
  [/^git clone\b/, 'asks the network'],
  [/^npx vitest run --coverage\b/, 'needs a package that only it needs, and runs all tests'],
  [/^node build\/coverage\b/, 'reads what that has written'],
];

/** Documents with commands. */
function documents(): string[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', 'src/README.md', ...docs.map((name) => `docs/${name}`)].filter(
    (path) => commandsOf(path).length > 0,
  );
}

/** Of blocks marked as shell, one command a line; a line may go on after a backslash. */
function commandsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** As a line of a script. */
function runnable(command: string, port: number): string {
  const parts = command.split(' && ').filter((part) => OUTSIDE.every(([outside]) => !outside.test(part)));
  const kept = parts.join(' && ').replaceAll('8787', String(port));
  // What an assistant would start ends with its input.
  const [, server] = /^claude mcp add .*? -- (.*)$/.exec(kept) ?? [];
  if (server !== undefined) return `${server} < /dev/null`;
  if (!/ serve\b/.test(kept)) return kept;
  return `set -m; ${kept} > serve.log 2>&1 & set +m; trap "kill -- -$!" EXIT; until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.1; done`;
}

/**
 * What takes seconds is done once, by the first document that says it: npx finds the program in a checkout, which from then on
 * is started as it was built; a demo makes its database, whose last days are copied from then on.
 */
function* shortened(lines: readonly string[], is_checkout: boolean): Iterable<string> {
  for (const line of lines) {
    const db = line === 'npm run demo' ? 'demo.db' : /^npx insights-mcp demo --db (\S+)$/.exec(line)?.[1];
    const asks_npx = is_checkout && !has_asked_npx && line.includes('npx insights-mcp');
    const asked = asks_npx ? line : line.replaceAll('npx insights-mcp', BUILT);
    has_asked_npx ||= asks_npx;
    if (db === undefined) yield asked;
    else
      yield existsSync(demo) ? `cp ${demo} ${db}` : `${asked}\ncp ${db} ${demo}\n${BUILT} expire --days 2 --db ${demo}`;
  }
}

let has_asked_npx = false;

/** What the launcher (`test/cli/launcher.test.ts`) comes to. */
const BUILT = [process.execPath, ...NODE_ARGUMENTS].join(' ');

/** As somebody has it after cloning and npm ci. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'build', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'docs']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  // Code that was compiled once is found again under the same path.
  for (const name of ['node_modules', 'src']) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

/** Node is that of the machine, not the one that runs the tests. Nothing asks the network, neither for news of npm. */
function environment(home: string): Record<string, string> {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const own = Object.entries(childEnvironment({ HOME: home })).filter(([name]) => !name.startsWith('npm_'));
  const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  return { ...Object.fromEntries(own), ...npm, PATH: path.join(delimiter) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

function run(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn('bash', ['-e', '-u', '-o', 'pipefail', '-c', script], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return new Promise((done) => child.once('close', (code) => done({ code, said })));
}

const kept = mkdtempSync(join(tmpdir(), 'insights-test-'));
const demo = join(kept, 'demo.db');
afterAll(() => rmSync(kept, { recursive: true, force: true }));

test.each(documents())(
  'the commands of %s work',
  async (path) => {
    const port = await freePort();
    const is_checkout = path !== 'docs/operations.md';
    const commands = commandsOf(path).map((command) => runnable(command, port));
    const lines = [...shortened(commands, is_checkout)];
    // Told before each, so that a failure says whose it is.
    const script = lines.filter((line) => line !== '').map((line) => `printf '%s\\n' ${quote(`+ ${line}`)}\n${line}`);
    const folder = is_checkout ? checkout() : installed();
    const { code, said } = await run(script.join('\n'), folder, environment(temporaryFolder()));
    expect(code, said).toBe(0);
    expect(said).not.toMatch(/"(detail|error)":|insights-mcp: /);
  },
  90_000,
);

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

test('commands have no comments: zsh takes them for arguments', () => {
  expect(
    documents()
      .flatMap(commandsOf)
      .filter((line) => /(^|\s)#/.test(line)),
  ).toEqual([]);
});

test('what documents link to is there', () => {
  const records = readdirSync(join(ROOT, 'docs', 'adr')).map((name) => `docs/adr/${name}`);
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'src/README.md', ...records];
  const broken = [...pages, ...docs.map((name) => `docs/${name}`)].flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1]!);
    return links.filter((link) => !existsSync(join(ROOT, dirname(page), link))).map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});

test('scripts that CONTRIBUTING names are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const named = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/`npm (?:run )?([a-z]+)/g);
  expect(
    [...new Set([...named].map((match) => match[1]!))].filter((name) => !(name in scripts) && name !== 'ci'),
  ).toEqual([]);
});
