/** Segment and RudderStack: `/v1/batch`, and one route per kind of message, as in their HTTP tracking API. */
import { invalid, type ServiceError } from '../../model/error.ts';
import { type RawEvent, readTime } from '../../service/ingest/normalise.ts';
import { type Asked, listOf, objectOf, present, rejected, type Sender, type Sent, textOf } from './sender.ts';

const KINDS: Readonly<Record<string, string>> = {
  ...{ track: 'track', identify: 'identify', page: 'page', screen: 'screen', group: 'group', alias: 'alias' },
  ...{ t: 'track', i: 'identify', p: 'page', s: 'screen', g: 'group', a: 'alias' },
};
/** Segment has only one type of group, without a name. */
const GROUP_TYPE = 'group';

type Message = Readonly<Record<string, unknown>>;

export const segment: Sender = {
  paths: ['/v1/batch', '/v1/b', '/v1/import', ...Object.keys(KINDS).map((kind) => `/v1/${kind}`)],
  read,
  answer: (_, refused) => ({
    success: true,
    ...rejected(refused),
  }),
};

function read({ path, authorization, body }: Asked): Sent {
  const envelope = objectOf(body);
  const kind = KINDS[path.slice('/v1/'.length)];
  const messages = kind === undefined ? listOf(envelope['batch'], 'batch') : [{ ...envelope, type: kind }];
  const shared = objectOf(envelope['context']);
  return {
    token: writeKey(authorization) ?? textOf(envelope['writeKey']),
    sent_at_ms: readTime(envelope['sentAt']),
    events: messages.map((message) => segmentEvent(message, { ...shared, ...objectOf(message['context']) })),
  };
}

/** The user name of Basic authentication; the password is empty. */
function writeKey(authorization: string | undefined): string | null {
  const coded = /^\s*Basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  return coded === undefined ? null : textOf(Buffer.from(coded, 'base64').toString('utf8').split(':')[0]);
}

/** @param context of the message, and of its batch */
export function segmentEvent(message: Message, context: Message): RawEvent | ServiceError {
  const [user, anonymous] = [textOf(message['userId']), textOf(message['anonymousId'])];
  const who = user ?? anonymous;
  if (who === null) return invalid('userId', 'A message needs "userId" or "anonymousId": say who did it.', 'required');
  const said = saidBy(message, who, user === null ? null : anonymous, context);
  if (said === null) {
    return invalid('type', 'A message has the type track, identify, page, screen, group or alias.', 'invalid_choice');
  }
  const { event, distinct_id = who, properties, ...beside } = said;
  return present({
    event,
    distinct_id,
    uuid: textOf(message['messageId']),
    timestamp: message['timestamp'] ?? message['originalTimestamp'],
    properties: { ...ofContext(context), ...properties },
    ...beside,
  });
}

interface Said {
  readonly event: unknown;
  readonly distinct_id?: string;
  readonly properties: Message;
  readonly $set?: Message;
}

function saidBy(message: Message, who: string, anonymous: string | null, context: Message): Said | null {
  const [properties, traits] = [objectOf(message['properties']), objectOf(message['traits'])];
  const named = { ...(message['name'] === undefined ? {} : { name: message['name'] }), ...properties };
  switch (message['type']) {
    case 'track':
      return { event: message['event'], properties };
    case 'identify':
      return { event: '$identify', properties: present({ $anon_distinct_id: anonymous }), $set: traits };
    case 'page':
      return { event: '$pageview', properties: { ...pageOf(properties, objectOf(context['page'])), ...named } };
    case 'screen':
      return { event: '$screen', properties: present({ $screen_name: message['name'], ...named }) };
    case 'group': {
      const group = { $group_type: GROUP_TYPE, $group_key: textOf(message['groupId']), $group_set: traits };
      return { event: '$groupidentify', properties: present(group) };
    }
    case 'alias': {
      const alias = textOf(message['previousId']) ?? anonymous;
      return { event: '$create_alias', properties: present({ alias, distinct_id: who }) };
    }
    default:
      return null;
  }
}

function pageOf(properties: Message, page: Message): Message {
  const one = (name: string): unknown => properties[name] ?? page[name];
  return present({
    $current_url: one('url'),
    $pathname: one('path'),
    $referrer: one('referrer'),
    title: one('title'),
  });
}

/** The message's context, under the names that our libraries use. */
function ofContext(context: Message): Message {
  const of = (name: string): Message => objectOf(context[name]);
  const [library, system, device, app, campaign] = [of('library'), of('os'), of('device'), of('app'), of('campaign')];
  const group = textOf(context['groupId']);
  return present({
    $ip: context['ip'],
    $lib: library['name'],
    $lib_version: library['version'],
    $os: system['name'],
    $os_version: system['version'],
    $device_type: device['type'],
    $device_model: device['model'],
    $app_version: app['version'],
    $locale: context['locale'],
    $timezone: context['timezone'],
    $raw_user_agent: context['userAgent'],
    $current_url: of('page')['url'],
    utm_source: campaign['source'],
    utm_medium: campaign['medium'],
    utm_campaign: campaign['name'],
    utm_term: campaign['term'],
    utm_content: campaign['content'],
    $groups: group === null ? null : { [GROUP_TYPE]: group },
  });
}
