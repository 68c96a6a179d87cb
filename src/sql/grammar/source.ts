/** An expression as sent, and errors that point into it. */

import { didYouMean, nearestNames } from '../../base/nearest.ts';
import { invalid, type ServiceError } from '../../model/error.ts';

export interface Source {
  readonly text: string;
  /** The field that it was sent in. */
  readonly attr: string;
  /** Name of the language, if it is not an expression. */
  readonly what?: 'SQL';
}

/** A 400 on the field. `at`: index of the offending character. */
export function wrongAt(source: Source, at: number, detail: string): ServiceError {
  return invalid(source.attr, `${source.what ?? 'Expression'}, at ${positionOf(source, at)}: ${detail}`);
}

/** Only statements have lines. */
function positionOf({ text, what }: Source, at: number): string {
  if (what === undefined || !text.includes('\n')) return `character ${at + 1}`;
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, character ${lines.at(-1)!.length + 1}`;
}

/** `Did you mean a or b? `, for the sentence before another one; '' if no name is near. Quotes would be part of SQL. */
export function nearestText(wanted: string, known: readonly string[]): string {
  const meant = didYouMean(nearestNames(wanted, known));
  return meant === '' ? '' : `${meant} `;
}
