/** One step of upkeep, in any thread. */
import type { Step, StepDone } from './messages.ts';
import type { Scrubbed, Sealing } from './sealing.ts';

export function takeStep(sealing: Sealing, { kind, project_id, now_ms, elsewhere = null }: Step): StepDone {
  switch (kind) {
    case 'compact':
      return { sealed: 0, is_more: sealing.compact(project_id) };
    case 'shrink':
      return { sealed: 0, is_more: sealing.shrink() };
    case 'erase':
      return { sealed: 0, is_more: sealing.erase(project_id, { now_ms, elsewhere }) };
    case 'scrub':
      return scrubbed(sealing.scrub());
    case 'seal': {
      const sealed = sealing.seal(project_id);
      return { sealed, is_more: sealed > 0 };
    }
  }
}

function scrubbed(left: Scrubbed): StepDone {
  return { sealed: 0, is_more: left !== 'done', is_held: left === 'held' };
}
