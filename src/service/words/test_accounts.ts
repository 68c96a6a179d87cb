/** Who counts without test accounts, as a sentence. */
import { visibleJson } from '../../base/visible.ts';

/** '' if nobody is left out. Whoever adds a filter has to send the others as well, so all of them are told. */
export function leftOutText(test_account_filters: readonly unknown[]): string {
  if (test_account_filters.length === 0) return '';
  return `With "filter_test_accounts": true only those count who pass: ${visibleJson(test_account_filters)}.`;
}
