/**
 * Where a message sends its reader. A message is written once and kept (a cached answer, a stored result), and read by
 * callers of both faces; so it names an operation, and each face says how that is called there (`service/gate/wording.ts`).
 */
import { type ComputingOperation, KINDS_OF_INSIGHT, namesOf } from '../../model/question/kind.ts';

/** Who reads what is answered: a program over HTTP, or a model. */
export type Face = 'rest' | 'mcp';

/** A message in the words of a face. */
export type Wording = (text: string) => string;

/** Operations that messages name. Those that hosts do not list unasked have their stand-in over MCP. */
const ELSEWHERE = {
  list_projects: 'describe_project',
  list_insights: null,
  list_group_types: 'describe_project with {"section":"groups"}',
  describe_project: null,
  list_cohorts: 'describe_project with {"section":"cohorts"}',
  list_actions: 'describe_project with {"section":"actions"}',
  list_event_definitions: 'describe_project with {"section":"events"}',
  list_property_definitions: 'describe_project with {"section":"properties"}',
  list_property_values: 'describe_project with {"section":"properties"}',
  list_annotations: 'describe_project with {"section":"annotations"}',
  list_alerts: 'describe_project with {"section":"alerts"}',
  list_dashboards: 'describe_project with {"section":"dashboards"}',
} as const;
export type NamedOperation = keyof typeof ELSEWHERE | ComputingOperation;

const COMPUTING = KINDS_OF_INSIGHT.map((kind) => [namesOf(kind).operation, null] as const);
export const NAMED_OPERATIONS = { ...ELSEWHERE, ...Object.fromEntries(COMPUTING) } as Readonly<
  Record<NamedOperation, string | null>
>;

/** Characters that mean nothing, so no text has them by chance; whoever sends them can only name an operation. */
const BEGIN = '\u{E000}';
const END = '\u{E001}';
const MARKED = /\u{E000}(\w+)\u{E001}/gu;

/** The name of an operation, for a sentence as `${see('list_cohorts')} lists those there are`. */
export function see(named: NamedOperation): string {
  return `${BEGIN}${named}${END}`;
}

export function withOperations(text: string, name: (named: NamedOperation) => string): string {
  if (!text.includes(BEGIN)) return text;
  return text.replace(MARKED, (whole, named: string) =>
    Object.hasOwn(NAMED_OPERATIONS, named) ? name(named as NamedOperation) : whole,
  );
}
