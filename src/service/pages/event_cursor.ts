/** Cursors of event lists. They are opaque, and valid only for the list they come from. */
import { createHash } from 'node:crypto';
import { canonical } from '../../base/json.ts';
import { parseUuid } from '../../base/uuid.ts';
import { invalid } from '../../model/error.ts';
import type { EventCursor } from '../../model/question/events.ts';

const DIGEST_CHARS = 16;

/** `list`: everything that identifies the list. */
export function cursorOf({ time_ms, uuid, event }: EventCursor, list: unknown): string {
  const place = [time_ms, uuid, event];
  return Buffer.from(JSON.stringify([...place, digestOf(place, list)])).toString('base64url');
}

/** @throws ServiceError if the cursor is invalid or belongs to another list */
export function readCursor(cursor: string, list: unknown): EventCursor {
  const read = parsed(cursor);
  const [time_ms, uuid, event, digest] = Array.isArray(read) ? read : [];
  const is_place =
    typeof time_ms === 'number' && typeof uuid === 'string' && typeof event === 'string' && parseUuid(uuid) !== null;
  if (is_place && digest === digestOf([time_ms, uuid, event], list)) return { time_ms, uuid, event };
  throw invalid(
    'cursor',
    'This is no cursor of this list. Send the next_cursor of the page before with the same filters, or leave it out to begin with the newest events.',
  );
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

function digestOf(place: readonly unknown[], list: unknown): string {
  return createHash('sha256')
    .update(canonical([place, list]))
    .digest('hex')
    .slice(0, DIGEST_CHARS);
}
