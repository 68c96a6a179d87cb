/** What every chart has besides its numbers: title, what was counted and when, notes, and further questions. */
import { formatMinute } from '../../base/time.ts';
import { visible, visibleLines } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ChartFrame, ChartTable, Control, SeriesBody, Unit } from '../../model/question/chart.ts';
import { SECOND } from '../../model/question/day_name.ts';
import { KIND_NAMES, type KindName } from '../../model/question/kind.ts';
import type { Resolved } from '../../model/question/result.ts';
import { NULL_VALUE, OTHER_VALUE } from '../present/ranking.ts';
import { normaliseBody } from '../resolve/body.ts';
import { nowOf } from '../text/headline.ts';
import { periodLines } from '../words/periods.ts';

/** Who asked what, and how to ask again. */
export interface ChartAsked {
  readonly kind: KindName;
  /** Name of a saved insight; null to make a title from the question. */
  readonly title: string | null;
  readonly description: string;
  /** The tool that recomputes it with these arguments, which are flat: `filters` and `query` are merged into them. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A question that was just asked and is not saved. */
export function unsaved(kind: KindName, asked: Readonly<Record<string, unknown>>): ChartAsked {
  // How fresh it must be and the name for cancelling apply to that one call only.
  const { refresh: _, client_query_id: __, ...question } = normaliseBody(asked);
  return { kind, title: null, description: '', tool: KIND_NAMES[kind].operation, arguments: question };
}

export interface Answered {
  readonly resolved: Resolved;
  readonly last_refresh: string | null;
}

interface Said {
  /** Title if the insight has no name. */
  readonly title: string;
  readonly summary: string;
  readonly figures?: readonly string[];
  readonly notes?: readonly string[];
  readonly is_empty: boolean;
  /** Why, if it is not the range. */
  readonly empty?: string;
  /** Whether the range of the answer limits what is shown. */
  readonly is_ranged?: boolean;
  readonly controls?: readonly Control[];
  readonly table: ChartTable;
}

export function frameOf(answer: Answered, asked: ChartAsked, said: Said): ChartFrame {
  const { resolved } = answer;
  const { is_ranged = true } = said;
  const own = asked.title === null || asked.title === '' ? null : asked.title;
  const notes = [...(said.notes ?? []), ...resolved.warnings.map(visible)];
  return {
    title: own === null ? said.title : visible(own),
    subtitle: [
      ...visibleLines(asked.description),
      ...(resolved.question === undefined ? [] : [`${resolved.question}.`]),
      ...(is_ranged ? [periodLines(resolved, nowOf(answer)).join(' ')] : []),
      ...(said.figures ?? []),
    ],
    summary: said.is_empty ? 'Nothing was counted.' : said.summary,
    notes,
    empty: said.is_empty ? (said.empty ?? emptyText(resolved, notes.length > 0)) : null,
    controls: said.controls ?? [],
    ask: { tool: asked.tool, arguments: asked.arguments },
    listing: { tool: 'list_persons', arguments: listingArguments(asked.kind, asked.arguments) },
    table: said.table,
  };
}

function emptyText({ date_from, date_to }: Resolved, is_explained: boolean): string {
  const advice = is_explained ? '' : ' A longer range or fewer filters may find something.';
  return `Nothing to show between ${dayOf(date_from)} and ${dayOf(date_to)}.${advice}`;
}

function listingArguments(kind: string, asked: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { project_id, ...question } = asked;
  return { question: { ...question, kind }, ...(project_id === undefined ? {} : { project_id }) };
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** A breakdown value in readable form. */
export function shownName(text: string): string {
  const named = text.replaceAll(NULL_VALUE, 'None').replaceAll(OTHER_VALUE, 'Other');
  return visible(named.replace(BIN, (bin) => bin.replace(LONG_FRACTION, rounded))) || '(empty)';
}

/** A bin of numbers is named by its exact bounds, which divisions leave with digits that say nothing. */
const BIN = /\[-?[\d.e+-]+,-?[\d.e+-]+\]/g;
const ONE_BIN = new RegExp(`^${BIN.source}$`);
const LONG_FRACTION = /\d+\.\d{9,}(e[+-]?\d+)?/g;

function rounded(digits: string): string {
  return String(Number(Number(digits).toPrecision(12)));
}

/** Lower bound of a bin of numbers; null for other values. */
export function binStart(value: unknown): number | null {
  return typeof value === 'string' && ONE_BIN.test(value) ? Number.parseFloat(value.slice(1)) : null;
}

/** Annotations, at the points they fall into. `starts` must ascend. */
export function marksOf({ resolved }: Answered, starts: readonly string[]): SeriesBody['marks'] {
  return (resolved.annotations ?? []).map(({ date, content }) => {
    const minute = formatMinute(resolved.timezone, Date.parse(date));
    const wall = minute.slice(0, 16);
    // Of two points of one name, a time without its offset falls into the first.
    const is_first = minute === wall;
    return {
      at: Math.max(
        0,
        starts.findLastIndex((start) => start.slice(0, 16) <= wall && !(is_first && start.endsWith(SECOND))),
      ),
      text: visible(content),
    };
  });
}

type Cell = string | number | null;

/** How many rows a table with this many columns may have. */
export function rowsKept(columns: number): number {
  const shown = Math.max(1, Math.min(columns, LIMIT.chart_columns));
  return Math.max(20, Math.min(LIMIT.chart_rows, Math.floor(LIMIT.chart_cells / shown)));
}

/** Says how many fit into the table, `each` taking so many columns beside the first. */
export function columnsNote(count: number, plural: string, each = 1): string[] {
  const fitting = Math.floor((LIMIT.chart_columns - 1) / each);
  return count > fitting ? [`The table has the first ${fitting} of ${count} ${plural}.`] : [];
}

/** `left_out`: how many rows were never made. */
export function tableOf(
  columns: readonly (readonly [name: string, unit: Unit | 'text'])[],
  rows: readonly (readonly Cell[])[],
  keep: 'first' | 'last' = 'first',
  left_out = 0,
): ChartTable {
  const shown = columns.slice(0, LIMIT.chart_columns);
  const most = rowsKept(columns.length);
  const kept = keep === 'first' ? rows.slice(0, most) : rows.slice(-most);
  return {
    columns: shown.map(([name, unit]) => ({ name, unit })),
    rows: kept.map((row) => row.slice(0, shown.length)),
    rows_left_out: rows.length - kept.length + left_out,
  };
}

const RANGES: readonly (readonly [label: string, date_from: string])[] = [
  ['7 days', '-7d'],
  ['30 days', '-30d'],
  ['90 days', '-90d'],
  ['12 months', '-12m'],
];

/** A value of null removes the argument. */
export function rangeControl({ arguments: sent }: ChartAsked): Control {
  return {
    label: 'Range',
    choices: RANGES.map(([label, date_from]) => ({
      label,
      added: { date_from, date_to: null, explicit_date: null },
      is_on: sent['date_from'] === date_from && (sent['date_to'] ?? null) === null,
    })),
  };
}

export function intervalControl({ resolved }: Answered): Control {
  const labels = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const;
  return {
    label: 'By',
    choices: Object.entries(labels).map(([interval, label]) => ({
      label,
      added: { interval },
      is_on: resolved.interval === interval,
    })),
  };
}
