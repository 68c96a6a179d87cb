/** What takes a scope, and what those are told who lack it. */
import { ServiceError } from '../../model/error.ts';
import { allows, type Scope } from '../../model/scope.ts';
import type { Caller, Context } from '../contract/context.ts';
import type { Operation } from '../contract/operation.ts';

type Calling = Pick<Context, 'service' | 'caller'>;

/** @throws ServiceError permission_denied */
export function requireScope({ service, caller }: Calling, scope: Scope): void {
  if (allows(caller.scopes, scope)) return;
  throw new ServiceError('permission_denied', lacksText({ service, caller }, scope, ''));
}

/** Whether the caller has the scope that the operation takes. */
export function mayCall({ scopes }: Pick<Caller, 'scopes'>, { scope }: Pick<Operation, 'scope'>): boolean {
  return scope === null || allows(scopes, scope);
}

/** The local owner of the file has no key: the scopes are those that the server was started with. */
function lacksText({ service, caller }: Calling, scope: Scope, why: string): string {
  const wanted = [...caller.scopes, scope].join(',');
  if (caller.key_id === null && caller.shared_insight_id === undefined) {
    return `This server was started with --scopes, and '${scope}' is not among them.${why} Start it with --scopes ${wanted} to allow this.`;
  }
  return `API key missing required scope '${scope}'.${why} Make a key that has it: ${service.command(`key create --scopes ${wanted}`)}`;
}

const STATEMENT_SCOPE = 'query:read';

/** What callers do with a statement of SQL. */
const DOING = {
  save: 'Saving a statement of SQL needs it.',
  share: 'Sharing the rows of a statement of SQL needs it.',
  run: 'Running a statement of SQL needs it; without it you read the rows that were computed last, if you leave "refresh" and "filters_override" out.',
} as const;

/**
 * A statement reads events and people one by one, so whoever saves, runs or shares it needs the scope for that. A
 * sharing link may run the one it opens, because somebody with the scope shared it.
 */
export function requireStatements({ service, caller }: Calling, doing: keyof typeof DOING): void {
  if (allows(caller.scopes, STATEMENT_SCOPE) || caller.shared_insight_id !== undefined) return;
  throw new ServiceError('permission_denied', lacksText({ service, caller }, STATEMENT_SCOPE, ` ${DOING[doing]}`));
}
