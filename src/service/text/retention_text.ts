/** Retention as text: one line per start period and one column per later period, with counts and shares. */

import { formatMinute } from '../../base/time.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { RetentionRow } from '../../model/question/retention.ts';
import type { Table } from '../contract/operation.ts';
import { flatText } from '../present/ranking.ts';
import { splitValueText } from '../sentences/values.ts';
import { percentText } from '../words/numbers.ts';
import { type Lack, lacksOf, lackText } from '../words/periods.ts';
import { byArguments, emptyReason, headlines, nowOf, type Telling } from './headline.ts';
import type { Passage } from './passages.ts';

type RetentionAnswer = ComputedAnswer<readonly RetentionRow[]>;

export function retentionPassages(answer: RetentionAnswer, telling: Telling): Passage[] {
  const { resolved, result } = answer;
  const lacks = columnLacks(answer);
  const is_split = result.some(({ breakdown_value }) => breakdown_value !== undefined);
  const idle = is_split ? 0 : idleStarts(result);
  const told = result.slice(idle);
  const frame = { width: widest(result), columns: widest(told), lacks, resolved };
  // A cell takes at least three tokens, so rows that cannot fit are not written.
  const most = Math.ceil(telling.tokens / (3 * frame.columns + 1));
  const shown = is_split ? told.slice(0, most) : told.slice(-most);
  const unwritten = told.length - shown.length;
  const rows = shown.map((row) => rowText(row, frame));
  return [
    ...headlines(answer, 'Retention'),
    result.every((row) => sizeOf(row) === 0) ? emptyReason(resolved) : '',
    ...legend(answer, lacks),
    {
      head: [headOf(told)],
      rows: idle === 0 || unwritten > 0 ? rows : [idleRow(result.slice(0, idle), frame), ...rows],
      foot: meanRow(result, frame),
      unwritten: unwritten > 0 && idle > 0 ? unwritten + 1 : unwritten,
      keep: is_split ? 'first' : 'last',
      noun: 'rows',
      how: `A lower ${byArguments(telling, 'total_intervals')} or a longer ${byArguments(telling, 'period')} makes them fewer.`,
    },
  ];
}

interface Frame {
  /** Periods of the answer. */
  readonly width: number;
  /** Periods of the rows that are shown. */
  readonly columns: number;
  readonly lacks: readonly Lack[];
  readonly resolved: Resolved;
}

function sizeOf({ values }: RetentionRow): number {
  return values[0]?.count ?? 0;
}

/** How many starts come before the first at which anybody started, if they are worth a row; they are often before the data. */
function idleStarts(result: readonly RetentionRow[]): number {
  const first = result.findIndex((row) => sizeOf(row) > 0);
  return first > 1 && result.every(({ date }) => date !== undefined) ? first : 0;
}

function idleRow(rows: readonly RetentionRow[], { columns, resolved }: Frame): string {
  const times = [rows[0], rows.at(-1)].map((row) => startText(row?.date ?? '', resolved));
  return [times.join(' to '), '0', ...Array.from({ length: columns - 1 }, () => '–')].join(' | ');
}

export function widest(result: readonly RetentionRow[]): number {
  return result.reduce((most, row) => Math.max(most, row.values.length), 0);
}

/** Why periods are incomplete, from the starts of one value's rows. */
export function columnLacks(answer: RetentionAnswer): Lack[] {
  const width = widest(answer.result);
  const first = answer.result.find(({ values }) => values.length === width);
  const rows = answer.result.filter((row) => String(row.breakdown_value) === String(first?.breakdown_value));
  const days = rows.flatMap(({ date }) => date ?? []);
  return lacksOf(days, answer.resolved, answer.resolved, nowOf(answer));
}

function legend({ result, resolved }: RetentionAnswer, lacks: readonly Lack[]): string[] {
  if (result.every(({ date }) => date === undefined)) return [];
  const running = lacks.includes('so far');
  const unit = resolved.interval ?? 'period';
  return [
    `Shares are of those who started; – ${running ? 'has not happened yet' : 'is after the range'}${running ? `; * this ${unit} still runs` : ''}.`,
  ];
}

function headOf(result: readonly RetentionRow[]): string {
  const longest = result.find((row) => row.values.length === widest(result));
  const split = result.some(({ breakdown_value }) => breakdown_value !== undefined);
  const dated = result.some(({ date }) => date !== undefined);
  const labels = (longest?.values ?? []).slice(1).map(({ label }) => label);
  return [...(split ? ['value'] : []), ...(dated ? ['start'] : []), 'people', ...labels].join(' | ');
}

function rowText(row: RetentionRow, { width, columns, lacks, resolved }: Frame): string {
  const start = row.date === undefined ? null : startIndex(row, width);
  const size = sizeOf(row);
  const begun = start === null ? '' : (lacks[start] ?? '');
  const cells = Array.from({ length: columns - 1 }, (_, at) => {
    const cell = row.values[at + 1];
    const lack = start === null ? '' : (lacks[start + at + 1] ?? '');
    if (cell === undefined || lack === 'not yet') return '–';
    return `${cell.count} (${percentText(cell.count, size)})${lack === 'so far' ? '*' : ''}`;
  });
  return [...leadCells(row, begun, resolved), begun === 'not yet' ? '–' : String(size), ...cells].join(' | ');
}

/** A breakdown value's rows are a triangle: each is one shorter than the one before. */
export function startIndex({ values }: RetentionRow, width: number): number {
  return width - values.length;
}

function leadCells(row: RetentionRow, lack: Lack, resolved: Resolved): string[] {
  const { breakdown_value: value, date } = row;
  const time = date === undefined ? [] : [`${startText(date, resolved)}${lackText(lack)}`];
  return [...(value === undefined ? [] : [splitValueText(value)]), ...time];
}

/** The time of day only if periods are hours: a day may begin at one o'clock, as midnight was skipped. */
function startText(date: string, { interval, timezone }: Resolved): string {
  return interval === 'hour' ? formatMinute(timezone, Date.parse(date)) : date.slice(0, 10);
}

/** Mean shares of all who started, over complete periods. */
function meanRow(result: readonly RetentionRow[], { width, columns, lacks }: Frame): string[] {
  const split = result.some(({ breakdown_value, date }) => breakdown_value !== undefined || date === undefined);
  if (split || result.length < 2) return [];
  const cells = Array.from({ length: columns - 1 }, (_, at) => {
    const rows = result.filter((row) => at + 1 < row.values.length && isOver(lacks[startIndex(row, width) + at + 1]));
    const came = rows.reduce((sum, row) => sum + (row.values[at + 1]?.count ?? 0), 0);
    const started = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    return percentText(came, started);
  });
  const started = result.reduce((sum, row) => sum + sizeOf(row), 0);
  return [['all starts', String(started), ...cells].join(' | ')];
}

export function isOver(lack: Lack | undefined): boolean {
  return lack !== 'not yet' && lack !== 'so far';
}

/** One row per start period; later ones have fewer numbers. */
export function retentionTable({ result }: { readonly result: readonly RetentionRow[] }): Table {
  const longest = widest(result);
  const labelled = result.find((row) => row.values.length === longest);
  const split = result.some((row) => row.breakdown_value !== undefined);
  return {
    columns: [
      ...(split ? ['breakdown_value'] : []),
      'start',
      'date',
      ...(labelled?.values ?? []).map(({ label }) => label),
    ],
    rows: result.map((row) => [
      ...(split ? [flatText(row.breakdown_value)] : []),
      row.label,
      row.date ?? null,
      ...Array.from({ length: longest }, (_, later) => row.values[later]?.count ?? null),
    ]),
  };
}
