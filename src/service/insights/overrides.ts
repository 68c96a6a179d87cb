/** What a call may override in the insights it reads. */
import { isObject } from '../../base/json.ts';
import { notSupported } from '../../model/error.ts';
import { openJsonField, restOnly } from '../../model/fields.ts';

/** Filters for this call only. The service validates them. */
export const overrideField = openJsonField({ type: 'object' }, 'Other dates, more filters: {"date_from":"-30d"}');
export const variablesField = restOnly(
  openJsonField({ type: 'object' }, 'Not taken: the node of a statement has "variables" of its own'),
);

/** @throws ServiceError if any variables were sent */
export function refuseVariables(sent: unknown): void {
  if (sent === undefined || (isObject(sent) && Object.keys(sent).length === 0)) return;
  const detail =
    'Variables of SQL are taken with the statement only, and not for one call. Compute its node with others: {"query":{"kind":"HogQLQuery","query":"SELECT {variables.plan}","variables":{"1":{"code_name":"plan","value":"pro"}}}}.';
  throw notSupported('variables', 'variables_override', detail);
}
