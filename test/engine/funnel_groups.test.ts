import { test } from 'vitest';
import { newActorEvents, reserveEvents } from '../../src/engine/kernels/funnel/actor_events.ts';
import { chooseGroups, newChooser } from '../../src/engine/kernels/funnel/groups.ts';
import { atAndPast } from '../support/tried_limits.ts';

test('attribution by a step stops where actors have too many events and values to go through', async () => {
  const events = newActorEvents(1);
  reserveEvents(events, 2);
  events.length = 2;
  events.steps.set([1, 1]);
  events.group.set([0, 1]);
  const two_events_with_two_values = 4;
  const chosen = (judged: number) => {
    const chooser = newChooser({ kind: 'step', step: 0 }, new Uint8Array(2), false);
    chooser.judged = judged - two_events_with_two_values;
    chooseGroups(chooser, events);
    return [...chooser.group.subarray(0, chooser.count)];
  };
  await atAndPast('funnel_judged_events', chosen, {
    at: [0, 1],
    past: /^400 invalid_input of breakdown_attribution_type: The step has too many different values/,
  });
});
