/**
 * Names of operations in messages. A message is written once and stored (in cached answers and results), but read over
 * both faces. So it contains a placeholder for the operation, and each face replaces that (`service/gate/wording.ts`).
 */
import { hasKey, recordOf } from '../../base/known.ts';
import { type ComputingOperation, KIND_NAMES, KINDS_OF_INSIGHT } from '../../model/question/kind.ts';
import type { PropertyDefinition } from '../../store/types/store.ts';

/** Who reads the answer: a program over HTTP, a model, or somebody at a prompt or a page. */
export type Face = 'rest' | 'mcp' | 'person';

/** Rewrites a message for one face. */
export type Wording = (text: string) => string;

/** Operations that messages name. If MCP does not list one by default, another tool takes its place. */
const ELSEWHERE = {
  list_projects: 'describe_project',
  list_insights: null,
  list_group_types: 'describe_project with {"section":"groups"}',
  describe_project: null,
  explain_change: null,
  list_persons: null,
  list_cohorts: 'describe_project with {"section":"cohorts"}',
  list_actions: 'describe_project with {"section":"actions"}',
  list_event_definitions: 'describe_project with {"section":"events"}',
  list_property_definitions: 'describe_project with {"section":"properties"}',
  list_property_values: 'describe_project with {"section":"properties"}',
  list_annotations: 'describe_project with {"section":"annotations"}',
  list_alerts: 'describe_project with {"section":"alerts"}',
  list_dashboards: 'describe_project with {"section":"dashboards"}',
  update_project: null,
  update_insight: null,
  update_dashboard: null,
  update_cohort: null,
  update_action: null,
  update_annotation: null,
  update_alert: null,
} as const;
export type NamedOperation = keyof typeof ELSEWHERE | ComputingOperation;

const COMPUTING = KINDS_OF_INSIGHT.map((kind) => KIND_NAMES[kind].operation);
export const NAMED_OPERATIONS: Readonly<Record<NamedOperation, string | null>> = {
  ...ELSEWHERE,
  ...recordOf(COMPUTING, () => null),
};

/** Private-use characters, which do not occur in text by chance. Forging them can only name an operation. */
const BEGIN = '\u{E000}';
const END = '\u{E001}';
const MARKED = /\u{E000}(\w+)(?: (\w+))?\u{E001}/gu;

/** Refers to an operation: `${see('list_cohorts')} lists those there are`. */
export function see(named: NamedOperation): string {
  return `${BEGIN}${named}${END}`;
}

/** Where names of properties are listed: requests list all of them, tools have a section for each owner. */
export function seeProperties(owner: PropertyDefinition['owner']): string {
  const section = { event: 'properties', person: 'people', group: 'groups' }[owner];
  return `${BEGIN}list_property_definitions ${section}${END}`;
}

/** How a model lists what is in a section. */
export function describedIn(section: string): string {
  return `describe_project with {"section":"${section}"}`;
}

/** A sentence that begins with an operation: it says what to call next. */
const NEXT = / ?\u{E000}[\w ]+\u{E001}[^.]*\.(?= |$)/gu;

/** The text for somebody who can call nothing. */
export function withoutNextCalls(text: string): string {
  return text.includes(BEGIN) ? text.replace(NEXT, '') : text;
}

/** `name` is given the section, too, where the text means one. */
export function withOperations(text: string, name: (named: NamedOperation, section?: string) => string): string {
  if (!text.includes(BEGIN)) return text;
  return text.replace(MARKED, (whole, named: string, section?: string) =>
    hasKey(NAMED_OPERATIONS, named) ? name(named, section) : whole,
  );
}
