/** Keys whose presence changes an answer in a way that cannot be computed yet: refused, never overlooked. */
import { notSupported } from '../../model/error.ts';

type Body = Readonly<Record<string, unknown>>;

function isOn(value: unknown): boolean {
  return value === true || value === 'true' || value === 1;
}

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

export function refuseTrendExtras(body: Body): void {
  if (body['formula'] !== undefined) {
    throw notSupported('formula', 'formula', 'Formulas cannot be computed yet. Ask for the lines without "formula".');
  }
  if (isOn(body['compare']) || (body['compare_to'] !== undefined && body['compare'] === undefined)) {
    throw notSupported('compare', 'compare', 'Periods cannot be compared yet. Ask twice, with other dates.');
  }
  if (Number(body['smoothing_intervals'] ?? 1) > 1) {
    throw notSupported('smoothing', 'smoothing_intervals', 'Smoothing cannot be computed yet; leave it out.');
  }
}
