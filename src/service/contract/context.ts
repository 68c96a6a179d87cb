/** What a handler may touch. A context lives as long as one call. */
import type { Log } from '../../base/log.ts';
import type { Project, User } from '../../model/saved/project.ts';
import type { Scope } from '../../model/scope.ts';
import type { Store } from '../../store/types/store.ts';
import type { Computing } from '../computing/computing.ts';
import type { Datasets } from '../data/datasets.ts';
import type { Ingest } from '../ingest/types.ts';
import type { Pictures } from '../pictures/thread.ts';
import type { Events } from '../remote/events.ts';
import type { Face, Wording } from '../words/places.ts';
import type { Timings } from './timings.ts';
import type { Tracing } from './tracing.ts';

/** The parts of a running service. Clock and randomness are injected, so that tests can fix them. */
export interface Service {
  readonly store: Store;
  readonly datasets: Datasets;
  readonly events: Events;
  readonly ingest: Ingest;
  readonly computing: Computing;
  readonly pictures: Pictures;
  readonly timings: Timings;
  readonly log: Log;
  /** A note for every answer once the disk has failed, as refused writes may be counted; null while all is well. */
  doubt(): string | null;
  /** Origin at which the server is reached; null if unknown. */
  readonly public_url: string | null;
  /** Hosts or origins to which alerts may be sent. */
  readonly webhook_hosts: readonly string[];
  /** Files that callers may import; null: none. */
  readonly importing: Importing | null;
  /** How the reader of this service's texts would type a command (`key list`). */
  readonly command: (words: string) => string;
  /** Questions that take longer are logged, with how they were computed; null = none. */
  readonly slow_ms: number | null;
  readonly tracing: Tracing;
  now(): number;
  randomBytes(bytes: number): Uint8Array;
}

/** Who asks, and what they may do. */
export interface Caller {
  readonly user: User;
  /** null = the local owner of the file (stdio without a key). */
  readonly key_id: number | null;
  readonly scopes: readonly Scope[];
  /** null = every project. */
  readonly project_ids: readonly number[] | null;
  /** For anonymous holders of this insight's sharing link. */
  readonly shared_insight_id?: number;
}

export interface Admitted {
  readonly begun_ms: number;
  readonly parse_ms: number;
}

/** Of a call that has nothing to check. */
export function admittedNow(): Admitted {
  return { begun_ms: performance.now(), parse_ms: 0 };
}

export interface Context {
  readonly service: Service;
  readonly caller: Caller;
  readonly now_ms: number;
  /** When its input came, by `performance.now()`, and how long that took to check. */
  readonly admitted: Admitted;
  /** Aborted when the caller goes away or cancels. */
  readonly signal: AbortSignal;
  /** Who reads the answer: REST client or model. */
  readonly face: Face;
  /** Puts a message into the words of the caller's face. */
  readonly wording: Wording;
  /** The request's own address with its query, for `next` and `previous`; null outside HTTP. */
  readonly url: URL | null;
}

export interface ProjectContext extends Context {
  readonly project: Project;
}

interface ImportAsked {
  readonly project_id: number;
  /** Below the allowed folder: a file, a folder, or a pattern. */
  readonly path: string;
  /** Stores nothing. */
  readonly dry_run: boolean;
  /** How files are read, as the options of the command. */
  readonly options: Readonly<Partial<Record<'map' | 'event' | 'from' | 'timezone' | 'date_format', string>>>;
  readonly signal: AbortSignal;
}

interface FileImported {
  readonly file: string;
  readonly taken: number;
  readonly known: number;
  readonly refused: number;
  readonly failure: string | null;
}

interface ImportDone {
  readonly import_id: number | null;
  readonly files: readonly FileImported[];
  readonly reasons: readonly { readonly reason: string; readonly count: number; readonly line: number | null }[];
  /** What was found out about the files, line by line; of a dry run also what would be taken. */
  readonly told: string;
}

interface ImportableFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files that the operator lets callers import. Reading them is the command line's; an operation only asks for it. */
export interface Importing {
  /** How far the one that runs is, in words; null: none runs. */
  progress(): string | null;
  /** Files below the folder, by name. */
  files(): Promise<readonly ImportableFile[]>;
  /** @throws ServiceError for what is not in the folder, cannot be read, or while another one runs */
  take(service: Service, asked: ImportAsked): Promise<ImportDone>;
}
