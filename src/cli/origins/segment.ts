/**
 * Segment and RudderStack: messages as they store them (JSON lines), and tables of their warehouses (`tracks`, `pages`,
 * `identifies`, and one for each event), which are turned into messages again.
 */
import { put } from '../../base/json.ts';
import { segmentEvent } from '../../http/senders/segment.ts';
import { ServiceError } from '../../model/error.ts';
import { hasAll, type Origin, objectOf, present, textOf, type Values } from './origin.ts';
import type { Seen } from './seen.ts';

const KINDS: ReadonlySet<unknown> = new Set(['track', 'identify', 'page', 'screen', 'group', 'alias']);
/** Columns that only tables of a warehouse have. */
const OF_TABLES = ['original_timestamp', 'sent_at', 'context_library_name'];
/** Columns of every table that are no properties or traits. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'anonymous_id', 'user_id', 'event', 'event_text', 'timestamp', 'received_at', 'original_timestamp'],
  ...['sent_at', 'uuid_ts', 'uuid', 'loaded_at', 'channel', 'rudder_id'],
]);
const CONTEXT = 'context_';
/** Members of the context that hold members themselves, as columns begin with them: context_page_url. */
const NESTED = /^(page|library|os|device|app|campaign)_(.+)$/;
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['user_agent', 'userAgent'],
  ['group_id', 'groupId'],
]);

export const segment: Origin = {
  title: 'Segment or RudderStack',
  recognises: (row) => isMessage(row) || isOfTable(row),
  itemsOf,
};

function isMessage(row: Values): boolean {
  return KINDS.has(row['type']) && hasAll(row, 'messageId') && (hasAll(row, 'anonymousId') || hasAll(row, 'userId'));
}

function isOfTable(row: Values): boolean {
  return (
    hasAll(row, 'id', 'timestamp', 'received_at') &&
    (hasAll(row, 'anonymous_id') || hasAll(row, 'user_id', 'original_timestamp')) &&
    OF_TABLES.some((name) => hasAll(row, name))
  );
}

function itemsOf(row: Values, seen: Seen): Values[] {
  const message = isOfTable(row) ? messageOf(row) : row;
  const event = segmentEvent(message, objectOf(message['context']));
  // Nobody is named: refused like any event of nobody.
  if (event instanceof ServiceError)
    return [{ event: message['type'], timestamp: message['timestamp'], properties: {} }];
  return [event, ...seen.joined(textOf(message['anonymousId']), textOf(message['userId']))];
}

function messageOf(row: Values): Values {
  const context: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(present(row))) {
    if (name.startsWith(CONTEXT)) putContext(context, name.slice(CONTEXT.length), value);
    else if (!FIELDS.has(name)) put(others, name, value);
  }
  const event = textOf(row['event_text']) ?? textOf(row['event']);
  const type = event !== undefined ? 'track' : hasAll(row, 'url') || hasAll(row, 'path') ? 'page' : 'identify';
  return {
    type,
    event,
    messageId: row['id'],
    anonymousId: row['anonymous_id'],
    userId: row['user_id'],
    timestamp: row['timestamp'],
    context,
    [type === 'identify' ? 'traits' : 'properties']: others,
  };
}

function putContext(context: Record<string, unknown>, name: string, value: unknown): void {
  const [, outer, inner] = NESTED.exec(name) ?? [];
  if (outer === undefined || inner === undefined) put(context, RENAMED.get(name) ?? name, value);
  else put(context, outer, { ...objectOf(context[outer]), [inner]: value });
}
