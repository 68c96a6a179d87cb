/** `insights-mcp import`: files into a project, a batch a transaction, refused lines set aside with their reasons. */

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { Project } from '../model/project.ts';
import { localOwner } from '../service/authenticate.ts';
import { findProject } from '../service/call.ts';
import { itemOfLine } from '../service/ingest/lines.ts';
import type { IngestItem } from '../service/ingest/types.ts';
import { openService, type RunningService } from '../service/service.ts';
import { prepareDatabase } from './paths.ts';
import { openProgress } from './progress.ts';
import { type ColumnMap, describeFile, type FileInfo, parseColumnMap, type Row, readRows } from './read_rows.ts';

export interface ImportOptions {
  readonly db: string;
  readonly project?: string;
  readonly map?: string;
  readonly reject?: string;
  readonly json: boolean;
}

interface Counts {
  readonly file: string;
  taken: number;
  duplicates: number;
  skipped: number;
  /** Where refused lines went; null when there are none. */
  rejects: string | null;
}

export async function importFiles(files: readonly string[], options: ImportOptions): Promise<void> {
  const map = parseColumnMap(options.map);
  const described = await Promise.all(files.map(describeFile));
  const service = openService({ path: prepareDatabase(options.db) });
  try {
    const project = findProject(service, localOwner(service), options.project ?? null);
    const results: Counts[] = [];
    for (const file of described) results.push(await importFile(service, project, file, map, options.reject));
    process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : results.map(line).join(''));
    // A file of which nothing could be taken is a failure, e.g. for a script that goes on with the data.
    if (results.some((counts) => counts.taken + counts.duplicates === 0 && counts.skipped > 0)) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

function line(counts: Counts): string {
  const rejects = counts.rejects === null ? '' : ` (see ${counts.rejects})`;
  return `${counts.file}: ${counts.taken} taken, ${counts.skipped} skipped${rejects}, ${counts.duplicates} duplicate\n`;
}

async function importFile(
  service: RunningService,
  project: Project,
  file: FileInfo,
  map: ColumnMap,
  reject?: string,
): Promise<Counts> {
  const counts: Counts = { file: file.path, taken: 0, duplicates: 0, skipped: 0, rejects: null };
  const rejects = new Rejects(reject ?? `${file.path}.reject.ndjson`);
  const progress = openProgress(file.path);
  const digest = Buffer.from(file.digest, 'hex');
  // The mapping decides what a line means, so the same file under another mapping is another import.
  const name = [file.digest, ...[...map].map((pair) => pair.join('='))].join(' ');
  const done = service.store.events.importedLines(project.id, name);
  let share = 0;
  for await (const rows of readRows(file, map, (bytes) => (share = bytes / file.bytes))) {
    const items: IngestItem[] = [];
    for (const row of rows) {
      if (row.line <= done) counts.duplicates++;
      else take(row, digest, items, rejects);
    }
    const lines = rows[rows.length - 1]?.line ?? 0;
    if (lines > done) {
      const result = service.ingest.importItems(project, items, { digest: name, lines });
      counts.taken += result.taken;
      counts.duplicates += result.duplicates;
    }
    progress.update(share, `${counts.taken + counts.duplicates} lines`);
  }
  progress.end();
  counts.skipped = rejects.count;
  counts.rejects = await rejects.end();
  return counts;
}

function take(row: Row, digest: Buffer, items: IngestItem[], rejects: Rejects): void {
  if ('reason' in row) {
    rejects.add(row.line, row.reason, row.text);
    return;
  }
  try {
    items.push(itemOfLine(row.value, { digest, line: row.line }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    rejects.add(row.line, error.message, row.value);
  }
}

/** Lines that could not be taken, as NDJSON: {"line","reason","text"}. The file is made with the first of them. */
class Rejects {
  count = 0;
  readonly #path: string;
  #out: WriteStream | null = null;
  #failure: Error | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, reason: string, text: unknown): void {
    this.count++;
    if (this.count > LIMIT.reject_lines) return;
    this.#out ??= this.#open();
    this.#out.write(`${JSON.stringify({ line, reason, text })}\n`);
  }

  #open(): WriteStream {
    const out = createWriteStream(this.#path);
    out.on('error', (error) => {
      this.#failure = error;
    });
    return out;
  }

  /** The file's path, null when there was nothing to write. @throws ServiceError when it could not be written */
  async end(): Promise<string | null> {
    if (this.#out === null) return null;
    this.#out.end();
    if (!this.#out.closed) await once(this.#out, 'close');
    if (this.#failure) {
      throw new ServiceError(
        'invalid_input',
        `${this.count} lines were refused and ${this.#path} cannot be written. Name another file with --reject.`,
        { cause: this.#failure },
      );
    }
    return this.#path;
  }
}
