/** The store's contract for what people save besides insights: actions, cohorts, annotations, alerts. */

/** A saved combination of events; a question names it by its number. */
export interface ActionRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** As the service has checked them. */
  readonly steps: readonly unknown[];
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** A saved set of people, by what they are and did or (static) by name. */
export interface CohortRow {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** `{"properties": {type, values}}`; says nothing where `is_static`. */
  readonly filters: unknown;
  readonly is_static: boolean;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** What happened at a time, told beside answers that cover it. */
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
  /** Place of the line. */
  readonly series: number;
  readonly webhook_url: string | null;
  readonly enabled: boolean;
  /** The last point that was told. */
  readonly notified_point: string | null;
  readonly notified_at_ms: number | null;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
}

/** What these have in common: numbered within the project, soft-deleted. */
export interface NumberedStore<Row> {
  /** The next number unless one is given. */
  insert(values: Omit<Row, 'id'>, id?: number): Row;
  /** Soft-deleted ones too; the service decides what they mean. */
  get(project_id: number, id: number): Row | undefined;
  update(project_id: number, id: number, patch: Partial<Omit<Row, 'id' | 'project_id'>>): Row;
  /** Without soft-deleted ones, by number; `search` in the texts of people, any case; `count` is before limit and offset. */
  list(project_id: number, filter: { search?: string; limit: number; offset: number }): { count: number; rows: Row[] };
}

export type ActionStore = NumberedStore<ActionRow>;
export type AlertStore = NumberedStore<AlertRow>;

export interface AnnotationStore extends NumberedStore<AnnotationRow> {
  /** The latest `limit` of them that are not removed, earliest first; `until_ms` is exclusive. */
  within(project_id: number, from_ms: number, until_ms: number, limit: number): AnnotationRow[];
}

export interface CohortStore extends NumberedStore<CohortRow> {
  /** Distinct ids (by their dense numbers) of a static cohort's members, ascending. */
  members(project_id: number, id: number): number[];
  addMembers(project_id: number, id: number, distinct_ords: readonly number[]): void;
}
