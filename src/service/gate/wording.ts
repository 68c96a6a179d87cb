/** What each face calls the operations in messages: tools for a model, requests for a program, a command for a person. */
import { withoutSuggestions } from '../../base/nearest.ts';
import { ServiceError } from '../../model/error.ts';
import type { Caller, Service } from '../contract/context.ts';
import { operationNamed } from '../operations/index.ts';
import {
  describedIn,
  type Face,
  NAMED_OPERATIONS,
  type NamedOperation,
  type Wording,
  withOperations,
  withoutNextCalls,
} from '../words/operation_names.ts';

type Commands = Pick<Service, 'command'>;

export function wordingOf({ command }: Commands, face: Face, project_id: number | null = null): Wording {
  const nameOf = {
    mcp: toolOf,
    rest: (named: NamedOperation) => requestOf(named, project_id),
    person: (named: NamedOperation) => commandOf(named, command('describe')),
  }[face];
  return (text) => withOperations(text, nameOf);
}

/** Holders of a sharing link can call nothing, and are told nothing of what else the project has. */
export function wordingFor(
  { service, caller }: { readonly service: Commands; readonly caller: Caller },
  face: Face,
  project_id: number | null = null,
): Wording {
  if (caller.shared_insight_id === undefined) return wordingOf(service, face, project_id);
  const wording = wordingOf(service, 'rest');
  return (text) => withoutSuggestions(wording(withoutNextCalls(text)));
}

function toolOf(named: NamedOperation, section?: string): string {
  return section === undefined ? (NAMED_OPERATIONS[named] ?? named) : describedIn(section);
}

/** One command shows all that is listed elsewhere. What else there is, an assistant does. */
function commandOf(named: NamedOperation, describe: string): string {
  return /^(list|describe)_/.test(named) ? describe : `an assistant's ${named}`;
}

function requestOf(named: NamedOperation, project_id: number | null): string {
  const { routes, in_project } = operationNamed(named);
  const [route] = routes;
  if (route === undefined) return named;
  const base = in_project ? `/api/projects/${project_id ?? ':project_id'}` : '/api';
  return `${route.method} ${base}${route.path}`;
}

/** The error with operations named as the face names them. Other errors than ServiceError are bugs and stay unchanged. */
export function reworded(error: unknown, wording: Wording): unknown {
  if (!(error instanceof ServiceError)) return error;
  const message = wording(error.message);
  return message === error.message ? error : error.saying(message);
}
