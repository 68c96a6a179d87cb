/**
 * Where events are stored after they left the log, and how questions reach them: in the file with the embedded engine,
 * or in a database of their own. Nothing else knows which.
 */
import type { Listener } from '../../clickhouse/server/connection.ts';
import type { EventsLeft, RemovedRows } from '../../clickhouse/server/removal.ts';
import type { SoughtLine } from '../../clickhouse/shipping/needs.ts';
import type { Shipped } from '../../clickhouse/shipping/shipped.ts';
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { Project } from '../../model/saved/project.ts';

/** The input for presenting an answer. */
export type Given =
  /** Compute from the project's segments and tail. */
  | { readonly from: 'dataset' }
  /** Already computed. */
  | { readonly from: 'numbers'; readonly numbers: NumbersOf<Kind> }
  /** The engine computes from these rows. */
  | { readonly from: 'rows'; readonly shipped: Shipped };

/** What the store needs to know to finish an erasure, once its rows are gone where events rest. Plain data. */
export interface ErasedElsewhere {
  /** Numbers of persons who are gone, or nameless, there. */
  readonly persons: readonly number[];
  readonly ids: readonly number[];
  /** Distinct ids -> texts that take the place of theirs. */
  readonly texts: ReadonlyMap<number, string>;
  /** Of the distinct ids asked about, those that still have events there. */
  readonly alive: readonly number[];
  readonly events_erased: number;
  /** Chunks of the log up to this one had been sent when they were counted. */
  readonly sent_seq: number;
  /** Of the events left there; those of later chunks of the log are not among them. */
  readonly left: EventsLeft & { readonly seq: number };
}

/** Some of a project's events, where they are stored. */
export interface ErasableRows {
  /** Returns the number removed. */
  remove(rows: RemovedRows): Promise<number>;
  /** Gives distinct ids other texts. */
  rename(texts: ReadonlyMap<number, string>): Promise<void>;
}

/** Removing a project's events and people from where they rest. Each step may be repeated. @throws ServiceError */
export interface Erasing {
  /** Events stored so far; sending goes on while they are removed. */
  readonly stored: ErasableRows;
  /** Events that are left of those, and which of these distinct ids have some. */
  left(distincts: readonly number[]): Promise<Pick<ErasedElsewhere, 'left' | 'alive'>>;
  /**
   * Sends the log, up to `sent_seq`; then nothing is sent until `work` is done. `later`: events that came after those
   * stored.
   */
  alone(work: (later: ErasableRows, sent_seq: number) => Promise<void>): Promise<void>;
  people(persons: readonly number[], distincts: readonly number[]): Promise<void>;
}

export interface Events {
  /** Why they cannot be reached by this process; null = they can. */
  readonly refusal: ServiceError | null;
  /** All acknowledged events are in it; the listener is told what another database does for it. @throws ServiceError cancelled, timeout, busy, too_large */
  compute(project: Project, asked: Asked, signal: AbortSignal, listener?: Listener): Given | Promise<Given>;
  /** Rows that tell why these found nothing; null if there are too many to look at, or the events are in the file. */
  rowsAbout(project: Project, lines: readonly SoughtLine[], signal: AbortSignal): Promise<Shipped | null>;
  /** Number of matching persons; null if SQL cannot express it, or the events are in the file. */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number | null>;
  /**
   * Moves the oldest rows of the log to their destination and returns their number, 0 if there are none. null =
   * segments of the store, which upkeep seals.
   */
  readonly settle: ((project_id: number) => Promise<number>) | null;
  /** null = from segments of the store. @throws ServiceError */
  readonly erasing: ((project_id: number) => Promise<Erasing>) | null;
  /** Leaves no bytes of what was removed; null = nothing to do besides the file. @throws ServiceError */
  readonly scrub: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** In a database whose address was not given: events are taken into the log and wait there. */
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

/** In the database file. */
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
