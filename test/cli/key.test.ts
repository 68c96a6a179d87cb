import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typed } from '../../src/cli/shell/invocation.ts';
import { authenticate } from '../../src/service/access/authenticate.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

test('a key is shown once, limited as asked, and refused once revoked', async () => {
  const { service, path } = temporaryProduct();
  const key = (...args: string[]) => runHere(['key', ...args, '--db', path]);
  expect(await key('list')).toMatchObject({ code: 0, stdout: `No keys yet. Make one: ${typed('key create', path)}\n` });

  const [made, everything] = [
    await key('create', '--scopes', 'insight:read, group:write', '--project', '1', '--label', 'for reports', '--json'),
    await key('create'),
  ];
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const shown = JSON.parse(made.stdout);
  expect(shown).toMatchObject({
    id: 1,
    label: 'for reports',
    scopes: ['insight:read', 'group:write'],
    project_ids: [1],
    last_used_at: null,
    revoked_at: null,
  });
  expect(shown.value).toMatch(/^phx_[\w-]{43}$/);
  expect(authenticate(service, shown.value)).toMatchObject({ key_id: 1, project_ids: [1] });
  const text = /^phx_[\w-]{43}$/m.exec(everything.stdout)?.[0] ?? '';
  expect(authenticate(service, text)).toMatchObject({ key_id: 2, scopes: ['*'], project_ids: null });
  // On stdout stands the key and nothing else, so that a shell can keep it: KEY=$(insights-mcp key create)
  expect(everything.stdout).toBe(`${text}\n`);
  expect(everything.stderr).toContain('This is shown once');

  const [list, list_json] = await Promise.all([key('list'), key('list', '--json')]);
  expect(list.stdout).toMatch(/^1 {2}phx_….{4} {2}active {2}insight:read,group:write {2}for reports$/m);
  expect(JSON.parse(list_json.stdout)).toMatchObject([
    { id: 1, label: 'for reports', scopes: shown.scopes },
    { id: 2 },
  ]);
  for (const printed of [list.stdout, list_json.stdout]) {
    expect(printed).not.toContain(shown.value);
    expect(printed).not.toContain(text);
    expect(printed).not.toContain('hash');
  }

  expect(await key('revoke', '1')).toMatchObject({ code: 0, stdout: 'Key 1 is revoked.\n' });
  expect(() => authenticate(service, shown.value)).toThrow(/invalid/);
  expect(authenticate(service, text).key_id).toBe(2);
  const [again, after, as_json] = await Promise.all([key('revoke', '1'), key('list'), key('revoke', '2', '--json')]);
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `insights-mcp: There is no active key 1; see: ${typed('key list', path)}\n`,
  });
  expect(after.stdout).toMatch(/^1 .* revoked /m);
  expect(JSON.parse(as_json.stdout)).toEqual({ id: 2, revoked: true });
});

test('a key may end by itself, be rotated, and all of it is in the audit log', async () => {
  const { service, path } = temporaryProduct();
  const key = (...args: string[]) => runHere(['key', ...args, '--db', path]);
  const made = await key('create', '--expires', '90d', '--scopes', 'insight:read');
  expect(made.stderr).toMatch(/^This is shown once\. Scopes: insight:read\. Expires 20\d\d-.*Z\. /);
  const rotated = await key('rotate', '1', '--grace', '24h');
  expect(rotated.stderr).toMatch(/^Key 2, shown once\. Expires .*Z\. Key 1 works until 20.*Z\.\n$/);
  for (const { stdout } of [made, rotated])
    expect(authenticate(service, stdout.trim()).scopes).toEqual(['insight:read']);
  expect((await key('list')).stdout).toMatch(/^1 .* active until 20.*\n2 .* active until 20/);
  const [audit, none, wrong] = await Promise.all([
    runHere(['audit', '--db', path]),
    runHere(['audit', '--limit', '0', '--db', path]),
    key('create', '--expires', '0d'),
  ]);
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('at least 1') });
  expect(audit.stdout).toMatch(
    /^20\S+ {2}owner {2}- {2}rotate_key {2}1 -> 2 *\n20\S+ {2}owner {2}- {2}create_key {2}1 *\n$/,
  );
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('e.g. 12h or 90d');
  const day_ms = 86_400_000;
  const made_for = async (ms: number) => {
    const { code, stderr } = await key('create', '--expires', `${ms / day_ms}d`);
    return [code, stderr.includes('up to ten years')];
  };
  await atAndPast('key_age_ms', made_for, { at: [0, false], past: [1, true], step: day_ms });
});

test('only making a key makes a database: a mistyped name is told', async () => {
  const path = join(temporaryFolder(), 'none.db');
  for (const args of [['list'], ['revoke', '1'], ['rotate', '1']]) {
    const refused = await runHere(['key', ...args, '--db', path]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`There is no database at ${path}. Is the name right?`);
  }
  expect(existsSync(path)).toBe(false);
  expect((await runHere(['key', 'create', '--db', path])).code).toBe(0);
});

test('what cannot be is said before a key is made', async () => {
  const { service, path } = temporaryProduct();
  const [scope, empty, project, number] = await Promise.all([
    runHere(['key', 'create', '--scopes', 'insight:read,insight:delete', '--db', path]),
    runHere(['key', 'create', '--scopes', '', '--db', path]),
    runHere(['key', 'create', '--project', '1,7', '--db', path]),
    runHere(['key', 'revoke', 'first', '--db', path]),
  ]);
  for (const failed of [scope, empty, project, number]) expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(scope.stderr).toContain('Invalid scope: insight:delete. Scopes: *, insight:read');
  expect(empty.stderr).toContain('Name at least one scope of: *, insight:read');
  expect(project.stderr).toBe('insights-mcp: There is no project 7. Projects: 1 (Default project).\n');
  expect(number.stderr).toContain('A whole number is needed.');
  expect(service.store.keys.list()).toEqual([]);
});

test('names that callers chose do not act on the terminal of whoever runs a command', async () => {
  const { service, path, close } = temporaryProduct();
  const { store } = service;
  const hostile = 'Shop\u001b]0;owned\u0007\u009b2J\nNo API key yet; make one: rm -rf ~';
  store.projects.update(1, { name: hostile });
  const [project] = store.projects.list();
  const imported = ['--project', '1', '--source', hostile, '--db', path];
  await close();
  const file = join(temporaryFolder(), 'one.ndjson');
  writeFileSync(file, '{"event":"paid","distinct_id":"ana","timestamp":"2026-03-01T09:30:00Z"}\n');
  const all = [
    await runHere(['import', file, ...imported]),
    await runHere(['imports', 'list', '--db', path]),
    await runHere(['key', 'create', '--project', '7', '--db', path]),
    await runHere(['describe', '--db', path]),
    await runHere(['audit', '--db', path]),
    await runHere(['describe', '--project', `${hostile}`, '--db', path]),
  ];
  expect(project!.name).toBe(hostile);
  expect(all[1]!.stdout).toContain('Shop\\u001b]0;owned\\u0007\\u009b2J\\nNo API key yet');
  expect(all[2]!.stderr).toContain('Projects: 1 (Shop\\u001b]0;owned\\u0007\\u009b2J\\nNo API key yet');
  for (const { stdout, stderr } of all) {
    expect(`${stdout}${stderr}`).not.toMatch(/(?!\n)\p{Cc}|^No API key/mu);
  }
});
