/** All kinds in the computing thread. Add a new kind here. */
import type { Asked, QueryOf } from '../../engine/answer.ts';
import { type LinkBase, linksFor } from '../present/people_links.ts';
import type { Result, ShownKind } from '../present/showing.ts';
import { correlation } from './correlation.ts';
import { funnel } from './funnel.ts';
import { lifecycle } from './lifecycle.ts';
import { path } from './path.ts';
import { retention } from './retention.ts';
import type { Shown } from './shown.ts';
import { sql } from './sql.ts';
import { stickiness } from './stickiness.ts';
import { trend } from './trend.ts';

const SHOWN = { trend, lifecycle, stickiness, funnel, path, retention, correlation, sql } as const;

export type ShowingOf<K extends ShownKind> = Parameters<(typeof SHOWN)[K]['present']>[1];
export type ResultOf<K extends ShownKind> = ReturnType<(typeof SHOWN)[K]['present']>['result'];

const BY_KIND: { readonly [K in ShownKind]: Shown<K, ShowingOf<K>, ResultOf<K>> } = SHOWN;

/** What is asked, and how to show it. `links`: for lists of people; null if not wanted. */
export interface Show<K extends ShownKind = ShownKind> {
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  readonly links: LinkBase | null;
}

export function shownOf<K extends ShownKind>(kind: K): Shown<K, ShowingOf<K>, ResultOf<K>> {
  return BY_KIND[kind];
}

/** The result, with links to people if wanted. */
export function linkedResult<K extends ShownKind>({ asked, showing, links }: Show<K>, result: ResultOf<K>): Result {
  if (links === null) return result;
  const { kind, query }: { kind: K; query: QueryOf<K> } = asked;
  return shownOf(kind).linked(result, linksFor(links), query, showing);
}
