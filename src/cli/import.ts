/** `insights-mcp import`: files into a project, a batch a transaction, refused lines set aside with their reasons. */

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { Project } from '../model/project.ts';
import { localOwner } from '../service/authenticate.ts';
import { findProject } from '../service/call.ts';
import { openService, type RunningService } from '../service/service.ts';
import { describeFile } from './files/describe.ts';
import { type FileOptions, parseFileOptions } from './files/settings.ts';
import type { FileInfo } from './files/types.ts';
import { prepareDatabase } from './paths.ts';
import { openProgress } from './progress.ts';
import { readAhead } from './read_ahead.ts';

export interface ImportOptions extends FileOptions {
  readonly db: string;
  readonly project?: string;
  readonly reject?: string;
  readonly json: boolean;
}

export interface Counts {
  readonly file: string;
  taken: number;
  /** Events the project holds already, and lines that an earlier import of the same file took. */
  duplicates: number;
  skipped: number;
  /** Where refused lines went; null when there are none. */
  rejects: string | null;
}

export async function importFiles(files: readonly string[], options: ImportOptions): Promise<void> {
  // A wrong name or mapping is told before a database is made.
  const settings = parseFileOptions(options);
  const described = await Promise.all(files.map((path) => describeFile(path, settings)));
  const service = openService({ path: prepareDatabase(options.db), computing: { place: 'here' } });
  try {
    const results = await importInto(service, described, options);
    process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : results.map(line).join(''));
    // A file of which nothing could be taken is a failure, e.g. for a script that goes on with the data.
    if (results.some((counts) => counts.taken + counts.duplicates === 0 && counts.skipped > 0)) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

/** One file after the other, into one project. @throws ServiceError when a file or its reject file cannot be used */
export async function importInto(
  service: RunningService,
  files: readonly FileInfo[],
  options: Pick<ImportOptions, 'project' | 'reject'>,
): Promise<Counts[]> {
  const project = findProject(service, localOwner(service), options.project ?? null);
  const opened = new Map<string, Rejects>();
  const results: Counts[] = [];
  try {
    for (const file of files) {
      const path = options.reject ?? `${file.path}.reject.ndjson`;
      const rejects = opened.get(path) ?? new Rejects(path);
      opened.set(path, rejects);
      results.push(await importFile(service, project, file, rejects));
    }
  } finally {
    for (const rejects of opened.values()) await rejects.end();
  }
  return results;
}

function line(counts: Counts): string {
  const rejects = counts.rejects === null ? '' : ` (see ${counts.rejects})`;
  return `${counts.file}: ${counts.taken} taken, ${counts.skipped} skipped${rejects}, ${counts.duplicates} duplicate\n`;
}

async function importFile(
  service: RunningService,
  project: Project,
  file: FileInfo,
  rejects: Rejects,
): Promise<Counts> {
  const counts: Counts = { file: file.path, taken: 0, duplicates: 0, skipped: 0, rejects: null };
  const progress = openProgress(file.path);
  // The mapping decides what a line means, so the same file under another mapping is another import.
  const digest = [file.digest, ...[...file.settings.map].map((pair) => pair.join('='))].join(' ');
  const done = service.store.events.importedLines(project.id, digest);
  for await (const { items, last_line, duplicates, refused, bytes_read } of readAhead({ file, done })) {
    counts.duplicates += duplicates;
    counts.skipped += refused.length;
    for (const text of refused) rejects.add(text);
    if (last_line > done) {
      const result = service.ingest.importBatch(project, items, { digest, lines: last_line });
      counts.taken += result.taken;
      counts.duplicates += result.duplicates;
      await service.ingest.settle(project, LIMIT.import_tail_events);
    }
    progress.update(bytes_read / file.bytes, `${counts.taken + counts.duplicates} lines`);
  }
  progress.end();
  await service.ingest.settle(project, 0);
  if (counts.skipped > 0) counts.rejects = rejects.path;
  return counts;
}

/** Lines that could not be taken, as NDJSON. The file is made with the first of them. */
class Rejects {
  readonly path: string;
  #count = 0;
  #out: WriteStream | null = null;
  #failure: Error | null = null;

  constructor(path: string) {
    this.path = path;
  }

  add(text: string): void {
    this.#count++;
    if (this.#count > LIMIT.reject_lines) return;
    this.#out ??= this.#open();
    this.#out.write(`${text}\n`);
  }

  #open(): WriteStream {
    const out = createWriteStream(this.path);
    out.on('error', (error) => {
      this.#failure = error;
    });
    return out;
  }

  /** @throws ServiceError when the file could not be written */
  async end(): Promise<void> {
    if (this.#out === null) return;
    this.#out.end();
    if (!this.#out.closed) await once(this.#out, 'close');
    if (this.#failure) {
      throw new ServiceError(
        'invalid_input',
        `${this.#count} lines were refused and ${this.path} cannot be written. Name another file with --reject.`,
        { cause: this.#failure },
      );
    }
  }
}
