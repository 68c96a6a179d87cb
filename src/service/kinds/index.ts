/** All kinds of insight. A new kind is added here; the compiler then asks for it in the other places. */
import { KIND_NAMES, KINDS_OF_INSIGHT } from '../../model/question/kind.ts';
import type { ShownKind } from '../present/showing.ts';
import { askedKind } from '../resolve/refuse.ts';
import { correlation } from './correlation.ts';
import { funnel } from './funnel.ts';
import { lifecycle } from './lifecycle.ts';
import { path } from './path.ts';
import type { FlatBody, InsightKind } from './record/kind.ts';
import { retention } from './retention.ts';
import { sql } from './sql.ts';
import { stickiness } from './stickiness.ts';
import { trend } from './trend.ts';

const KINDS: { readonly [K in ShownKind]: InsightKind<K> } = {
  trend,
  lifecycle,
  stickiness,
  funnel,
  path,
  retention,
  correlation,
  sql,
};

export function kindOf<K extends ShownKind>(kind: K): InsightKind<K> {
  return KINDS[kind];
}

export const ALL_KINDS: readonly InsightKind[] = KINDS_OF_INSIGHT.map((kind) => KINDS[kind]);

/** If kinds share an operation, the body may name the kind; the default is `kind`. */
export function kindMeant(kind: ShownKind, flat: FlatBody): ShownKind {
  const asked = askedKind(flat).kind;
  return asked !== null && KIND_NAMES[asked].operation === KIND_NAMES[kind].operation ? asked : kind;
}
