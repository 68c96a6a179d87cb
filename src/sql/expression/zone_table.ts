/** A zone's offset changes as a table for the engine, which knows no zones itself. */
import { offsetChanges } from '../../base/time.ts';
import type { ZoneOffsets } from '../../model/question/expression.ts';

/** Properties hold dates of birth, and when a contract ends. */
const FROM_MS = Date.UTC(1900, 0, 1);
const UNTIL_MS = Date.UTC(2100, 0, 1);

/** For expressions that do not depend on a zone. */
export const NO_ZONE: ZoneOffsets = { changes_ms: [], offsets_ms: [0] };

/** Zone -> its table. Never trimmed, as there are only a few hundred zones. */
const tables = new Map<string, ZoneOffsets>();

export function zoneTable(timezone: string): ZoneOffsets {
  let table = tables.get(timezone);
  if (table === undefined) {
    table = timezone === 'UTC' ? NO_ZONE : offsetChanges(timezone, FROM_MS, UNTIL_MS);
    tables.set(timezone, table);
  }
  return table;
}

/** Whether a change of the zone's clock begins or ends within a step of this length. */
export function cutsSteps(timezone: string, step_ms: number): boolean {
  return changesOfEvents(timezone).some(
    ({ at_ms, before_ms, after_ms }) => (at_ms + before_ms) % step_ms !== 0 || (at_ms + after_ms) % step_ms !== 0,
  );
}

/** Whether events rounded down to this grain keep their distance from the wall clock. */
export function keepsGrain(timezone: string, grain_ms: number): boolean {
  const { offsets_ms } = zoneTable(timezone);
  return (
    changesOfEvents(timezone).every(
      ({ at_ms, before_ms, after_ms }) =>
        at_ms % grain_ms === 0 && before_ms % grain_ms === 0 && after_ms % grain_ms === 0,
    ) && offsets_ms.at(-1)! % grain_ms === 0
  );
}

/** The changes since 1970, as there are no earlier events. */
function changesOfEvents(timezone: string) {
  const { changes_ms, offsets_ms } = zoneTable(timezone);
  return changes_ms.flatMap((at_ms, at) =>
    at_ms < 0 ? [] : [{ at_ms, before_ms: offsets_ms[at]!, after_ms: offsets_ms[at + 1]! }],
  );
}
