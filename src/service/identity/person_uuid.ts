/** External ids of persons. Derived from the person's first distinct id, not stored. */
import { formatUuid, stampUuid } from '../../base/uuid.ts';
import { digest } from '../../store/file/digest.ts';

/** Deterministic, so that loading the same events again makes the same persons. */
export function personUuid(project_id: number, first_distinct_id: string): string {
  return nameUuid(`person:${project_id}:${first_distinct_id}`);
}

/** Deterministic uuid of a name. */
export function nameUuid(name: string): string {
  return formatUuid(digestUuid(name));
}

/** First 16 bytes of a digest as a UUID of version 8. A text of bytes is had in half the time of a buffer. */
export function digestUuid(name: string, algorithm: 'sha1' | 'sha256' = 'sha1'): Uint8Array {
  const bytes = digest(algorithm, name, 'latin1');
  const uuid = new Uint8Array(16);
  for (let at = 0; at < uuid.length; at++) uuid[at] = bytes.charCodeAt(at);
  return stampUuid(uuid, 8);
}
