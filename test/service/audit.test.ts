/** Expiring keys, and the audit log. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { authenticate, localOwner } from '../../src/service/access/authenticate.ts';
import { createKey, rotateKey } from '../../src/service/access/keys.ts';
import type { Caller } from '../../src/service/contract/context.ts';
import { call } from '../../src/service/gate/call.ts';
import { personUuid } from '../../src/service/identity/person_uuid.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { EVERY } from '../../src/service/pages/page.ts';
import { type Database, openDatabase, type Value } from '../../src/store/file/database.ts';
import { auditStore } from '../../src/store/saved/audit.ts';
import { SILENT } from '../support/log.ts';
import { event, temporaryProduct } from '../support/product.ts';

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse('2026-03-01T00:00:00Z');

function product() {
  const clock = { now_ms: BEGIN_MS };
  const logged: string[] = [];
  const error = (_: unknown, message: string) => void logged.push(message);
  const log_to = { ...SILENT, error };
  const { service, path } = temporaryProduct({ now: () => clock.now_ms, log: log_to });
  const run = (caller: Caller, name: string, body: Record<string, unknown>) =>
    call(service, caller, operationNamed(name), body);
  const log = async (caller: Caller, body: Record<string, unknown> = {}) =>
    (await run(caller, 'list_audit_log', body)) as { results: Record<string, unknown>[]; has_more: boolean };
  const ann = event('came', 'ann', '2026-02-01T00:00:00Z');
  const come = () => service.ingest.capture(service.store.projects.get(1)!, ann.kind === 'event' ? [ann.event] : []);
  return { clock, service, path, logged, owner: localOwner(service), run, log, come };
}

/** No entry is taken, as if the disk had filled up just before it. */
function refuseEntries(path: string): void {
  const other = new DatabaseSync(path);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END");
  other.close();
}

const everything = { label: 'test', scopes: ['*'], project_ids: null } as const;

test('a key that ends is refused from then on, and says when it ended', () => {
  const { clock, service, owner } = product();
  const { value } = createKey(service, { ...everything, user_id: owner.user.id, lives_ms: DAY_MS });
  clock.now_ms += DAY_MS - 1;
  expect(authenticate(service, value).scopes).toEqual(['*']);
  clock.now_ms += 1;
  expect(() => authenticate(service, value)).toThrow('expired at 2026-03-02T00:00:00Z');
});

test('a rotated key leaves time to change, and the new one lives as long', () => {
  const { clock, service, owner } = product();
  const old = createKey(service, { ...everything, user_id: owner.user.id, lives_ms: 10 * DAY_MS });
  clock.now_ms += 5 * DAY_MS;
  const made = rotateKey(service, old.key.id, DAY_MS);
  expect(made.key).toMatchObject({ label: 'test', scopes: ['*'], expires_at_ms: clock.now_ms + 10 * DAY_MS });
  expect([authenticate(service, old.value).key_id, authenticate(service, made.value).key_id]).toEqual([1, 2]);
  clock.now_ms += DAY_MS;
  expect(() => authenticate(service, old.value)).toThrow('expired');
  expect(authenticate(service, made.value).key_id).toBe(2);
  expect(() => rotateKey(service, old.key.id, 0)).toThrow('There is no active key 1');
});

test('grace never makes a key live longer than it would', () => {
  const { clock, service, owner } = product();
  const old = createKey(service, { ...everything, user_id: owner.user.id, lives_ms: DAY_MS });
  rotateKey(service, old.key.id, 5 * DAY_MS);
  clock.now_ms += DAY_MS;
  expect(() => authenticate(service, old.value)).toThrow('expired');
});

test('what stores is logged with who did it and what was sent, by name; what reads or fails is not', async () => {
  const { service, owner, run, log } = product();
  const { value } = createKey(service, { ...everything, user_id: owner.user.id });
  const caller = authenticate(service, value);
  await run(caller, 'create_insight', { name: 'Secret plan', filters: { events: [{ id: 'a' }] } });
  await run(caller, 'share_insight', { insight_id: '1', enabled: true });
  await run(owner, 'update_project', { timezone: 'Europe/Berlin' });
  await run(owner, 'soft_delete_insight', { id: '1' });
  await run(owner, 'list_insights', {});
  await expect(run(owner, 'update_insight', { id: '99', name: 'x' })).rejects.toThrow('not found');
  const { results, has_more } = await log(owner);
  expect(results.map(({ action, key_id, target, fields }) => [action, key_id, target, fields])).toEqual([
    ['soft_delete_insight', null, '1', []],
    ['update_project', null, '1', ['timezone']],
    ['share_insight', caller.key_id, '1', ['enabled']],
    ['create_insight', caller.key_id, '1', ['name', 'filters']],
  ]);
  expect(has_more).toBe(false);
  expect(JSON.stringify(results)).not.toContain('Secret');
});

test('pages lead to the end; a key of one project sees that project only', async () => {
  const { service, owner, run, log } = product();
  for (let at = 0; at < 5; at++) await run(owner, 'create_insight', { name: `${at}` });
  await run(owner, 'create_project', { name: 'Other' });
  const first = await log(owner, { limit: 4 });
  const rest = await log(owner, { limit: 4, before: Number(first.results.at(-1)!['id']) });
  expect([first.has_more, rest.has_more]).toEqual([true, false]);
  expect([...first.results, ...rest.results].map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
  const limited = createKey(service, { ...everything, user_id: owner.user.id, project_ids: [1] });
  const seen = await log(authenticate(service, limited.value));
  expect(seen.results.map(({ action }) => action)).toEqual(Array(5).fill('create_insight'));
});

test.each([
  ['create_insight', { name: 'Signups' }],
  ['create_cohort', { name: 'Staff', is_static: true }],
  ['update_cohort', { id: 1, name: 'Others' }],
  ['create_alert', { insight: '1', upper: 5 }],
  ['add_persons_to_cohort', { id: 1, person_ids: ['ann'] }],
  ['update_project', { timezone: 'Europe/Berlin' }],
])('what cannot be logged is not stored: %s', async (name, sent) => {
  const { service, path, owner, run, come } = product();
  await come();
  const body = 'person_ids' in sent ? { ...sent, person_ids: [personUuid(1, 'ann')] } : sent;
  await run(owner, 'create_insight', { filters: { events: [{ id: 'signed up' }] } });
  await run(owner, 'create_cohort', { name: 'Here before', is_static: true });
  const stored = () => {
    const { insights, cohorts, alerts, projects } = service.store;
    const members = cohorts.members(1, 1);
    return {
      all: [insights, cohorts, alerts].map((table) => table.list(1, EVERY).rows),
      members,
      project: projects.get(1),
    };
  };
  const before = stored();
  refuseEntries(path);
  await expect(run(owner, name, body)).rejects.toThrow('no room');
  expect(stored()).toEqual(before);
});

test('what was stored while its handler waited is answered, though its entry was refused', async () => {
  const { path, owner, run, logged, come } = product();
  await come();
  refuseEntries(path);
  const answer = run(owner, 'delete_persons', { distinct_ids: ['ann'] });
  expect(await answer).toMatchObject({ persons_deleted: 1 });
  expect(logged).toEqual(['audit entry not written']);
});

test('a page is read off an index, where an operator sees what was done to all projects, too', () => {
  const { service, path } = product();
  for (const [seq, project_id] of [1, null, 2, 1, null, 1].entries()) {
    const by = { user_id: null, key_id: null, action: 'create_key', target: null, fields: [] };
    service.store.audit.append({ ...by, at_ms: seq, project_id }, 100);
  }
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  const plans: string[] = [];
  const all = (sql: string, ...values: readonly Value[]) => {
    plans.push(...database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => row.detail));
    return database.all(sql, ...values);
  };
  const watched: Database = Object.create(database, { all: { value: all } });
  const { list } = auditStore(watched);
  const seqs = (with_global: boolean, before: number | null, limit: number, project_id: number | null = 1) =>
    list({ project_id, with_global, before, limit }).map(({ seq }) => seq);
  expect(seqs(true, null, 4)).toEqual([6, 5, 4, 2]);
  expect(seqs(true, 5, 2)).toEqual([4, 2]);
  expect(seqs(false, 6, 9)).toEqual([4, 1]);
  expect(seqs(false, 6, 3, null)).toEqual([5, 4, 3]);
  expect(plans.filter((step) => !/^SEARCH audit USING /.test(step))).toEqual([]);
});
