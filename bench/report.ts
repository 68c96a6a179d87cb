/** Results of a run, and their presentation. */
import type { ClientFigure } from './clients.ts';
import type { LoadFigures } from './load.ts';
import type { PeerName } from './question.ts';

/** Median milliseconds per engine; null if it was not asked. */
export interface Times {
  readonly ours: number;
  readonly clickhouse: number | null;
  readonly duckdb: number | null;
}

export interface QueryFigure {
  readonly name: string;
  readonly title: string;
  /** Ours, first asked after the previous questions. */
  readonly first_ms: number;
  readonly again: Times;
  /** With new filters; null if the question takes none. */
  readonly filtered: Times | null;
  /** How each peer's answers differ from ours, plain or filtered; null if equal, no entry if not compared. */
  readonly differences: Readonly<Partial<Record<PeerName, string | null>>>;
}

/** ours, clickhouse, duckdb. */
type ByEngine = Readonly<Record<string, number>>;

export interface Report {
  readonly shape: string;
  readonly machine: string;
  readonly measured_at: string;
  readonly events: number;
  readonly queries: readonly QueryFigure[];
  /** Events per second, by input format. We resolve identities; peers read typed rows that have the person. */
  readonly ingest: { readonly ours: ByEngine; readonly peers: ByEngine };
  /** Milliseconds from process start to its first answer, with the file in the page cache. */
  readonly cold: ByEngine;
  /** After all questions. */
  readonly memory: { readonly bytes_per_event: number; readonly rss_bytes: number } | null;
  /** Bytes per event, by input format. */
  readonly disk: { readonly ours: ByEngine; readonly peers: ByEngine };
  readonly blobs: number;
  /** Longest time that sealing or merging blocked writers during an import. */
  readonly import_exchange_max_ms: number;
  /** Engine -> figures per number of clients. */
  readonly clients: Readonly<Record<string, readonly ClientFigure[]>> | null;
  /** Ours only. */
  readonly load: LoadFigures | null;
}

/** How many times faster than the faster peer; NaN without peers. */
export function ratioOf(times: Times | null): number {
  if (times === null) return Number.NaN;
  const peer_ms = Math.min(times.clickhouse ?? Number.POSITIVE_INFINITY, times.duckdb ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(peer_ms) ? peer_ms / times.ours : Number.NaN;
}

export function allEqual({ queries }: Report): boolean {
  return queries.every(({ differences }) => Object.values(differences).every((text) => text === null));
}

/** The tables of a run, as in the documentation. */
export function tablesOf(report: Report): string {
  return [
    `${report.events.toLocaleString('en-US')} events. ${report.machine}. ${report.measured_at.slice(0, 10)}.`,
    questionsOf(report),
    lossesOf(report),
    figuresOf(report),
  ].join('\n\n');
}

const HEADS = [
  '',
  'question',
  'ours first',
  'again',
  'new filter',
  'ClickHouse',
  'new filter',
  'DuckDB',
  'new filter',
  'times faster',
  'with a new filter',
  'equal',
];

/** Milliseconds, then how many times faster than the faster peer. */
function questionsOf({ queries }: Report): string {
  const lines = queries.map((query) => {
    const { name, title, first_ms, again, filtered } = query;
    const times = [
      ...[first_ms, again.ours, filtered?.ours],
      ...[again.clickhouse, filtered?.clickhouse, again.duckdb, filtered?.duckdb],
    ];
    const ratios = [ratioOf(again), ratioOf(filtered)].map(timesFaster);
    return rowOf([name, title, ...times.map(inMs), ...ratios, equality(query)]);
  });
  const means = [queries.map(({ again }) => ratioOf(again)), queries.map(({ filtered }) => ratioOf(filtered))].map(
    (ratios) => timesFaster(geometricMean(ratios)),
  );
  return [
    rowOf(HEADS),
    `|${'---|'.repeat(HEADS.length)}`,
    ...lines,
    rowOf(['', 'geometric mean', ...Array(7).fill(''), ...means, '']),
  ].join('\n');
}

/** Where a peer wins. */
function lossesOf({ queries }: Report): string {
  const lost = (pick: (query: QueryFigure) => Times | null): string =>
    queries
      .filter((query) => ratioOf(pick(query)) < 1)
      .map(({ name }) => name)
      .join(', ') || 'nowhere';
  return `A peer is faster, asked again: ${lost(({ again }) => again)}; with a new filter: ${lost(({ filtered }) => filtered)}.`;
}

function figuresOf(report: Report): string {
  const { ingest, cold, disk, memory, blobs, clients } = report;
  const ours = (what: string, figures: { ours: ByEngine; peers: ByEngine }): string[][] =>
    Object.entries(figures.ours).map(([of, value]) => [`${what} (${of})`, shown(value), ...peersOf(figures.peers)]);
  const gib = memory === null ? '-' : (memory.rss_bytes / 2 ** 30).toFixed(2);
  const lines = [
    ...ours('import, events a second', ingest),
    ['start of a process to its first answer, ms', shown(cold['ours']), ...peersOf(cold)],
    ...ours('disk, bytes an event', disk),
    ['pieces in which the columns are stored', shown(blobs), '-', '-'],
    ['kept in memory after all questions, bytes an event', shown(memory?.bytes_per_event), '-', '-'],
    ['resident after all questions, GiB', gib, '-', '-'],
    ...clientLines(clients ?? {}),
    ...loadLines(report),
  ];
  return [rowOf(['', 'ours', 'ClickHouse', 'DuckDB']), '|---|---|---|---|', ...lines.map(rowOf)].join('\n');
}

function peersOf(figures: ByEngine): string[] {
  return ['clickhouse', 'duckdb'].map((name) => shown(figures[name]));
}

function clientLines(clients: Readonly<Record<string, readonly ClientFigure[]>>): string[][] {
  const ours = clients['ours'] ?? [];
  const blocked = ours.map(({ event_loop_max_ms }) => inMs(event_loop_max_ms)).join(' / ');
  const lines = ours.map(({ clients: many }, at) => {
    const cells = ['ours', 'clickhouse', 'duckdb'].map((engine) => {
      const figure = clients[engine]?.[at];
      return figure === undefined ? '-' : `${figure.per_second} / ${inMs(figure.p99_ms)}`;
    });
    return [`${many} ${many === 1 ? 'client' : 'clients'}, new questions: a second / p99 ms`, ...cells];
  });
  return ours.length === 0 ? [] : [...lines, ['longest hold of the main thread meanwhile, ms', blocked, '-', '-']];
}

function loadLines({ load, import_exchange_max_ms }: Report): string[][] {
  if (load === null) return [];
  const paced = `\`POST /batch/\` at ${load.paced_events_per_second.toLocaleString('en-US')} events a second while questions are asked`;
  const lines: [string, string][] = [
    [`${paced}: until durable, p50 / p99 / most, ms`, [load.p50_ms, load.p99_ms, load.max_ms].map(inMs).join(' / ')],
    [
      'the event loop meanwhile, p99 / most, ms',
      [load.event_loop_p99_ms, load.event_loop_max_ms].map(inMs).join(' / '),
    ],
    [
      'longest lock of the store by sealing or merging, at either pace / during an import, ms',
      [load.exchange_max_ms, import_exchange_max_ms].map(inMs).join(' / '),
    ],
    ['`POST /batch/` as fast as it goes, events a second', shown(load.events_per_second)],
  ];
  return lines.map((line) => [...line, '-', '-']);
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function timesFaster(ratio: number): string {
  return Number.isNaN(ratio) ? '-' : `${ratio.toFixed(ratio < 10 ? 1 : 0)}x`;
}

/** Of the ratios that are numbers. */
export function geometricMean(ratios: readonly number[]): number {
  const there = ratios.filter((ratio) => !Number.isNaN(ratio));
  return Math.exp(there.reduce((sum, ratio) => sum + Math.log(ratio), 0) / there.length);
}

function equality({ differences }: QueryFigure): string {
  const found = Object.entries(differences);
  if (found.length === 0) return 'not compared';
  const wrong = found.flatMap(([peer, text]) => (text === null ? [] : [`${peer}: ${text}`]));
  return wrong.length === 0 ? 'yes' : `no (${wrong.join('; ')})`;
}

function shown(value: number | undefined): string {
  return value === undefined ? '-' : value.toLocaleString('en-US');
}

function inMs(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
