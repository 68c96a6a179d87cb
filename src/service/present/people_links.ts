/**
 * Adds to an answer the addresses of the people behind its numbers (see operations/persons.ts). They are kept apart from
 * it, as they depend on where it is asked, and not everybody may have them: outside HTTP there are none, list_persons
 * takes the same, and whoever holds a sharing link learns nothing of people.
 */
import type { Patch } from '../../base/written.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ShownKind } from './showing.ts';

export type Point = Readonly<Record<string, unknown>>;
/** The address of a point's list; null where it would be too long. */
export type LinkTo = (point: Point) => string | null;

/** What a link needs of a question. */
export interface Linked {
  readonly kind: ShownKind;
  readonly filters: Point;
}

/** All that links are made of, but for what whoever asks calls the server: an answer is made once for all. */
export interface LinkBase extends Linked {
  readonly project_id: number;
  /** Of the question, where it is kept; null: links hold all of it. */
  readonly question_id: string | null;
}

/** Stands where the server's own will stand. */
const ORIGIN = 'http://links.invalid';
const BEGIN = `"${ORIGIN}/api/projects/`;

/** The links of a text as whoever asks can follow them. */
export function linksAt(origin: string, patches: readonly Patch[]): Patch[] {
  return patches.map((patch) => ({ ...patch, text: linkedText(origin, patch.text) }));
}

/** Of a long text a plain search is the quickest. Only members that are links count: data may say the same. */
function linkedText(origin: string, text: string): string {
  const begin = BEGIN.replace(ORIGIN, () => origin);
  const parts = text.split(BEGIN);
  const joined = parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    // A change may begin with the value: its name is common to both texts.
    const is_link = part.endsWith('url":') || (at === 0 && part === '');
    return part + (is_link ? begin : BEGIN);
  });
  return joined.join('');
}

/** Addresses for the points of an answer; null once they would take too much of it. */
export function linksFor({ project_id, question_id, kind, filters }: LinkBase): LinkTo {
  const question = encodeURIComponent(JSON.stringify({ kind, ...filters }));
  const named = question_id === null ? `question=${question}` : `q=${question_id}`;
  const begin = `${ORIGIN}/api/projects/${project_id}/persons/?${named}`;
  let left = LIMIT.people_links_chars;
  return (point) => {
    const sent = Object.entries(point).filter(([, value]) => value !== undefined);
    const texts = sent.map(([name, value]) => `&${name}=${encodeURIComponent(textOf(value))}`);
    const address = begin + texts.join('');
    if (address.length > Math.min(left, LIMIT.people_link_chars)) return null;
    left -= address.length;
    return address;
  };
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 1 ? String(value[0]) : JSON.stringify(value);
}
