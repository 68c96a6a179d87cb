/** A dashboard as a list of charts. */
import { visible } from '../../base/visible.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { DashboardDetail } from '../../model/saved/dashboard.ts';
import { insightChart } from '../insights/chart.ts';

export function dashboardChart(dashboard: DashboardDetail): Chart {
  const charts = dashboard.tiles.flatMap(({ insight }) => (insight === null ? [] : [insightChart(insight)]));
  const texts = dashboard.tiles.flatMap(({ text }) =>
    text === undefined
      ? []
      : text.body
          .split(/\r?\n/)
          .map(visible)
          .filter((line) => line !== ''),
  );
  const shown = charts.filter((chart) => chart !== null);
  return {
    kind: 'board',
    title: visible(dashboard.name),
    subtitle: dashboard.description === '' ? [] : [visible(dashboard.description)],
    summary: `${shown.length} insights.`,
    notes: [
      ...texts,
      ...(shown.length < charts.length ? [`${charts.length - shown.length} insights have no result to draw.`] : []),
    ],
    empty: shown.length === 0 ? 'No insight on this dashboard has a result yet.' : null,
    controls: [],
    ask: null,
    listing: null,
    table: { columns: [], rows: [], rows_left_out: 0 },
    charts: shown,
  };
}
