/** Correlations as lines of text. */
import type { Correlated, CorrelationResult } from '../../model/correlation.ts';
import { headline, joined } from './text.ts';

export function correlationText({ resolved, result }: CorrelationResult): string {
  const { events, skewed } = result;
  return joined([
    headline('What goes with completing the funnel', resolved),
    ...events.map(line),
    events.length > 0 ? '' : 'Nothing tells those who completed it from the others.',
    skewed ? 'The two sides are of very different size, so that the ratios say little.' : '',
    ...resolved.warnings,
  ]);
}

function line({ event, success_count, failure_count, odds_ratio, correlation_type }: Correlated): string {
  const times = Math.round((correlation_type === 'success' ? odds_ratio : 1 / odds_ratio) * 10) / 10;
  const likelier = `${times} times as likely to ${correlation_type === 'success' ? 'complete it' : 'drop off'}`;
  return `${event.event}: ${success_count} completed, ${failure_count} dropped off: ${likelier}`;
}
