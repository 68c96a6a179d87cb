/** What a handler may touch. A context lives as long as one call. */
import type { Log } from '../../base/log.ts';
import type { Project, User } from '../../model/saved/project.ts';
import type { Scope } from '../../model/scope.ts';
import type { Store } from '../../store/types/store.ts';
import type { Computing } from '../computing/computing.ts';
import type { Datasets } from '../data/datasets.ts';
import type { Refusals } from '../ingest/refusals.ts';
import type { Ingest } from '../ingest/types.ts';
import type { Pictures } from '../pictures/thread.ts';
import type { Events } from '../remote/events.ts';
import type { Face, Wording } from '../words/operation_names.ts';
import type { Timings } from './timings.ts';
import type { Tracing } from './tracing.ts';

/** The parts of a running service. Clock and randomness are injected so that tests can fix them. */
export interface Service {
  readonly store: Store;
  readonly datasets: Datasets;
  readonly events: Events;
  readonly ingest: Ingest;
  readonly refusals: Refusals;
  readonly computing: Computing;
  readonly pictures: Pictures;
  readonly timings: Timings;
  readonly log: Log;
  /** A note for all answers once the disk has failed, because they may count refused writes; null while all is well. */
  doubt(): string | null;
  /** Origin of the server's public address; null if unknown. */
  readonly public_url: string | null;
  /** Hosts or origins that alerts may be sent to. */
  readonly webhook_hosts: readonly string[];
  /** Files that callers may import; null if there are none. */
  readonly importing: Importing | null;
  /** How the reader of this service's texts types a command (`key list`). */
  readonly command: (words: string) => string;
  /** Slower questions are logged with how they were computed; null if none are. */
  readonly slow_ms: number | null;
  readonly tracing: Tracing;
  now(): number;
  randomBytes(bytes: number): Uint8Array;
}

/** Who calls, and what they may do. */
export interface Caller {
  readonly user: User;
  /** null for the local owner of the file (stdio without a key). */
  readonly key_id: number | null;
  readonly scopes: readonly Scope[];
  /** null means every project. */
  readonly project_ids: readonly number[] | null;
  /** Set for anonymous holders of this insight's sharing link. */
  readonly shared_insight_id?: number;
}

export interface Admitted {
  readonly begun_ms: number;
  readonly parse_ms: number;
}

/** For a call without anything to check. */
export function admittedNow(): Admitted {
  return { begun_ms: performance.now(), parse_ms: 0 };
}

export interface Context {
  readonly service: Service;
  readonly caller: Caller;
  readonly now_ms: number;
  /** When the input came, by `performance.now()`, and how long it took to check. */
  readonly admitted: Admitted;
  /** Aborted when the caller goes away or cancels. */
  readonly signal: AbortSignal;
  /** The face of the reader: REST client or model. */
  readonly face: Face;
  /** Puts a message into the words of the caller's face. */
  readonly wording: Wording;
  /** Address of the request with its query, for `next` and `previous`; null outside HTTP. */
  readonly url: URL | null;
  /** Where people reach this server, for links in answers; null if unknown. */
  readonly origin: string | null;
}

export interface ProjectContext extends Context {
  readonly project: Project;
}

interface ImportAsked {
  readonly project_id: number;
  /** A file, folder or pattern below the allowed folder. */
  readonly path: string;
  /** Whether to store nothing. */
  readonly dry_run: boolean;
  /** How to read files; same names as the command's options. */
  readonly options: Readonly<Partial<Record<'map' | 'event' | 'from' | 'rows' | 'timezone' | 'date_format', string>>>;
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
  /** Findings about the files, line by line. After a dry run also what would be taken. */
  readonly told: string;
}

interface ImportableFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files that the operator lets callers import. The command line's code reads them; an operation only asks for it. */
export interface Importing {
  /** Progress of the running import in words; null if none is running. */
  progress(): string | null;
  /** Files below the folder, by name. */
  files(): Promise<readonly ImportableFile[]>;
  /** @throws ServiceError if it is not in the folder, cannot be read, or another import is running */
  take(service: Service, asked: ImportAsked): Promise<ImportDone>;
}
