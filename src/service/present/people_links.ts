/**
 * Adds links to the people behind the numbers. Links are stored apart from the answer because they depend on the
 * caller's host and are not for everybody. Outside HTTP there are none (list_persons takes the same arguments), and
 * holders of a sharing link must not learn about people.
 */
import type { Patch } from '../../base/written.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ShownKind } from './showing.ts';

export type Point = Readonly<Record<string, unknown>>;
/** Address of the people behind a point; null if it would be too long or cannot be written. */
export type LinkTo = (point: Point) => string | null;

/** What links need of a question. */
export interface Linked {
  readonly kind: ShownKind;
  readonly filters: Point;
}

/** Everything links contain except the host, so that one answer serves all callers. */
export interface LinkBase extends Linked {
  readonly project_id: number;
  /** Id of the stored question; if null, links contain the whole question. */
  readonly question_id: string | null;
}

/** Placeholder for the server's origin. */
const ORIGIN = 'http://links.invalid';
const BEGIN = `"${ORIGIN}/api/projects/`;

/** The patches, with links to this origin. */
export function linksAt(origin: string, patches: readonly Patch[]): Patch[] {
  return patches.map((patch) => ({ ...patch, text: linkedText(origin, patch.text) }));
}

/** Plain search is fastest for long text. Replaces only members that are links: data may contain the same text. */
function linkedText(origin: string, text: string): string {
  const begin = BEGIN.replace(ORIGIN, () => origin);
  const parts = text.split(BEGIN);
  const joined = parts.map((part, at) => {
    if (at === parts.length - 1) return part;
    // A patch may start at the value, because the member's name is in the text without links, too.
    const is_link = part.endsWith('url":') || (at === 0 && part === '');
    return part + (is_link ? begin : BEGIN);
  });
  return joined.join('');
}

/** Makes links to points of an answer. Returns null once links would take too much of the answer. */
export function linksFor({ project_id, question_id, kind, filters }: LinkBase): LinkTo {
  const question = encodeURIComponent(JSON.stringify({ kind, ...filters }));
  const named = question_id === null ? `question=${question}` : `q=${question_id}`;
  const begin = `${ORIGIN}/api/projects/${project_id}/persons/?${named}`;
  let left = LIMIT.people_links_chars;
  return (point) => {
    const sent = Object.entries(point).filter(([, value]) => value !== undefined);
    const pairs = sent.map(([name, value]): [string, string] => [name, textOf(value)]);
    // JSON may contain lone surrogates, but an address cannot.
    if (!pairs.every(([, text]) => text.isWellFormed())) return null;
    const address = begin + pairs.map(([name, text]) => `&${name}=${encodeURIComponent(text)}`).join('');
    if (address.length > Math.min(left, LIMIT.people_link_chars)) return null;
    left -= address.length;
    return address;
  };
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return value.length === 1 ? String(value[0]) : JSON.stringify(value);
}
