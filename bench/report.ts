/** What a run found, and how it is shown. */
import type { LoadFigures } from './load.ts';
import type { PeerName } from './peers.ts';

export interface QueryFigure {
  readonly name: string;
  readonly ours_ms: number;
  readonly clickhouse_ms: number | null;
  readonly duckdb_ms: number | null;
  /** How each peer's answer differs from ours; null where it does not. */
  readonly differences: Readonly<Partial<Record<PeerName, string | null>>>;
}

/** ours, clickhouse, duckdb. */
type ByEngine = Readonly<Record<string, number>>;

export interface Report {
  readonly machine: string;
  readonly measured_at: string;
  readonly events: number;
  readonly queries: readonly QueryFigure[];
  /** Events per second. Ours reads NDJSON and finds out who is who; peers read typed rows with the person in them. */
  readonly ingest: ByEngine;
  /** Milliseconds from the start of a process to its first answer (T2), the file in the page cache. */
  readonly cold: ByEngine;
  /** After all trends and funnels. */
  readonly memory: { readonly bytes_per_event: number; readonly rss_bytes: number } | null;
  /** Bytes per event; ours with an id for every event, and with ids derived from the file. */
  readonly disk: ByEngine;
  /** Ours only. */
  readonly load: LoadFigures | null;
}

export function fasterPeer({ clickhouse_ms, duckdb_ms }: QueryFigure): number {
  return Math.min(clickhouse_ms ?? Number.POSITIVE_INFINITY, duckdb_ms ?? Number.POSITIVE_INFINITY);
}

export function allEqual({ queries }: Report): boolean {
  return queries.every(({ differences }) => Object.values(differences).every((text) => text === null));
}

export function tableOf(report: Report): string {
  const lines = report.queries.map((query) => {
    const ratio = fasterPeer(query) / query.ours_ms;
    const cells = [
      query.name,
      inMs(query.ours_ms),
      inMs(query.clickhouse_ms),
      inMs(query.duckdb_ms),
      Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 1 : 0)}x` : '-',
      equality(query),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| question | ours ms | ClickHouse ms | DuckDB ms | ratio | equal |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function equality({ differences }: QueryFigure): string {
  const found = Object.entries(differences);
  if (found.length === 0) return '-';
  const wrong = found.flatMap(([peer, text]) => (text === null ? [] : [`${peer}: ${text}`]));
  return wrong.length === 0 ? 'yes' : `no (${wrong.join('; ')})`;
}

function inMs(value: number | null): string {
  if (value === null) return '-';
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
