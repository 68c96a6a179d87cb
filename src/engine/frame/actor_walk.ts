/** Walks several runs actor by actor. Runs are sorted by actor, so one cursor per run is enough. */

export const NO_ACTOR = 0xffffffff;

export interface ActorWalk {
  /** source -> (row -> actor, ascending). */
  readonly actors: readonly Uint32Array[];
  /** source -> row past the last one to visit. */
  readonly end: Uint32Array;
  /** source -> actor of its next unread row, NO_ACTOR at the end. */
  readonly head: Uint32Array;
  /** source -> first row of the current actor; valid for active sources. */
  readonly begin: Uint32Array;
  /** source -> row past the current actor's last one. */
  readonly until: Uint32Array;
  /** index below active_count -> source with rows of the current actor, ascending. */
  readonly active: Uint32Array;
  active_count: number;
}

/** Begins a walk over the actors in [first_actor, until_actor). */
export function walkActors(actors: readonly Uint32Array[], first_actor: number, until_actor: number): ActorWalk {
  const count = actors.length;
  const walk: ActorWalk = {
    actors,
    end: new Uint32Array(count),
    head: new Uint32Array(count).fill(NO_ACTOR),
    begin: new Uint32Array(count),
    until: new Uint32Array(count),
    active: new Uint32Array(count),
    active_count: 0,
  };
  for (let source = 0; source < count; source++) {
    const rows = actors[source]!;
    const row = firstRowOf(rows, first_actor);
    walk.until[source] = row;
    walk.end[source] = firstRowOf(rows, until_actor);
    if (row < walk.end[source]!) walk.head[source] = rows[row]!;
  }
  return walk;
}

/** Advances to the next actor with rows in any source; NO_ACTOR at the end. */
export function nextActor(walk: ActorWalk): number {
  const { head, begin, until } = walk;
  let current = NO_ACTOR;
  for (let source = 0; source < head.length; source++) if (head[source]! < current) current = head[source]!;
  walk.active_count = 0;
  if (current === NO_ACTOR) return NO_ACTOR;
  for (let source = 0; source < head.length; source++) {
    if (head[source] !== current) continue;
    const actor = walk.actors[source]!;
    const end = walk.end[source]!;
    let row = until[source]!;
    begin[source] = row;
    do row++;
    while (row < end && actor[row] === current);
    until[source] = row;
    head[source] = row < end ? actor[row]! : NO_ACTOR;
    walk.active[walk.active_count++] = source;
  }
  return current;
}

/** First row whose actor is >= wanted (binary search). */
export function firstRowOf(actor: Uint32Array, wanted: number): number {
  let low = 0;
  let high = actor.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (actor[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
