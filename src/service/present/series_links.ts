/** Links to the people behind points of series: trends, lifecycles and stickiness. */
import { dayName } from '../../model/question/day_name.ts';
import type { Series } from '../../model/question/trend.ts';
import type { LinkTo, Point } from './people_links.ts';
import { isRest } from './ranking.ts';

/** If there is no room for all links, each line's latest points get them. Clients can change the day in a link. */
export function linkSeries(result: readonly Series[], link: LinkTo): Series[] {
  const lines = result.map((series) => ({ series, point: pointOf(series), urls: urlsOf(series) }));
  const most = lines.reduce((longest, { urls }) => Math.max(longest, urls.length), 0);
  for (let back = 1; back <= most; back++) {
    for (const { series, point, urls } of lines) {
      const at = urls.length - back;
      if (point !== null && at >= 0) urls[at] = { url: link({ ...point, day: dayName(series.days, at) }) };
    }
  }
  return lines.map(({ series, point, urls }) => {
    if (point === null) return series;
    return series.aggregated_value === undefined
      ? { ...series, persons_urls: urls }
      : { ...series, persons: { url: link(point) } };
  });
}

/** null if a series has no people of its own: a formula combines lines, and the pooled rest is not one value. */
export function pointOf({ action, breakdown_value, compare_label, status }: Series): Point | null {
  if (action === null || action === undefined || isRest(breakdown_value)) return null;
  return { series: action['order'], period: compare_label, status, breakdown_value };
}

function urlsOf({ days, aggregated_value }: Series): { url: string | null }[] {
  return aggregated_value === undefined ? Array.from(days, () => ({ url: null })) : [];
}
