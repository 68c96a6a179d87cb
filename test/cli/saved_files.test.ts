/** Export and apply of saved things, as typed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

test('from a folder into a database, and back', async () => {
  const folder = temporaryFolder();
  const [saved, again, db] = [join(folder, 'saved'), join(folder, 'again'), join(folder, 'a.db')];
  mkdirSync(join(saved, 'insights'), { recursive: true });
  writeFileSync(join(saved, 'README.md'), 'ours');
  writeFileSync(join(saved, 'insights', 'visits.json'), '{"name":"Visits","filters":{"events":[{"id":"visit"}]}}');
  const planned = await runHere(['insights', 'apply', saved, '--db', db, '--dry-run']);
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toBe(
    'create insights/visits.json\nNothing was done. It would be: 1 created, 0 changed, 0 removed, 0 as they were.\n',
  );
  expect(existsSync(db)).toBe(false);
  expect((await runHere(['insights', 'apply', saved, '--db', db])).stdout).toContain('1 created');
  expect((await runHere(['insights', 'export', again, '--db', db])).stdout).toBe(`${again}: 1 file, 1 written.\n`);
  expect(JSON.parse(readFileSync(join(again, 'insights', 'visits.json'), 'utf8'))).toMatchObject({ name: 'Visits' });
  writeFileSync(join(again, 'insights', 'old.json'), '{}');
  expect((await runHere(['insights', 'export', again, '--db', db, '--prune'])).stdout).toBe(
    `${again}: 1 file, 0 written.\nRemoved: insights/old.json\n`,
  );
  expect(readdirSync(join(again, 'insights'))).toEqual(['visits.json']);
  writeFileSync(join(again, 'insights', 'odd.json'), '[]');
  const refused = await runHere(['insights', 'apply', again, '--db', db]);
  expect(refused).toMatchObject({ code: 1, stderr: 'insights-mcp: insights/odd.json: Expected a JSON object.\n' });
  const applied = (bytes: number) => {
    writeFileSync(join(again, 'insights', 'odd.json'), '{"name":"Long"}'.padEnd(bytes));
    return runHere(['insights', 'apply', again, '--db', db]);
  };
  await atAndPast('saved_file_bytes', applied, {
    at: expect.objectContaining({ stderr: expect.not.stringContaining('bytes') }),
    past: expect.objectContaining({ code: 1, stderr: expect.stringContaining('bytes') }),
  });
});

test.skipIf(process.platform === 'win32')('a folder that others made leads nowhere else', async () => {
  const folder = temporaryFolder();
  const [saved, other, db] = [join(folder, 'saved'), join(folder, 'other'), join(folder, 'a.db')];
  mkdirSync(join(saved, 'insights'), { recursive: true });
  const visits = join(saved, 'insights', 'visits.json');
  writeFileSync(visits, '{"name":"Visits","filters":{"events":[{"id":"visit"}]}}');
  expect(await runHere(['insights', 'apply', saved, '--db', db])).toMatchObject({ code: 0 });
  // Without an end: reading it would take all memory.
  symlinkSync('/dev/zero', join(saved, 'insights', 'zero.json'));
  const read = await runHere(['insights', 'apply', saved, '--db', db]);
  expect(read).toMatchObject({ code: 1, stderr: expect.stringContaining('zero.json is no file that can be read') });
  rmSync(join(saved, 'insights', 'zero.json'));
  rmSync(visits);
  writeFileSync(other, 'mine');
  symlinkSync(other, visits);
  const written = await runHere(['insights', 'export', saved, '--db', db]);
  expect(written).toMatchObject({ code: 1, stderr: expect.stringContaining('visits.json is a link') });
  expect(readFileSync(other, 'utf8')).toBe('mine');
  rmSync(join(saved, 'insights'), { recursive: true });
  symlinkSync(folder, join(saved, 'insights'));
  expect(await runHere(['insights', 'export', saved, '--db', db, '--prune'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('insights is a link'),
  });
});
