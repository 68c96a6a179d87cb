/**
 * Tables of today's format, as a new file has them; files of earlier formats get there step by step (`migrations.ts`), so
 * columns stand in the order in which they came. STRICT everywhere. Foreign keys only on small tables: tables every event
 * touches (persons, distinct ids, log) rely on their single writer. WITHOUT ROWID for small rows read in key order; rowid
 * tables for blobs and long text. AUTOINCREMENT where deleted numbers must never return, as readers remember them.
 */
import { EVENT_TABLES } from './events/tables.ts';
import { PEOPLE_TABLES } from './people/tables.ts';
import { SAVED_TABLES } from './saved/tables.ts';

export const SCHEMA = [SAVED_TABLES, PEOPLE_TABLES, EVENT_TABLES].join('');
