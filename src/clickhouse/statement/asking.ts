/** How a kind asks: statements go to the server one after the other, rows come back. */
import { unreachable } from '../../base/assert.ts';
import type { ActorKind, ValueActorKind } from '../../model/question/query.ts';
import type { Frame, Scope } from './frame.ts';
import { type Sql, sql } from './sql.ts';
import type { Staged } from './staged.ts';

/** A cell as JSON has it: whole numbers up to 2^53, arrays of cells. */
export type Cell = string | number | null | readonly Cell[];
export type Row = readonly Cell[];

export interface Asking {
  /**
   * `make` is told what the statement speaks of; undefined where SQL has no words for it.
   * @throws ServiceError as the server refuses, is cancelled or late
   */
  rows(make: (scope: Scope) => Staged | undefined): Promise<Row[] | undefined>;
}

/** A kind's answer where SQL has words for all of the question; null where rows have to be sent to the kernels. */
export type Answered<N> = Promise<N | null>;

export interface Actor {
  /** The expression that tells actors apart. */
  readonly of: Sql;
  /** Whether a row has one. */
  readonly is_there: Sql;
  /** Whether each has all rows on one shard. */
  readonly per: Staged['per'];
}

/** undefined: of expressions. */
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

/** The same where there is always one. */
export function plainActorOf(actor: ActorKind, frame: Frame): Actor {
  return actorOf(actor, frame)!;
}
