/** Correlations as text: one line per event or value, with the odds ratio and its shares. */
import { quoted } from '../../base/visible.ts';
import type { Correlated, CorrelationResult } from '../../model/question/correlation.ts';
import type { ComputedAnswer } from '../../model/question/result.ts';
import type { Table } from '../contract/operation.ts';
import { numberText, percentText } from '../words/numbers.ts';
import { isOneSided, type Sides, sidesText } from '../words/sides.ts';
import { headlines } from './headline.ts';
import type { Passage } from './passages.ts';

export function correlationPassages(answer: ComputedAnswer<CorrelationResult['result']>): Passage[] {
  const { events, skewed, ...totals } = answer.result;
  const { success_total, failure_total } = totals;
  return [
    ...headlines(answer, 'What goes with completing the funnel'),
    `${success_total} completed it, ${failure_total} dropped off.`,
    sidesText({ skewed, ...totals }),
    events.length > 0 || isOneSided(totals) ? '' : nothingText(answer.resolved.warnings),
    {
      head: events.length > 0 ? ['what | odds ratio | completed with it | completed without it'] : [],
      rows: events.map((event) => line(event, totals)),
      keep: 'first',
      noun: 'lines',
      how: '`funnel_correlation_exclude_event_names` leaves some of them out.',
    },
  ];
}

/** A warning may say why there was nothing to compare. */
function nothingText(warnings: readonly string[]): string {
  return warnings.length > 0
    ? 'Nothing was found: see above.'
    : 'Nothing distinguishes those who completed it from the others.';
}

/** Shares are exact; the odds ratio adds one to each count to avoid division by zero. */
function line({ event, success_count, failure_count, odds_ratio }: Correlated, totals: Sides): string {
  const have = success_count + failure_count;
  const without = totals.success_total + totals.failure_total - have;
  const completed_without = totals.success_total - success_count;
  return [
    quoted(event.event),
    numberText(Math.round(odds_ratio * 100) / 100),
    `${percentText(success_count, have)} (${success_count} of ${have})`,
    `${percentText(completed_without, without)} (${completed_without} of ${without})`,
  ].join(' | ');
}

/** One row per event, property or value. */
export function correlationTable({ result }: Pick<CorrelationResult, 'result'>): Table {
  return {
    columns: ['event', 'success_count', 'failure_count', 'odds_ratio', 'correlation_type'],
    rows: result.events.map((row) => [
      row.event.event,
      row.success_count,
      row.failure_count,
      row.odds_ratio,
      row.correlation_type,
    ]),
  };
}
