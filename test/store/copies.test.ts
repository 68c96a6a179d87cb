/** Copies of a live file. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takePlace } from '../../src/store/backup.ts';
import { addProject, open, tempFile } from './fixture.ts';

describe('copies', () => {
  test('hold a moment’s whole state while writing goes on', async () => {
    const path = tempFile();
    const store = open(path);
    const project = addProject(store);
    const write = () =>
      store.transaction(() => {
        store.events.nextRevision(project);
        store.events.append(project, { events: 1, bytes: new Uint8Array(20_000) });
      });
    for (let i = 0; i < 200; i++) write();
    const target = `${path}.copy`;
    const done = store.backup(target);
    for (let i = 0; i < 50; i++) write();
    await done;
    const copy = open(target);
    const revision = copy.events.revision(project);
    expect(revision).toBeGreaterThanOrEqual(200);
    expect(copy.events.logSince(project, 0)).toHaveLength(revision);
    expect(store.events.revision(project)).toBe(250);
    const check = new DatabaseSync(target);
    onTestFinished(() => check.close());
    expect(check.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  });

  test('never overwrite, and leave nothing behind when they fail', async () => {
    const path = tempFile();
    const store = open(path);
    await expect(store.backup(path)).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.backup(join(dirname(path), 'missing', 'copy.db'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(store.projects.list()).toEqual([]);
  });

  test('appear once they have been inspected', async () => {
    const store = open(tempFile());
    const target = tempFile('copy.db');
    const refuse = (copy: string): void => {
      expect([existsSync(copy), existsSync(target)]).toEqual([true, false]);
      throw new Error('damaged');
    };
    await expect(store.backup(target, refuse)).rejects.toThrow('damaged');
    expect(readdirSync(dirname(target)).filter((name) => name.startsWith('copy.db'))).toEqual([]);
  });

  test('that a file got in the way of while they were made leave it alone', async () => {
    const store = open(tempFile());
    const [target, path] = [tempFile('copy.db'), tempFile('live.db')];
    await expect(store.backup(target, () => writeFileSync(target, 'mine'))).rejects.toMatchObject({ code: 'conflict' });
    await store.backup(`${target}.whole`);
    const beside = `${path}-wal`;
    const place = () =>
      takePlace(`${target}.whole`, path, null, () => {
        for (const name of [path, beside]) writeFileSync(name, 'mine');
      });
    expect(place).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect([target, path, beside].map((name) => readFileSync(name, 'utf8'))).toEqual(['mine', 'mine', 'mine']);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith('live.db'))).toEqual(['live.db', 'live.db-wal']);
  });

  test('that are put in one place at once do not meet before they are there; what a crash left is removed', async () => {
    const [path, copy] = [tempFile('live.db'), tempFile('copy.db')];
    const [store, source] = [open(path), open(tempFile())];
    addProject(source);
    await source.backup(copy);
    store.close();
    const left = `${path}.left.unfinished`;
    for (const name of [left, `${path}.new.unfinished`]) writeFileSync(name, '');
    utimesSync(left, 0, 0);
    const seen: string[] = [];
    takePlace(copy, path, `${path}.first`, (placed) => {
      takePlace(copy, path, `${path}.second`, (other) => void seen.push(other));
      expect(existsSync(placed)).toBe(true);
      seen.push(placed);
    });
    expect(new Set(seen).size).toBe(2);
    const names = ['live.db', 'live.db.first', 'live.db.new.unfinished', 'live.db.second'];
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith('live.db'))).toEqual(names);
    expect(open(path).projects.list()).toHaveLength(1);
  });

  test('of a store in memory', async () => {
    const store = open(':memory:');
    const project = addProject(store);
    const target = tempFile('copy.db');
    await store.backup(target);
    expect(open(target).projects.get(project)).toEqual(store.projects.get(project));
  });
});
