/** Contract for saved actions, cohorts, annotations and alerts. */
import type { AlertCondition, AlertInterval, AlertThreshold } from '../../model/saved/alert.ts';

/** A named combination of events, referred to by number. */
export interface ActionRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** As checked by the service. */
  readonly steps: readonly unknown[];
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** A saved set of people, by conditions or (static) by list. */
export interface CohortRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** `{"properties": {type, values}}`; empty if `is_static`. */
  readonly filters: unknown;
  readonly is_static: boolean;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** A note on a time, shown with answers that cover it. */
export interface AnnotationRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly content: string;
  readonly date_ms: number;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** Bounds on the latest point of a saved trend. */
export interface AlertRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly name: string;
  readonly insight_id: number;
  /** null = no bound. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Index of the line. */
  readonly series: number;
  readonly condition: AlertCondition;
  readonly threshold: AlertThreshold;
  /** Whether the current, unfinished point is judged. */
  readonly is_ongoing: boolean;
  readonly skip_weekend: boolean;
  readonly calculation_interval: AlertInterval;
  readonly subscribed_users: readonly number[];
  readonly webhook_url: string | null;
  readonly enabled: boolean;
  /** The last point reported. */
  readonly notified_point: string | null;
  readonly notified_at_ms: number | null;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** What these stores have in common: rows are numbered per project and soft-deleted. */
export interface NumberedStore<Row> {
  /** `id` defaults to the project's next number. */
  insert(values: Omit<Row, 'id'>, id?: number): Row;
  /** Includes soft-deleted ones; the service decides. */
  get(project_id: number, id: number): Row | undefined;
  update(project_id: number, id: number, patch: Partial<Omit<Row, 'id' | 'project_id'>>): Row;
  /**
   * Soft-deleted ones are left out; ordered by number. `search` looks in their texts and ignores case; `count` ignores
   * limit and offset.
   */
  list(project_id: number, filter: { search?: string; limit: number; offset: number }): { count: number; rows: Row[] };
}

export type ActionStore = NumberedStore<ActionRow>;
export type AlertStore = NumberedStore<AlertRow>;

export interface AnnotationStore extends NumberedStore<AnnotationRow> {
  /** The latest `limit` that are not removed, earliest first; `until_ms` exclusive. */
  within(project_id: number, from_ms: number, until_ms: number, limit: number): readonly AnnotationRow[];
}

export interface CohortStore extends NumberedStore<CohortRow> {
  /** Members of a static cohort: ordinals of distinct ids, ascending. */
  members(project_id: number, id: number): number[];
  /** The same as a text, "3,14,15". */
  memberList(project_id: number, id: number): string;
  /** Called after rows were lost: drops members from `ids_limit` on. Returns the cohorts that changed. */
  mendMembers(project_id: number, ids_limit: number): number[];
  addMembers(project_id: number, id: number, distinct_ords: readonly number[]): void;
  /** Removes them from one cohort, or from all if `id` is missing. */
  removeMembers(project_id: number, distinct_ords: readonly number[], id?: number): void;
}

export interface ViewStore {
  mark(project_id: number, user_id: number, insight_id: number, at_ms: number): void;
  /** Live insights, most recently viewed first, each once. */
  recent(project_id: number, user_id: number, limit: number): { insight_id: number; viewed_at_ms: number }[];
  /** Live insights viewed since then, those with most users first; `count` ignores limit and offset. */
  popular(project_id: number, since_ms: number, page: { limit: number; offset: number }): Popular;
  /** Time of the latest view by anybody; 0 = none. */
  lastMs(): number;
  /** Projects with views after `ms`. */
  changedSince(ms: number): number[];
}

interface Popular {
  readonly count: number;
  readonly rows: readonly { readonly insight_id: number; readonly users: number; readonly viewed_at_ms: number }[];
}
