/** A funnel as rows for CSV: one per step, point in time or bin. A breakdown's value comes first. */
import { dayName } from '../../model/question/day_name.ts';
import type { FunnelResult, FunnelSeries, Step } from '../../model/question/funnel.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { Table } from '../contract/operation.ts';
import { valueText, viewOf } from '../present/funnel_views.ts';

type Cells = (string | number | null)[];

type Shown = Pick<FunnelResult, 'result'> & { readonly resolved: Resolved | null };

export function funnelTable({ result, resolved }: Shown): Table {
  const view = viewOf(resolved?.viz, result);
  switch (view.viz) {
    case 'steps':
      return splitTable(
        ['order', 'name', 'count', 'average_conversion_time', 'median_conversion_time'],
        view.tables.flatMap((steps) => steps.map((step) => ({ of: step, cells: stepCells(step) }))),
      );
    case 'trends':
      return splitTable(
        ['date', 'conversion_rate', 'reached_from', 'reached_to'],
        view.series.flatMap((series) => pointCells(series).map((cells) => ({ of: series, cells }))),
      );
    case 'time_to_convert':
      return { columns: ['seconds', 'count'], rows: view.times.bins.map((bin) => [...bin]) };
  }
}

function splitTable(
  columns: readonly string[],
  rows: readonly { readonly of: Step | FunnelSeries; readonly cells: Cells }[],
): Table {
  const split = rows.some(({ of }) => valueText(of) !== null);
  return {
    columns: [...(split ? ['breakdown_value'] : []), ...columns],
    rows: rows.map(({ of, cells }) => [...(split ? [valueText(of)] : []), ...cells]),
  };
}

function stepCells(step: Step): Cells {
  return [step.order, step.name, step.count, step.average_conversion_time, step.median_conversion_time];
}

function pointCells({ days, data, reached_from_counts, reached_to_counts }: FunnelSeries): Cells[] {
  return days.map((_, at) => [dayName(days, at), data[at]!, reached_from_counts[at]!, reached_to_counts[at]!]);
}
