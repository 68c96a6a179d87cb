/** The audit log: changes to keys, settings, saved things and sharing. No field values, which may be secrets. */
import { LIMIT } from '../../model/limit.ts';
import type { AuditRow } from '../../store/types/access.ts';
import type { Caller, Service } from '../contract/context.ts';

export type Done = Pick<AuditRow, 'project_id' | 'action' | 'target' | 'fields'>;

export function logDone(service: Service, caller: Pick<Caller, 'user' | 'key_id'>, done: Done): void {
  const { user, key_id } = caller;
  const left_out = done.fields.length - LIMIT.audit_fields;
  const more = left_out > 0 ? [`and ${left_out} more`] : [];
  const fields = [...done.fields.slice(0, LIMIT.audit_fields), ...more];
  service.store.audit.append({ ...done, fields, at_ms: service.now(), user_id: user.id, key_id }, LIMIT.audit_rows);
}
