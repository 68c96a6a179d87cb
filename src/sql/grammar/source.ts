/** An expression as sent, and the error that points into it. */

import { nearestNames } from '../../base/nearest.ts';
import { invalid, type ServiceError } from '../../model/error.ts';

export interface Source {
  readonly text: string;
  /** The field it was sent in. */
  readonly attr: string;
}

/** A 400 on the field. `at`: index of the character where it went wrong. */
export function wrongAt(source: Source, at: number, detail: string): ServiceError {
  return invalid(source.attr, `Expression, at character ${at + 1}: ${detail}`);
}

/** "Did you mean a or b? ", or nothing. */
export function nearestText(wanted: string, known: readonly string[]): string {
  const near = nearestNames(wanted, known);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}
