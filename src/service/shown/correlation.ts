/** A correlation in the computing thread. */
import type { CorrelationResult } from '../../model/question/correlation.ts';
import { asLine } from '../nothing/lines.ts';
import { presentCorrelation } from '../present/correlation.ts';
import type { LinkTo } from '../present/people_links.ts';
import type { LinesShowing } from '../present/showing.ts';
import type { Shown } from './shown.ts';

type Result = CorrelationResult['result'];

export const correlation: Shown<'correlation', Pick<LinesShowing, 'sampled_share'>, Result> = {
  present: (query, { sampled_share }, numbers) => ({ result: presentCorrelation(query, sampled_share, numbers) }),
  linked: linkBothSides,
  lines: ({ funnel }) => funnel.steps.map((step) => asLine(step, funnel.range)),
  empty: ({ funnel }, { success, failure }) =>
    success + failure === 0
      ? funnel.steps.slice(0, 1).map((step) => ({ ...asLine(step, funnel.range), is_start: true }))
      : [],
};

function linkBothSides(result: Result, link: LinkTo): Result {
  const events = result.events.map((row) => ({
    ...row,
    success_people_url: link({ correlated: row.event.event, outcome: 'success' }),
    failure_people_url: link({ correlated: row.event.event, outcome: 'failure' }),
  }));
  return { ...result, events };
}
