/** A question as people ask it, and what has to come of it. */
import type { Walk } from './walk.ts';
import type { World, WorldName } from './world.ts';

/** What is compared: counts, sums, names, lists of them in their order. */
export type Value = number | string | boolean | null | readonly Value[];

export interface Question {
  /** Its name in tables and on the command line. */
  readonly id: string;
  readonly asks: string;
  readonly world: WorldName;
  /** It changes the project: asked of a copy. */
  readonly writes?: true;
  /** At most so many calls, wrong turns included. */
  readonly calls: number;
  /** Tools by which one may go; reading help is free to all. */
  readonly ways: readonly string[];
  /** What an assistant does; the answer as it would tell it. */
  readonly walk: (walk: Walk) => Promise<Value>;
  /** The right answer, by the slow path. */
  readonly right: (world: World) => Value;
}
