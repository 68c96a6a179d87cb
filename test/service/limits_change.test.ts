/** How much is looked at to explain a change, and an empty answer: at the limit and one past it. */
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';
import { atAndPast } from '../support/tried_limits.ts';

const list = <T>(size: number, item: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => item(at));
const YESTERDAY = '2026-01-13T10:00:00Z';
const TODAY = '2026-01-14T10:00:00Z';

function asked(): Asked & { of<T>(name: string, body: Body): Promise<T> } {
  const one = askedProduct({ computing: { thread: 'never' } });
  return { ...one, of: (name, body) => one.ask(operationNamed(name), body) };
}

test('so many values of a property explain a change; the number of one more is not known', async () => {
  const one = asked();
  const explained = async (count: number) => {
    const name = `a ${count}`;
    const valued = (value: string, time: string, times: number) =>
      list(times, (at) => event(name, `${value} ${at}`, time, { p: value }));
    // What fell is the rarest value of the later day, and the most frequent one of the earlier day.
    one.add(...valued('fell', YESTERDAY, 50), ...valued('fell', TODAY, 1));
    one.add(...list(count - 1, (at) => valued(`v${at}`, TODAY, 2)).flat());
    one.add(...list(count - 1, (at) => valued(`v${at}`, YESTERDAY, 2)).flat());
    const { result } = await one.of<{ result: { value: string; before: number; after: number }[] }>('explain_change', {
      question: { events: [{ id: name }] },
      ...{ date_from: '2026-01-14', date_to: '2026-01-14', properties: ['p'], cohorts: false },
    });
    return result.map(({ value, before, after }) => [value, before, after]);
  };
  await atAndPast('change_values', explained, { at: [['fell', 50, 1]], past: [] });
});

test('a value is compared with so many others, and where there are more nothing is said of it', async () => {
  const one = asked();
  const storing = (count: number) => {
    const name = `b ${count}`;
    const key = `k${count}`;
    one.add(...list(count, (at) => event(name, 'p', TODAY, { [key]: `value ${at}` })));
    return { name, key };
  };
  const warnings = async (count: number) => {
    const { name, key } = storing(count);
    const properties = [{ key, value: 'valeu 7' }];
    return (await one.of<{ warnings: string[] }>('list_events', { event: name, properties })).warnings.length;
  };
  await atAndPast('values_compared', warnings, { at: 1, past: 0 });
  const idle = async (count: number) => {
    const { name, key } = storing(count);
    const properties = [{ key, operator: 'is_not', value: 'valeu 7' }];
    const { resolved } = await one.trend({ events: [{ id: name, properties }] });
    return JSON.stringify(resolved).includes('Did you mean');
  };
  await atAndPast('values_compared', idle, { at: true, past: false });
  expect(LIMIT.values_told).toBeLessThan(LIMIT.values_compared);
});
