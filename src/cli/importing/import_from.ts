/** Imports that callers of a server ask for. They read from one folder, never from outside of it. */
import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { definedOnly } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import type { Importing } from '../../service/contract/context.ts';
import { grouped } from '../../service/words/lists.ts';
import { dryRun } from '../files/dry_run.ts';
import { tellFiles } from '../files/tell.ts';
import type { Progress } from '../shell/progress.ts';
import { filesBelow, filesWithin } from './folder_files.ts';
import { type Input, importInto, lookAt, readable } from './import.ts';

/** @throws ServiceError if there is no such folder */
export async function importFrom(folder: string): Promise<Importing> {
  const root = await realpath(folder).catch(() => null);
  if (root === null || !(await stat(root)).isDirectory()) {
    throw new ServiceError('invalid_input', `--import-from takes a folder; there is none at ${folder}.`);
  }
  let isRunning = false;
  let told: string | null = null;
  /** Keeps the progress for callers instead of drawing a bar on the server's terminal. */
  const bar: Progress = {
    update(_, lines) {
      told = `${grouped(lines)} lines so far`;
    },
    end() {
      told = null;
    },
  };
  return {
    progress: () => told,
    async files() {
      const sized = (await filesBelow(root)).map(async (path) => {
        // It may be gone by now, as others work in that folder, too.
        const found = await stat(path).catch(() => null);
        return found === null ? [] : [{ path: relative(root, path), bytes: found.size }];
      });
      return (await Promise.all(sized)).flat();
    },
    async take(service, { project_id, path, dry_run, options, signal }) {
      if (isRunning) throw new ServiceError('busy', 'Another import runs. Ask again when it is done.');
      isRunning = true;
      try {
        const { date_format: dateFormat, ...others } = options;
        const inputs = await lookAt(await filesWithin(root, path), definedOnly({ ...others, dateFormat }));
        const failed = inputs.flatMap(({ file }) => ('failure' in file ? [file.failure] : []));
        if (failed.length === inputs.length) throw new ServiceError('invalid_input', failed.join('\n'));
        if (dry_run) return { import_id: null, files: [], reasons: [], told: named(root, await dryRuns(inputs)) };
        const imported = await importInto(service, inputs, { project: String(project_id), reject: null, signal, bar });
        return {
          import_id: imported.import_id,
          files: imported.files.map(({ file, taken, known, refused, failure }) => ({
            file: relative(root, file),
            ...{ taken, known, refused },
            failure: failure === null ? null : named(root, failure),
          })),
          reasons: imported.reasons.map(({ reason, count, line }) => ({ reason: named(root, reason), count, line })),
          told: named(root, [tellFiles(readable(inputs)), ...imported.notes.map((note) => `${note}\n`)].join('')),
        };
      } catch (error) {
        throw error instanceof ServiceError ? error.saying(named(root, error.message)) : error;
      } finally {
        isRunning = false;
      }
    },
  };
}

async function dryRuns(inputs: readonly Input[]): Promise<string> {
  let told = '';
  for (const { file } of inputs) {
    if ('failure' in file) told += `${file.failure}\n`;
    else {
      const { text, failure } = await dryRun(file);
      told += failure === null ? text : `${text}${failure}\n`;
    }
  }
  return told;
}

/** Options of the command that are arguments of the operation, too. */
const OPTIONS = /--(map|event|from|rows|timezone|date-format|encoding|delimiter|source)\b/g;

/** Callers see names relative to the folder, as only the operator may know where it is, and arguments for options. */
function named(root: string, text: string): string {
  return text.replaceAll(root + sep, '').replaceAll(OPTIONS, (_, name: string) => name.replace('-', '_'));
}
