/** What all kinds of questions resolve in the same way: dates, and filters over all events. */
import { ALL, every, type Predicate } from '../../model/question/predicate.ts';
import type { ProjectContext } from '../contract/context.ts';
import { clockOf } from './dates/clock.ts';
import type { RangeInput } from './dates/dates.ts';
import { resolveFilters } from './filters/filters.ts';
import { readStored, settingOf } from './filters/setting.ts';

interface Dated {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly explicit_date?: boolean | undefined;
}

interface Filtered {
  readonly properties?: unknown;
  readonly filter_test_accounts?: boolean | undefined;
}

interface Compared {
  readonly compare?: boolean | undefined;
  readonly compare_to?: string | undefined;
}

/** `compare_to` implies `compare`, unless `compare` is false. */
export function isCompared(body: Compared): boolean {
  return body.compare ?? body.compare_to !== undefined;
}

/** A sample of persons; the default is everybody. */
export function sampleOf(share = 1): Predicate {
  return share === 1 ? ALL : { kind: 'sampled', share };
}

export function rangeInput(context: ProjectContext, body: Dated): Omit<RangeInput, 'interval' | 'whole_first_day'> {
  return {
    ...clockOf(context),
    date_from: body.date_from,
    date_to: body.date_to,
    explicit_date: body.explicit_date ?? false,
    first_event_ms: body.date_from === 'all' ? firstEventMs(context) : null,
  };
}

/** Read from event definitions, because this thread does not load the dataset. */
function firstEventMs({ project, service }: ProjectContext): number | null {
  const events = service.store.definitions.events(project.id);
  return events.reduce<number | null>((least, { first_seen_ms: ms }) => Math.min(least ?? ms, ms), null);
}

/** `properties`, plus the project's own filters if test accounts are excluded. */
export function resolveCommonFilter(context: ProjectContext, body: Filtered): Predicate {
  const setting = settingOf(context);
  const asked = resolveFilters(body.properties, 'properties', setting);
  return body.filter_test_accounts === true ? every([asked, testAccountFilter(context, setting)]) : asked;
}

/** What holds for all but test accounts, as the project says. */
export function testAccountFilter({ project }: ProjectContext, setting: ReturnType<typeof settingOf>): Predicate {
  const attr = 'filter_test_accounts';
  const place = "In the project's test_account_filters";
  return readStored(place, attr, () => resolveFilters(project.test_account_filters, attr, setting));
}
