/** A result must fit a host's budget. What is cut says so, and how to ask for less. */
import { isObject } from '../base/json.ts';

export interface Truncated {
  /** The list that was cut. */
  readonly field: string;
  readonly kept: number;
  readonly of: number;
  readonly how_to_narrow: string;
}

export type Structured = Record<string, unknown> & { truncated?: Truncated };

/** Cuts the largest list of the object, from its end, until the whole is at most `max_chars` of JSON. */
export function fitStructured(structured: Record<string, unknown>, max_chars: number): Structured {
  const size = JSON.stringify(structured).length;
  if (size <= max_chars) return structured;
  const [field, list] = largestList(structured);
  if (field === null) return structured;
  const kept = itemsThatFit(list, max_chars - (size - JSON.stringify(list).length));
  return {
    ...structured,
    [field]: list.slice(0, kept),
    truncated: {
      field,
      kept,
      of: list.length,
      how_to_narrow: 'Ask for fewer rows (limit, offset), a shorter date range or fewer breakdown values.',
    },
  };
}

function largestList(structured: Record<string, unknown>): [string | null, readonly unknown[]] {
  let best: [string | null, readonly unknown[]] = [null, []];
  let best_size = 0;
  for (const [field, value] of Object.entries(structured)) {
    if (!Array.isArray(value)) continue;
    const size = JSON.stringify(value).length;
    if (size > best_size) {
      best = [field, value];
      best_size = size;
    }
  }
  return best;
}

function itemsThatFit(list: readonly unknown[], room_chars: number): number {
  let used = 200; // the note about the cut itself
  let kept = 0;
  for (const item of list) {
    used += JSON.stringify(item ?? null).length + 1;
    if (used > room_chars) break;
    kept++;
  }
  return kept;
}

/** `structuredContent` must be an object: lists are put under `results`. */
export function asObject(output: unknown): Record<string, unknown> {
  if (isObject(output)) return output;
  return { results: output };
}

/** Text of a model's size, cut at a line where it is too long. */
export function fitText(text: string, max_chars: number): string {
  if (text.length <= max_chars) return text;
  const cut = text.lastIndexOf('\n', max_chars);
  return `${text.slice(0, cut > 0 ? cut : max_chars)}\n[cut here: ask for fewer rows]`;
}
