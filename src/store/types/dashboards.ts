/** The store's contract for dashboards and their tiles. */

export interface Dashboard {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly description: string;
  readonly filters: unknown;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly deleted: boolean;
  readonly created_at_ms: number;
  readonly created_by: number | null;
}

export interface Tile {
  readonly id: number;
  readonly dashboard_id: number;
  /** An insight or a text, never both. */
  readonly insight_id: number | null;
  readonly text: string | null;
  /** null = never removed, false = removed and restored, true = removed. */
  readonly deleted: boolean | null;
  /** Position among the tiles; tiles without one come last. */
  readonly order: number | null;
  readonly color: string | null;
  readonly layouts: unknown;
  /** Whether the insight's description is shown; null = the client decides. */
  readonly show_description: boolean | null;
}

export interface DashboardStore {
  insert(values: Omit<Dashboard, 'id'>): Dashboard;
  get(project_id: number, id: number): Dashboard | undefined;
  update(project_id: number, id: number, patch: Partial<Omit<Dashboard, 'id' | 'project_id'>>): Dashboard;
  /**
   * Dashboards by id, without soft-deleted ones. `search` looks in name and description and ignores case; all `tags`
   * must match; `count` ignores limit and offset.
   */
  list(
    project_id: number,
    filter: { search?: string; pinned?: boolean; tags?: readonly string[]; limit: number; offset: number },
  ): { count: number; rows: Dashboard[] };
  /** Live tiles (deleted is not true, dashboard not deleted) of each insight. */
  tilesOf(insight_ids: readonly number[]): Map<number, Tile[]>;
  tilesOn(dashboard_id: number): Tile[];
  /** Puts an insight on exactly these live dashboards: removes, restores or creates tiles. */
  placeInsight(insight_id: number, dashboard_ids: readonly number[]): void;
  /** Takes an insight off all dashboards, removed ones included. */
  takeOff(insight_id: number): void;
  /** Puts a text on a dashboard. Returns the tile's id. */
  placeText(dashboard_id: number, text: string): number;
  updateTile(id: number, patch: Partial<Omit<Tile, 'id' | 'dashboard_id' | 'insight_id'>>): void;
}
