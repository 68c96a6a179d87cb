/** Rows of the tables, as they are sent. */

export interface Properties {
  /** name -> its text, by which it is compared; what is missing has none. */
  readonly properties: Readonly<Record<string, string>>;
  /** All of them as they came. */
  readonly json: string;
}

export interface EventRow extends Properties {
  readonly project: number;
  readonly event: string;
  /** YYYY-MM-DD, of the time in UTC. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly distinct: number;
  readonly uuid: string;
  readonly person: number;
  readonly distinct_id: string;
  readonly arrived: number;
  readonly version: number;
}

interface PersonRow extends Properties {
  readonly project: number;
  readonly person: number;
  /** As it is called outside. */
  readonly id: string;
  readonly created: number;
  readonly version: number;
}

interface DistinctRow {
  readonly project: number;
  readonly distinct: number;
  readonly distinct_id: string;
  readonly person: number;
  readonly moved: 0 | 1;
  readonly version: number;
}

interface GroupRow extends Properties {
  readonly project: number;
  readonly type: number;
  readonly key: string;
  readonly created: number;
  readonly version: number;
}

/** How far a project's changes have been sent. */
export interface Sent {
  /** Project revision up to which who is who is there; -1 = nothing is. */
  readonly revision: number;
  /** Chunks of the log up to this number are there. */
  readonly seq: number;
  /** Distinct ids below this number are there. */
  readonly distincts: number;
}

/** One step of sending; everything in it may be sent again. */
export interface Batch {
  readonly project_id: number;
  readonly events: readonly EventRow[];
  readonly persons: readonly PersonRow[];
  readonly distincts: readonly DistinctRow[];
  readonly groups: readonly GroupRow[];
  /** What is true when all of it is there. */
  readonly sent: Sent;
}

const CHUNKS = 2 ** 20;
const ARRIVALS = 2 ** 51;

/** Order of arrival over all chunks. */
export function arrivalOf(seq: number, row: number): number {
  return seq * CHUNKS + row;
}

/** Of two sendings of one event the first stays, save where it is stored again for another person (`versionOf + 1`). */
export function versionOf(arrived: number): number {
  return (ARRIVALS - arrived) * 2;
}
