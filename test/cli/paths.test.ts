/** Impossible database paths are refused at once, with the reason. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../src/cli/shell/paths.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/product.ts';

test('a name that cannot be a database is refused with the reason', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const [path, reason] of [
    [folder, 'it is a folder'],
    [join(folder, 'file', 'my.db'), 'file is not a folder'],
    [join(folder, 'file', 'deep', 'my.db'), 'file is not a folder'],
    ['/dev/null', 'it is no ordinary file'],
    // Making a folder there fails with "no such file", which had Node try for ever.
    ['/proc/no-such-folder/my.db', '/proc/no-such-folder cannot be made'],
  ] as const) {
    expect(() => prepareDatabase(path), path).toThrow(reason);
    expect(() => prepareDatabase(path), path).toThrow(/^\S+ cannot be the database: .*Name another file with --db\.$/);
  }
  expect(prepareDatabase(join(folder, 'a', 'b', 'my.db'))).toBe(join(folder, 'a', 'b', 'my.db'));
  expect(prepareDatabase(join(folder, 'file'))).toBe(join(folder, 'file'));
});

/** Root may write anywhere, so somebody else has to try. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : null;

test('a path that this user may not write is reported as such', async () => {
  const folder = temporaryFolder();
  chmodSync(dirname(folder), 0o1777);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'kept.db'), '');
  chmodSync(join(folder, 'kept.db'), 0o444);
  mkdirSync(join(folder, 'open'));
  writeFileSync(join(folder, 'open', 'kept.db'), '');
  chmodSync(join(folder, 'open', 'kept.db'), 0o444);
  chmodSync(join(folder, 'open'), 0o555);
  chmodSync(folder, 0o555);
  const refused = () => {
    for (const [path, reason] of [
      [join(folder, 'open', 'kept.db'), 'the file cannot be written: this user may not'],
      [join(folder, 'new', 'new.db'), `the folder ${join(folder, 'new')} cannot be made: this user may not`],
    ] as const) {
      expect(() => prepareDatabase(path), path).toThrow(reason);
    }
  };
  if (NOBODY === null) refused();
  else {
    process.seteuid!(NOBODY);
    try {
      refused();
    } finally {
      process.seteuid!(0);
    }
  }
  chmodSync(folder, 0o755);
});

test('the command says so in one line', async () => {
  const failed = await runCli(['serve', '--port', '0', '--db', '/proc/no-such-folder/my.db']);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/^insights-mcp: \/proc[^\n]+ cannot be made[^\n]+--db\.\n$/);
});
