/** A dashboard as a list of charts. */
import { visible, visibleLines } from '../../base/visible.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { DashboardDetail } from '../../model/saved/dashboard.ts';
import { insightChart } from '../insights/chart.ts';
import { counted } from '../words/lists.ts';

export function dashboardChart(dashboard: DashboardDetail): Chart {
  const charts = dashboard.tiles.flatMap(({ insight }) => (insight === null ? [] : [insightChart(insight)]));
  const texts = dashboard.tiles.flatMap(({ text }) => visibleLines(text?.body ?? ''));
  const shown = charts.filter((chart) => chart !== null);
  const left_out = charts.length - shown.length;
  return {
    kind: 'board',
    title: visible(dashboard.name),
    subtitle: visibleLines(dashboard.description),
    summary: `${counted(shown.length, 'insight')}.`,
    notes: [...texts, ...(left_out > 0 ? [`${counted(left_out, 'insight')} without a result to draw.`] : [])],
    empty: shown.length === 0 ? 'No insight on this dashboard has a result yet.' : null,
    controls: [],
    ask: null,
    listing: null,
    table: { columns: [], rows: [], rows_left_out: 0 },
    charts: shown,
  };
}
