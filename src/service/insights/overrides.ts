/** What a call may override in the insights it reads. */
import { isObject } from '../../base/json.ts';
import { notSupported } from '../../model/error.ts';
import { openJsonField, restOnly } from '../../model/fields.ts';

/** Filters for this call only. The service validates them. */
export const overrideField = openJsonField({ type: 'object' }, 'Other dates, more filters: {"date_from":"-30d"}');
export const variablesField = restOnly(
  openJsonField({ type: 'object' }, 'Variables of SQL, which is not computed here'),
);

/** @throws ServiceError if any variables were sent */
export function refuseVariables(sent: unknown): void {
  if (sent === undefined || (isObject(sent) && Object.keys(sent).length === 0)) return;
  const detail =
    'Variables are those of SQL queries, which are not computed here. Send other filters as filters_override.';
  throw notSupported('variables', 'variables_override', detail);
}
