/** `insights-mcp backup`, `restore`, `verify`, `repair`, `export`: for operators of a database. */
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '../model/error.ts';
import { ownProject } from '../service/gate/call.ts';
import { backUp, restore as restoreCopy } from '../service/operator/copies.ts';
import { repairFile } from '../service/operator/repair.ts';
import { isAt, storedElsewhere } from '../service/operator/stored_elsewhere.ts';
import { type Lines, linesElsewhere, storedLines } from '../service/operator/stored_lines.ts';
import { appear, forgetUnfinished, unfinishedBeside } from '../service/operator/unfinished.ts';
import { type Verified, verifyFile } from '../service/operator/verify.ts';
import type { RunningService } from '../service/service.ts';
import { grouped } from '../service/words/lists.ts';
import { quoted, typed } from './shell/invocation.ts';
import { existingDatabase, opened } from './shell/opened.ts';
import { give, say, sizeOf } from './shell/output.ts';
import { prepareDatabase } from './shell/paths.ts';
import { openProgress } from './shell/progress.ts';
import { stopSignal } from './shell/stop.ts';
import { type Written, writeParquetFolder } from './tables/parquet_folder.ts';

interface Options {
  readonly db: string;
}

export async function backup(file: string, options: Options): Promise<void> {
  const [path, target] = [existingDatabase(options.db), resolve(file)];
  const verified = await backUp(path, target);
  say(
    `${target}: ${sizeOf(target)}, read whole: ${told(verified)}.\nPut back with ${typed(`restore ${quoted(file)} --replace`, path)}`,
  );
}

export async function restore(file: string, options: Options & { readonly replace: boolean }): Promise<void> {
  const path = prepareDatabase(options.db);
  const aside = options.replace ? `${path}.replaced-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}` : null;
  const was = existsSync(path);
  if (was && aside === null) {
    const help = '--replace puts the backup in its place, and keeps it beside under another name.';
    throw new ServiceError('conflict', `${path} exists already. ${help}`);
  }
  const verified = restoreCopy(resolve(file), path, aside);
  const before = was ? `\nThe database of before is ${aside}` : '';
  say(`${path} is what ${file} holds: ${told(verified)}.${before}`);
}

export async function verify(options: Options & { readonly json: boolean }): Promise<void> {
  const path = existingDatabase(options.db);
  const verified = verifyFile(path);
  const { problems } = verified;
  if (problems.length > 0) process.exitCode = 1;
  if (options.json) return give(JSON.stringify({ database: path, ...verified }, null, 2));
  if (problems.length === 0) return say(`${path} is whole: ${told(verified)}.`);
  say(
    [
      ...problems,
      `Damaged: ${path}. What could be read: ${told(verified)}. Restore it from a backup, or see what repair can keep.`,
    ].join('\n'),
  );
}

/** Exit code when somebody stops a command. */
const INTERRUPTED_CODE = 130;
/** Exit code when rows are lost for good. */
const GONE_CODE = 2;

export async function repair(damaged: string, options: { readonly to: string; readonly json: boolean }): Promise<void> {
  const [path, target] = [existingDatabase(damaged), resolve(options.to)];
  const repaired = repairFile(path, target);
  if (repaired === null) return say(`${path} is whole: there is nothing to repair, and nothing was written.`);
  const { verified, made_anew, gone } = repaired;
  if (gone.length > 0) process.exitCode = GONE_CODE;
  if (options.json) return give(JSON.stringify({ database: target, ...verified, made_anew, gone }, null, 2));
  say(
    [
      ...made_anew.map((line) => `Made anew: ${line}.`),
      ...(gone.length === 0 ? ['Nothing is gone.'] : gone.map((line) => `Gone: ${line}.`)),
      `${target} is whole: ${told(verified)}. ${path} is as it was.`,
    ].join('\n'),
  );
}

interface ExportOptions extends Options {
  readonly project?: string;
  /** A folder for Parquet files, instead of a file of lines. */
  readonly parquet?: string;
  /** Where the events are, if not in the file. */
  readonly events?: string;
}

export async function exportProject(file: string | undefined, options: ExportOptions): Promise<void> {
  const path = existingDatabase(options.db);
  const { parquet } = options;
  const named = parquet ?? file;
  if (named === undefined || (parquet !== undefined && file !== undefined)) {
    throw new ServiceError('invalid_input', 'Name one target: a file for lines, or a folder with --parquet.');
  }
  if (parquet === undefined) checkName(named);
  const target = resolve(named);
  if (existsSync(target)) throw new ServiceError('conflict', `${target} exists already. Choose another name.`);
  const service = opened(path);
  try {
    const place = service.store.events.place();
    const project = ownProject(service, options.project);
    if (place !== null) {
      const lines = await writeLines(linesFrom(service, project.id, place, options), target);
      say(`${target}: ${grouped(lines)} lines, ${sizeOf(target)}. Another database takes them with import`);
      return;
    }
    if (parquet !== undefined) {
      const { rows, files } = service.store.snapshot(() => writeFolder(service.store, project.id, target));
      say(`${target}: ${grouped(rows)} rows in ${grouped(files)} files`);
      return;
    }
    const lines = await writeLines(service.store.snapshotInTurns(storedLines(service.store, project.id)), target);
    say(`${target}: ${grouped(lines)} lines, ${sizeOf(target)}. Another database takes them with import`);
  } finally {
    await service.close();
  }
}

/** A name must not promise what the file is not: a program would try to read it as that. */
function checkName(file: string): void {
  const lines = 'export writes lines of JSON to a file, which appears once it is whole. Name it .ndjson or .ndjson.gz';
  if (file === '-') throw new ServiceError('invalid_input', `${lines}.`);
  if (!/\.(csv|tsv|xlsx|parquet|zip|zst|bz2|xz)$/i.test(file.replace(/\.gz$/i, ''))) return;
  const others = 'for Parquet name a folder with --parquet, for a table of any form ask sql with --out';
  throw new ServiceError('invalid_input', `${file}: ${lines}; ${others}.`);
}

function writeFolder(store: RunningService['store'], project_id: number, target: string): Written {
  const bar = openProgress();
  try {
    return writeParquetFolder(store, project_id, target, (rows) => bar.update(null, rows, target));
  } finally {
    bar.end();
  }
}

/** The file is complete or does not exist. */
async function writeLines(blocks: AsyncIterable<Lines>, target: string): Promise<number> {
  const stop = stopSignal();
  const file = unfinishedFile(target);
  try {
    for await (const block of blocks) {
      if (stop.signal.aborted) throw stopped(target);
      file.write(block);
    }
    return file.finish();
  } finally {
    file.close();
    stop.end();
  }
}

function stopped(target: string): ServiceError {
  process.exitCode = INTERRUPTED_CODE;
  return new ServiceError('cancelled', `Stopped. There is no ${target}, and nothing is left of it: export it again.`);
}

function unfinishedFile(target: string) {
  const unfinished = unfinishedBeside(target);
  const pack = target.endsWith('.gz') ? gzipSync : (text: string) => Buffer.from(text);
  const bar = openProgress();
  const out = openSync(unfinished, 'w');
  let written = 0;
  return {
    write({ text, lines }: Lines): void {
      writeAll(out, pack(text));
      written += lines;
      bar.update(null, written, target);
    },
    /** Returns the number of lines. */
    finish(): number {
      fsyncSync(out);
      appear(unfinished, target);
      return written;
    },
    close(): void {
      closeSync(out);
      forgetUnfinished(unfinished);
      bar.end();
    },
  };
}

function linesFrom(
  { store }: RunningService,
  project_id: number,
  place: string,
  { events, parquet }: ExportOptions,
): AsyncIterable<Lines> {
  if (parquet !== undefined)
    throw new ServiceError(
      'not_supported',
      `The events of this file are in ${place}: export lines, without --parquet.`,
    );
  if (events === undefined || !isAt(events, place))
    throw new ServiceError('invalid_input', `The events of this file are in ${place}: say its address with --events.`);
  return linesElsewhere(store, project_id, storedElsewhere(store, events, project_id));
}

function writeAll(out: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(out, bytes, from);
}

function told({ events, people, segments }: Verified): string {
  return `${grouped(events)} events, ${grouped(people)} people, ${grouped(segments)} segments`;
}
