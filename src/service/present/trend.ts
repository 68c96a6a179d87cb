/** TrendNumbers -> series as the wire has them: names, labels, days, breakdown values in their order. */
import type { Resolved } from '../../model/result.ts';
import type { Series, TrendBody, TrendEntity, TrendNumbers, TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import { isListBreakdown } from '../resolve/breakdown.ts';
import { isTotalDisplay, type TrendAsked } from '../resolve/trend.ts';
import { echoTrend } from './echo.ts';
import { type Axis, axisOf } from './labels.ts';
import { presentResolved } from './resolved.ts';
import { applyFormula, type Page, type Row, rankRows, rowsOf, sum } from './trend_rows.ts';

export interface TrendAnswer {
  readonly result: readonly Series[];
  readonly resolved: Resolved;
}

interface Points {
  readonly count: number;
  readonly data: number[];
  readonly labels: string[];
  readonly days: string[];
  readonly aggregated_value?: number;
}

type CompareLabel = 'current' | 'previous';

/** What the series of one period share. */
interface Frame {
  readonly asked: TrendAsked;
  readonly query: TrendQuery;
  readonly axis: Axis;
  readonly filter: Record<string, unknown>;
  readonly compare_label: CompareLabel | null;
  /** Breakdown values come as lists of one where the question said its breakdown as a list. */
  readonly as_list: boolean;
}

/** Numbers of both periods have one member per entity of the query; `previous` is null where nothing is compared. */
export function presentTrend(
  context: ProjectContext,
  body: TrendBody,
  asked: TrendAsked,
  numbers: { readonly current: readonly TrendNumbers[]; readonly previous: readonly TrendNumbers[] | null },
): TrendAnswer {
  const filter = echoTrend(body);
  const as_list = isListBreakdown(body);
  const period = (query: TrendQuery, compare_label: CompareLabel | null, values: readonly TrendNumbers[]): Series[] => {
    const axis = axisOf(query.timezone, query.interval, query.range, query.edges_ms);
    return seriesOfPeriod({ asked, query, axis, filter, compare_label, as_list }, pageOf(body, query), values);
  };
  const { query, previous } = asked;
  const result =
    previous === null || numbers.previous === null
      ? period(query, null, numbers.current)
      : [...period(query, 'current', numbers.current), ...period(previous, 'previous', numbers.previous)];
  return { result, resolved: presentResolved(context, { ...query, previous: previous?.range }) };
}

/** How many ranked values of a breakdown the pages before have shown. */
export function pageOffset(body: TrendBody): number {
  const offset = Number(body['offset'] ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

function pageOf(body: TrendBody, query: TrendQuery): Page {
  const hide = body['breakdown_hide_other_aggregation'];
  return {
    limit: query.breakdown?.limit ?? 0,
    offset: pageOffset(body),
    hide_other: hide === true || hide === 'true',
    totals: isTotalDisplay(query.display),
  };
}

function seriesOfPeriod(frame: Frame, page: Page, numbers: readonly TrendNumbers[]): Series[] {
  const { query, asked } = frame;
  const cumulative = query.display === 'ActionsLineGraphCumulative';
  const lines = query.entities.map((_, at) => {
    const rows = rowsOf(numbers[at]!, cumulative);
    return query.breakdown === null ? rows : rankRows(rows, page);
  });
  if (asked.formula === null) {
    return lines.flatMap((rows, at) => rows.map((row) => entitySeries(frame, query.entities[at]!, row)));
  }
  const label = `Formula (${asked.formula.text})`;
  const rows = applyFormula(asked.formula.expression, lines, query.edges_ms.length - 1, asked.previous !== null);
  return rows.map((row) => ({ action: null, label, ...dataOf(frame, row) }));
}

function entitySeries(frame: Frame, entity: TrendEntity, row: Row): Series {
  const several = frame.query.entities.length > 1;
  const label = row.value === null ? entity.name : several ? `${entity.name} - ${row.value}` : row.value;
  return { action: actionOf(entity), label, ...dataOf(frame, row) };
}

/** What every series has besides its name. */
function dataOf(frame: Frame, row: Row): Points & Partial<Series> {
  const { compare_label } = frame;
  const value = row.value !== null && frame.as_list ? [row.value] : row.value;
  return {
    ...pointsOf(frame, row),
    filter: frame.filter,
    ...(compare_label === null ? {} : { compare: true, compare_label }),
    ...(value === null ? {} : { breakdown_value: value }),
  };
}

/** A number per point in time, or one for all of it. */
function pointsOf(frame: Frame, row: Row): Points {
  const { display } = frame.query;
  if (isTotalDisplay(display)) return { count: 0, data: [], labels: [], days: [], aggregated_value: sum(row.data) };
  const cumulative = display === 'ActionsLineGraphCumulative' && frame.asked.formula === null;
  return {
    count: cumulative ? (row.data.at(-1) ?? 0) : sum(row.data),
    data: [...row.data],
    labels: [...frame.axis.labels],
    days: [...frame.axis.days],
  };
}

function actionOf(entity: TrendEntity): Record<string, unknown> {
  const { math } = entity;
  const group = math.kind === 'unique' && math.actor.kind === 'group' ? math.actor.type_index : null;
  return {
    id: entity.id,
    type: entity.type,
    order: entity.order,
    name: entity.name,
    custom_name: entity.custom_name,
    math: entity.math_name,
    math_property: null,
    math_hogql: null,
    math_group_type_index: group,
    properties: {},
  };
}
