/** Amplitude's HTTP API v2 and batch API, as documented by Amplitude. */
import { invalid, type ServiceError } from '../../model/error.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { type Asked, listOf, OF_NOBODY, objectOf, present, type Sender, type Sent, textOf } from './sender.ts';

type Message = Readonly<Record<string, unknown>>;

/** Amplitude's operations on properties -> ours. Sums and lists would need the old value, which we do not read. */
const OPERATIONS: Readonly<Record<string, '$set' | '$set_once' | '$unset'>> = {
  $set: '$set',
  $setOnce: '$set_once',
  $unset: '$unset',
};
const REVENUE = ['price', 'quantity', 'revenue', 'revenueType', 'productId'] as const;
/** Stands for the sender's address, which is recorded anyway. */
const REMOTE = '$remote';

export const amplitude: Sender = {
  paths: ['/2/httpapi', '/2/batch'],
  read,
  answer: (stored, refused, now_ms) => ({
    code: 200,
    events_ingested: stored,
    payload_size_bytes: 0,
    server_upload_time: now_ms,
    ...(refused.size === 0 ? {} : { events_with_invalid_fields: Object.fromEntries(refused) }),
  }),
};

function read({ body }: Asked): Sent {
  const envelope = objectOf(body);
  const events = envelope['events'] ?? envelope['event'];
  return {
    token: textOf(envelope['api_key']),
    sent_at_ms: null,
    events: listOf(Array.isArray(events) ? events : [events], 'events').map(eventOf),
  };
}

function eventOf(message: Message): RawEvent | ServiceError {
  const [user, device] = [textOf(message['user_id']), textOf(message['device_id'])];
  // Groups can be described without a person.
  const who = user ?? device ?? textOf(groupOf(message)['$group_key']);
  if (who === null) return invalid('user_id', 'An event needs "user_id" or "device_id": say who did it.', 'required');
  const type = textOf(message['event_type']);
  if (type === null) return invalid('event_type', 'An event needs "event_type", its name.', 'required');
  return present({
    event: NAMES[type] ?? type,
    distinct_id: who,
    timestamp: message['time'],
    uuid: textOf(message['insert_id']),
    properties: {
      ...ofDevice(message),
      ...objectOf(message['event_properties']),
      ...present(type === '$groupidentify' ? groupOf(message) : {}),
      ...(user === null && device === null ? OF_NOBODY : {}),
      // A device that gets a user is merged into that user.
      ...present({ $anon_distinct_id: type === '$identify' && user !== null ? device : null }),
    },
    ...changesOf(objectOf(message['user_properties'])),
  });
}

const NAMES: Readonly<Record<string, string>> = { $identify: '$identify', $groupidentify: '$groupidentify' };

/** Properties without an operation are all set. */
function changesOf(given: Message): Record<string, unknown> {
  const names = Object.keys(given);
  if (names.length === 0) return {};
  if (!names.some((name) => name.startsWith('$'))) return { $set: given };
  const changes: Record<string, unknown> = {};
  for (const [name, ours] of Object.entries(OPERATIONS)) {
    if (given[name] === undefined) continue;
    changes[ours] = ours === '$unset' ? Object.keys(objectOf(given[name])) : given[name];
  }
  return changes;
}

function groupOf(message: Message): Message {
  const [[type, key] = []] = Object.entries(objectOf(message['groups']));
  const group = objectOf(message['group_properties']);
  return { $group_type: type, $group_key: textOf(key), $group_set: group['$set'] ?? group };
}

function ofDevice(message: Message): Message {
  const groups = Object.entries(objectOf(message['groups'])).map(([type, key]) => [
    type,
    textOf(Array.isArray(key) ? key[0] : key),
  ]);
  const isGroup = message['event_type'] === '$groupidentify';
  return present({
    $ip: message['ip'] === REMOTE ? null : message['ip'],
    $os: message['os_name'],
    $os_version: message['os_version'],
    $device_model: message['device_model'],
    $device_manufacturer: message['device_manufacturer'],
    $app_version: message['app_version'],
    $lib: textOf(message['library'])?.split('/')[0],
    $locale: message['language'],
    $geoip_country_name: message['country'],
    $geoip_subdivision_1_name: message['region'],
    $geoip_city_name: message['city'],
    platform: message['platform'],
    carrier: message['carrier'],
    $session_id:
      typeof message['session_id'] === 'number' && message['session_id'] > 0 ? String(message['session_id']) : null,
    $groups: groups.length === 0 || isGroup ? null : Object.fromEntries(groups),
    ...Object.fromEntries(REVENUE.map((name) => [name, message[name]])),
  });
}
