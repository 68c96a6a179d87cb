/**
 * Questions, cohorts and dashboards refer to actions, cohorts and insights by id, which differs between databases.
 * Files refer to other files instead: `cohort:staff` is `cohorts/staff.json`. So do statements of SQL.
 */
import { isObject } from '../../base/json.ts';
import { isOneOf } from '../../base/known.ts';
import { ServiceError } from '../../model/error.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import { plainName } from '../../sql/grammar/definitions.ts';
import { type Token, tokensOf } from '../../sql/grammar/lexer.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { COHORT_TYPES } from '../resolve/filters/cohorts.ts';

/** Kinds that can be referred to. */
export type Noun = 'action' | 'cohort' | 'insight';

/** Replaces one reference. Returns other values unchanged. */
export type Rename = (noun: Noun, value: unknown) => unknown;

/**
 * What was removed has no file, and its number may be another thing's elsewhere, so it is marked as one. Names of files do
 * not begin with `~`.
 */
export function unfiled(noun: Noun, id: number): string {
  return `${noun}:~${id}`;
}

/** The number in such a mark, or null. */
export function unfiledId(reference: string): number | null {
  const found = /^[a-z]+:~(\d{1,15})$/.exec(reference);
  return found === null ? null : Number(found[1]);
}

/** Copies a JSON value, passing every reference through `rename`. */
function withReferences(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, rename));
  return isObject(value) ? membersWithReferences(value, rename) : value;
}

export function membersWithReferences(
  node: Readonly<Record<string, unknown>>,
  rename: Rename,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, memberOf(node, name, member, rename)]));
}

function memberOf(node: Readonly<Record<string, unknown>>, name: string, member: unknown, rename: Rename): unknown {
  const noun = nounAt(node, name);
  if (noun !== null) return Array.isArray(member) ? member.map((item) => rename(noun, item)) : rename(noun, member);
  if (name === 'query' && typeof member === 'string' && node['kind'] === KIND_NAMES.sql.node)
    return statementWith(member, rename);
  if (name === 'actions' && Array.isArray(member)) return member.map((line) => actionLine(line, rename));
  return withReferences(member, rename);
}

/** Lines in `actions` need not say that they are actions. */
function actionLine(line: unknown, rename: Rename): unknown {
  return withReferences(isObject(line) ? { ...line, id: rename('action', line['id']) } : line, rename);
}

/** What kind of thing a node's member refers to; null if it is not a reference. */
function nounAt(node: Readonly<Record<string, unknown>>, name: string): Noun | null {
  const { type, kind } = node;
  switch (name) {
    case 'id':
      return type === 'actions' || kind === 'ActionsNode' ? 'action' : null;
    case 'key':
      return type === 'behavioral' && node['event_type'] === 'actions' ? 'action' : null;
    case 'seq_event':
      return type === 'behavioral' && node['seq_event_type'] === 'actions' ? 'action' : null;
    case 'value':
      return isOneOf(COHORT_TYPES, type) ? 'cohort' : null;
    case 'property':
      return type === 'cohort' ? 'cohort' : null;
    case 'breakdown':
      return node['breakdown_type'] === 'cohort' ? 'cohort' : null;
    default:
      return null;
  }
}

/** What stands behind `IN COHORT` and in `matchesAction(…)`. */
function statementWith(statement: string, rename: Rename): string {
  let [text, done] = ['', 0];
  const tokens = tokensIn(statement);
  for (const [nth, token] of tokens.entries()) {
    const noun =
      token.kind === 'number' || token.kind === 'text' ? nounBehind(tokens.slice(Math.max(0, nth - 2), nth)) : null;
    if (noun === null) continue;
    const said = token.kind === 'number' ? Number(token.text) : token.text;
    const named = rename(noun, said);
    if (named === said) continue;
    text += `${statement.slice(done, token.at)}${typeof named === 'number' ? named : textLiteral(String(named))}`;
    done = token.end;
  }
  return `${text}${statement.slice(done)}`;
}

/** None of a statement that cannot be read: it stays as it is, and whoever asks it is told. */
function tokensIn(text: string): Token[] {
  try {
    return tokensOf({ text, attr: 'query', what: 'SQL' });
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

function nounBehind(tokens: readonly Token[]): Noun | null {
  const [before, last] = tokens.map(({ text }) => text);
  if (before === undefined || last === undefined) return null;
  if (last.toLowerCase() === 'cohort' && before.toLowerCase() === 'in') return 'cohort';
  return last === '(' && plainName(before) === 'matchesaction' ? 'action' : null;
}
