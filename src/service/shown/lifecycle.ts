/** How the computing thread presents a lifecycle. */
import type { Series } from '../../model/question/trend.ts';
import { asLine, isNothing } from '../nothing/lines.ts';
import { presentLifecycle } from '../present/lifecycle.ts';
import { linkSeries } from '../present/series_links.ts';
import type { LinesShowing } from '../present/showing.ts';
import type { Shown } from './shown.ts';

export const lifecycle: Shown<'lifecycle', LinesShowing, Series[]> = {
  present: presentLifecycle,
  linked: linkSeries,
  lines: ({ entity, range }) => (entity === null ? [] : [asLine(entity, range)]),
  empty: ({ entity, range }, numbers) => (entity !== null && numbers.every(isNothing) ? [asLine(entity, range)] : []),
};
