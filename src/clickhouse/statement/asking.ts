/** How kinds query the server: one statement after the other, returning rows. */
import { unreachable } from '../../base/assert.ts';
import type { ActorKind, ValueActorKind } from '../../model/question/query.ts';
import type { Frame, Scope } from './frame.ts';
import { type Sql, sql } from './sql.ts';
import type { Staged } from './staged.ts';

/** A JSON cell: integers up to 2^53, arrays of cells. */
export type Cell = string | number | null | readonly Cell[];
export type Row = readonly Cell[];

export interface Asking {
  /**
   * `make` builds the statement for a scope; undefined if SQL cannot express it.
   * @throws ServiceError if the server refuses, or the query is cancelled or times out
   */
  rows(make: (scope: Scope) => Staged | undefined): Promise<Row[] | undefined>;
}

/** A kind's answer if SQL can express the whole question; null if rows must be fetched for the kernels. */
export type Answered<N> = Promise<N | null>;

export interface Actor {
  /** Expression that identifies the actor. */
  readonly of: Sql;
  /** Whether a row has an actor. */
  readonly is_there: Sql;
  /** Whether each actor has all of its rows on one shard. */
  readonly per: Staged['per'];
}

/** undefined if the actor is an expression. */
export function actorOf(actor: ValueActorKind, frame: Frame): Actor | undefined {
  switch (actor.kind) {
    case 'person':
      return { of: sql`person`, is_there: sql`1`, per: 'shard' };
    case 'group': {
      const key = frame.group(actor.type_index);
      return { of: key, is_there: sql`${key} != ''`, per: 'whole' };
    }
    case 'expression':
      return undefined;
    default:
      return unreachable(actor);
  }
}

/** The same for actors that SQL can always express. */
export function plainActorOf(actor: ActorKind, frame: Frame): Actor {
  return actorOf(actor, frame)!;
}
