/** The group of an actor by its first or last event that has a value, found without gathering its events. */
import type { ActorRows, EventSource, RowWindow } from './actor_events.ts';
import type { GroupChooser } from './funnel_groups.ts';

const NONE = -1;

export interface Touch {
  readonly is_last: boolean;
  /** group -> 1: it stands for having no value at all. */
  readonly empty: Uint8Array;
}

/** How an actor's one group is found; null = there is only one, undefined = it may have several. */
export function touchOf(chooser: GroupChooser | null): Touch | null | undefined {
  if (chooser === null) return null;
  const { attribution, empty } = chooser;
  if (attribution.kind === 'first_touch') return { is_last: false, empty };
  if (attribution.kind === 'last_touch') return { is_last: true, empty };
  return undefined;
}

/** -1 where no row counts. Where no event has a value, they all are of the group that has none. */
export function touchedGroup(
  touch: Touch,
  rows: ActorRows,
  sources: readonly EventSource[],
  window: RowWindow,
): number {
  const found = touch.is_last
    ? lastValue(touch, rows, sources, window)
    : firstValue(touch.empty, rows, sources, window);
  return found === NONE ? firstValue(null, rows, sources, window) : found;
}

/** Of one instant the first source counts. `empty` null: values do not matter. */
function firstValue(
  empty: Uint8Array | null,
  { active, active_count, begin, until }: ActorRows,
  sources: readonly EventSource[],
  window: RowWindow,
): number {
  let found = NONE;
  let found_ms = window.until_ms;
  for (let at = 0; at < active_count; at++) {
    const source = sources[active[at]!]!;
    const { time_ms, group } = source;
    for (let row = begin[active[at]!]!; row < until[active[at]!]! && time_ms[row]! < found_ms; row++) {
      const of = group![row]!;
      if (time_ms[row]! < window.from_ms || (empty !== null && empty[of] === 1) || !counts(source, row)) continue;
      found = of;
      found_ms = time_ms[row]!;
    }
  }
  return found;
}

/** Of one instant the last source counts. */
function lastValue(
  { empty }: Touch,
  { active, active_count, begin, until }: ActorRows,
  sources: readonly EventSource[],
  window: RowWindow,
): number {
  let found = NONE;
  let found_ms = window.from_ms;
  for (let at = 0; at < active_count; at++) {
    const source = sources[active[at]!]!;
    const { time_ms, group } = source;
    for (let row = until[active[at]!]! - 1; row >= begin[active[at]!]! && time_ms[row]! >= found_ms; row--) {
      const of = group![row]!;
      if (time_ms[row]! >= window.until_ms || empty[of] === 1 || !counts(source, row)) continue;
      found = of;
      found_ms = time_ms[row]!;
      break;
    }
  }
  return found;
}

function counts({ steps, steps_any, gaps, gaps_any }: EventSource, row: number): boolean {
  return ((steps === null ? steps_any : steps[row]!) | (gaps === null ? gaps_any : gaps[row]!)) !== 0;
}
