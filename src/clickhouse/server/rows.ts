/** Rows of the tables as they are sent. */

export interface Properties {
  /** Name -> comparable text; missing values are omitted. */
  readonly properties: Readonly<Record<string, string>>;
  /** All properties as they arrived. */
  readonly json: string;
}

/** A batch has thousands of these, so properties already are text as the server reads it. */
export interface EventRow {
  readonly project: number;
  readonly event: string;
  /** YYYY-MM-DD of the time in UTC. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly distinct: number;
  readonly uuid: string;
  readonly person: number;
  readonly distinct_id: string;
  readonly arrived: number;
  readonly version: number;
  /** `mapEntry` of each value, with commas between them. */
  readonly entries: string;
  /** All properties as they arrived. */
  readonly json: string;
}

/** Columns of `eventLine`. */
export const EVENT_COLUMNS: readonly [string, ...string[]] = [
  'project',
  ...['event', 'day', 'time', 'distinct', 'uuid', 'person', 'distinct_id', 'arrived', 'version', 'properties', 'json'],
];

/** A row as TabSeparated, which costs a fraction of JSON on both sides. */
export function eventLine(row: EventRow): string {
  const { project, event, day, time, distinct, uuid, person, distinct_id, arrived, version, entries, json } = row;
  return `${project}\t${escaped(event)}\t${day}\t${time}\t${distinct}\t${uuid}\t${person}\t${escaped(distinct_id)}\t${arrived}\t${version}\t{${entries}}\t${escaped(json)}\n`;
}

/** An entry of the column `properties`: a name, and the comparable text of its value. */
export function mapEntry(name: string, text: string): string {
  return `'${escaped(name)}':'${escaped(text)}'`;
}

/** Characters that mean something to the server. */
const SPECIAL = /[\\'\t\n\r\0]/;
const SPECIALS = /[\\'\t\n\r\0]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (sign) => ESCAPES[sign] ?? `\\${sign}`) : text;
}

interface PersonRow extends Properties {
  readonly project: number;
  readonly person: number;
  /** The external id. */
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

/** How much of a project has been sent. */
export interface Sent {
  /** Project revision up to which identities were sent; -1 = nothing yet. */
  readonly revision: number;
  /** Chunks of the log up to this sequence number were sent. */
  readonly seq: number;
  /** Distinct ids below this number were sent. */
  readonly distincts: number;
}

/** One unit of sending; may be sent repeatedly. */
export interface Batch {
  readonly project_id: number;
  readonly events: readonly EventRow[];
  readonly persons: readonly PersonRow[];
  readonly distincts: readonly DistinctRow[];
  readonly groups: readonly GroupRow[];
  /** The state once all of the batch has been stored. */
  readonly sent: Sent;
}

const CHUNKS = 2 ** 20;
const ARRIVALS = 2 ** 51;

/** Place in the order of arrival, over all chunks. */
export function arrivalOf(seq: number, row: number): number {
  return seq * CHUNKS + row;
}

/** The first of two copies of an event wins, unless one is rewritten for another person (`versionOf + 1`). */
export function versionOf(arrived: number): number {
  return (ARRIVALS - arrived) * 2;
}

/** Slices in order, of at most `most` each. */
export function slicesOf<T>(all: readonly T[], most: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));
}
