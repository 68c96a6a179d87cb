/** Properties as HogQL names them. */
import type { PlainSource } from '../../model/question/expression.ts';

export type Owned = Extract<PlainSource, { readonly of: 'event' | 'person' | 'group' }>;

export function isOwned(source: PlainSource | { readonly of: 'expression' }): source is Owned {
  return source.of === 'event' || source.of === 'person' || source.of === 'group';
}

/** `members`: names of what is inside the property, outermost first. */
export function expressionPath(source: Owned, members: readonly string[] = []): string {
  const root = { event: [], person: ['person'], group: source.of === 'group' ? [`group_${source.type_index}`] : [] };
  return [...root[source.of], 'properties', ...[source.key, ...members].map(part)].join('.');
}

function part(name: string): string {
  return /^[$A-Za-z_][\w$]*$/.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
