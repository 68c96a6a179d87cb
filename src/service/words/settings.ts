/** Settings of a project as sentences. */
import { canonical } from '../../base/json.ts';
import { visibleJson } from '../../base/visible.ts';
import type { Project } from '../../model/saved/project.ts';

/** '' if nobody is left out. Whoever adds a filter has to send the others as well, so all of them are told. */
export function leftOutText(test_account_filters: readonly unknown[]): string {
  if (test_account_filters.length === 0) return '';
  return `With "filter_test_accounts": true only those count who pass: ${visibleJson(test_account_filters)}.`;
}

const REPLACED = ['name', 'timezone', 'week_start_day', 'test_account_filters', 'path_cleaning_filters'] as const;

/** For a model, which has nowhere else to read what it has to send to take the change back. */
export function replacedTexts(before: Project, after: Project): string[] {
  const changed = REPLACED.filter((name) => canonical(before[name]) !== canonical(after[name]));
  if (changed.length === 0) return [];
  return [`Before: ${visibleJson(Object.fromEntries(changed.map((name) => [name, before[name]])))}.`];
}
