/** `session.$entry_pathname` of an event: what the table of sessions says of the session that the event is in. */
import { allFrom } from '../grammar/statement.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { type Bound, findNamed, type Names } from './binding.ts';
import { SESSION_COLUMNS } from './tables.ts';

type Path = Extract<Syntax, { kind: 'path' }>;

/**
 * Reads `session.x`, or `e.session.x`, as the sub-query (select x from sessions where session_id = e.$session_id), which
 * is computed once for all rows; null for other names, and for those that events have themselves.
 */
export function ofSession(outer: Bound | null, names: Names | null): (path: Path) => Syntax | null {
  const made = new Map<string, Syntax>();
  return ({ parts, at }) => {
    const [word, column] = parts.slice(-2);
    if (word !== 'session' || parts.length > 3 || !SESSION_COLUMNS.has(column!)) return null;
    const event = parts.slice(0, -2);
    if (outer === null || findNamed(names, 'sessions') !== null) return null;
    if (outer.find({ parts: [...event, 'session', '$session_duration'], at }) === null) return null;
    const name = parts.join('.');
    const syntax = made.get(name) ?? lookedUp(column!, [...event, '$session_id'], at);
    made.set(name, syntax);
    return syntax;
  };
}

function lookedUp(column: string, session_id: readonly string[], at: number): Syntax {
  const of: Syntax = { kind: 'path', parts: [column], at };
  const all = allFrom({ kind: 'table', name: 'sessions', args: [], alias: 'sessions', at }, at);
  const [own, around] = [['session_id'], session_id].map((parts): Syntax => ({ kind: 'path', parts, at }));
  const select = {
    ...{ ...all, columns: [{ of, table: null, name: column, alias: null, text: column, at }] },
    where: { kind: 'binary', operator: '=', left: own!, right: around!, at } as const,
  };
  return { kind: 'subquery', statement: { named: [], selects: [select], at }, at };
}
