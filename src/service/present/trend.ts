/** TrendNumbers -> series as the wire has them: names, labels, days, breakdown values in their order. */

import type { Resolved } from '../../model/result.ts';
import type { Series, TrendBody, TrendEntity, TrendNumbers, TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import { isListBreakdown } from '../resolve/breakdown.ts';
import { echoTrend } from './echo.ts';
import { type Axis, axisOf } from './labels.ts';
import { compareText, cutRanked, NULL_VALUE, OTHER_VALUE } from './ranking.ts';
import { presentResolved } from './resolved.ts';

export interface TrendAnswer {
  readonly result: readonly Series[];
  readonly resolved: Resolved;
}

/** One line to be: its numbers per bucket, and its value of the breakdown. */
interface Row {
  /** null where there is no breakdown. */
  readonly value: string | null;
  /** bucket -> number */
  readonly data: readonly number[];
  readonly total: number;
}

interface Frame {
  readonly query: TrendQuery;
  readonly axis: Axis;
  readonly filter: Record<string, unknown>;
  /** Breakdown values come as lists of one where the question said its breakdown as a list. */
  readonly as_list: boolean;
}

/** `numbers` has one member per entity of the query. */
export function presentTrend(
  context: ProjectContext,
  body: TrendBody,
  query: TrendQuery,
  numbers: readonly TrendNumbers[],
): TrendAnswer {
  const frame: Frame = {
    query,
    axis: axisOf(query.timezone, query.interval, query.range, query.edges_ms),
    filter: echoTrend(body),
    as_list: isListBreakdown(body),
  };
  const page = { offset: pageOffset(body), hide_other: isTrue(body['breakdown_hide_other_aggregation']) };
  const result = query.entities.flatMap((entity, at) => {
    const rows = rowsOf(numbers[at]!);
    const shown = query.breakdown === null ? rows : rankRows(rows, query.breakdown.limit, page);
    return shown.map((row) => seriesOf(frame, entity, row));
  });
  return { result, resolved: presentResolved(context, query) };
}

/** How many ranked values of a breakdown the pages before have shown. */
export function pageOffset(body: TrendBody): number {
  const offset = Number(body['offset'] ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function rowsOf(numbers: TrendNumbers): Row[] {
  const width = numbers.groups.length;
  return numbers.groups.map((value, group) => {
    const data = Array.from({ length: numbers.buckets }, (_, bucket) => numbers.values[bucket * width + group]!);
    return { value, data, total: sum(data) };
  });
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * Values by their total, the missing value behind all others and so the first to fall into the rest. Shown are
 * ordinary values, the missing one, the rest.
 */
function rankRows(rows: readonly Row[], limit: number, page: { offset: number; hide_other: boolean }): Row[] {
  const ranked = [...rows].sort(compareRows);
  const { kept, rest } = cutRanked(ranked, page.offset, limit);
  const named = kept.map((row) => ({ ...row, value: row.value ?? NULL_VALUE }));
  return rest.length === 0 || page.hide_other ? named : [...named, sumRows(rest)];
}

function compareRows(a: Row, b: Row): number {
  if (a.value === null || b.value === null) return a.value === b.value ? 0 : a.value === null ? 1 : -1;
  return b.total - a.total || compareText(a.value, b.value);
}

function sumRows(rows: readonly Row[]): Row {
  const data = rows[0]!.data.map((_, bucket) => sum(rows.map((row) => row.data[bucket]!)));
  return { value: OTHER_VALUE, data, total: sum(data) };
}

function seriesOf(frame: Frame, entity: TrendEntity, row: Row): Series {
  const { axis, query, filter } = frame;
  const several = query.entities.length > 1;
  const series: Series = {
    action: actionOf(entity),
    label: row.value === null ? entity.name : several ? `${entity.name} - ${row.value}` : row.value,
    count: row.total,
    data: [...row.data],
    labels: [...axis.labels],
    days: [...axis.days],
    filter,
  };
  return row.value === null ? series : { ...series, breakdown_value: frame.as_list ? [row.value] : row.value };
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
