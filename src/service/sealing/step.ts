/** One step of upkeep, in whatever thread. */
import type { Step, StepDone } from './messages.ts';
import type { Sealing } from './sealing.ts';

export function takeStep(sealing: Sealing, { kind, project_id }: Step): StepDone {
  if (kind === 'compact') return { sealed: 0, is_more: sealing.compact(project_id) };
  if (kind === 'shrink') return { sealed: 0, is_more: sealing.shrink() };
  const sealed = sealing.seal(project_id);
  return { sealed, is_more: sealed > 0 };
}
