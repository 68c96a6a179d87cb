/**
 * Tables of the current format, as a new file has them. Older files get there step by step (`migrations.ts`), so columns
 * are in the order in which they were added. STRICT everywhere. Foreign keys only on small tables: those that every event
 * touches (persons, distinct ids, log) rely on their single writer. WITHOUT ROWID for small rows read in key order; rowid
 * tables for blobs and long text. AUTOINCREMENT where deleted numbers must never be reused, because readers remember them.
 */
import { EVENT_TABLES } from './events/tables.ts';
import { PEOPLE_TABLES } from './people/tables.ts';
import { SAVED_TABLES } from './saved/tables.ts';

export const SCHEMA = [SAVED_TABLES, PEOPLE_TABLES, EVENT_TABLES].join('');
