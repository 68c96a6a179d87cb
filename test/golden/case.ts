/** Golden cases as they lie in a folder: inputs, a question, and what the answer must hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SavedThings } from './saved.ts';

export interface CasePerson {
  readonly distinct_ids: readonly string[];
  readonly properties?: Record<string, unknown>;
  readonly created_at?: string;
}

export interface CaseGroup {
  readonly group_type: string;
  readonly group_type_index: number;
  readonly group_key: string;
  readonly properties?: Record<string, unknown>;
  readonly created_at?: string;
}

export interface CaseEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties?: Record<string, unknown>;
  readonly elements?: unknown;
}

export type Expect = Readonly<Record<string, unknown>>;

export interface QuestionCase extends SavedThings {
  readonly id: string;
  readonly about: string;
  readonly now: string;
  readonly timezone: string;
  readonly persons: readonly CasePerson[];
  readonly groups?: readonly CaseGroup[];
  readonly group_types?: readonly { readonly group_type: string; readonly group_type_index: number }[];
  readonly events: readonly CaseEvent[];
  readonly test_account_filters?: readonly unknown[];
  readonly path_cleaning_filters?: readonly unknown[];
  readonly week_start_day?: 0 | 1;
  readonly older_engine_only?: boolean;
  readonly kind: string;
  readonly filters: Record<string, unknown>;
  readonly expect: Expect;
}

/** A row of a case file before it is known what it is. */
export type Row = Readonly<Record<string, unknown>>;

export interface CaseFile {
  /** Without the ending: `trend-1`. */
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Not a case file: the list of what cannot be asked yet lies beside them. */
export const NOT_YET_FILE = 'not-yet.json';

export function readCases(folder: string): CaseFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== NOT_YET_FILE)
    .sort()
    .map((name) => ({
      name: basename(name, '.json'),
      rows: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Row[],
    }));
}

/** Rows without an id are named by their place. */
export function idOf(file: CaseFile, row: Row, at: number): string {
  return typeof row['id'] === 'string' ? row['id'] : `${file.name}-${at + 1}`;
}
