/**
 * Makes a project match its files. Applies all files in one transaction, or none. Leaves alone what already matches, so
 * applying twice changes nothing.
 */
import { isObject } from '../../base/json.ts';
import { nearText } from '../../base/nearest.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { logDone } from '../access/audit.ts';
import type { ProjectContext } from '../contract/context.ts';
import { nounOf, type SavedFile } from './files.ts';
import { type Content, type Marks, SAVED_KINDS, type SavedKind, type SavedRow } from './kinds.ts';
import { type Noun, unfiledId } from './references.ts';

export interface ApplyOptions {
  /** Whether to report changes without making them. */
  readonly dry_run: boolean;
  /** Whether to (softly) remove things that are in no file. */
  readonly prune: boolean;
}

export interface Applied {
  /** Path of the thing's file. A thing in no file has its folder and title instead: `insights: Sign-ups`. */
  readonly path: string;
  readonly change: 'create' | 'update' | 'remove' | 'unchanged';
  /** Fields that an update changes. */
  readonly fields: readonly string[];
}

/** A parsed file. */
interface Wanted {
  readonly kind: SavedKind;
  readonly path: string;
  readonly content: Content;
  readonly marks: Marks;
  /** The existing thing to update; null to create one. */
  readonly row: SavedRow | null;
}

/** Things of one name are numbered in the order of their ids: `staff~10.json` comes after `staff~2.json`. */
const IN_ORDER = new Intl.Collator('en', { numeric: true });

/** Thrown to roll back a dry run. */
class Undone extends Error {}

/** @throws ServiceError that starts with the path of the file at fault */
export function applyFiles(context: ProjectContext, files: readonly SavedFile[], options: ApplyOptions): Applied[] {
  checkCount(files.length);
  let applied: Applied[] = [];
  try {
    context.service.store.transaction(() => {
      applied = new Applying(context, files).all(options.prune);
      if (options.dry_run) throw new Undone();
      logApplied(context, applied);
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return applied;
}

/** Call before reading the files. @throws ServiceError */
export function checkCount(files: number): void {
  if (files <= LIMIT.saved_files) return;
  throw invalid('files', `At most ${LIMIT.saved_files} files are applied at once, not ${files}.`);
}

function logApplied({ service, caller, project }: ProjectContext, applied: readonly Applied[]): void {
  const fields = applied.filter(({ change }) => change !== 'unchanged').map(({ path }) => path);
  if (fields.length > 0)
    logDone(service, caller, { project_id: project.id, action: 'apply_files', target: null, fields });
}

class Applying {
  readonly #context: ProjectContext;
  readonly #wanted = new Map<string, Wanted>();
  /** Existing things that are in no file. */
  readonly #others: { kind: SavedKind; row: SavedRow }[];
  /** Reference -> id; null while the thing is being written. */
  readonly #ids = new Map<string, number | null>();
  readonly #applied: Applied[] = [];

  constructor(context: ProjectContext, files: readonly SavedFile[]) {
    this.#context = context;
    const read = files.map((file) => readFile(context, file));
    this.#others = SAVED_KINDS.flatMap((kind) => {
      const mine = read.filter((file) => file.kind === kind).sort((a, b) => IN_ORDER.compare(a.path, b.path));
      const rows = kind.rows(context);
      const bound = bind(context, kind, mine, rows);
      for (const file of mine) this.#wanted.set(file.reference, { ...file, row: bound.get(file) ?? null });
      const taken = new Set(bound.values());
      return rows.filter((row) => !taken.has(row)).map((row) => ({ kind, row }));
    });
  }

  all(prune: boolean): Applied[] {
    for (const reference of this.#wanted.keys()) this.#settle(reference);
    if (prune) for (const { kind, row } of this.#others) this.#remove(kind, row);
    return this.#applied;
  }

  /** Id of the thing in a file. Writes it first if necessary. */
  #settle(reference: string): number {
    const known = this.#ids.get(reference);
    const wanted = this.#wanted.get(reference)!;
    if (known === null) throw inFile(wanted.path, invalid('', 'It refers to itself, by way of others.'));
    if (known !== undefined) return known;
    this.#ids.set(reference, null);
    const id = this.#write(wanted);
    this.#ids.set(reference, id);
    return id;
  }

  #write({ kind, path, content: sent, row }: Wanted): number {
    const content = kind.references(sent, (noun, value) => {
      if (typeof value !== 'string' || !value.startsWith(`${noun}:`)) return value;
      if (this.#wanted.has(value)) return this.#settle(value);
      const id = unfiledId(value);
      if (id !== null) return this.#removed(path, noun, id);
      throw inFile(
        path,
        invalid('', `It names "${value}", but there is no file ${noun}s/${value.slice(noun.length + 1)}.json.`),
      );
    });
    try {
      if (row === null) {
        this.#applied.push({ path, change: 'create', fields: [] });
        return kind.create(this.#context, content);
      }
      const fields = Object.keys(content).filter((field) => !kind.isSame(row.content, content, field));
      this.#applied.push({ path, change: fields.length === 0 ? 'unchanged' : 'update', fields });
      if (fields.length > 0) kind.update(this.#context, row.id, content, row.content);
      return row.id;
    } catch (error) {
      throw inFile(path, error);
    }
  }

  /** The number of what had been removed when it was exported. @throws ServiceError if here something else has it */
  #removed(path: string, noun: Noun, id: number): number {
    const taken = SAVED_KINDS.filter((kind) => nounOf(kind) === noun).flatMap((kind) => kind.rows(this.#context));
    if (!taken.some((row) => row.id === id)) return id;
    const detail = `It names ${noun} ${id}, which had been removed where this was exported; here ${id} is another. Name one that has a file, or take it out.`;
    throw inFile(path, invalid('', detail));
  }

  #remove(kind: SavedKind, row: SavedRow): void {
    kind.remove(this.#context, row.id);
    this.#applied.push({ path: `${kind.folder}: ${row.title}`, change: 'remove', fields: [] });
  }
}

function readFile(context: ProjectContext, { path, text }: SavedFile): Wanted & { readonly reference: string } {
  const [folder, name = ''] = path.split('/');
  const kind = SAVED_KINDS.find((one) => one.folder === folder);
  if (kind === undefined || !name.endsWith('.json')) {
    throw inFile(
      path,
      invalid('', `Files lie in ${SAVED_KINDS.map((one) => one.folder).join(', ')} and end in .json.`),
    );
  }
  const content = readContent(path, text);
  const unknown = Object.keys(content).find((field) => !kind.fields.includes(field));
  if (unknown !== undefined) {
    const meant = nearText(unknown, kind.fields) || `It may have ${kind.fields.join(', ')}.`;
    throw inFile(path, invalid(unknown, `There is no such field. ${meant}`));
  }
  const reference = `${nounOf(kind)}:${name.slice(0, -'.json'.length)}`;
  try {
    return { kind, path, content, marks: kind.marks(content, context), row: null, reference };
  } catch (error) {
    throw inFile(path, error);
  }
}

function readContent(path: string, text: string): Content {
  try {
    const content: unknown = JSON.parse(text);
    if (isObject(content)) return content;
  } catch {
    // The error below reports it.
  }
  throw inFile(path, invalid('', 'Expected a JSON object.'));
}

/** Matches files to rows. Rows with one name are matched in order. @throws ServiceError if two files mean one thing */
function bind(
  context: ProjectContext,
  kind: SavedKind,
  files: readonly Wanted[],
  rows: readonly SavedRow[],
): Map<Wanted, SavedRow> {
  const bound = new Map<Wanted, SavedRow>();
  refuseTwins(files);
  // Ids first, so that no name takes a row that another file means by id.
  for (const by of ['id', 'name'] as const) {
    const taken = new Set(bound.values());
    const free = Map.groupBy(
      rows.filter((row) => !taken.has(row)),
      (row) => kind.marks(row.content, context)[by],
    );
    for (const file of files) {
      const mark = file.marks[by];
      const row = bound.has(file) || mark === null ? undefined : free.get(mark)?.shift();
      if (row !== undefined) bound.set(file, row);
    }
  }
  return bound;
}

function refuseTwins(files: readonly Wanted[]): void {
  const paths = new Map<string, string>();
  for (const { path, marks } of files) {
    if (marks.id === null) continue;
    const other = paths.get(marks.id);
    if (other !== undefined) throw inFile(path, invalid('short_id', `${other} has the same one. Leave it out in one.`));
    paths.set(marks.id, path);
  }
}

function inFile(path: string, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const place = error.attr === null || error.attr === '' ? '' : `${error.attr}: `;
  return error.saying(`${path}: ${place}${error.message}`);
}
