/**
 * Where events are stored after they left the log, and how questions reach them: in the file with the embedded engine,
 * or in a database of their own. No other code knows which.
 */
import type { Listener } from '../../clickhouse/server/connection.ts';
import type { EventsLeft, RemovedRows } from '../../clickhouse/server/removal.ts';
import type { SoughtLine } from '../../clickhouse/shipping/needs.ts';
import type { Shipped } from '../../clickhouse/shipping/shipped.ts';
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { Project } from '../../model/saved/project.ts';

/** Input for presenting an answer. */
export type Given =
  /** Compute from the project's segments and tail. */
  | { readonly from: 'dataset' }
  /** The numbers are computed already. */
  | { readonly from: 'numbers'; readonly numbers: NumbersOf<Kind> }
  /** The engine computes from these rows. */
  | { readonly from: 'rows'; readonly shipped: Shipped };

/** Needed to finish an erasure in the store once the rows are gone from the other database. Plain data. */
export interface ErasedElsewhere {
  /** Numbers of the persons who were removed there, or made nameless. */
  readonly persons: readonly number[];
  readonly ids: readonly number[];
  /** Distinct id numbers -> texts that replace theirs. */
  readonly texts: ReadonlyMap<number, string>;
  /** Those of the distinct ids asked about that still have events there. */
  readonly alive: readonly number[];
  readonly events_erased: number;
  /** Log chunks up to this one had been sent when the events were counted. */
  readonly sent_seq: number;
  /** Events left there, not counting those of later log chunks. */
  readonly left: EventsLeft & { readonly seq: number };
}

/** Some of a project's events, where they are stored. */
export interface ErasableRows {
  /** Returns the number removed. */
  remove(rows: RemovedRows): Promise<number>;
  /** Gives distinct ids other texts. */
  rename(texts: ReadonlyMap<number, string>): Promise<void>;
}

/** Removes a project's events and people from their database. Each step may be repeated. @throws ServiceError */
export interface Erasing {
  /** Events stored so far. Sending goes on while they are removed. */
  readonly stored: ErasableRows;
  /** Which of those events are left, and which of these distinct ids still have some. */
  left(distincts: readonly number[]): Promise<Pick<ErasedElsewhere, 'left' | 'alive'>>;
  /**
   * Sends the log up to `sent_seq`, then sends nothing until `work` is done. `later`: events that came after `stored`.
   */
  alone(work: (later: ErasableRows, sent_seq: number) => Promise<void>): Promise<void>;
  people(persons: readonly number[], distincts: readonly number[]): Promise<void>;
}

export interface Events {
  /** Why this process cannot reach the events; null if it can. */
  readonly refusal: ServiceError | null;
  /** Includes all acknowledged events. @throws ServiceError cancelled, timeout, busy, too_large */
  compute(project: Project, asked: Asked, signal: AbortSignal, listener?: Listener): Given | Promise<Given>;
  /** Rows that show why these lines found nothing; null if there are too many, or the events are in the file. */
  rowsAbout(project: Project, lines: readonly SoughtLine[], signal: AbortSignal): Promise<Shipped | null>;
  /** Number of matching persons; null if SQL cannot express it or the events are in the file. */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number | null>;
  /**
   * Moves the oldest rows of the log to the database. Returns their number, 0 if there are none. null if they become
   * segments of the store, which upkeep seals.
   */
  readonly settle: ((project_id: number) => Promise<number>) | null;
  /** null if events are in segments of the store. @throws ServiceError */
  readonly erasing: ((project_id: number) => Promise<Erasing>) | null;
  /** Leaves no bytes of removed data; null if only the file needs that. @throws ServiceError */
  readonly scrub: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Events are in a database, but its address was not given. New events wait in the log. */
export function elsewhere(place: string): Events {
  const refusal = unnamed(place);
  const refuse = (): Promise<never> => Promise.reject(refusal);
  return {
    ...{
      refusal,
      compute: refuse,
      rowsAbout: refuse,
      countPersons: refuse,
      settle: refuse,
      erasing: refuse,
      scrub: refuse,
    },
    close: () => Promise.resolve(),
  };
}

function unnamed(place: string): ServiceError {
  return new ServiceError(
    'not_supported',
    `The events of this file are in ${place}. Say that address with --events or INSIGHTS_MCP_EVENTS, or ask a server that was started so.`,
    { needs: 'the address of the events' },
  );
}

const FROM_DATASET: Given = { from: 'dataset' };

/** Events are in the database file. */
export const EMBEDDED: Events = {
  refusal: null,
  compute: () => FROM_DATASET,
  rowsAbout: () => Promise.resolve(null),
  countPersons: () => Promise.resolve(null),
  settle: null,
  erasing: null,
  scrub: null,
  close: () => Promise.resolve(),
};
