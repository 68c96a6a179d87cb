/** The existing names that somebody may have meant. */
import { nearestNames } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';

/** `Did you mean "a" or "b"?`; '' if no name is near. */
export function nearText(wanted: string, names: readonly string[]): string {
  return meantText(nearestNames(wanted, [...new Set(names)]));
}

export function meantText(near: readonly string[]): string {
  return near.length === 0 ? '' : `Did you mean ${near.map((name) => quoted(name)).join(' or ')}?`;
}
