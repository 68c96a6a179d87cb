/**
 * Where events are stored after they left the log, and how questions reach them: in the file with the embedded engine,
 * or in a database of their own. Nothing else knows which.
 */
import type { Shipped } from '../../clickhouse/shipping/shipped.ts';
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import { ServiceError } from '../../model/error.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
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

export interface Events {
  /** All acknowledged events are in it; `heard` gets the statements asked for it. @throws ServiceError cancelled, timeout, busy, too_large */
  compute(
    project: Project,
    asked: Asked,
    signal: AbortSignal,
    heard?: (statement: AskedStatement) => void,
  ): Given | Promise<Given>;
  /** Number of matching persons; null if SQL cannot express it, or the events are in the file. */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number | null>;
  /**
   * Moves the oldest rows of the log to their destination and returns their number, 0 if there are none. null =
   * segments of the store, which upkeep seals.
   */
  readonly settle: ((project_id: number) => Promise<number>) | null;
  close(): Promise<void>;
}

/** In a database whose address was not given: events are taken into the log and wait there. */
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
