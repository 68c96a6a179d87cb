/** What each face calls the operations in messages: tools for a model, requests for a program. */
import { ServiceError } from '../../model/error.ts';
import { operationNamed } from '../operations/index.ts';
import {
  type Face,
  NAMED_OPERATIONS,
  type NamedOperation,
  type Wording,
  withOperations,
} from '../words/operation_names.ts';

export function wordingOf(face: Face, project_id: number | null = null): Wording {
  return (text) =>
    withOperations(text, (named) =>
      face === 'mcp' ? (NAMED_OPERATIONS[named] ?? named) : requestOf(named, project_id),
    );
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
