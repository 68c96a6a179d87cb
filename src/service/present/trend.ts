/** TrendNumbers -> series: all of the current period, then all of the previous one. */
import { quoted } from '../../base/visible.ts';
import { checkNumbers } from '../../engine/frame/answer_size.ts';
import type { Compared } from '../../model/question/counted.ts';
import type { Series, TrendNumbers, TrendQuery } from '../../model/question/trend.ts';
import { axisOf } from '../words/labels.ts';
import { listed } from '../words/lists.ts';
import { type AskedFormula, linesIn } from './formula.ts';
import { NULL_VALUE } from './ranking.ts';
import type { Presented } from './showing.ts';
import { applyFormula, valuesApart, valuesIn } from './trend_formula.ts';
import { largestFirst, type Page, rankValues } from './trend_ranking.ts';
import { isSizeless, type Row, rowsOf, type Shaping } from './trend_rows.ts';
import { type CompareLabel, entitySeries, type Frame, formulaSeries } from './trend_series.ts';

/** Values that a warning names. */
const VALUES_NAMED = 4;

/** What presenting needs besides the queries of both periods. */
export interface TrendShowing {
  /** If there are formulas, their rows replace those of the lines. */
  readonly formulas: readonly AskedFormula[];
  /** Number of points averaged into each; 1 means no smoothing. */
  readonly smoothing_points: number;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
  /** Whether each series has one number for the whole range. */
  readonly totals: boolean;
  /** The question as filters. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Whether breakdown values are lists, as they are if the breakdown was sent as one. */
  readonly as_list: boolean;
  /** Number of ranked breakdown values on earlier pages. */
  readonly offset: number;
  readonly hide_other: boolean;
}

/** Rows of one period. */
interface Period {
  readonly frame: Frame;
  /** Entity -> its rows in order. */
  readonly lines: readonly (readonly Row[])[];
  /** Entity -> whether it has more values than its rows. */
  readonly is_cut: readonly boolean[];
}

/** Presents both periods. One member per entity of the query, computed while iterating. */
export function presentTrend(
  { current, previous }: Compared<TrendQuery>,
  showing: TrendShowing,
  numbers: Compared<Iterable<TrendNumbers>>,
  checkpoint: () => void,
): Presented<Series[]> {
  const { formulas } = showing;
  const compared = previous !== null;
  const tally = { numbers: 0, checkpoint };
  const periods = [periodOf(frameOf(current, showing, compared ? 'current' : null), showing, numbers.current, tally)];
  if (compared) periods.push(periodOf(frameOf(previous, showing, 'previous'), showing, numbers.previous ?? [], tally));
  const rowsOf = (formula: AskedFormula) => periods.map((period) => formulaRows(formula, period, compared, checkpoint));
  const computed = formulas.map((formula) => ({ formula, rows: rowsOf(formula) }));
  const result =
    formulas.length === 0
      ? periods.flatMap(lineSeries)
      : computed.flatMap(({ formula, rows }) => periods.flatMap(({ frame }, at) => named(frame, formula, rows[at]!)));
  const warnings = formulas.length === 0 ? [] : formulaWarnings(formulas, periods, current.breakdown);
  const idle = idleLines(
    periods[0]!,
    computed.flatMap(({ rows }) => rows[0]!),
  );
  return { result, has_more: periods.some(({ is_cut }) => is_cut.includes(true)), warnings, idle };
}

/** Lines of the current period that are all 0. If that is what the formulas come to, each of the lines may be why. */
function idleLines({ lines }: Period, by_formula: readonly Row[]): number[] {
  const is_all = by_formula.length > 0 && by_formula.every(isZero);
  return lines.flatMap((rows, at) => (is_all || rows.every(isZero) ? [at] : []));
}

function isZero({ data }: Row): boolean {
  return data.every((value) => value === 0);
}

/** Counts the numbers presented so far, over both periods. */
interface Tally {
  numbers: number;
  checkpoint(): void;
}

function frameOf(
  query: TrendQuery,
  { totals, filter, as_list }: TrendShowing,
  compare_label: CompareLabel | null,
): Frame {
  const axis = axisOf(query.timezone, query.interval, query.range, query.edges_ms);
  return { query, axis, filter, compare_label, as_list, totals };
}

function periodOf(frame: Frame, showing: TrendShowing, numbers: Iterable<TrendNumbers>, tally: Tally): Period {
  const { query } = frame;
  const { offset, hide_other, totals } = showing;
  const page = { limit: query.breakdown?.limit ?? 0, offset, hide_other, totals };
  const lines: (readonly Row[])[] = [];
  const is_cut: boolean[] = [];
  for (const counted of numbers) {
    tally.checkpoint();
    const entity = query.entities[lines.length]!;
    const ordered = orderValues(query, counted, page, {
      cumulative: query.display === 'ActionsLineGraphCumulative',
      smoothing_points: showing.smoothing_points,
      sampled_share: isSizeless(entity.math) ? 1 : showing.sampled_share,
    });
    tally.numbers += ordered.rows.length * counted.buckets;
    checkNumbers({ 'in all series': tally.numbers });
    lines.push(ordered.rows);
    is_cut.push(ordered.has_more);
  }
  checkNumbers({ formulas: showing.formulas.length, values: valuesIn(lines), points: query.edges_ms.length - 1 });
  return { frame, lines, is_cut };
}

/** Cohorts are few and chosen, so none is dropped. If each is a question of its own, they keep the order as sent. */
function orderValues(
  { breakdown }: TrendQuery,
  numbers: TrendNumbers,
  page: Page,
  shaping: Shaping,
): { rows: Row[]; has_more: boolean } {
  if (breakdown?.kind === 'values') return rankValues(numbers, shaping, page);
  const rows = rowsOf(numbers, shaping);
  const joined = breakdown !== null && !breakdown.apart;
  return { rows: joined ? largestFirst(rows) : rows, has_more: false };
}

/** Orders series by line, or by cohort and then line if each cohort is a question of its own. */
function lineSeries({ frame, lines }: Period): Series[] {
  const { breakdown, entities } = frame.query;
  if (breakdown?.kind !== 'cohorts' || !breakdown.apart) {
    return lines.flatMap((rows, at) => rows.map((row) => entitySeries(frame, entities[at]!, row, entities.length > 1)));
  }
  const several = entities.length * breakdown.cohorts.length > 1;
  return breakdown.cohorts.flatMap((cohort) =>
    lines.flatMap((rows, at) =>
      rows
        .filter((row) => row.key[0] === String(cohort.id))
        .map((row) => entitySeries(frame, entities[at]!, row, several)),
    ),
  );
}

function formulaRows(
  formula: AskedFormula,
  { frame, lines }: Period,
  compared: boolean,
  checkpoint: () => void,
): Row[] {
  checkpoint();
  return applyFormula(formula.expression, lines, frame.query.edges_ms.length - 1, compared);
}

function named(frame: Frame, { custom_name, text }: AskedFormula, rows: readonly Row[]): Series[] {
  return rows.map((row) => formulaSeries(frame, custom_name ?? `Formula (${text})`, row));
}

/** A formula joins the rows of lines by value, which lines choose each for itself. */
function formulaWarnings(
  formulas: readonly AskedFormula[],
  periods: readonly Period[],
  breakdown: TrendQuery['breakdown'],
): string[] {
  const used = formulas.flatMap(({ expression }) => [...linesIn(expression)]);
  if (breakdown?.kind !== 'values' || new Set(used).size < 2) return [];
  if (breakdown.dimensions.some(({ bins }) => bins !== null)) {
    return [
      'Each line has bins of its own, so a row of the formula has numbers of one line only, and 0 for the others. Ask for the lines without a formula, or break down by values.',
    ];
  }
  const apart = new Set(periods.flatMap(({ lines, is_cut }) => valuesApart(lines, is_cut, used)));
  if (apart.size === 0) return [];
  const names = listed(
    [...apart].map((name) => quoted(name.replaceAll(NULL_VALUE, 'None'))),
    'and',
    VALUES_NAMED,
  );
  return [
    `Each line shows its own ${breakdown.limit} largest values. ${names} may be under Other in one of the lines, where the formula takes 0 for ${apart.size === 1 ? 'it' : 'them'}: raise breakdown_limit until there is no Other.`,
  ];
}
