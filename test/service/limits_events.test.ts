/** Limits of events on their way in: what is at one is stored as it is, one past it refused, cut, or told to come again. */
import { test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { Backlog } from '../../src/service/ingest/backlog.ts';
import { type Arrival, normaliseEvent, type RawEvent } from '../../src/service/ingest/normalise.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ARRIVAL: Arrival = {
  now_ms: NOW,
  sent_at_ms: null,
  ip: null,
  randomBytes: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
};
const read = (raw: RawEvent) => normaliseEvent({ event: 'e', distinct_id: 'a', ...raw }, ARRIVAL);
const text = (chars: number): string => 'x'.repeat(chars);

function door() {
  const { service } = temporaryProduct({ now: () => NOW });
  const project = must(service.store.projects.list()[0], 'a project');
  return { service, project, capture: (...raw: RawEvent[]) => service.ingest.capture(project, raw.map(read)) };
}

test('names of events and ids of people are stored up to a length, and cut there', async () => {
  const { service, project, capture } = door();
  const named = async (chars: number) => {
    const name = `${chars} `.padEnd(chars, 'n');
    await capture({ event: name });
    return service.store.definitions.events(project.id).some((one) => one.name === name);
  };
  await atAndPast('event_name_chars', named, { at: true, past: false });
  const known = async (chars: number) => {
    const id = `${chars} `.padEnd(chars, 'i');
    await capture({ distinct_id: id });
    const cut = service.store.people.find(project.id, id.slice(0, LIMIT.distinct_id_chars));
    return [service.store.people.find(project.id, id) !== undefined, cut !== undefined];
  };
  await atAndPast('distinct_id_chars', known, { at: [true, true], past: [false, true] });
});

test('an event has so many bytes, and a request so many names of properties', async () => {
  const { capture } = door();
  // Properties, the text and its name are counted as eight bytes and what they say.
  const heavy = (bytes: number) => capture({ properties: { p: text(bytes - 8 - 8 - 1) } });
  const taken = { taken: 1, duplicates: 0 };
  await atAndPast('event_bytes', heavy, {
    at: taken,
    past: new RegExp(`^413 too_large of properties: An event may hold ${LIMIT.event_bytes} bytes`),
  });
  const wide = (names: number) =>
    capture({ properties: Object.fromEntries(Array.from({ length: names }, (_, at) => [`p${at}`, 1])) });
  await atAndPast('batch_properties', wide, {
    at: taken,
    past: new RegExp(`^413 too_large of null: A request may have ${LIMIT.batch_properties} different properties`),
  });
});

test('a time ahead of ours is believed up to a limit, and is now past it', async () => {
  const ahead = (ms: number) => read({ timestamp: new Date(NOW + ms).toISOString() }).timestamp_ms - NOW;
  await atAndPast('future_ms', ahead, { at: LIMIT.future_ms, past: 0 });
});

test('however slow the last commit was, a few events may wait; however many there are, for a time', async () => {
  const waiting = (events: number, last_ms: number) => {
    const backlog = new Backlog();
    backlog.add(100);
    backlog.done(100, 0, last_ms);
    backlog.add(events);
    return [backlog.wait_ms, backlog.isTooLong];
  };
  const of_slow = (events: number) => waiting(events, 60_000).at(-1);
  await atAndPast('commit_wait_events', of_slow, { at: false, past: true });
  // As fast as a queue is thought to be before anything was measured.
  const [each_ms = 0] = waiting(1, 2);
  const of_many = (ms: number) => waiting(Math.round(ms / Number(each_ms)), 2);
  const past_ms = LIMIT.commit_wait_ms + 1;
  await atAndPast('commit_wait_ms', of_many, { at: [LIMIT.commit_wait_ms, false], past: [past_ms, true] });
});
