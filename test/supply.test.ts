/** Installed dependencies: known licences, pinned contents, no install scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { licencesPage, lockedPackages } from './support/licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

/** May be installed beside ours and passed on with it. MPL: of whole files that are left as they are. */
const AGREED = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0', 'BlueOak-1.0.0'];
/** For tools of the build, one of whose terms can be chosen, and for letters. */
const AGREED_FOR_TOOLS = [
  ...AGREED,
  ...['OFL-1.1', 'MIT OR Apache-2.0', '(MPL-2.0 OR Apache-2.0)', '(BSD-3-Clause OR GPL-2.0)', '(MIT OR CC0-1.0)'],
  '(Apache-2.0 AND MIT)',
];

test('terms are known ones, and listed', async () => {
  const unknown = lockedPackages().filter(
    ({ is_used, license }) => !(is_used ? AGREED : AGREED_FOR_TOOLS).includes(license),
  );
  expect(unknown).toEqual([]);
  await expect(licencesPage()).toMatchFileSnapshot(join(ROOT, 'docs', 'licences.md'));
});

test('the lockfile knows the content of every package', () => {
  const open = lockedPackages().filter(({ integrity }) => integrity === null || !integrity.startsWith('sha512-'));
  expect(open).toEqual([]);
});

/** Of other systems than those the lockfile was made on; where a registry tells their checksum, they go from here. */
const OPEN = ['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'];

test('so do those of what is installed for tests only', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(^|[/\\])package-lock\.json$/.test(path) && !path.includes('node_modules'),
  );
  expect(files).toContain(join('test', 'clickhouse', 'package-lock.json'));
  const open = files.flatMap((file) =>
    lockedPackages(join(ROOT, file)).filter(({ integrity }) => !(integrity ?? '').startsWith('sha512-')),
  );
  expect(open.map(({ name }) => name).filter((name) => !OPEN.includes(name))).toEqual([]);
});

test('nothing runs when it is installed, but for the Node that comes along', () => {
  const running = lockedPackages().filter(({ has_install_script }) => has_install_script);
  expect(running.filter(({ is_used }) => is_used).map(({ name }) => name)).toEqual(['node']);
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
  expect(running.filter(({ name }) => !(name in allowScripts))).toEqual([]);
});

test('workflows install from the lockfile, ask for advisories, and publish with provenance and a bill of materials', () => {
  const [ci, release] = [read('.github', 'workflows', 'ci.yml'), read('.github', 'workflows', 'release.yml')];
  for (const workflow of [ci, release]) {
    expect(workflow).toMatch(/npm audit --omit=dev/);
    expect(workflow).toMatch(/npm audit signatures/);
    // The one exception is the publisher itself.
    expect(workflow.match(/npm (install|i|add) .*/g) ?? []).toEqual(
      workflow === ci ? [] : [expect.stringContaining('--global npm@')],
    );
  }
  expect(release).toMatch(/npm publish --provenance/);
  expect(release).toMatch(/npm sbom .*cyclonedx/);
});
