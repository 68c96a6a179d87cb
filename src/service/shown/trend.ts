/** A trend in the computing thread. */
import type { TimeRange } from '../../model/question/query.ts';
import type { Series, TrendEntity } from '../../model/question/trend.ts';
import { asLine, type Line } from '../nothing/lines.ts';
import { linkSeries } from '../present/series_links.ts';
import { presentTrend, type TrendShowing } from '../present/trend.ts';
import type { Shown } from './shown.ts';

export const trend: Shown<'trend', TrendShowing, Series[]> = {
  present: presentTrend,
  linked: linkSeries,
  lines: ({ current }) => current.entities.map((line) => asTrendLine(line, current.range)),
  // Numbers are computed line by line and dropped once presented.
  empty: ({ current }, _, idle) => idle.map((at) => asTrendLine(current.entities[at]!, current.range)),
};

function asTrendLine(line: TrendEntity, range: TimeRange): Line {
  const made_of = line.math.kind === 'property' ? { made_of: line.math.source } : {};
  return { ...asLine(line, range), ...made_of };
}
