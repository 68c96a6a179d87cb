/** What a repair could not keep. */
import type { EventSpan, LostValues } from '../../engine/storage/mend_segment.ts';
import type { PeopleLost } from '../../store/types/people.ts';
import type { Salvaged } from '../../store/types/salvage.ts';
import type { Verified } from './verify.ts';

export interface Repaired {
  readonly verified: Verified;
  /** One line each. */
  readonly made_anew: readonly string[];
  readonly gone: readonly string[];
  /** Number of events that are gone. */
  readonly events_gone: number;
}

/** What is gone of a project. */
export interface ProjectLosses {
  readonly project_id: number;
  readonly events: readonly EventsLost[];
  readonly values: readonly LostValues[];
  /** Events that have new ids. */
  readonly ids: readonly EventSpan[];
  /** Import (number) -> how many of the lost events are known to be of it. */
  readonly imports: ReadonlyMap<string, number>;
  readonly people: PeopleLost;
  /** A distinct id of each of those who lost properties. */
  readonly people_named: readonly string[];
  readonly cohorts: readonly string[];
  /** How many properties were defined again. */
  readonly properties: number;
  /** How many event names were counted again. */
  readonly recounted: number;
  /** New names of events whose name is gone. */
  readonly unnamed: readonly string[];
}

/** `before`: null if that is lost. */
export interface EventsLost {
  readonly name: string;
  readonly lost: number;
  readonly before: number | null;
  /** Where that is known; `until_ms` is exclusive. */
  readonly from_ms: number;
  readonly until_ms: number;
}

export interface Losses {
  readonly salvaged: Salvaged;
  readonly projects: readonly ProjectLosses[];
}
