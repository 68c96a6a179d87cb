/** What clients are told, at the limit and one past it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ListeningStreams } from '../../src/mcp/changes.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { authenticate, localOwner } from '../../src/service/access/authenticate.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

test('so many changes between two looks are told, the earliest', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const heard = (count: number) => {
    const { service } = temporaryProduct();
    const streams = new ListeningStreams(service);
    const told: unknown[] = [];
    const listen = () => streams.subscribe((change) => void told.push(change));
    const stop = streams.within(localOwner(service), new Request('http://localhost/mcp'), listen);
    for (let id = 1; id <= count; id++) {
      const what = { activity: 'updated', scope: 'Insight', item_id: String(id), detail: {} } as const;
      service.store.transaction(() =>
        service.store.activity.append({ id: `a${id}`, project_id: 1, user_id: 1, created_at_ms: id, ...what }),
      );
    }
    vi.advanceTimersByTime(TUNING.watch_ms);
    stop();
    return JSON.stringify(told.at(-1)).includes(`insight://1/${count}"`);
  };
  await atAndPast('changes_told', heard, { at: true, past: false });
});

test('a hundred insights saved at once are one change of the list, told to all who listen without keeping others', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, key } = temporaryProduct();
  const streams = new ListeningStreams(service);
  const told = new Map<string, number>();
  const callers = Array.from({ length: 50 }, () => authenticate(service, key(['*'])));
  for (let nth = 0; nth < LIMIT.mcp_sessions; nth++) {
    streams.within(callers[nth % callers.length]!, new Request('http://localhost/mcp'), () =>
      streams.subscribe(({ kind }) => void told.set(kind, (told.get(kind) ?? 0) + 1)),
    );
  }
  for (let id = 1; id <= 100; id++) {
    const what = {
      activity: 'created',
      scope: 'Insight',
      item_id: String(id),
      detail: { short_id: `s${id}` },
    } as const;
    service.store.transaction(() =>
      service.store.activity.append({ id: `a${id}`, project_id: 1, user_id: 1, created_at_ms: id, ...what }),
    );
  }
  const began_ms = performance.now();
  vi.advanceTimersByTime(TUNING.watch_ms);
  // Where each listener's key was looked for among all keys at each change, this took most of a minute.
  expect(performance.now() - began_ms).toBeLessThan(3_000);
  expect(told.get('resources_list_changed')).toBe(LIMIT.mcp_sessions);
  expect(told.get('resource_updated')).toBe(LIMIT.mcp_sessions * 100 * 2 * 2);
});

test('a message to a client has so many characters: of a refused call, of a protocol error, of ours and of its library', async () => {
  const most = LIMIT.mcp_message_chars;
  /** Characters of a message that would have so many. */
  const told = async (count: number, messageOf: (fill: number) => Promise<string>) => {
    const { length } = await messageOf(100);
    return [count, (await messageOf(100 + count - length)).length];
  };
  const expected = { at: [most, most], past: [most + 1, most] };
  const code = 'invalid_input: ';
  const refused = async (fill: number) => {
    const product = temporaryProduct({ webhook_hosts: [`https://${'x'.repeat(fill)}`] });
    const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
    await answered(client, 'create_insight', { filters: { insight: 'TRENDS', events: [{ id: 'a' }] } });
    const body = { insight: 1, lower: 1, webhook_url: 'https://other.example/' };
    return (await refusal(client, 'create_alert', body)).replace(code, '');
  };
  await atAndPast('mcp_message_chars', (count) => told(count, refused), expected);
  const product = temporaryProduct();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const failed = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.message);
  const missing = (fill: number) => failed(client.readResource({ uri: `insight://1/${'x'.repeat(fill)}` }));
  await atAndPast('mcp_message_chars', (count) => told(count, missing), expected);
  // Of a wrong type, which the client's own types forbid.
  const wrong = (fill: number) => ({ name: 'weekly_review', arguments: JSON.parse(`{"${'x'.repeat(fill)}":1}`) });
  const misfit = (fill: number) => failed(client.getPrompt(wrong(fill)));
  await atAndPast('mcp_message_chars', (count) => told(count, misfit), expected);
});

test('a user has so long to agree; what is agreed to later is not done', async () => {
  const product = temporaryProduct();
  const origin = await served(product);
  const key = product.key(['*']);
  const removedAfter = async (ms: number) => {
    const { client } = await connectHttp(origin, key, '2025', '', { elicitation: { form: {} } });
    const { id } = await answered(client, 'create_insight', { name: `Agreed after ${ms}` });
    const [asked, reply] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    client.setRequestHandler('elicitation/create', async () => {
      asked.resolve();
      await reply.promise;
      return { action: 'accept', content: { agreed: true } };
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const removing = client.callTool({ name: 'soft_delete_insight', arguments: { id } }, { timeout: ms * 2 });
    await asked.promise;
    vi.advanceTimersByTime(ms);
    vi.useRealTimers();
    if (ms === LIMIT.elicitation_ms) await removing.catch(() => {});
    reply.resolve();
    await removing.catch(() => {});
    return product.service.store.insights.get(1, Number(id))?.deleted;
  };
  await atAndPast('elicitation_ms', removedAfter, { at: false, past: true, step: -1 });
});
