import { expect, test } from 'vitest';
import { newActorEvents, reserveEvents } from '../../src/engine/kernels/funnel/actor_events.ts';
import { chooseGroups, newChooser } from '../../src/engine/kernels/funnel/groups.ts';
import { LIMIT } from '../../src/model/limit.ts';

test('attribution by a step stops where actors have too many events and values to go through', () => {
  const events = newActorEvents(1);
  reserveEvents(events, 2);
  events.length = 2;
  events.steps.set([1, 1]);
  events.group.set([0, 1]);
  const chooser = newChooser({ kind: 'step', step: 0 }, new Uint8Array(2), false);
  chooser.judged = LIMIT.funnel_judged_events - 4;
  chooseGroups(chooser, events);
  expect([...chooser.group.subarray(0, chooser.count)]).toEqual([0, 1]);
  expect(() => chooseGroups(chooser, events)).toThrow(
    expect.objectContaining({ code: 'invalid_input', attr: 'breakdown_attribution_type' }),
  );
});
