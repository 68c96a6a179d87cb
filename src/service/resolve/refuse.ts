/** Keys whose presence changes an answer in a way that cannot be computed yet: refused, never overlooked. */
import { notSupported } from '../../model/error.ts';

type Body = Readonly<Record<string, unknown>>;

/** Kinds of insight hide in `insight` or in the old `shown_as`. "" where neither says one. */
export function askedKind(body: Body): { readonly kind: string; readonly attr: string } {
  const shown_as = typeof body['shown_as'] === 'string' ? body['shown_as'].toUpperCase() : '';
  if (shown_as === 'LIFECYCLE' || shown_as === 'STICKINESS') return { kind: shown_as, attr: 'shown_as' };
  return { kind: typeof body['insight'] === 'string' ? body['insight'].toUpperCase() : '', attr: 'insight' };
}

export function refuseOtherKind(body: Body, kind: 'TRENDS' | 'FUNNELS' | 'PATHS' | 'RETENTION'): void {
  const { kind: asked, attr } = askedKind(body);
  if (asked === kind || asked === '') return;
  throw notSupported(
    `insight ${asked}`,
    attr,
    `"${asked}" is not computed here; this operation computes ${kind}.`,
  );
}

export function refuseSampling(body: Body): void {
  const factor = body['sampling_factor'];
  if (factor === undefined || Number(factor) === 1) return;
  throw notSupported(
    'sampling',
    'sampling_factor',
    'Sampling cannot be computed yet; leave it out to count everything.',
  );
}
