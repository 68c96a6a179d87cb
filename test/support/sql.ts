/** Products with a few rows, for statements. */
import type { Project } from '../../src/model/saved/project.ts';
import type { SqlResult } from '../../src/model/sql/body.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { runSql } from '../../src/service/operations/sql.ts';
import type { RunningService } from '../../src/service/service.ts';
import { event, temporaryProduct } from './product.ts';

export interface Rows {
  readonly timezone?: string;
  /** event, distinct id, time, properties */
  readonly events: readonly (readonly [string, string, string, Record<string, unknown>?])[];
  /** distinct id -> properties */
  readonly persons?: Readonly<Record<string, Record<string, unknown>>>;
  readonly groups?: readonly (readonly [type: string, key: string, properties: Record<string, unknown>])[];
}

const NOW = '2026-01-15T12:00:00Z';

export interface SqlProduct {
  readonly service: RunningService;
  readonly project: Project;
  run(query: string, more?: Record<string, unknown>): Promise<SqlResult>;
}

/** At a fixed time. */
export function sqlProduct({ timezone = 'UTC', events, persons = {}, groups = [] }: Rows): SqlProduct {
  const now_ms = Date.parse(NOW);
  const { service } = temporaryProduct({ now: () => now_ms, computing: { thread: 'never' } });
  const project = service.store.projects.update(1, { timezone });
  const items: IngestItem[] = [
    ...Object.entries(persons).map(([id, properties]): IngestItem => {
      return {
        kind: 'person',
        person: { distinct_ids: [id], properties, created_at_ms: Date.parse('2026-01-01T00:00:00Z') },
      };
    }),
    ...groups.map(([group_type, group_key, properties]): IngestItem => {
      return { kind: 'group', group: { group_type, group_key, properties, created_at_ms: now_ms } };
    }),
    ...events.map(([name, id, time, properties]) => event(name, id, time, properties)),
  ];
  service.ingest.importItems(project, items);
  return {
    service,
    project,
    run: async (query, more = {}) =>
      (await call(service, localOwner(service), runSql, { query, ...more })) as SqlResult,
  };
}
