/** Operations that only clients of the interface we follow need. */
import type { Operation } from '../contract/operation.ts';
import { getEvent } from './event.ts';
import { listGroups } from './groups.ts';
import { MEMBER_OPERATIONS } from './members.ts';
import { listNothing } from './nothing.ts';
import { PERSON_OPERATIONS } from './people.ts';
import { REMOVALS } from './removal.ts';
import { search } from './search.ts';
import { TILE_OPERATIONS } from './tiles.ts';
import { trendingInsights } from './trending.ts';

export const CLIENT_OPERATIONS: readonly Operation[] = [
  ...TILE_OPERATIONS,
  trendingInsights,
  ...PERSON_OPERATIONS,
  ...MEMBER_OPERATIONS,
  listGroups,
  getEvent,
  ...REMOVALS,
  search,
  listNothing,
];
