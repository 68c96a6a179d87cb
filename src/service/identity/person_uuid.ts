/** External ids of persons. Derived from the person's first distinct id, not stored. */
import { hash } from 'node:crypto';
import { must } from '../../base/assert.ts';
import { formatUuid, parseUuid, stampUuid } from '../../base/uuid.ts';

/** Deterministic, so that loading the same events again makes the same persons. */
export function personUuid(project_id: number, first_distinct_id: string): string {
  return nameUuid(`person:${project_id}:${first_distinct_id}`);
}

/** Deterministic uuid of a name. */
export function nameUuid(name: string): string {
  return formatUuid(stampUuid(must(parseUuid(hash('sha1', name, 'hex').slice(0, 32)), '32 digits'), 8));
}
