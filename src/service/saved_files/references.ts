/**
 * Questions, cohorts and dashboards refer to actions, cohorts and insights by id, which differs between databases.
 * Files refer to other files instead: `cohort:staff` is `cohorts/staff.json`.
 */
import { isObject } from '../../base/json.ts';

/** Kinds that can be referred to. */
export type Noun = 'action' | 'cohort' | 'insight';

/** Replaces one reference. Returns other values unchanged. */
export type Rename = (noun: Noun, value: unknown) => unknown;

const COHORT_TYPES: readonly unknown[] = ['cohort', 'precalculated-cohort', 'static-cohort'];

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
      return COHORT_TYPES.includes(type) ? 'cohort' : null;
    case 'property':
      return type === 'cohort' ? 'cohort' : null;
    case 'breakdown':
      return node['breakdown_type'] === 'cohort' ? 'cohort' : null;
    default:
      return null;
  }
}
