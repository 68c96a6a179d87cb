/** Ordered funnels where each step has a run of its own: no events are gathered but of actors that an exclusion spoils. */
import { gatherEvents, newActorEvents } from './actor_events.ts';
import type { Judge } from './audience.ts';
import { type Chain, runChain } from './funnel_chain.ts';
import { touchedGroup } from './funnel_touch.ts';
import { type Visit, visitAndTell } from './funnel_visit.ts';

/** The chain fills the attempt of the visit. `judge` does as well, from an actor's events. */
export function judgeOrdered(visit: Visit, chain: Chain, judge: Judge): void {
  const { audience, touch, told } = visit;
  const { sources, window } = audience;
  const events = newActorEvents(sources.length);
  visitAndTell(visit, (rows, actor) => {
    const group = touch === null ? 0 : touchedGroup(touch, rows, sources, window);
    if (!runChain(chain, rows)) {
      gatherEvents(rows, sources, window, events);
      judge(events, group);
    }
    told(group, actor);
  });
}
