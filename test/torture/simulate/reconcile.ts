/** What the product holds beside what it should. */
import type { Model } from './model.ts';
import { begin } from './questions.ts';
import type { SentRequest } from './sent.ts';
import type { World } from './world.ts';

/**
 * Takes those of the sent requests into the model that are there: whole ones, and none whose predecessor is missing.
 * How many.
 */
export function reconcile(model: Model, sent: readonly SentRequest[], stored: ReadonlySet<string>): number {
  let is_missing = false;
  let found = 0;
  for (const request of sent) {
    const fresh = request.filter(({ uuid }) => !model.events.has(uuid));
    const there = fresh.filter(({ uuid }) => stored.has(uuid));
    if (there.length > 0 && there.length < fresh.length) throw new Error('a request was stored in part');
    if (there.length > 0 && is_missing) throw new Error('a request was stored, and one before it was not');
    if (fresh.length > 0 && there.length === 0) {
      is_missing = true;
      continue;
    }
    model.take(request);
    found++;
  }
  const lost = [...model.events.keys()].filter((uuid) => !stored.has(uuid));
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged events are lost`);
  if (stored.size !== model.events.size) throw new Error('there are events that nobody sent');
  return found;
}

/**
 * What is wrong with the answer to some question; null = nothing. If events come while it is under way, what was right
 * at one of the moments is.
 */
export async function compare(world: World): Promise<string | null> {
  const { service, model, now_ms, random } = world;
  const { text, answered, expected } = begin(random, { service, model, now_ms });
  const right = [JSON.stringify(expected())];
  const answer = await world.settled(answered, async () => {
    await world.capture();
    right.push(JSON.stringify(expected()));
  });
  right.push(JSON.stringify(expected()));
  world.note([text, answer]);
  const told = JSON.stringify(answer);
  return right.includes(told) ? null : `${text}: ${told}\nexpected: ${[...new Set(right)].join('\nor: ')}`;
}
