/** Rows -> series for the wire: names, numbers and days. */
import { sum } from '../../base/exact_sum.ts';
import { type Breakdown, keyText } from '../../model/question/query.ts';
import type { Series, TrendEntity, TrendQuery } from '../../model/question/trend.ts';
import type { Axis } from '../words/labels.ts';
import type { Row } from './trend_rows.ts';

export type CompareLabel = 'current' | 'previous';

/** Shared by all series of one period. */
export interface Frame {
  readonly query: TrendQuery;
  readonly axis: Axis;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly compare_label: CompareLabel | null;
  /** Whether breakdown values are lists, as they are if the breakdown was sent as one. */
  readonly as_list: boolean;
  /** Whether each series has one number for the whole range. */
  readonly totals: boolean;
}

/** `several`: whether the value alone would be ambiguous as a label. */
export function entitySeries(frame: Frame, entity: TrendEntity, row: Row, several: boolean): Series {
  const { breakdown } = frame.query;
  const count = frame.query.display === 'ActionsLineGraphCumulative' ? (row.data.at(-1) ?? 0) : sum(row.data);
  const value = breakdown === null ? null : valueLabel(breakdown, row);
  const label = value === null || several ? [entity.name, value].filter((part) => part !== null).join(' - ') : value;
  return { action: actionOf(entity), label, ...pointsOf(frame, row, count), ...sharedOf(frame, row) };
}

export function formulaSeries(frame: Frame, label: string, row: Row): Series {
  return { action: null, label, ...pointsOf(frame, row, sum(row.data)), ...sharedOf(frame, row) };
}

function valueLabel(breakdown: Breakdown, row: Row): string {
  if (breakdown.kind === 'values') return keyText(row.key);
  return breakdown.cohorts.find((cohort) => String(cohort.id) === row.key[0])?.name ?? keyText(row.key);
}

type Points = Pick<Series, 'count' | 'data' | 'labels' | 'days' | 'aggregated_value'>;

/** One number per point in time, or one in total. */
function pointsOf(frame: Frame, row: Row, count: number): Points {
  if (frame.totals) {
    return { count: 0, data: [], labels: [], days: [], aggregated_value: sum(row.data) };
  }
  return { count, data: [...row.data], labels: [...frame.axis.labels], days: [...frame.axis.days] };
}

function sharedOf(frame: Frame, row: Row): Partial<Series> {
  const { compare_label, query, filter } = frame;
  return {
    filter,
    ...(compare_label === null ? {} : { compare: true, compare_label }),
    ...(query.breakdown === null ? {} : { breakdown_value: breakdownValue(frame, query.breakdown, row) }),
  };
}

function breakdownValue(frame: Frame, breakdown: Breakdown, row: Row): string | number | string[] {
  const first = row.key[0]!;
  if (breakdown.kind === 'cohorts') return first === 'all' ? first : Number(first);
  return frame.as_list || row.key.length > 1 ? [...row.key] : first;
}

function actionOf(entity: TrendEntity): Series['action'] {
  return {
    id: entity.id,
    type: entity.type,
    order: entity.order,
    name: entity.name,
    custom_name: entity.custom_name,
    math: entity.math_name,
    math_property: entity.math_property,
    math_hogql: entity.math.kind === 'expression' ? entity.math.text : null,
    math_group_type_index: entity.math_group_type_index,
    properties: {},
  };
}
