/** What a project has saved, as files for review: one thing per file, in stable order, named after the thing. */
import type { ProjectContext } from '../contract/context.ts';
import { SAVED_KINDS, type SavedKind, type SavedRow } from './kinds.ts';
import { type Rename, unfiled } from './references.ts';

export interface SavedFile {
  /** For example `cohorts/staff.json`. */
  readonly path: string;
  readonly text: string;
}

const KEY_CHARS = 60;
/** Windows treats these names as devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Equal projects give equal files, even if their databases use different ids. */
export function savedFiles(context: ProjectContext): SavedFile[] {
  return filesOf(SAVED_KINDS.map((kind) => ({ kind, rows: kind.rows(context) })));
}

/** Rows may refer to each other by number. */
export function filesOf(kinds: readonly { kind: SavedKind; rows: readonly SavedRow[] }[]): SavedFile[] {
  const keyed = kinds.map(({ kind, rows }) => ({ kind, rows: keyedRows(rows) }));
  const keys = new Map<string, string>(
    keyed.flatMap(({ kind, rows }) => rows.map(({ row, key }) => [`${nounOf(kind)} ${row.id}`, key] as const)),
  );
  const rename: Rename = (noun, value) => {
    const key = keys.get(`${noun} ${String(value)}`);
    if (key !== undefined) return `${noun}:${key}`;
    return typeof value === 'number' ? unfiled(noun, value) : value;
  };
  return keyed.flatMap(({ kind, rows }) =>
    rows.map(({ row, key }) => ({
      path: `${kind.folder}/${key}.json`,
      text: `${JSON.stringify(kind.references(row.content, rename), null, 2)}\n`,
    })),
  );
}

/** The folder's name in the singular, as references use it. */
export function nounOf({ folder }: SavedKind): string {
  return folder.slice(0, -1);
}

function keyedRows(rows: readonly SavedRow[]): { row: SavedRow; key: string }[] {
  const taken = new Map<string, number>();
  return rows.map((row) => {
    const slug = slugOf(row.title);
    const times = (taken.get(slug) ?? 0) + 1;
    taken.set(slug, times);
    return { row, key: times === 1 && !RESERVED.test(slug) ? slug : `${slug}~${times}` };
  });
}

/** Lowercase letters and digits of any script. Everything between them becomes one hyphen. */
function slugOf(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, KEY_CHARS).join('').replace(/-$/, '') || 'unnamed';
}
