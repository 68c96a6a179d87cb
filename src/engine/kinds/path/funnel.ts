/** Funnel paths: the span of time in which each person's events count. */
import { sharedNumbers } from '../../../base/shared.ts';
import type { PathFunnel } from '../../../model/question/path.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { type FunnelOutcomes, stepTimeMs } from '../../kernels/funnel/outcomes.ts';
import type { ActorSpans } from '../../kernels/path/walk.ts';
import { funnelOutcomes } from '../funnel/outcomes.ts';

/** Persons the funnel step does not concern get an empty span. */
export function funnelSpans(funnel: PathFunnel, view: DatasetView): ActorSpans {
  const outcomes = funnelOutcomes(funnel.query, view);
  const actors = outcomes.level.length;
  const spans = { from_ms: sharedNumbers(actors), until_ms: sharedNumbers(actors) };
  spans.from_ms.fill(Number.POSITIVE_INFINITY);
  spans.until_ms.fill(Number.NEGATIVE_INFINITY);
  const { step } = funnel;
  for (let actor = 0; actor < actors; actor++) {
    const level = outcomes.level[actor]!;
    const is_meant = step > 0 ? level >= step : level > 0 && level === -step - 1;
    if (is_meant) setSpan(funnel, outcomes, actor, spans);
  }
  return spans;
}

/** Events at the very instant of a step are within the span. */
function setSpan(
  { query, around, step }: PathFunnel,
  outcomes: FunnelOutcomes,
  actor: number,
  spans: ActorSpans,
): void {
  // For drop-offs the last step done is the anchor.
  const at_ms = stepTimeMs(outcomes, actor, (step > 0 ? step : -step - 1) - 1);
  switch (around) {
    case 'funnel_path_after_step':
      spans.from_ms[actor] = at_ms;
      spans.until_ms[actor] = Number.POSITIVE_INFINITY;
      break;
    case 'funnel_path_before_step':
      spans.from_ms[actor] = Number.NEGATIVE_INFINITY;
      spans.until_ms[actor] = at_ms + (step > 0 ? 0 : query.window_ms) + 1;
      break;
    case 'funnel_path_between_steps':
      spans.from_ms[actor] = stepTimeMs(outcomes, actor, step - 2);
      spans.until_ms[actor] = at_ms + 1;
      break;
  }
}
