/** Requests to the capture endpoints, and to pages that need no key. */
import { type Chance, type Json, odd, oddText, one, several, some } from './chance.ts';
import { date, EVENTS, PROPERTIES } from './grammar.ts';
import { encoded, escaped, type Hostile, keyOf, type Names, oddHeaders, wronged } from './wire.ts';

const DOORS = [
  ...[
    '/batch/',
    '/capture/',
    '/e/',
    '/i/v0/e/',
    '/track/',
    '/engage/',
    '/groups/',
    '/i/v1/analytics/events',
    '/flags/',
    '/decide/',
    '/s/',
  ],
  ...[
    '/v1/batch',
    '/v1/track',
    '/v1/identify',
    '/v1/page',
    '/v1/group',
    '/v1/alias',
    '/2/httpapi',
    '/com.snowplowanalytics.snowplow/tp2',
    '/v1/logs',
    '/batch',
    '/import',
    '/array/x/config',
  ],
];

export function throughDoor(random: Chance, names: Names): Hostile {
  const events = several(random, 8, () => wronged(random, rawEvent(random)));
  const token = random.chance(0.95)
    ? names.token
    : one<Json>(random, [oddText(random), null, 5, [names.token], names.key]);
  const batch = wronged(
    random,
    one<Json>(random, [
      {
        api_key: token,
        batch: events,
        ...some(random, { sent_at: () => date(random), historical_migration: () => true }, 0.3),
      },
      { api_key: token, events },
      { writeKey: token, batch: events },
      { schema: 'iglu:x', data: several(random, 8, () => wronged(random, message(random, token))) },
      { resourceLogs: [{ scopeLogs: [{ logRecords: several(random, 8, () => wronged(random, logRecord(random))) }] }] },
      events.map((event) => (typeof event === 'object' ? { ...event, api_key: token } : event)),
      { ...(rawEvent(random) as object), api_key: token },
    ]),
  );
  const text = JSON.stringify(batch) ?? '';
  const chance = random.next();
  const data =
    chance < 0.08
      ? `data=${escaped(Buffer.from(text).toString('base64'))}`
      : chance < 0.12
        ? `data=${escaped(text)}`
        : text;
  const sent = encoded(random, data);
  const auth = one<Record<string, string>>(random, [
    {},
    {},
    { authorization: `Bearer ${names.token}` },
    { authorization: `Basic ${Buffer.from(`${names.token}:`).toString('base64')}` },
  ]);
  const is_get = random.chance(0.05);
  return {
    method: is_get ? 'GET' : 'POST',
    path: `${one(random, DOORS)}${is_get ? `?data=${escaped(text.slice(0, 4_000))}` : one(random, ['', '', '?compression=gzip-js', '?compression=base64', '?verbose=1', '?ip=1&_=1', '?beacon=1', '?compression=lz64'])}`,
    headers: {
      'content-type': one(random, ['application/json', 'text/plain', 'application/x-www-form-urlencoded']),
      ...auth,
      ...sent.headers,
      ...oddHeaders(random),
    },
    body: is_get ? null : sent.body,
    is_confined: true,
  };
}

function rawEvent(random: Chance): Json {
  const members = {
    event: () =>
      one<Json>(random, [
        ...EVENTS,
        '$identify',
        '$create_alias',
        '$merge_dangerously',
        '$groupidentify',
        '$set',
        oddText(random),
        null,
      ]),
    distinct_id: () => one<Json>(random, ['ana', 'ben', `u${random.below(50)}`, 5, oddText(random), null, { a: 1 }]),
    timestamp: () => one<Json>(random, [date(random), 1_770_000_000, 1e20, -1, null]),
    uuid: () =>
      one(random, [
        `00000000-0000-4000-8000-${String(random.below(99)).padStart(12, '0')}`,
        'not a uuid',
        oddText(random),
      ]),
    type: () => one(random, ['track', 'identify', 'page', 'group', 'alias', 'screen', 'x']),
    userId: () => one<Json>(random, ['ana', 7, oddText(random)]),
    event_type: () => one<Json>(random, ['paid', '$identify', oddText(random)]),
    user_id: () => one<Json>(random, ['ana', oddText(random)]),
    properties: () => ({
      ...Object.fromEntries(
        several(random, 5, () => [random.chance(0.7) ? one(random, PROPERTIES) : oddText(random), odd(random, 2)]),
      ),
      ...some(
        random,
        {
          token: () => 'x',
          distinct_id: () => 'ana',
          $set: () => odd(random),
          $set_once: () => ({ plan: odd(random) }),
          $unset: () => odd(random, 1),
          $groups: () => ({ company: odd(random, 1) }),
          alias: () => one(random, ['ben', 'ana', oddText(random)]),
          $anon_distinct_id: () => `u${random.below(50)}`,
          $group_type: () => 'company',
          $group_key: () => oddText(random),
          $group_set: () => odd(random),
          $elements: () => odd(random),
          $elements_chain: () => oddText(random),
          $session_id: () => oddText(random),
          time: () => odd(random, 0),
        },
        0.15,
      ),
    }),
  };
  return { event: 'x', distinct_id: 'ana', ...some(random, members, 0.5) };
}

/** As Snowplow's trackers send it. */
function message(random: Chance, token: Json): Json {
  const data = { schema: 'iglu:com.acme/paid/jsonschema/1-0-0', data: odd(random) };
  const wrapped = JSON.stringify({ schema: 'iglu:x', data: random.chance(0.5) ? data : [data] });
  const members = {
    e: () => one(random, ['pv', 'pp', 'se', 'ue', oddText(random)]),
    uid: () => one<Json>(random, ['ana', oddText(random), 5, null]),
    duid: () => one<Json>(random, [`u${random.below(50)}`, oddText(random), {}]),
    eid: () => oddText(random),
    dtm: () => one<Json>(random, ['1770000000000', '1e400', -1, oddText(random)]),
    stm: () => one<Json>(random, ['1770000000000', '9e15', null]),
    url: () => one(random, ['http://x/?utm_source=a', 'http://[', oddText(random)]),
    res: () => oddText(random),
    se_ac: () => oddText(random),
    se_va: () => odd(random, 0),
    ue_pr: () => one(random, [wrapped, wrapped.slice(0, 20), oddText(random)]),
    ue_px: () => one(random, [Buffer.from(wrapped).toString('base64url'), oddText(random)]),
    cx: () => one(random, [Buffer.from(wrapped).toString('base64'), oddText(random)]),
  };
  return { aid: token, ...some(random, members, 0.5) };
}

/** As exporters of OpenTelemetry send it. */
function logRecord(random: Chance): Json {
  const value = (depth: number): Json => {
    const leaf: Json[] = [
      { stringValue: oddText(random) },
      { intValue: '9007199254740993' },
      { doubleValue: 'NaN' },
      {},
    ];
    if (depth === 0 || random.chance(0.6)) return one(random, [...leaf, { boolValue: true }, odd(random, 0)]);
    if (random.chance(0.5)) return { arrayValue: { values: several(random, 3, () => value(depth - 1)) } };
    return { kvlistValue: { values: [{ key: one(random, ['a', '__proto__']), value: value(depth - 1) }] } };
  };
  const attribute = () => ({
    key: one(random, ['user.id', 'session.id', 'event.name', oddText(random)]),
    value: value(3),
  });
  return some(
    random,
    {
      eventName: () => one<Json>(random, ['paid', oddText(random), 5]),
      timeUnixNano: () => one<Json>(random, ['1770000000000000000', '-1', 'x', 1e300]),
      attributes: () => several(random, 5, attribute),
      body: () => value(3),
    },
    0.7,
  );
}

const PAGES = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/',
  '/favicon.ico',
  '/icon.svg',
  '/api/',
  '/api/projects/1/nothing/',
  '/open/x',
  '/projects/1/insights/1',
  '/.well-known/oauth-protected-resource',
  '/..%2f..%2fetc/passwd',
  '//',
  '/api//projects//1/',
];

/** Pages in a browser that was let in. */
function onPages(random: Chance, names: Names): Hostile {
  const id = one(random, ['1', '1', '1', '1', '2', '2', '3', '99', escaped(oddText(random).slice(0, 100)), 'abcdefgh']);
  const kind = one(random, ['insights', 'insights', 'dashboards', 'nothing']);
  const ending = one(random, ['', '', '.svg', '.png', '.csv', '.json', '.exe', '/']);
  const asked = one(random, [
    ...['', '', '?refresh=true', '?theme=dark', '?width=1e9', '?width=400', '?theme=%00', '?date_from=-7d'],
    `?${escaped(oddText(random).slice(0, 100))}=${escaped(oddText(random).slice(0, 300))}`,
  ]);
  const path = random.chance(0.15) ? '/' : `/${kind}/${id}${ending}`;
  return {
    method: one(random, ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST']),
    path: `/view/${random.chance(0.9) ? '1' : one(random, ['2', '99', '@current', '%00', 'x'])}${path}${asked}`,
    headers: { cookie: random.chance(0.95) ? names.cookie : `${names.cookie}x`, ...oddHeaders(random) },
    body: null,
    // Whoever opened the link may see every project.
    is_confined: false,
  };
}

export function anywhere(random: Chance, names: Names): Hostile {
  if (random.chance(0.35)) return onPages(random, names);
  const shared = `/shared/${random.chance(0.7) ? names.sharing_token : escaped(oddText(random).slice(0, 500))}${one(random, ['', '.json', '.svg', '.png', '/', '?refresh=true', '?format=csv', `?theme=${escaped(oddText(random).slice(0, 500))}`, '?width=1e9'])}`;
  const made = `/${several(random, 5, () => escaped(oddText(random).slice(0, 300))).join('/')}`;
  const { headers, is_confined } = keyOf(random, names);
  return {
    method: one(random, ['GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH']),
    path: one(random, [one(random, PAGES), shared, shared, made]),
    headers: { ...(random.chance(0.5) ? headers : {}), ...oddHeaders(random) },
    body: null,
    is_confined,
  };
}
