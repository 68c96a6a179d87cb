/**
 * A stable sample of persons: those whose first distinct id hashes below the share. Larger shares contain smaller ones.
 */
import { allocate, has, set } from '../../base/bitmap.ts';
import { textAt } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';

const HASHES = 2 ** 32;

/** Returns a bitmap over persons. */
export function sampledPersons(share: number, view: DatasetView): Uint32Array {
  const persons = allocate(view.actorCount({ kind: 'person' }));
  const judged = allocate(view.actorCount({ kind: 'person' }));
  const column = view.distinctColumn();
  for (const [distinct, person] of view.distinctPersons().entries()) {
    if (has(judged, person)) continue;
    set(judged, person);
    if (hashText(textAt(column, distinct) ?? '') < share * HASHES) set(persons, person);
  }
  return persons;
}

/** FNV-1a with a final mix, so that high bits depend on every character too. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
