/** What a repair could not keep. */
import type { EventSpan, LostValues } from '../../engine/storage/mend_segment.ts';
import type { PeopleLost } from '../../store/types/people.ts';
import type { Salvaged } from '../../store/types/salvage.ts';
import type { Verified } from './verify.ts';

export interface Repaired {
  readonly verified: Verified;
  /** One line of text each. */
  readonly made_anew: readonly string[];
  readonly gone: readonly string[];
  /** Number of events lost. */
  readonly events_gone: number;
}

/** What one project lost. */
export interface ProjectLosses {
  readonly project_id: number;
  readonly events: readonly EventsLost[];
  readonly values: readonly LostValues[];
  /** Events that got new ids. */
  readonly ids: readonly EventSpan[];
  /** Import number -> how many of the lost events are known to come from it. */
  readonly imports: ReadonlyMap<string, number>;
  readonly people: PeopleLost;
  /** One distinct id of each person who lost properties. */
  readonly people_named: readonly string[];
  readonly cohorts: readonly string[];
  /** How many properties were defined again. */
  readonly properties: number;
  /** How many event names were counted again. */
  readonly recounted: number;
  /** New names of events that lost theirs. */
  readonly unnamed: readonly string[];
}

/** `before`: count of events before; null if it is lost. */
export interface EventsLost {
  readonly name: string;
  readonly lost: number;
  readonly before: number | null;
  /** First time lost, if known; `until_ms` is exclusive. */
  readonly from_ms: number;
  readonly until_ms: number;
}

export interface Losses {
  readonly salvaged: Salvaged;
  readonly projects: readonly ProjectLosses[];
}
