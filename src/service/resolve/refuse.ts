/** Keys whose presence changes an answer in a way that cannot be computed yet: refused, never overlooked. */
import { notSupported } from '../../model/error.ts';

type Body = Readonly<Record<string, unknown>>;

/** Kinds of insight hide in `insight` or in the old `shown_as`. */
export function refuseOtherKind(body: Body, kind: 'TRENDS' | 'FUNNELS'): void {
  const shown_as = typeof body['shown_as'] === 'string' ? body['shown_as'].toUpperCase() : '';
  const said = typeof body['insight'] === 'string' ? body['insight'].toUpperCase() : kind;
  const asked = shown_as === 'LIFECYCLE' || shown_as === 'STICKINESS' ? shown_as : said;
  if (asked === kind || asked === '') return;
  throw notSupported(
    `insight ${asked}`,
    asked === shown_as ? 'shown_as' : 'insight',
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
