/** Results of an import: lines per file, and rejected ones by reason. */
import { basename } from 'node:path';
import { must } from '../../base/assert.ts';
import { LIMIT } from '../../model/limit.ts';
import { grouped } from '../../service/words/lists.ts';
import { aligned } from '../shell/columns.ts';
import { durationText } from '../shell/progress.ts';

export interface FileCounts {
  readonly file: string;
  readonly source: string;
  taken: number;
  /** Events already stored, and persons and groups that the source described in the same way before. */
  known: number;
  refused: number;
  /** Where rejected lines went; null = none. */
  rejects: string | null;
  /** Why the file could not be read to its end; null if it could. */
  failure: string | null;
}

/** Why lines were rejected, and where that happened first. */
export interface Reason {
  readonly reason: string;
  readonly file: string;
  readonly line: number | null;
  count: number;
}

/** Everything an import reports. */
export interface Imported {
  readonly taken: number;
  readonly known: number;
  readonly refused: number;
  readonly seconds: number;
  /** Id by which the import can be undone; null if nothing was taken. */
  readonly import_id: number | null;
  /** Whether the import was interrupted. */
  readonly is_stopped: boolean;
  /** Sentences about anything else that is worth knowing. */
  readonly notes: readonly string[];
  /** The most frequent first. */
  readonly reasons: readonly Reason[];
  readonly files: readonly FileCounts[];
}

export class Tally {
  readonly files: readonly FileCounts[];
  lines = 0;
  readonly #began_ms = performance.now();
  readonly #reasons = new Map<string, Reason>();

  constructor(files: readonly { readonly path: string; readonly source: string }[]) {
    this.files = files.map(({ path, source }) => ({
      file: path,
      source,
      taken: 0,
      known: 0,
      refused: 0,
      rejects: null,
      failure: null,
    }));
  }

  at(place: number): FileCounts {
    return must(this.files[place], 'a file of this import');
  }

  add(file: FileCounts, taken: number, known: number): void {
    file.taken += taken;
    file.known += known;
    this.lines += taken + known;
  }

  /** @param line of the file, if known */
  refuse(file: FileCounts, reason: string, line: number | null = null, times = 1): void {
    file.refused += times;
    this.lines += times;
    const kept = this.#reasons.size < LIMIT.import_reasons || this.#reasons.has(reason) ? reason : 'other reasons';
    const found = this.#reasons.get(kept) ?? { reason: kept, file: file.file, line, count: 0 };
    this.#reasons.set(kept, found);
    found.count += times;
  }

  taken(): number {
    return this.files.reduce((total, { taken }) => total + taken, 0);
  }

  result(is_stopped: boolean, notes: readonly string[]): Omit<Imported, 'import_id'> {
    const sum = (of: 'known' | 'refused') => this.files.reduce((total, file) => total + file[of], 0);
    return {
      taken: this.taken(),
      known: sum('known'),
      refused: sum('refused'),
      seconds: Math.round(performance.now() - this.#began_ms) / 1_000,
      is_stopped,
      notes,
      reasons: [...this.#reasons.values()].sort((left, right) => right.count - left.count),
      files: this.files,
    };
  }
}

/** Whether a file could not be read to its end, or all its lines were rejected. */
export function hasFailed({ taken, known, refused, failure }: FileCounts): boolean {
  return failure !== null || (taken + known === 0 && refused > 0);
}

/** Up to this many files get a line of their own. */
const FEW_FILES = 12;

/** The tables printed at the end. */
export function importText(imported: Imported, is_verbose: boolean): string {
  const { files, reasons } = imported;
  const isEach = is_verbose || files.length <= FEW_FILES;
  const shown = isEach ? files : files.filter(hasFailed);
  const total = { file: files.length === 1 ? 'total' : `total of ${grouped(files.length)} files`, ...sums(imported) };
  const rows = files.length === 1 ? shown : [...shown, total];
  const parts = [
    table(
      ['file', 'taken', 'known already', 'refused'],
      rows.map(({ file, taken, known, refused }) => [file, grouped(taken), grouped(known), grouped(refused)]),
    ),
  ];
  if (reasons.length > 0) {
    parts.push(
      table(
        ['why lines were refused', 'lines', 'first in'],
        reasons.map(({ reason, count: lines, file, line }) => [reason, grouped(lines), placeText(file, line)]),
      ),
    );
  }
  return parts.join('\n') + closing(imported);
}

function sums({ taken, known, refused }: Imported): { taken: number; known: number; refused: number } {
  return { taken, known, refused };
}

function placeText(file: string, line: number | null): string {
  return line === null ? basename(file) : `${basename(file)}, line ${line}`;
}

function closing({ files, taken, known, refused, seconds }: Imported): string {
  const rejects = files.filter((file) => file.rejects !== null).map((file) => file.rejects);
  const where = rejects.length === 1 ? rejects[0] : `${rejects.length} files beside ${rejects[0]}`;
  const lines = taken + known + refused;
  const rate = seconds >= 1 ? ` (${grouped(Math.round(lines / seconds))} lines a second)` : '';
  const told = rejects.length === 0 ? '' : `Refused lines, each with its reason: ${where}\n`;
  return `\n${told}${grouped(lines)} lines in ${durationText(seconds * 1_000)}${rate}\n`;
}

/** Numbers are aligned right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = (column: number) => rows.every((row) => /^[\d,]+$/.test(row[column]!));
  return `${aligned(head, rows, isNumber).join('\n')}\n`;
}
