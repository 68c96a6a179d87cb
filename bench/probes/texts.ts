/** Logs and chats: texts of a thousand characters that never repeat, lists of objects. */
import { change, FIRST_ROWS, HALF_YEAR_DAYS, MAY_MS, oneOf, PAGE_OF_EVENTS, type Probe, sql, trend } from './probe.ts';

const WORDS = Array.from({ length: 3_000 }, (_, at) => `w${(at * 7919) % 3001}ord`);
const LOG = { id: 'log' };

export const TEXTS_PROBE: Probe = {
  name: 'texts',
  about: 'texts of a thousand characters, lists of objects',
  events: 75_000,
  from_ms: MAY_MS,
  days: HALF_YEAR_DAYS,
  event(random) {
    const word = (): string => oneOf(random, WORDS);
    return {
      event: oneOf(random, ['$exception', 'log', 'chat']),
      distinct_id: `u${random.below(5_000)}`,
      properties: {
        message: Array.from({ length: 40 + random.below(300) }, word).join(' '),
        stack: Array.from({ length: 12 }, () => ({ file: `/app/${word()}.js`, line: random.below(900) })),
        level: oneOf(random, ['info', 'warn', 'error']),
        tags: [oneOf(random, WORDS.slice(0, 50)), oneOf(random, WORDS.slice(0, 50))],
        url: `https://site.test/${word()}/${word()}?q=${word()}`,
        tokens: random.below(4_000),
      },
    };
  },
  questions: [
    trend('that hold a text', LOG, { properties: [{ key: 'message', operator: 'icontains', value: 'w77ord w' }] }),
    trend('that fit a pattern', LOG, { properties: [{ key: 'message', operator: 'regex', value: 'w1[0-9]+ord w2' }] }),
    trend('by message', LOG, { breakdown: 'message' }),
    trend('by address', LOG, { breakdown: 'url' }),
    trend('by list', LOG, { breakdown: 'tags' }),
    trend('average length', { ...LOG, math: 'hogql', math_hogql: 'avg(length(properties.message))' }),
    sql('that hold a word', "select count() from events where properties.message like '%w99ord%'"),
    sql('messages', 'select properties.message, count() from events group by 1 order by 2 desc limit 5'),
    sql(
      'files of stacks',
      "select JSONExtractString(properties.stack, 1, 'file') as f, count() from events where event = '$exception' group by f order by 2 desc limit 5",
    ),
    ['messages that hold a text', 'list_property_values', { key: 'message', value: 'w5ord' }],
    PAGE_OF_EVENTS,
    FIRST_ROWS,
    change('log'),
  ],
};
