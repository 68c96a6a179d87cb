/** TrendNumbers -> the series of an answer, in their order: all of the current period, then all of the one before. */
import type { Resolved } from '../../model/result.ts';
import type { Series, TrendBody, TrendNumbers, TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import { isListBreakdown } from '../resolve/breakdown.ts';
import { isTotalDisplay, type TrendAsked } from '../resolve/trend.ts';
import { echoTrend } from './echo.ts';
import { axisOf } from './labels.ts';
import { presentResolved } from './resolved.ts';
import { applyFormula } from './trend_formula.ts';
import { largestFirst, type Page, rankRows } from './trend_ranking.ts';
import { isSizeless, type Row, rowsOf } from './trend_rows.ts';
import { type CompareLabel, entitySeries, type Frame, formulaSeries } from './trend_series.ts';

export interface TrendAnswer {
  readonly result: readonly Series[];
  readonly resolved: Resolved;
  /** The breakdown has values past the page. */
  readonly has_more: boolean;
}

/** Of both periods, a member per entity of the query; `previous` is null where nothing is compared. */
export interface TrendPeriods {
  readonly current: readonly TrendNumbers[];
  readonly previous: readonly TrendNumbers[] | null;
}

/** The rows of one period. */
interface Period {
  readonly frame: Frame;
  /** entity -> its rows in their order. */
  readonly lines: readonly (readonly Row[])[];
  readonly has_more: boolean;
}

export function presentTrend(
  context: ProjectContext,
  body: TrendBody,
  asked: TrendAsked,
): (numbers: TrendPeriods) => TrendAnswer {
  const { query, previous, formulas } = asked;
  const compared = previous !== null;
  const now = frameOf(body, query, compared ? 'current' : null);
  const before = compared ? frameOf(body, previous, 'previous') : null;
  const resolved = presentResolved(context, { ...query, previous: previous?.range, ends: body });
  return (numbers) => {
    const periods = [periodOf(body, asked, now, numbers.current)];
    if (before !== null) periods.push(periodOf(body, asked, before, numbers.previous ?? []));
    const result =
      formulas.length === 0
        ? periods.flatMap(lineSeries)
        : formulas.flatMap((formula) => periods.flatMap((period) => formulaRows(formula, period, compared)));
    return { result, resolved, has_more: periods.some((period) => period.has_more) };
  };
}

/** How many ranked values of a breakdown the pages before have shown. */
export function pageOffset(body: TrendBody): number {
  const offset = Number(body['offset'] ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

function frameOf(body: TrendBody, query: TrendQuery, compare_label: CompareLabel | null): Frame {
  const axis = axisOf(query.timezone, query.interval, query.range, query.edges_ms);
  return { query, axis, filter: echoTrend(body), compare_label, as_list: isListBreakdown(body) };
}

function periodOf(body: TrendBody, asked: TrendAsked, frame: Frame, numbers: readonly TrendNumbers[]): Period {
  const { query } = frame;
  const page = pageOf(body, query);
  const ranked = query.entities.map((entity, at) => {
    const rows = rowsOf(numbers[at]!, {
      cumulative: query.display === 'ActionsLineGraphCumulative',
      smoothing_points: asked.smoothing_points,
      sampled_share: isSizeless(entity.math) ? 1 : asked.sampled_share,
    });
    return orderRows(query, rows, page);
  });
  return { frame, lines: ranked.map(({ rows }) => rows), has_more: ranked.some(({ has_more }) => has_more) };
}

function pageOf(body: TrendBody, query: TrendQuery): Page {
  return {
    limit: query.breakdown?.limit ?? 0,
    offset: pageOffset(body),
    hide_other: body.breakdown_hide_other_aggregation ?? false,
    totals: isTotalDisplay(query.display),
  };
}

/** Cohorts are few and chosen by whoever asks: none is left out, and on their own they keep the order they were named in. */
function orderRows({ breakdown }: TrendQuery, rows: readonly Row[], page: Page): { rows: Row[]; has_more: boolean } {
  if (breakdown?.kind === 'values') return rankRows(rows, page);
  const joined = breakdown !== null && !breakdown.apart;
  return { rows: joined ? largestFirst(rows) : [...rows], has_more: false };
}

/** Line by line; where each cohort is a question of its own, cohort by cohort. */
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

function formulaRows(formula: TrendAsked['formulas'][number], { frame, lines }: Period, compared: boolean): Series[] {
  const label = formula.custom_name ?? `Formula (${formula.text})`;
  const rows = applyFormula(formula.expression, lines, frame.query.edges_ms.length - 1, compared);
  return rows.map((row) => formulaSeries(frame, label, row));
}
