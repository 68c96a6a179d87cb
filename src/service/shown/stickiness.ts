/** Stickiness in the computing thread. */
import type { Series } from '../../model/question/trend.ts';
import { asLine, isNothing } from '../nothing/lines.ts';
import { linkSeries } from '../present/series_links.ts';
import type { LinesShowing } from '../present/showing.ts';
import { presentStickiness } from '../present/stickiness.ts';
import type { Shown } from './shown.ts';

export const stickiness: Shown<'stickiness', LinesShowing, Series[]> = {
  present: presentStickiness,
  linked: linkSeries,
  lines: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
  empty: ({ current }, numbers) =>
    current.entities.filter((_, at) => isNothing(numbers.current[at])).map((line) => asLine(line, current.range)),
};
