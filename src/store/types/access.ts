/** The store's contract for users and their keys, and for the log of what they did. */
import type { User } from '../../model/saved/project.ts';
import type { Scope } from '../../model/scope.ts';

export interface ApiKey {
  readonly id: number;
  readonly user_id: number;
  readonly label: string;
  /** SHA-256 of the key, hex. The key itself is never stored. */
  readonly hash: string;
  /** Shown to people: `phx_…abcd`. */
  readonly mask: string;
  readonly scopes: readonly Scope[];
  /** Projects that the key is limited to; null = all. */
  readonly project_ids: readonly number[] | null;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
  readonly revoked_at_ms: number | null;
  /** The key is rejected from then on; null = never. */
  readonly expires_at_ms: number | null;
}

export interface KeyStore {
  insert(values: Omit<ApiKey, 'id' | 'last_used_at_ms' | 'revoked_at_ms'>): ApiKey;
  get(id: number): ApiKey | undefined;
  byHash(hash: string): ApiKey | undefined;
  list(): ApiKey[];
  revoke(id: number, at_ms: number): boolean;
  /** Changes when the key expires. */
  expire(id: number, at_ms: number): void;
  touch(id: number, at_ms: number): void;
}

export interface UserStore {
  create(values: Omit<User, 'id'>): User;
  get(id: number): User | undefined;
  /** The user whom a saved thing names as its author; null if it names none, or one who is not there. */
  author(id: number | null): User | null;
  first(): User | undefined;
}

/** An audited action. */
export interface AuditRow {
  readonly seq: number;
  readonly at_ms: number;
  /** null = the action was about all projects. */
  readonly project_id: number | null;
  readonly user_id: number | null;
  /** null = the file's owner, at the machine. */
  readonly key_id: number | null;
  /** An operation's name, or `create_key`, `revoke_key`, `rotate_key`, `apply_files`. */
  readonly action: string;
  /** The changed thing, by number or name. */
  readonly target: string | null;
  /** Names of the arguments sent; never their values. */
  readonly fields: readonly string[];
}

export interface AuditStore {
  /** Adds a row and keeps the latest `most`. */
  append(row: Omit<AuditRow, 'seq'>, most: number): void;
  /** Newest first. `project_id`: null for everything; `with_global`: also actions on all projects. `before`: a seq. */
  list(filter: {
    readonly project_id: number | null;
    readonly with_global: boolean;
    readonly before: number | null;
    readonly limit: number;
  }): AuditRow[];
}
