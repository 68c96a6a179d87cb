/** What the product holds beside what it should. */
import type { Model } from './model.ts';
import { begin } from './questions.ts';
import type { SentRequest } from './sent.ts';
import type { World } from './world.ts';

/**
 * Takes those of the sent requests into the model that are there: whole ones, and none that was sent after one that is
 * missing. Of requests sent together, one whose ids must be read first lets the others go ahead. How many.
 */
export function reconcile(
  model: Model,
  sent: readonly (readonly SentRequest[])[],
  stored: ReadonlySet<string>,
): number {
  let is_missing = false;
  let found = 0;
  for (const together of sent) {
    const there = together.filter((request) => isThere(model, request, stored));
    if (is_missing && there.some((request) => freshOf(model, request).length > 0)) {
      throw new Error('a request was stored, and one sent before it was not');
    }
    is_missing ||= there.length < together.length;
    for (const request of there) model.take(request);
    found += there.length;
  }
  const lost = [...model.events.keys()].filter((uuid) => !stored.has(uuid));
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged events are lost`);
  if (stored.size !== model.events.size) throw new Error('there are events that nobody sent');
  return found;
}

function freshOf(model: Model, request: SentRequest): SentRequest {
  return request.filter(({ uuid }) => !model.events.has(uuid));
}

/** Whether nothing of it is missing. */
function isThere(model: Model, request: SentRequest, stored: ReadonlySet<string>): boolean {
  const fresh = freshOf(model, request);
  const there = fresh.filter(({ uuid }) => stored.has(uuid));
  if (there.length > 0 && there.length < fresh.length) throw new Error('a request was stored in part');
  return there.length === fresh.length;
}

/**
 * What is wrong with the answer to some question; null = nothing. If events come while it is under way, what was right
 * at one of the moments is.
 */
export async function compare(world: World): Promise<string | null> {
  const { any: service, model, now_ms, random } = world;
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
