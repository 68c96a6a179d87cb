/** Suggestions for misspelt names: those a few edits away, or contained in the other. */
import { soughtName } from './letters/caseless.ts';
import { quoted } from './visible.ts';

const MOST = 3;
/** Nobody mistypes more, and long ids are hardly ever half a different id. */
const MOST_EDITS = 8;
/** Longer names are compared by their starts: the distance costs the product of both lengths. */
const COMPARED_CHARS = 64;

/** At most three of `names`, nearest first, ties alphabetical. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const goal = plain(wanted);
  const most = Math.min(Math.max(2, Math.floor(goal.length / 2)), MOST_EDITS);
  const scored = names.flatMap((name) => {
    const other = plain(name);
    const distance = score(goal, other, most);
    // With as many edits as letters, the names have nothing in common.
    const is_near = distance === 0 || distance < Math.max(goal.length, other.length);
    return is_near && distance <= most ? [{ name, score: distance }] : [];
  });
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, MOST).map((entry) => entry.name);
}

/** `Did you mean "a" or "b"?`; '' if no name is near. */
export function nearText(wanted: string, names: readonly string[]): string {
  return meantText(nearestNames(wanted, [...new Set(names)]));
}

/** The same of names that are known to be near. */
export function meantText(near: readonly string[]): string {
  return didYouMean(near.map((name) => quoted(name)));
}

/** The same of what is near, as it is shown. */
export function didYouMean(shown: readonly string[]): string {
  return shown.length === 0 ? '' : `Did you mean ${shown.join(' or ')}?`;
}

/** Values as they are shown, for those who sent none that is near. */
export function thereText(shown: readonly string[]): string {
  return `Values there are: ${shown.slice(0, MOST).join(', ')}.`;
}

/** How many saved things one sentence names. */
export const SAVED_TOLD = 5;

/** What is saved, by number and name, for those who named none of it; '' if there is nothing. */
export function amongText(saved: readonly { readonly id: number; readonly name: string }[]): string {
  const told = saved.slice(0, SAVED_TOLD).map(({ id, name }) => `${id} ${quoted(name)}`);
  return told.length === 0 ? '' : `Among them: ${told.join(', ')}.`;
}

/** As the sentences above show it. */
const NAMED = '(?:\\d+ )?"(?:[^"\\\\]|\\\\.)*"…?';
const SUGGESTED = new RegExp(
  ` ?(?:Did you mean|Values there are:|Among them:) ${NAMED}(?:(?:,| or) ${NAMED})*[?.]`,
  'g',
);

/** The text without suggestions, for readers who must not learn what else there is. */
export function withoutSuggestions(text: string): string {
  return text.replace(SUGGESTED, '');
}

/** Case, marks, blanks and separators are confused most, so they cost nothing. */
function plain(name: string): string {
  return soughtName(name)
    .replace(/[\s_$.:-]+/g, '')
    .slice(0, COMPARED_CHARS);
}

/** Containment counts as more than one edit, less than two. */
const INSIDE = 1.5;

/** Need not be exact beyond `most`, as the difference in length is a lower bound. */
function score(goal: string, name: string, most: number): number {
  const isInside = goal.length > 2 && name.length > 2 && (name.includes(goal) || goal.includes(name));
  return isInside ? Math.min(INSIDE, edits(goal, name, most)) : edits(goal, name, most);
}

function edits(goal: string, name: string, most: number): number {
  const longer = Math.abs(goal.length - name.length);
  return longer > most ? longer : editDistance(goal, name, most);
}

/**
 * Edit distance (insert, remove, replace); if it is more than `most`, some number above. Reads only the cells that
 * as many edits can reach, and stops once none is left.
 */
export function editDistance(from: string, to: string, most: number): number {
  /** prefix length of `to` -> distance to the current prefix of `from` */
  const row = Uint32Array.from({ length: to.length + 1 }, (_, length) => length);
  for (let i = 1; i <= from.length; i++) {
    const char = from.charCodeAt(i - 1);
    const first = Math.max(1, i - most);
    const last = Math.min(to.length, i + most);
    let before = row[first - 1]!;
    let least = first === 1 ? i : most + 1;
    row[first - 1] = least;
    for (let j = first; j <= last; j++) {
      const above = row[j]!;
      const change = char === to.charCodeAt(j - 1) ? 0 : 1;
      row[j] = Math.min(above + 1, row[j - 1]! + 1, before + change);
      least = Math.min(least, row[j]!);
      before = above;
    }
    if (least > most) return least;
  }
  return row[to.length]!;
}
