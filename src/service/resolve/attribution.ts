/** Resolves `breakdown_attribution_type` and `_value`: which of an actor's events determines the breakdown value. */
import { invalid } from '../../model/error.ts';
import type { Attribution, FunnelBody, FunnelOrder } from '../../model/question/funnel.ts';

export function resolveAttribution(body: FunnelBody, order: FunnelOrder, steps: number): Attribution {
  const kind = body.breakdown_attribution_type ?? 'first_touch';
  if (kind !== 'step') return { kind };
  const step = body.breakdown_attribution_value ?? 0;
  if (order === 'unordered' && step !== 0) {
    throw invalid(
      'breakdown_attribution_value',
      'Only the first step can be used for breakdown attribution in unordered funnels. Send 0, or leave it out.',
    );
  }
  if (step >= 0 && step < Math.max(1, steps)) return { kind, step };
  throw invalid('breakdown_attribution_value', `Ensure this field is a step of the funnel: 0 to ${steps - 1}.`);
}
