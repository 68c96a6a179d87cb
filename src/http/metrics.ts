/** Operator metrics as Prometheus text. Labels come from our own tables, never from callers. */
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Service } from '../service/contract/context.ts';

/** Interval of the timer whose delay is measured. */
const RESOLUTION_MS = 10;

/** Upper bounds of the classes that durations fall into. */
const AT_MOST_MS = [5, 20, 50, 100, 250, 500, 1_000, 2_500, 10_000];

interface Durations {
  /** Number of requests per class. The last class has no upper bound. */
  readonly counts: number[];
  sum_ms: number;
}

export interface Metrics {
  count(method: string, route: string, status: number, ms: number): void;
  /** An event request was refused before any work. */
  readonly refused: () => void;
  text(service: Service): string;
}

export function createMetrics(): Metrics {
  const answered = new Map<string, number>();
  const durations = new Map<string, Durations>();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let refused = 0;
  return {
    refused: () => {
      refused++;
    },
    count(method, route, status, ms) {
      const labels = `method="${method}",route="${route}"`;
      const with_status = `${labels},status="${status}"`;
      answered.set(with_status, (answered.get(with_status) ?? 0) + 1);
      const taken = durations.get(labels) ?? { counts: new Array<number>(AT_MOST_MS.length + 1).fill(0), sum_ms: 0 };
      const place = AT_MOST_MS.findIndex((bound) => ms <= bound);
      taken.counts[place < 0 ? AT_MOST_MS.length : place]!++;
      taken.sum_ms += ms;
      durations.set(labels, taken);
    },
    text(service) {
      return [
        ...metric('insights_requests_total', 'counter', 'Requests answered.'),
        ...Array.from(answered, ([labels, count]) => `insights_requests_total{${labels}} ${count}`),
        ...metric('insights_request_ms', 'histogram', 'Milliseconds until a request was answered.'),
        ...Array.from(durations).flatMap(([labels, taken]) => histogram('insights_request_ms', labels, taken)),
        ...ofProcess(),
        ...metric('insights_events_stored', 'gauge', 'Events taken and stored, by project.'),
        ...storedEvents(service).map(([id, events]) => `insights_events_stored{project="${id}"} ${events}`),
        ...metric('insights_column_bytes', 'gauge', 'Bytes of columns held in memory.'),
        `insights_column_bytes ${service.datasets.bytes() + service.computing.status().bytes}`,
        ...metric(
          'insights_exchange_ms',
          'gauge',
          'Longest lock of the store by sealing or merging since the last look.',
        ),
        `insights_exchange_ms ${rounded(service.ingest.longestExchange())}`,
        ...computing(service),
        ...metric(
          'insights_read_only',
          'gauge',
          '1 where nothing is stored any more, as the disk has failed or the file was moved.',
        ),
        `insights_read_only ${service.store.refusal() === null ? 0 : 1}`,
        ...metric('insights_requests_refused_total', 'counter', 'Requests with events that were asked to come again.'),
        `insights_requests_refused_total ${refused}`,
        ...metric('insights_log_lines_dropped_total', 'counter', 'Log lines that nobody read in time.'),
        `insights_log_lines_dropped_total ${service.log.dropped()}`,
        ...eventLoop(delay),
        ...timings(service),
        '',
      ].join('\n');
    },
  };
}

function histogram(name: string, labels: string, { counts, sum_ms }: Durations): string[] {
  let below = 0;
  const buckets = counts.map((count, at) => {
    below += count;
    return `${name}_bucket{${labels},le="${AT_MOST_MS[at] ?? '+Inf'}"} ${below}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${rounded(sum_ms)}`, `${name}_count{${labels}} ${below}`];
}

/** Uses the names that dashboards for any program know. */
function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  const started_s = Math.round(Date.now() / 1_000 - process.uptime());
  return [
    ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.'),
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...metric('process_cpu_seconds_total', 'counter', 'Processor time, of all threads.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...metric('process_start_time_seconds', 'gauge', 'When the process started, since 1970.'),
    `process_start_time_seconds ${started_s}`,
  ];
}

function computing(service: Service): string[] {
  const { running, waiting, computed, computed_ms } = service.computing.status();
  return [
    ...metric('insights_computations_running', 'gauge', 'Questions being computed off the main thread.'),
    `insights_computations_running ${running}`,
    ...metric('insights_computations_waiting', 'gauge', 'Questions waiting for their turn.'),
    `insights_computations_waiting ${waiting}`,
    ...metric('insights_computations_total', 'counter', 'Questions computed; cached answers are not among them.'),
    `insights_computations_total ${computed}`,
    ...metric('insights_computation_ms_total', 'counter', 'Milliseconds spent computing, waiting included.'),
    `insights_computation_ms_total ${rounded(computed_ms)}`,
  ];
}

/** Delay of the main thread since the last scrape. */
function eventLoop(delay: ELDHistogram): string[] {
  const name = 'insights_event_loop_delay_ms';
  const late = (ns: number): number => Math.max(0, rounded(ns / 1e6 - RESOLUTION_MS));
  const lines = [0.5, 0.99, 1].map((share) => {
    const ns = share === 1 ? delay.max : delay.percentile(share * 100);
    return `${name}{quantile="${share}"} ${late(ns)}`;
  });
  delay.reset();
  return [...metric(name, 'gauge', 'Milliseconds by which the event loop was late since the last look.'), ...lines];
}

/** Waiting times that clients report. */
function timings(service: Service): string[] {
  const name = 'insights_client_wait_ms';
  const lines = service.timings
    .list()
    .flatMap(({ event, count, sum_ms, classes }) => [
      ...classes.map((each) => `${name}_bucket{event="${event}",le="${each.at_most_ms}"} ${each.count}`),
      `${name}_bucket{event="${event}",le="+Inf"} ${count}`,
      `${name}_sum{event="${event}"} ${rounded(sum_ms)}`,
      `${name}_count{event="${event}"} ${count}`,
    ]);
  return [...metric(name, 'histogram', 'Milliseconds until somebody saw a result, as clients report.'), ...lines];
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function metric(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function storedEvents(service: Service): [number, number][] {
  const { projects, definitions } = service.store;
  return projects
    .list()
    .map((project) => [project.id, definitions.events(project.id).reduce((sum, event) => sum + event.count, 0)]);
}
