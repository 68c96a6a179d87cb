/** Pages that lead to rows are damaged, the rows are not. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { NO_GROUP } from '../../src/store/types/store.ts';
import { emptyDatabase } from '../support/empty.ts';
import { addProject, open, tempFile } from './fixture.ts';

/** The last one is stored with another character instead of its half one. */
const NAMES = [...Array.from({ length: 40 }, (_, nth) => `event ${nth}`), 'half \ud83d'];
const LEAF_HEADER_BYTES = 8;

/** Reverses the order in which a leaf page has its entries, so that a search goes the wrong way. */
function turnRound(path: string, btree: string): void {
  const database = new DatabaseSync(path);
  const page = database.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(btree);
  const { page_size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  database.close();
  expect(page).toHaveLength(1);
  const at = (Number(page[0]!['pageno']) - 1) * page_size;
  const file = openSync(path, 'r+');
  const header = Buffer.alloc(LEAF_HEADER_BYTES);
  readSync(file, header, 0, LEAF_HEADER_BYTES, at);
  const pointers = Buffer.alloc(2 * header.readUInt16BE(3));
  readSync(file, pointers, 0, pointers.length, at + LEAF_HEADER_BYTES);
  writeSync(file, pointers.swap16().reverse(), 0, pointers.length, at + LEAF_HEADER_BYTES);
  closeSync(file);
}

test.each(['sqlite_autoindex_event_definition_2', 'property_definition'])(
  'names are found, though no search in %s finds them',
  (btree) => {
    const path = emptyDatabase(tempFile());
    const before = openStore(path);
    const project = addProject(before);
    const ords = NAMES.map((name) => before.definitions.eventOrd(project, name));
    const property = (name: string) => ({ owner: 'event', group_type_index: NO_GROUP, name, type: 'Numeric' }) as const;
    for (const name of NAMES) before.definitions.noteProperty(project, property(name));
    before.close();
    turnRound(path, btree);
    const { definitions } = open(path);
    for (const name of NAMES) {
      expect(definitions.hasEvent(project, name)).toBe(true);
      expect(definitions.property(project, property(name))).toEqual(property(name.toWellFormed()));
    }
    expect(NAMES.map((name) => definitions.eventOrd(project, name))).toEqual(ords);
    expect(definitions.hasEvent(project, 'another')).toBe(false);
    expect(definitions.property(project, property('another'))).toBe(undefined);
  },
);
