/** What a run found, and how it is shown. */
import type { LoadFigures } from './load.ts';
import type { PeerName } from './peers.ts';
import { QUESTIONS } from './questions.ts';

export interface QueryFigure {
  readonly name: string;
  readonly ours_ms: number;
  /** Where a filter is asked for the first time; null where the question has none. */
  readonly new_filter_ms: number | null;
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
  /** For which sealing or merging kept all others from writing at most, during an import. */
  readonly import_exchange_max_ms: number;
  /** Ours only. */
  readonly load: LoadFigures | null;
}

export function fasterPeer({ clickhouse_ms, duckdb_ms }: QueryFigure): number {
  return Math.min(clickhouse_ms ?? Number.POSITIVE_INFINITY, duckdb_ms ?? Number.POSITIVE_INFINITY);
}

export function allEqual({ queries }: Report): boolean {
  return queries.every(({ differences }) => Object.values(differences).every((text) => text === null));
}

/** The tables of a run, as they stand in the documentation. */
export function tablesOf(report: Report): string {
  return [
    `${report.events.toLocaleString('en-US')} events. ${report.machine}. ${report.measured_at.slice(0, 10)}.`,
    questionsOf(report),
    figuresOf(report),
  ].join('\n\n');
}

function questionsOf({ queries }: Report): string {
  const lines = queries.map((query) => {
    const { name, ours_ms, new_filter_ms, clickhouse_ms, duckdb_ms } = query;
    const times = [ours_ms, new_filter_ms, clickhouse_ms, duckdb_ms].map(inMs);
    const title = QUESTIONS.find((question) => question.name === name)?.title ?? '';
    return rowOf([name, title, ...times, timesFaster(ratioOf(query)), equality(query)]);
  });
  const mean = timesFaster(geometricMean(queries.map(ratioOf)));
  return [
    rowOf(['', 'question', 'ours ms', 'new filter ms', 'ClickHouse ms', 'DuckDB ms', 'times faster', 'equal']),
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    rowOf(['', 'geometric mean', '', '', '', '', mean, '']),
  ].join('\n');
}

function figuresOf({ ingest, cold, disk, memory, load, import_exchange_max_ms }: Report): string {
  const peers = (figures: ByEngine): string[] =>
    ['clickhouse', 'duckdb'].map((name) => figures[name]?.toLocaleString('en-US') ?? '-');
  const ours = (figures: ByEngine): string => figures['ours']?.toLocaleString('en-US') ?? '-';
  const lines = [
    ['import, events a second', ours(ingest), ...peers(ingest)],
    ['start of a process to its first answer, ms', ours(cold), ...peers(cold)],
    ['disk, bytes an event', `${disk['ours']} with an id each, ${disk['ours_derived_ids']} without`, ...peers(disk)],
    [
      'memory for columns after all trends and funnels, bytes an event',
      String(memory?.bytes_per_event ?? '-'),
      '-',
      '-',
    ],
  ];
  if (load !== null) {
    const paced = `\`POST /batch/\` at ${load.paced_events_per_second.toLocaleString('en-US')} events a second while questions are asked`;
    lines.push(
      [
        `${paced}: until durable, p50 / p99 / most, ms`,
        [load.p50_ms, load.p99_ms, load.max_ms].map(inMs).join(' / '),
        '-',
        '-',
      ],
      [
        'the event loop meanwhile, p99 / most, ms',
        [load.event_loop_p99_ms, load.event_loop_max_ms].map(inMs).join(' / '),
        '-',
        '-',
      ],
      [
        'longest lock of the store by sealing or merging, at either pace / during an import, ms',
        [load.exchange_max_ms, import_exchange_max_ms].map(inMs).join(' / '),
        '-',
        '-',
      ],
      ['`POST /batch/` as fast as it goes, events a second', load.events_per_second.toLocaleString('en-US'), '-', '-'],
    );
  }
  return [rowOf(['', 'ours', 'ClickHouse', 'DuckDB']), '|---|---|---|---|', ...lines.map(rowOf)].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** How many times faster than the faster peer; not a number without peers. */
function ratioOf(query: QueryFigure): number {
  const peer_ms = fasterPeer(query);
  return Number.isFinite(peer_ms) ? peer_ms / query.ours_ms : Number.NaN;
}

function timesFaster(ratio: number): string {
  return Number.isNaN(ratio) ? '-' : `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
}

export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
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
