/** The people behind a number: a question, and the point of its answer in which they are counted. */
import { z } from 'zod';
import type { Counted } from './counted.ts';
import type { Predicate } from './predicate.ts';
import type { GroupKey, ValueActorKind } from './query.ts';

/** Persons as such, whether they have events or not. `where` is about persons only. */
export interface EverybodyPoint {
  readonly kind: 'everybody';
  readonly where: Predicate;
}

/** One number of an answer, or everybody. */
export type PeoplePoint = Counted[keyof Counted][2] | EverybodyPoint;

/** One page of the people. */
export interface PeopleQuery {
  readonly point: PeoplePoint;
  readonly offset: number;
  readonly limit: number;
  /** By number of the actor, or by count, largest first (trends only). */
  readonly order: 'actor' | 'most';
  /** Most times per person. */
  readonly times: number;
}

/** A name or breakdown value in a point that nothing in the answer has, and those that it has, maybe not all. */
export interface Missed {
  readonly key: GroupKey;
  readonly known: readonly GroupKey[];
}

export interface PeopleNumbers {
  /** How many people there are in all. */
  readonly count: number;
  /** Kind of actor: people, groups, or values. */
  readonly actor: ValueActorKind;
  /** A person's number, or the text of a group or value. `rows` is there if people are ordered by it. */
  readonly people: readonly {
    readonly actor: number | string;
    readonly times_ms: readonly number[];
    readonly rows: number | null;
  }[];
  /** null if the answer has such a point. */
  readonly missed: Missed | null;
}

const Listed = z.object({
  type: z.enum(['person', 'group', 'value']),
  /** Person id, group key, or value. */
  id: z.string(),
  /** For persons: email or name, if any. */
  name: z.string().nullable(),
  distinct_ids: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  created_at: z.string().nullable(),
  /** Times of the counted events, earliest first. None if nothing was counted. */
  matched_at: z.array(z.string()),
  /** How often they did it, if the list is ordered by that. */
  matched_count: z.int().optional(),
  /** If they were searched for: the property that has the text, or the distinct id, and its value. */
  found_by: z.object({ key: z.string(), value: z.string() }).optional(),
});
export type Listed = z.infer<typeof Listed>;

export const PeopleResult = z.object({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(Listed),
  timezone: z.string().describe('Of the project: in it dates are read, and texts tell times'),
  /** Warnings about names in the question that the project does not have. */
  warnings: z.array(z.string()),
});
export type PeopleResult = z.infer<typeof PeopleResult>;

/** With what programs know by another name. */
export const ProgramPeople = PeopleResult.extend({
  results: z.array(Listed.extend({ uuid: z.string().optional().describe('Of a person: the id') })),
});
export type ProgramPeople = z.infer<typeof ProgramPeople>;
