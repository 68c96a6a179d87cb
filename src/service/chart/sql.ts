/** Rows of a statement as a chart: over time or by name if the columns allow it, otherwise a table. */

import { LIMIT } from '../../model/limit.ts';
import type { Added, Chart, ChartTable, SeriesBody } from '../../model/question/chart.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { SqlResult } from '../../model/sql/body.ts';
import { conditionOf, peopleQuestion } from '../present/sql_links.ts';
import { savedSqlTable } from '../text/sql_text.ts';
import { counted } from '../words/lists.ts';
import { type ChartAsked, columnsNote, frameOf, shownName } from './frame.ts';

/** More lines cannot be told apart. */
const LINES = 8;
/** More bars are unreadable. */
const BARS = 40;

export function sqlChart(answer: Drawn, asked: ChartAsked): Chart {
  const table = savedSqlTable(answer);
  const kinds = kindsOf(answer.resolved);
  const summary = `${counted(table.rows.length, 'row')} of ${table.columns.map(shownName).join(', ')}.`;
  const { listing, ...own } = frameOf(answer, asked, {
    // The dates of {filters} are among the words of the question.
    ...{ title: 'SQL', is_empty: table.rows.length === 0, empty: 'No rows.', is_ranged: false, controls: [] },
    notes: columnsNote(table.columns.length - 1, 'columns beside the first'),
    ...{ summary, figures: [summary] },
    table: chartTable(table.rows, table.columns, kinds),
  });
  const frame = { ...own, listing: null };
  const people = peopleBehind(answer);
  const listed = { ...own, listing: people.some((each) => each !== null) ? listing : null };
  const numbers = kinds.flatMap((kind, at) => (kind === 'number' && at > 0 ? [at] : []));
  const isOrdered = kinds[0] === 'time' && numbers.length > 0 && table.rows.length <= LIMIT.chart_points;
  if (isOrdered && isOnePerTime(table.rows)) {
    const drawn = numbers.slice(0, LINES);
    const notes = withUndrawn(listed.notes, numbers.length - drawn.length, 'column');
    return { ...listed, notes, ...lines(table.rows, table.columns, drawn, people) };
  }
  const only = kinds.length === 1 && table.rows.length === 1 ? numberOf(table.rows[0]![0]) : null;
  if (only !== null)
    return { ...listed, kind: 'number', unit: 'number', value: only, before: null, people: people[0]! };
  const isNamed = kinds[0] === 'text' && numbers.length === 1 && table.rows.length <= BARS;
  const values = isNamed ? bars(table.rows, numbers[0]!, people) : [];
  if (values.length > 0) {
    const notes = withUndrawn(listed.notes, table.rows.length - values.length, 'row', ' without a number');
    return { ...listed, notes, kind: 'values', unit: 'number', adds_up: false, values };
  }
  const empty = frame.empty ?? 'This answer is a table.';
  return { ...frame, kind: 'values', unit: 'number', adds_up: false, values: [], empty };
}

/** Rows of one time belong to different things, and a line through them would mix these up. */
function isOnePerTime(rows: Rows): boolean {
  return rows.every(([time]) => time !== null) && new Set(rows.map(([time]) => time)).size === rows.length;
}

function withUndrawn(notes: readonly string[], count: number, noun: string, which = ''): readonly string[] {
  return count === 0 ? notes : [...notes, `Not drawn, but in the table: ${counted(count, noun)}${which}.`];
}

type Rows = ReturnType<typeof savedSqlTable>['rows'];
type Drawn = ComputedAnswer<SqlResult['results']>;
type Kind = 'text' | 'number' | 'time';

function kindsOf({ types }: Resolved): Kind[] {
  const names = (types ?? []).map(([, type = '']) => type);
  return names.map((name) => (name === 'Float64' ? 'number' : name.startsWith('Date') ? 'time' : 'text'));
}

/** Row -> question for the people behind it. null once these would take too much of the answer. */
function peopleBehind({ result, resolved: { behind } }: Drawn): (Added | null)[] {
  let left = LIMIT.people_links_chars;
  return result.map((row) => {
    if (behind === undefined) return null;
    const condition = conditionOf(behind, row);
    left -= condition.length;
    return left < 0 ? null : { question: peopleQuestion(condition) };
  });
}

function lines(
  rows: Rows,
  columns: readonly string[],
  numbers: readonly number[],
  people: readonly (Added | null)[],
): SeriesBody {
  const timeOf = (row: number) => String(rows[row]![0]);
  // Not by their texts: of the hour that comes twice when the clock is set back, the first has the greater offset.
  const sorted = [...rows.keys()].sort((a, b) => Date.parse(timeOf(a)) - Date.parse(timeOf(b)));
  const starts = sorted.map((row) => timeOf(row).slice(0, 19).replace('T', ' '));
  return {
    ...{ kind: 'series', form: 'line', unit: 'number', marks: [], open: [], is_running: false, is_thinned: false },
    axis: {
      ...{ kind: 'time', interval: intervalOf(starts), starts },
      instants: sorted.map((row) => Date.parse(timeOf(row))),
    },
    series: numbers.map((column, hue) => ({
      ...{ name: shownName(columns[column]!), role: 'current', hue, people: null },
      values: sorted.map((row) => numberOf(rows[row]![column])),
    })),
    people: sorted.map((row) => people[row] ?? null),
  };
}

/** The longest that all times begin. A statement does not say by what it has rounded them. */
function intervalOf(starts: readonly string[]): string {
  if (starts.length > 1 && starts.every((start) => /^.{7}-01( 00:00:00)?$/.test(start))) return 'month';
  if (starts.every((start) => /^.{10}( 00:00:00)?$/.test(start))) return 'day';
  return starts.every((start) => start.endsWith(':00:00')) ? 'hour' : 'minute';
}

/** A row is named by all that is beside its number; without one it has no bar. */
function bars(rows: Rows, column: number, people: readonly (Added | null)[]) {
  return rows
    .flatMap((row, at) => {
      const value = numberOf(row[column]);
      const name = row.toSpliced(column, 1).map((cell) => shownName(String(cell ?? 'None')));
      return value === null
        ? []
        : [{ ...{ name: name.join(' / '), value, before: null, hue: 0 }, people: people[at] ?? null }];
    })
    .sort((a, b) => b.value - a.value);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function chartTable(rows: Rows, columns: readonly string[], kinds: readonly Kind[]): ChartTable {
  const shown = rows.slice(0, LIMIT.chart_rows);
  return {
    columns: columns
      .slice(0, LIMIT.chart_columns)
      .map((name, at) => ({ name: shownName(name), unit: kinds[at] === 'number' ? 'number' : 'text' })),
    rows: shown.map((row) =>
      row.slice(0, LIMIT.chart_columns).map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)),
    ),
    rows_left_out: rows.length - shown.length,
  };
}
