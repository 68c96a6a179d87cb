/** External ids of persons. Derived from the person's first distinct id, not stored. */
import { hash } from 'node:crypto';
import { formatUuid, stampUuid } from '../../base/uuid.ts';

/** Deterministic, so that loading the same events again makes the same persons. */
export function personUuid(project_id: number, first_distinct_id: string): string {
  return nameUuid(`person:${project_id}:${first_distinct_id}`);
}

/** Deterministic uuid of a name. */
export function nameUuid(name: string): string {
  return formatUuid(digestUuid(name));
}

/** First 16 bytes of a digest as a UUID of version 8. */
export function digestUuid(name: string, algorithm: 'sha1' | 'sha256' = 'sha1'): Uint8Array {
  return stampUuid(new Uint8Array(hash(algorithm, name, 'buffer').subarray(0, 16)), 8);
}
