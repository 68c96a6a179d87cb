/** Snowplow's trackers, by their tracker protocol (`tp2`). They have no key, so the application's id is the token. */
import { isObject } from '../../base/json.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { parseJson } from '../../service/ingest/payload.ts';
import { type Asked, listOf, numberOf, objectOf, present, rejected, type Sender, type Sent, textOf } from './sender.ts';

type Message = Readonly<Record<string, unknown>>;

export const snowplow: Sender = {
  paths: ['/com.snowplowanalytics.snowplow/tp2'],
  read,
  answer: (stored, refused) => ({
    stored,
    ...rejected(refused),
  }),
};

function read({ body }: Asked): Sent {
  const messages = listOf(objectOf(body)['data'], 'data');
  const [first = {}] = messages;
  return {
    token: textOf(first['aid']),
    sent_at_ms: numberOf(first['stm']),
    events: [...messages.map(eventOf), ...identities(messages)],
  };
}

/** Every event repeats who is logged in on which device. Each pair becomes one $identify, stored once if sent again. */
function identities(messages: readonly Message[]): RawEvent[] {
  const told = new Map<string, RawEvent>();
  for (const message of messages) {
    const [user, device] = [textOf(message['uid']), deviceOf(message)];
    if (user === null || device === null || user === device) continue;
    told.set(JSON.stringify([user, device]), {
      event: '$identify',
      distinct_id: user,
      timestamp: timeOf(message),
      uuid: `identify ${device}`,
      properties: { $anon_distinct_id: device },
    });
  }
  return [...told.values()];
}

function deviceOf(message: Message): string | null {
  const session = contextsOf(message)['client_session'];
  return textOf(message['duid']) ?? textOf(message['tnuid']) ?? textOf(objectOf(session)['userId']);
}

/** `ttm` is when the event happened, if that is known; `dtm` is when the device created the message. */
function timeOf(message: Message): number | undefined {
  return numberOf(message['ttm']) ?? numberOf(message['dtm']) ?? undefined;
}

function eventOf(message: Message): RawEvent | ServiceError {
  const who = textOf(message['uid']) ?? deviceOf(message);
  if (who === null) return invalid('uid', 'An event needs "uid" or "duid": say who did it.', 'required');
  const said = saidBy(message);
  if (said === null) return invalid('e', 'An event is of the kind pv, pp, se or ue.', 'invalid_choice');
  return present({
    event: said.event,
    distinct_id: who,
    timestamp: timeOf(message),
    uuid: textOf(message['eid']),
    properties: { ...ofMessage(message), ...contextsOf(message), ...said.properties },
  });
}

interface Said {
  readonly event: unknown;
  readonly properties: Message;
}

function saidBy(message: Message): Said | null {
  switch (message['e']) {
    case 'pv':
      return { event: '$pageview', properties: present({ title: message['page'] }) };
    case 'pp':
      return { event: 'page_ping', properties: present({ title: message['page'] }) };
    case 'se': {
      const { se_ca: category, se_la: label, se_pr: property } = message;
      return {
        event: message['se_ac'],
        properties: present({ category, label, property, value: numberOf(message['se_va']) }),
      };
    }
    case 'ue': {
      const { name, data } = described(objectOf(jsonOf(message, 'ue_pr', 'ue_px'))['data']);
      if (name !== 'screen_view') return { event: name, properties: data };
      return { event: '$screen', properties: present({ $screen_name: data['name'], ...data }) };
    }
    default:
      return null;
  }
}

/** Data with the name of its schema: `iglu:com.acme/signed_up/jsonschema/1-0-0` is `signed_up`. */
function described(value: unknown): { readonly name: string | null; readonly data: Message } {
  const { schema, data } = objectOf(value);
  return { name: textOf(String(schema ?? '').split('/')[1]), data: objectOf(data) };
}

/** Contexts of the event, by the names of their schemas. Of several with the same name, the last counts. */
function contextsOf(message: Message): Record<string, unknown> {
  const contexts = objectOf(jsonOf(message, 'co', 'cx'))['data'];
  if (!Array.isArray(contexts)) return {};
  const named = contexts.map(described);
  return Object.fromEntries(named.flatMap(({ name, data }) => (name === null ? [] : [[name, data]])));
}

/** JSON in plain text or base64, depending on the tracker's settings; null if it is neither. */
function jsonOf(message: Message, plain: string, coded: string): unknown {
  const [text, packed] = [message[plain], message[coded]];
  try {
    if (typeof text === 'string') return parseJson(Buffer.from(text));
    if (typeof packed === 'string') return parseJson(Buffer.from(packed, 'base64'));
  } catch {
    return null;
  }
  return isObject(text) ? text : null;
}

function ofMessage(message: Message): Record<string, unknown> {
  const [width, height] = String(message['res'] ?? '')
    .split('x')
    .map(numberOf);
  const address = String(message['url'] ?? '');
  return present({
    $current_url: message['url'],
    $pathname: URL.canParse(address) ? new URL(address).pathname : null,
    $host: URL.canParse(address) ? new URL(address).host : null,
    ...campaignOf(address),
    $referrer: message['refr'],
    $ip: message['ip'],
    $raw_user_agent: message['ua'],
    $lib: textOf(message['tv'])?.replace(/-[\d.]+$/, ''),
    $lib_version: /-([\d.]+)$/.exec(String(message['tv'] ?? ''))?.[1],
    $session_id: message['sid'],
    $device_id: message['duid'],
    $locale: message['lang'],
    $timezone: message['tz'],
    $screen_width: width,
    $screen_height: height,
    platform: message['p'],
  });
}

function campaignOf(address: string): Record<string, string> {
  if (!URL.canParse(address)) return {};
  return Object.fromEntries([...new URL(address).searchParams].filter(([name]) => /^utm_\w+$/.test(name)));
}
