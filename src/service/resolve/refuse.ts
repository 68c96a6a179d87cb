/** Finds which kind of insight a body means, and refuses kinds that belong to another operation. */
import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { notSupported } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import {
  INSIGHT_NAMES,
  KIND_BY_INSIGHT,
  KIND_BY_NODE,
  KIND_NAMES,
  type KindName,
  SHOWN_AS,
} from '../../model/question/kind.ts';
import { see } from '../words/operation_names.ts';

type Body = Readonly<Record<string, unknown>>;

interface AskedKind {
  /** Name as sent, in capitals; "" if none was sent. */
  readonly name: string;
  /** null for unknown names. */
  readonly kind: KindName | null;
  /** The key that names the kind: `insight`, or the old `shown_as`, which marks two kinds only. */
  readonly attr: 'insight' | 'shown_as';
}

export function askedKind(body: Body): AskedKind {
  const shown_as = named(body['shown_as'], 'shown_as');
  return isOneOf(SHOWN_AS, shown_as.kind) ? shown_as : named(body['insight'], 'insight');
}

/** Kind that a question names in its layers, as saved filters and query nodes do; null if none of them names one. */
export function namedKind({ filters, query, ...top }: Body): KindName | null {
  const node = readJson(query);
  if (isObject(node))
    return KIND_BY_NODE.get(String((isObject(node['source']) ? node['source'] : node)['kind'])) ?? null;
  const under = readJson(filters);
  return askedKind(isObject(under) ? { ...under, ...top } : top).kind;
}

function named(sent: unknown, attr: AskedKind['attr']): AskedKind {
  const name = typeof sent === 'string' ? sent.toUpperCase() : '';
  return { name, kind: KIND_BY_INSIGHT.get(name) ?? KIND_BY_NODE.get(String(sent)) ?? null, attr };
}

/** @throws ServiceError not_supported if the body names another kind */
export function refuseOtherKind(body: Body, kind: KindName): void {
  const asked = askedKind(body);
  if (asked.kind === kind || asked.name === '') return;
  const elsewhere =
    asked.kind === null ? `Kinds are ${INSIGHT_NAMES.join(', ')}.` : `${see(KIND_NAMES[asked.kind].operation)} does.`;
  throw notSupported(
    `insight ${asked.name}`,
    asked.attr,
    `"${asked.name}" is not computed here: this computes ${KIND_NAMES[kind].insight}. ${elsewhere}`,
  );
}
