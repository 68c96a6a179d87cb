/** The groups of actors by their first or last event that has a value, found without gathering their events. */
import type { EventSource, FunnelSource, RowWindow } from './actor_events.ts';
import type { GroupChooser } from './funnel_groups.ts';
import { type ActorList, placeOf } from './slice_actors.ts';

const NO_GROUP = 0xffffffff;

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

/** Says which groups the actors of the list are of. Where no event of an actor has a value, they all are of the group that has none. */
export function touchGroups(
  { is_last, empty }: Touch,
  sources: readonly FunnelSource[],
  window: RowWindow,
  touched: ActorList,
): void {
  const { count, group } = touched;
  group.fill(NO_GROUP, 0, count);
  /** position -> when the row was that counts so far. */
  const found_ms = new Float64Array(count).fill(is_last ? window.from_ms : window.until_ms);
  for (const source of sources) {
    if (is_last) touchLast(source, window, empty, touched, found_ms);
    else touchFirst(source, window, empty, touched, found_ms);
  }
  if (!group.subarray(0, count).includes(NO_GROUP)) return;
  for (let at = 0; at < count; at++) {
    found_ms[at] = group[at] === NO_GROUP ? window.until_ms : Number.NEGATIVE_INFINITY;
  }
  const none = new Uint8Array(empty.length);
  for (const source of sources) touchFirst(source, window, none, touched, found_ms);
}

/** Of one instant the first source counts. */
function touchFirst(
  source: FunnelSource,
  { from_ms }: RowWindow,
  empty: Uint8Array,
  touched: ActorList,
  found_ms: Float64Array,
): void {
  const { places, time_ms } = source;
  const { begin } = source.stretches;
  const group = source.group!;
  for (let at = 0; at < touched.count; at++) {
    const place = placeOf(places, touched.actor[at]!);
    if (place < 0) continue;
    const end = begin[place + 1]!;
    for (let row = begin[place]!; row < end && time_ms[row]! < found_ms[at]!; row++) {
      if (time_ms[row]! < from_ms || empty[group[row]!] === 1 || !counts(source, row)) continue;
      touched.group[at] = group[row]!;
      found_ms[at] = time_ms[row]!;
    }
  }
}

/** Of one instant the last source counts. */
function touchLast(
  source: FunnelSource,
  { until_ms }: RowWindow,
  empty: Uint8Array,
  touched: ActorList,
  found_ms: Float64Array,
): void {
  const { places, time_ms } = source;
  const { begin } = source.stretches;
  const group = source.group!;
  for (let at = 0; at < touched.count; at++) {
    const place = placeOf(places, touched.actor[at]!);
    if (place < 0) continue;
    const first = begin[place]!;
    for (let row = begin[place + 1]! - 1; row >= first && time_ms[row]! >= found_ms[at]!; row--) {
      if (time_ms[row]! >= until_ms || empty[group[row]!] === 1 || !counts(source, row)) continue;
      touched.group[at] = group[row]!;
      found_ms[at] = time_ms[row]!;
      break;
    }
  }
}

function counts({ steps, steps_any, gaps, gaps_any }: EventSource, row: number): boolean {
  return ((steps === null ? steps_any : steps[row]!) | (gaps === null ? gaps_any : gaps[row]!)) !== 0;
}
