/** What `describe` shows a person of a database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typed } from '../../src/cli/shell/invocation.ts';
import { runHere } from '../support/cli.ts';
import { event, temporaryFolder, temporaryProduct } from '../support/product.ts';

test('projects, events with counts and ranges, properties, people, groups, saved things', async () => {
  const { service, path, close } = temporaryProduct();
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, [
    event('sign up', 'ana', '2026-03-01T09:30:00Z', { plan: 'team', $groups: { company: 'acme' } }),
    event('sign up', 'ben', '2026-03-03T10:00:00Z', { amount: 7 }),
    event('forged\n  "paid" 9', 'ben', '2026-03-02T10:00:00Z'),
  ]);
  await close();
  const { code, stdout, stderr } = await runHere(['describe', '--db', path]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Database \S+ \(\d+\.\d MB\)\n\nProject 1 "Default project", time zone UTC\n/);
  expect(stdout).toContain('3 events of 2 people, from 2026-03-01 09:30 to 2026-03-03 10:00');
  expect(stdout).toMatch(/^ +"sign up" +2 {2}2026-03-01 09:30 {2}2026-03-03 10:00$/m);
  expect(stdout).toContain('"forged\\n  \\"paid\\" 9"');
  expect(stdout).toMatch(/Properties of events: .*"amount" \(Numeric\).*"plan" \(String\)/);
  expect(stdout).toContain('Group types: "company"');
  expect(stdout).toContain('Saved: 0 insights, 0 dashboards, 0 actions, 0 cohorts');

  const as_json = JSON.parse((await runHere(['describe', '--db', path, '--json'])).stdout);
  expect(as_json).toMatchObject({
    database: path,
    projects: [{ project: { id: 1 }, events_count: 3, people: 2, saved: { insight: 0 } }],
  });
});

test('an empty database says what to type, a missing one is not made', async () => {
  const { path, close } = temporaryProduct();
  await close();
  expect((await runHere(['describe', '--db', path])).stdout).toContain(typed('import events.ndjson', path));
  const nowhere = join(temporaryFolder(), 'folder', 'none.db');
  const missing = await runHere(['describe', '--db', nowhere]);
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toContain(typed('import events.ndjson', nowhere));
  expect(existsSync(join(nowhere, '..'))).toBe(false);
  const device = await runHere(['describe', '--db', '/dev/null']);
  expect(device.stderr).toBe('insights-mcp: /dev/null is no file, so it is no database.\n');
});
