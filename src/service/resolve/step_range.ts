/** `funnel_from_step` and `funnel_to_step`: the part of a funnel that trends and time_to_convert cover. */
import { invalid } from '../../model/error.ts';
import type { FunnelBody, FunnelQuery, FunnelViz } from '../../model/question/funnel.ts';

/** The steps view shows all steps and ignores these arguments. */
export function resolveStepRange(
  body: FunnelBody,
  viz: FunnelViz,
  steps: number,
): Pick<FunnelQuery, 'from_step' | 'to_step'> {
  const last = Math.max(0, steps - 1);
  // Without steps, no question has been asked yet.
  if (viz === 'steps' || steps === 0) return { from_step: 0, to_step: last };
  if (steps === 1) {
    throw invalid(
      'events',
      `Funnels require at least two steps for funnel_viz_type "${viz}". Add one, as {"id":"paid","order":1}.`,
    );
  }
  const { funnel_from_step: from_step = 0, funnel_to_step: to_step = last } = body;
  if (from_step < 0 || from_step > last - 1) {
    throw invalid('funnel_from_step', `funnel_from_step is out of bounds. It must be between 0 and ${last - 1}.`);
  }
  if (to_step < 1 || to_step > last) {
    throw invalid('funnel_to_step', `funnel_to_step is out of bounds. It must be between 1 and ${last}.`);
  }
  if (to_step > from_step) return { from_step, to_step };
  throw invalid(
    'funnel_to_step',
    'Funnel step range is invalid. funnel_to_step should be greater than funnel_from_step.',
  );
}
