/**
 * `insights-mcp import`: files into a project, one transaction per batch; rejected lines are set aside with reasons.
 */
import { resolve } from 'node:path';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Service } from '../../service/contract/context.ts';
import { ownProject } from '../../service/gate/call.ts';
import { openFileBatch } from '../../service/ingest/packed_batch.ts';
import { STDIN } from '../files/bytes.ts';
import { describeFile } from '../files/describe.ts';
import { dryRun } from '../files/dry_run.ts';
import { type MappedOptions, saveMapping, settingsOf } from '../files/mapping.ts';
import type { FileSettings } from '../files/settings.ts';
import { leftOutText, shownPath, tellFiles } from '../files/tell.ts';
import type { FileInfo } from '../files/types.ts';
import { archived } from '../formats/zip.ts';
import { typed } from '../shell/invocation.ts';
import { opened } from '../shell/opened.ts';
import { print, tell } from '../shell/output.ts';
import { prepareDatabase } from '../shell/paths.ts';
import { openProgress, type Progress } from '../shell/progress.ts';
import { stopSignal } from '../shell/stop.ts';
import { hasFailed, type Imported, importText, Tally } from './import_counts.ts';
import { inputFiles, sourceOf, unpackedName } from './input_files.ts';
import { readAhead } from './read_ahead.ts';
import type { ReadChunk, SourceFile } from './read_batches.ts';
import { RejectFolder } from './rejects.ts';

export interface ImportOptions extends MappedOptions {
  readonly db: string;
  /** Address of the database that stores sealed events; the default is the file itself. */
  readonly events?: string;
  readonly project?: string;
  readonly source?: string;
  readonly reject?: string;
  readonly json: boolean;
  readonly verbose: boolean;
  /** Where to save how the first file is read. */
  readonly saveMapping?: string;
  /** Inspect and report only. */
  readonly dryRun: boolean;
}

/** An inspected file. */
export interface Input {
  readonly path: string;
  readonly source: string;
  /** What was found in the file, or why it cannot be imported. */
  readonly file: FileInfo | { readonly failure: string };
}

const REJECT_FOLDER = 'rejects';
const TYPES_NAMED = 10;
const FORMER_IMPORTS =
  'This project holds lines that an earlier version imported. Lines without a uuid are not known again among them: import those files into a new database instead.';

const GO_ON = 'What was taken is stored. The same command again takes the rest and knows these lines again.';

/** Sets exit codes, for scripts that go on with the data: 1 if a file failed, 130 if interrupted. */
export async function importFiles(args: readonly string[], options: ImportOptions): Promise<void> {
  const inputs = await lookAt(await inputFiles(args), options);
  // Mistakes are reported before a database is created.
  if (inputs.every(({ file }) => 'failure' in file)) {
    for (const { file } of inputs) if ('failure' in file) fail(file.failure);
    return;
  }
  if (options.saveMapping !== undefined) saveMapping(options.saveMapping, readable(inputs)[0]!);
  if (options.dryRun) return showOnly(inputs);
  process.stderr.write(tellFiles(readable(inputs)));
  const service = opened(prepareDatabase(options.db), options.events);
  const stop = stopSignal();
  try {
    ownProject(service, options.project);
    const imported = await importInto(service, inputs, { ...options, signal: stop.signal }).catch(halfway);
    reportImport(imported, { ...options, into: options.project });
  } finally {
    stop.end();
    await service.close();
  }
}

/** Adds to the error how to go on, as earlier transactions of the import are stored. */
function halfway(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw error.saying(`${error.message} ${GO_ON}`);
}

/** A dry run: stores nothing and creates no database. */
async function showOnly(inputs: readonly Input[]): Promise<void> {
  for (const file of readable(inputs)) {
    const { text, failure } = await dryRun(file);
    process.stdout.write(text);
    if (failure !== null) fail(failure);
  }
  for (const { file } of inputs) if ('failure' in file) fail(file.failure);
}

export function readable(inputs: readonly Input[]): FileInfo[] {
  return inputs.flatMap(({ file }) => ('failure' in file ? [] : [file]));
}

function fail(text: string): void {
  complain(text);
  process.exitCode = 1;
}

interface Reporting extends Pick<ImportOptions, 'db' | 'json' | 'verbose'> {
  /** As it was named; imports are numbered by project, so the command that takes one back names it, too. */
  readonly into: string | undefined;
}

export function reportImport(imported: Imported, options: Reporting): void {
  print(options, imported, importText(imported, options.verbose).trimEnd());
  if (imported.import_id !== null && !options.json) {
    const { import_id: id } = imported;
    const project = options.into === undefined ? '' : ` --project ${options.into}`;
    const words = `imports delete ${id}${project}`;
    tell(`Import ${id}; taken back with ${typed(words, resolve(options.db))}`);
  }
  for (const { failure } of imported.files) if (failure !== null) complain(failure);
  for (const note of imported.notes) complain(note);
  if (imported.files.some(hasFailed)) process.exitCode = 1;
  if (!imported.is_stopped) return;
  complain(`Stopped. ${GO_ON}`);
  process.exitCode = 130;
}

function complain(text: string): void {
  tell(`insights-mcp: ${text}`);
}

/**
 * Looks at one file after the other, because there may be more than can be open at once.
 * @throws ServiceError for invalid options; problems of a file are reported with it
 */
export async function lookAt(
  paths: readonly string[],
  options: MappedOptions & Pick<ImportOptions, 'source'> = {},
): Promise<Input[]> {
  const settings = settingsOf(options);
  const inputs: Input[] = [];
  const seen = new Map<string, string>();
  for (const { path, archive } of await withArchived(paths)) {
    const twin = options.source === undefined ? seen.get(unpackedName(path)) : undefined;
    if (twin === undefined) seen.set(unpackedName(path), path);
    const file = twin === undefined ? await describe(path, settings, archive) : { failure: twinText(path, twin) };
    inputs.push({ path, source: options.source ?? sourceOf(path), file });
  }
  return inputs;
}

/** Replaces a zip archive by the files in it. */
async function withArchived(paths: readonly string[]): Promise<{ path: string; archive: string | null }[]> {
  const all: { path: string; archive: string | null }[] = [];
  for (const path of paths) {
    const inside = path === STDIN ? null : await archived(path);
    if (inside === null) all.push({ path, archive: null });
    else all.push(...inside.map((one) => ({ path: one, archive: path })));
  }
  return all;
}

async function describe(path: string, settings: FileSettings, archive: string | null): Promise<Input['file']> {
  try {
    return await describeFile(path, settings, archive);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { failure: error.message };
  }
}

function twinText(path: string, twin: string): string {
  return `${path} was left out: ${twin} is the same file by its name. Import it by itself, which adds what is new in it, or name what both are parts of with --source.`;
}

/**
 * Imports all files into one project, as one document: see line_ids.ts. Unreadable files are reported and skipped.
 * @throws ServiceError if the project does not exist, or nothing can be written
 */
export async function importInto(
  service: Service,
  inputs: readonly Input[],
  options: {
    readonly project?: string;
    readonly reject?: string | null;
    readonly signal?: AbortSignal;
    readonly bar?: Progress;
  } = {},
): Promise<Imported> {
  const { ingest, store } = service;
  const project = ownProject(service, options.project);
  const isFormer = store.events.hasFormerImports(project.id);
  const sources = [...new Set(inputs.map(({ source }) => source))];
  const { id: import_id } = store.transaction(() => store.imports.begin(project.id, sources, service.now()));
  const job = new ImportJob(
    inputs,
    options.reject === null ? null : new RejectFolder(options.reject ?? REJECT_FOLDER),
    options.bar ?? openProgress(),
  );
  const isStopped = (): boolean => options.signal?.aborted === true;
  try {
    for await (const batch of readAhead(job.files)) {
      const results = ingest.importBatch(
        project,
        { events: openFileBatch(batch.events), others: batch.others },
        batch.chunks.map(({ end }) => end),
        import_id,
      );
      for (const [at, { taken, duplicates, left_out, further_types }] of results.entries()) {
        const chunk = batch.chunks[at]!;
        job.tally.add(job.countsOf(chunk), taken, duplicates);
        if (left_out > 0) job.tally.refuse(job.countsOf(chunk), tooManyTypes(), null, left_out);
        for (const type of further_types) job.further_types.add(type);
        await job.refuse(chunk);
      }
      await ingest.settle(project, TUNING.import_tail_events);
      job.progress(batch.bytes_read, batch.chunks.at(-1)!);
      if (isStopped()) break;
    }
    // A few events are not worth a sealing thread.
    const isSealed = !isStopped() && job.tally.lines >= TUNING.import_sealed_lines;
    await (isSealed ? ingest.settle(project, 0) : ingest.flush());
  } finally {
    if (job.tally.taken() === 0) store.transaction(() => store.imports.remove(project.id, import_id));
    await job.end();
  }
  const imported = job.tally.result(isStopped(), [
    ...job.notes,
    ...(job.further_types.size > 0 ? [furtherTypes([...job.further_types])] : []),
    ...(isFormer ? [FORMER_IMPORTS] : []),
  ]);
  return { ...imported, import_id: imported.taken === 0 ? null : import_id };
}

function tooManyTypes(): string {
  return `A project has at most ${LIMIT.groups_per_project} group types, and this group is of a further one.`;
}

function furtherTypes(types: readonly string[]): string {
  const named = types.slice(0, TYPES_NAMED).map((type) => quoted(type));
  const more = types.length > TYPES_NAMED ? ' and others' : '';
  return `Events of further group types (${named.join(', ')}${more}) were taken, but those groups cannot be counted: a project has at most ${LIMIT.groups_per_project} group types.`;
}

/** Everything counted, set aside and shown during an import. */
class ImportJob {
  readonly tally: Tally;
  readonly notes: string[] = [];
  /** Group types that events named beyond those a project has room for. */
  readonly further_types = new Set<string>();
  /** Readable files, and the index of each among all inputs. */
  readonly files: readonly SourceFile[];
  readonly #places: readonly number[];
  /** null: refused lines are counted only. */
  readonly #rejects: RejectFolder | null;
  readonly #bar: Progress;
  /** null if some length is unknown. */
  readonly #bytes: number | null;

  constructor(inputs: readonly Input[], rejects: RejectFolder | null, bar: Progress) {
    this.tally = new Tally(inputs);
    this.#rejects = rejects;
    this.#bar = bar;
    const files: SourceFile[] = [];
    const places: number[] = [];
    for (const [place, { file, source }] of inputs.entries()) {
      if ('failure' in file) this.tally.at(place).failure = file.failure;
      else {
        files.push({ file, source });
        places.push(place);
      }
    }
    this.files = files;
    this.#places = places;
    this.#bytes = files.reduce<number | null>(
      (sum, { file: { bytes } }) => (sum === null || bytes === null ? null : sum + bytes),
      0,
    );
  }

  countsOf({ file }: ReadChunk) {
    return this.tally.at(this.#places[file]!);
  }

  async refuse(chunk: ReadChunk): Promise<void> {
    const counts = this.countsOf(chunk);
    counts.failure = chunk.failure;
    if (chunk.left_out.length > 0)
      this.notes.push(`${shownPath(counts.file)}, later rows: ${leftOutText(chunk.left_out)}`);
    if (chunk.refused.length === 0) return;
    for (const { reason, line } of chunk.refused) this.tally.refuse(counts, reason, line);
    if (this.#rejects === null) return;
    counts.rejects = await this.#rejects.add(
      counts.file,
      chunk.refused.map(({ json }) => json),
    );
  }

  progress(bytes_read: number, { file }: ReadChunk): void {
    const name = this.files[file]!.file.path;
    const note = this.files.length === 1 ? name : `${name} (${file + 1} of ${this.files.length})`;
    const share = this.#bytes === null ? null : bytes_read / Math.max(this.#bytes, 1);
    this.#bar.update(share, this.tally.lines, note);
  }

  async end(): Promise<void> {
    this.#bar.end();
    await this.#rejects?.end();
  }
}
