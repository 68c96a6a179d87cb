/** Which kind of insight a body means, and that an operation is asked for its own. */
import { notSupported } from '../../model/error.ts';
import { type Place, see } from '../words/places.ts';

type Body = Readonly<Record<string, unknown>>;

/** Kinds of insight hide in `insight` or in the old `shown_as`. "" where neither says one. */
export function askedKind(body: Body): { readonly kind: string; readonly attr: string } {
  const shown_as = typeof body['shown_as'] === 'string' ? body['shown_as'].toUpperCase() : '';
  if (shown_as === 'LIFECYCLE' || shown_as === 'STICKINESS') return { kind: shown_as, attr: 'shown_as' };
  return { kind: typeof body['insight'] === 'string' ? body['insight'].toUpperCase() : '', attr: 'insight' };
}

const COMPUTED_BY: Readonly<Record<string, Place>> = {
  TRENDS: 'compute_trend',
  LIFECYCLE: 'compute_trend',
  STICKINESS: 'compute_trend',
  FUNNELS: 'compute_funnel',
  PATHS: 'compute_path',
  RETENTION: 'compute_retention',
};

function elsewhere(kind: string): string {
  const place = Object.hasOwn(COMPUTED_BY, kind) ? COMPUTED_BY[kind] : undefined;
  return place === undefined ? ` Kinds are ${Object.keys(COMPUTED_BY).join(', ')}.` : ` ${see(place)} does.`;
}

export function refuseOtherKind(body: Body, kind: 'TRENDS' | 'FUNNELS' | 'PATHS' | 'RETENTION'): void {
  const { kind: asked, attr } = askedKind(body);
  if (asked === kind || asked === '') return;
  throw notSupported(
    `insight ${asked}`,
    attr,
    `"${asked}" is not computed here: this computes ${kind}.${elsewhere(asked)}`,
  );
}
