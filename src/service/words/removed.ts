/** Saved things that are not there, or not any more: removal is soft, so they can come back. */
import { ServiceError } from '../../model/error.ts';
import { see } from './operation_names.ts';

export type SavedNoun = 'insight' | 'dashboard' | 'cohort' | 'action' | 'annotation' | 'alert';

/** `row`: what is stored under the number, if anything. `meant`: a sentence that names what was probably meant. */
export function notFound(noun: SavedNoun, row?: { readonly deleted: boolean } | null, meant = ''): ServiceError {
  const name = `${noun[0]!.toUpperCase()}${noun.slice(1)}`;
  const help = row?.deleted
    ? `It was removed: ${see(`update_${noun}`)} with "deleted": false brings it back.`
    : `${see(`list_${noun}s`)} lists those there are${noun === 'insight' ? ', by id and short_id' : ''}.`;
  return new ServiceError('not_found', [`${name} not found.`, meant, help].filter(Boolean).join(' '));
}

/** For models, behind a thing that was just removed. */
export function removedText(noun: SavedNoun): string {
  return `Soft-deleted; update_${noun} with "deleted": false brings it back.`;
}
