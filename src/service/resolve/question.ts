/** What every kind of question resolves in the same way: the clock of its dates, and the filters over all its events. */
import { every, type Predicate } from '../../model/predicate.ts';
import type { ProjectContext } from '../context.ts';
import type { Clock, RangeInput } from './dates.ts';
import { resolveFilters } from './filters.ts';

interface Dated {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly explicit_date?: boolean | undefined;
}

interface Filtered {
  readonly properties?: unknown;
  readonly filter_test_accounts?: boolean | undefined;
}

export function clockOf(context: ProjectContext): Clock {
  const { timezone, week_start_day } = context.project;
  return { now_ms: context.now_ms, timezone, week_start: week_start_day };
}

export function rangeInput(context: ProjectContext, body: Dated): Omit<RangeInput, 'interval' | 'whole_first_day'> {
  const { project, service } = context;
  return {
    ...clockOf(context),
    date_from: body.date_from,
    date_to: body.date_to,
    explicit_date: body.explicit_date ?? false,
    first_event_ms: body.date_from === 'all' ? service.datasets.current(project).firstEventMs() : null,
  };
}

/** `properties`, and the project's own filters where the question leaves out test accounts. */
export function resolveCommonFilter(context: ProjectContext, body: Filtered): Predicate {
  const clock = clockOf(context);
  const asked = resolveFilters(body.properties, 'properties', clock);
  if (body.filter_test_accounts !== true) return asked;
  return every([asked, resolveFilters(context.project.test_account_filters, 'filter_test_accounts', clock)]);
}
