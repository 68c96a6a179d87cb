import { expect, test } from 'vitest';
import { Written } from '../../src/base/written.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { ResultFields } from '../../src/service/insights/result.ts';
import { ResultRoom } from '../../src/service/insights/room.ts';
import { atAndPast } from '../support/tried_limits.ts';

const MB = 1024 ** 2;

function fields(bytes: number): ResultFields {
  const nothing = { resolved: null, last_refresh: null, cache_target_age: null, next_allowed_client_refresh: null };
  const result = new Written(new Uint8Array(bytes), new Uint32Array(0));
  return { ...nothing, result, timezone: null, is_cached: true, query_status: null };
}

test('results side by side are one answer: those past its bound are left out with the reason, smaller ones still fit', () => {
  const room = new ResultRoom(MB);
  const asked = [0.6, 0.41, 0.4, 0.01].map((share) => fields(Math.floor(share * MB)));
  const [first, second, third, last] = asked.map((one) => room.fit(one));
  expect([first, third]).toEqual([asked[0], asked[2]]);
  for (const left_out of [second, last]) {
    expect(left_out?.result).toBeNull();
    expect(left_out?.query_status?.error_message).toContain('1 MB together');
  }
});

test('an answer has room for so many bytes', async () => {
  const fitted = (bytes: number) => {
    const { result, query_status } = new ResultRoom().fit(fields(bytes));
    return query_status?.error_message ?? (result instanceof Written ? result.bytes.length : null);
  };
  await atAndPast('answer_bytes', fitted, { at: LIMIT.answer_bytes, past: /longer than 32 MB together/ });
});
