/**
 * Where events rest once they have left the log, and how a question gets at them. The embedded engine and a database of its
 * own are the two there are; nobody else knows which it is.
 */
import type { Shipped } from '../../clickhouse/shipping/shipped.ts';
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { Project } from '../../model/saved/project.ts';

/** What an answer is made of, where it is presented. */
export type Given =
  /** The project's segments and tail. */
  | { readonly from: 'dataset' }
  /** Nothing is left to compute. */
  | { readonly from: 'numbers'; readonly numbers: NumbersOf<Kind> }
  /** The engine goes on with these rows. */
  | { readonly from: 'rows'; readonly shipped: Shipped };

export interface Events {
  /** All acknowledged events are in it; `heard` is told of statements that were asked for it. @throws ServiceError cancelled, timeout, busy, too_large */
  compute(
    project: Project,
    asked: Asked,
    signal: AbortSignal,
    heard?: (statement: AskedStatement) => void,
  ): Given | Promise<Given>;
  /** Persons there are for whom it holds; null where SQL has no words for it, or the events are in the file. */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number | null>;
  /**
   * Takes the oldest rows of the log to where they rest: how many there were, 0 where there are none. null = segments of
   * the store, which upkeep makes.
   */
  readonly settle: ((project_id: number) => Promise<number>) | null;
  close(): Promise<void>;
}

/** In a database that nobody has named: events are taken into the log, where they wait. */
export function elsewhere(place: string): Events {
  const refuse = (): Promise<never> => Promise.reject(unnamed(place));
  return { compute: refuse, countPersons: refuse, settle: refuse, close: () => Promise.resolve() };
}

function unnamed(place: string): ServiceError {
  return new ServiceError(
    'not_supported',
    `The events of this file are in ${place}. Start with --events and its address, or with INSIGHTS_MCP_EVENTS.`,
    { needs: 'the address of the events' },
  );
}

const FROM_DATASET: Given = { from: 'dataset' };

/** In the database file. */
export const EMBEDDED: Events = {
  compute: () => FROM_DATASET,
  countPersons: () => Promise.resolve(null),
  settle: null,
  close: () => Promise.resolve(),
};
