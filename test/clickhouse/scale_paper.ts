/** What larger numbers of events would need, worked out from the largest measured one and from assumptions that the page states. */
import { COUNT, type Measured, rowTimeUs, table } from './scale_report.ts';

/** Replace them with your own. */
export const ASSUMED = {
  events: [1e9, 1e10, 1e11],
  /** Of all rows, those of the events and days that a question names. */
  share: 0.1,
  cores: 16,
  /** Of a node's disk, for events. */
  node_bytes: 2e12,
  replicas: 2,
  node_month: 500,
  currency: 'EUR',
  /** A question should take no longer. */
  wanted_s: 3,
  questions_month: 10_000,
};

type Assumed = typeof ASSUMED;

/** One question for each way to compute. */
const TITLES = [
  'active people a day, 60 days',
  'three steps, with times',
  'who comes back, by day',
  'the 50 most taken ways between pages',
];

/** A column for each number of events. Empty without a measurement. */
export function paperOf(sizes: readonly Measured[], assumed: Assumed = ASSUMED): string {
  const largest = sizes.at(-1);
  if (largest === undefined) return '';
  const kinds = TITLES.flatMap((title) => {
    const us = largestTimeUs(sizes, title);
    return us === undefined ? [] : [{ title, us }];
  });
  if (kinds.length === 0) return '';
  const slowest = Math.max(...kinds.map(({ us }) => us));
  const needs = assumed.events.map((events) => needOf(events, largest, slowest, assumed));
  const row = (name: string, cell: (need: Need) => string): string[] => [name, ...needs.map(cell)];
  const { share, cores, replicas, node_bytes, node_month, currency, wanted_s, questions_month } = assumed;
  return [
    table([
      ['', ...assumed.events.map((events) => `${COUNT.format(events / 1e9)} billion`)],
      row('stored, all copies', ({ bytes }) => `${COUNT.format(Math.ceil(bytes / 1e9))} GB`),
      row('rows a question reads', ({ rows }) => COUNT.format(rows)),
      row('shards to hold them', ({ holding }) => COUNT.format(holding)),
      ...kinds.map(({ title, us }) =>
        row(`${title}, on those`, (need) => secondsOf(need.rows, us, need.holding, cores)),
      ),
      row(`shards for all of these in ${wanted_s} s`, ({ shards }) => COUNT.format(shards)),
      row(`nodes, ${replicas} a shard`, ({ shards }) => COUNT.format(shards * replicas)),
      row(`a month, ${currency}`, ({ month }) => COUNT.format(month)),
      row(`of that each of ${COUNT.format(questions_month)} questions, ${currency}`, ({ month }) =>
        (month / questions_month).toFixed(2),
      ),
    ]),
    `Assumed: a question reads ${share * 100} % of the rows; a node has ${cores} cores, ${node_bytes / 1e12} TB for events and costs ${node_month} ${currency} a month; ${replicas} replicas, of which one answers.`,
  ].join('\n\n');
}

/** A question that took too long for the largest size is known from a smaller one. */
function largestTimeUs(sizes: readonly Measured[], title: string): number | undefined {
  const timed = sizes.flatMap(({ questions }) => questions.filter((one) => one.title === title));
  return timed
    .map(rowTimeUs)
    .filter((us) => us !== null)
    .at(-1);
}

interface Need {
  readonly bytes: number;
  readonly rows: number;
  /** Shards that have room for the events, and those that also answer in time. */
  readonly holding: number;
  readonly shards: number;
  readonly month: number;
}

function needOf(events: number, { stored_bytes, events: measured }: Measured, us: number, assumed: Assumed): Need {
  const of_each = (events * stored_bytes) / measured;
  const rows = events * assumed.share;
  const holding = Math.ceil(of_each / assumed.node_bytes);
  const shards = Math.max(holding, Math.ceil((rows * us) / 1e6 / assumed.cores / assumed.wanted_s));
  const month = shards * assumed.replicas * assumed.node_month;
  return { bytes: of_each * assumed.replicas, rows, holding, shards, month };
}

/** A core's time a row, divided by all cores. */
function secondsOf(rows: number, us: number, shards: number, cores: number): string {
  const seconds = (rows * us) / 1e6 / (shards * cores);
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${COUNT.format(Math.round(seconds))} s`;
}
