/** Accepts other names that assistants use for the argument that holds an id. */
import type { Operation } from '../../service/contract/operation.ts';

/** Another name for an insight's id. */
const SHORT = 'short_id';

/** Renames members of the input to the operation's own names, except those that the operation knows. */
export function underOwnNames(
  { name, input: { shape } }: Operation,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const noun = name.slice(name.lastIndexOf('_') + 1);
  const own = [`${noun}_id`, 'id'].find((member) => Object.hasOwn(shape, member));
  const others = [noun, `${noun}_id`, 'id', ...(noun === 'insight' ? [SHORT] : [])];
  const aliases = own === undefined ? [] : others.map((other): [string, string] => [other, own]);
  const ids = Object.keys(shape).map((member): [string, string] => [`${member}_id`, member]);
  const renamed = { ...sent };
  for (const [alias, member] of [...aliases, ...ids]) {
    if (Object.hasOwn(shape, alias) || renamed[alias] === undefined || renamed[member] !== undefined) continue;
    renamed[member] = renamed[alias];
    delete renamed[alias];
  }
  return renamed;
}
