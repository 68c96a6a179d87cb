/** What a person is called outside. It is not stored: the distinct id that made the person tells it. */
import { hash } from 'node:crypto';
import { must } from '../../base/assert.ts';
import { formatUuid, parseUuid, stampUuid } from '../../base/uuid.ts';

/** The same for the same project and first id, so that loading the same events again makes the same persons. */
export function personUuid(project_id: number, first_distinct_id: string): string {
  return nameUuid(`person:${project_id}:${first_distinct_id}`);
}

/** The same for the same name. */
export function nameUuid(name: string): string {
  return formatUuid(stampUuid(must(parseUuid(hash('sha1', name, 'hex').slice(0, 32)), '32 digits'), 8));
}
