/**
 * Copies what another server has saved, as its API returns it. Things that cannot exist here are left out with the
 * reason; the rest is applied together. Short ids and names identify things, so repeating it changes nothing.
 */
import { isObject, listOf } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import type { ProjectContext } from '../contract/context.ts';
import { isShortId } from '../insights/find.ts';
import { type Applied, applyFiles } from './apply.ts';
import { filesOf, type SavedFile } from './files.ts';
import { type Content, SAVED_KINDS, type SavedKind, type SavedRow } from './kinds.ts';

/** One thing as the API returns it. */
export interface ForeignRow {
  readonly folder: SavedKind['folder'];
  readonly item: Content;
}

export interface AppliedForeign {
  readonly applied: readonly Applied[];
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
}

/** Fields of each kind that mean the same in all projects. */
const FIELDS: Readonly<Record<SavedKind['folder'], readonly string[]>> = {
  actions: ['name', 'description', 'tags', 'steps'],
  cohorts: ['name', 'description', 'is_static', 'filters', 'distinct_ids'],
  insights: [
    'short_id',
    'name',
    'derived_name',
    'description',
    'tags',
    'saved',
    'favorited',
    'order',
    'filters',
    'query',
  ],
  dashboards: ['name', 'description', 'tags', 'pinned', 'filters', 'tiles'],
  annotations: ['date_marker', 'content'],
};

export function applyForeign(context: ProjectContext, rows: readonly ForeignRow[]): AppliedForeign {
  let files = filesOf(SAVED_KINDS.map((kind) => ({ kind, rows: rowsOf(context, kind, rows) })));
  const left_out: { path: string; reason: string }[] = [];
  for (;;) {
    try {
      return { applied: applyFiles(context, files, { dry_run: false, prune: false }), left_out };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const path = files.map((file) => file.path).find((one) => error.message.startsWith(`${one}: `));
      if (path === undefined) throw error;
      left_out.push({ path, reason: error.message.slice(path.length + 2) });
      files = withoutFile(files, path);
    }
  }
}

/** Removes the file. Dashboards stay, without the tiles that show it. */
function withoutFile(files: readonly SavedFile[], path: string): SavedFile[] {
  const gone = `${path.replace('s/', ':').replace(/\.json$/, '')}`;
  return files
    .filter((file) => file.path !== path)
    .map((file) => (file.path.startsWith('dashboards/') ? withoutTile(file, gone) : file));
}

function withoutTile(file: SavedFile, gone: string): SavedFile {
  const content: unknown = JSON.parse(file.text);
  if (!isObject(content) || !Array.isArray(content['tiles'])) return file;
  const tiles = content['tiles'].filter((tile) => !isObject(tile) || tile['insight'] !== gone);
  return { ...file, text: `${JSON.stringify({ ...content, tiles }, null, 2)}\n` };
}

function rowsOf(context: ProjectContext, { folder }: SavedKind, rows: readonly ForeignRow[]): SavedRow[] {
  return rows
    .filter((row) => row.folder === folder)
    .map(({ item }) => ({
      id: Number(item['id']),
      title: titleOf(item),
      content: withKnownPeople(context, contentOf(folder, item)),
    }));
}

/** Some of a list's people may have come after the copy of everybody, or have been deleted since. */
function withKnownPeople({ service, project }: ProjectContext, content: Content): Content {
  const { distinct_ids: listed, ...rest } = content;
  if (listed === undefined) return content;
  const { people } = service.store;
  const is_known = (id: unknown) => typeof id === 'string' && people.find(project.id, id) !== undefined;
  return { ...rest, distinct_ids: listOf(listed).filter(is_known) };
}

function titleOf(item: Content): string {
  for (const name of ['name', 'derived_name', 'short_id']) {
    const title = item[name];
    if (typeof title === 'string' && title !== '') return title;
  }
  return `${String(item['date_marker'] ?? '').slice(0, 'yyyy-mm-dd'.length)} ${String(item['content'] ?? '')}`;
}

function contentOf(folder: SavedKind['folder'], item: Content): Content {
  const given = FIELDS[folder].map((field) => [field, item[field]] as const);
  const content = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
  if (folder === 'dashboards') content['tiles'] = tilesOf(item);
  const date_ms = Date.parse(String(content['date_marker']));
  if (!Number.isNaN(date_ms)) content['date_marker'] = formatIso(date_ms);
  // A list of people, with what may be left of a definition.
  if (content['is_static'] === true) delete content['filters'];
  if (folder === 'actions') content['steps'] = listOf(item['steps']).map(present);
  const { short_id } = content;
  if (short_id !== undefined && !(typeof short_id === 'string' && isShortId(short_id))) delete content['short_id'];
  return content;
}

function tilesOf(item: Content): Content[] {
  return listOf(item['tiles']).flatMap((tile): Content[] => {
    const { insight, text, order = null, color = null, layouts = {} } = isObject(tile) ? tile : {};
    const dress = { order, color, layouts };
    if (isObject(insight)) return insight['deleted'] === true ? [] : [{ insight: insight['id'], ...dress }];
    return isObject(text) && text['body'] ? [{ text: { body: text['body'] }, ...dress }] : [];
  });
}

function present(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;
}
