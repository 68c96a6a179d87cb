/** A zone's offset changes as a table for the engine, which knows no zones itself. */
import { MAX_MS, offsetChanges } from '../../base/time.ts';
import type { ZoneOffsets } from '../../model/question/expression.ts';

/** Earlier changes are rarely needed; future rules are unknown. */
const FROM_MS = 0;
const UNTIL_MS = Math.min(Date.UTC(2050, 0, 1), MAX_MS);

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

/** Whether a change of the zone's clock begins within a step of this length. */
export function cutsSteps(timezone: string, step_ms: number): boolean {
  const { offsets_ms } = zoneTable(timezone);
  return offsets_ms.some((offset) => (offset - offsets_ms[0]!) % step_ms !== 0);
}
