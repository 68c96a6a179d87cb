/** Finds the project of a capture request. Tokens are public: they allow sending events and reading nothing. */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Store } from '../../store/types/store.ts';

const WHERE = 'It is the "api_token" that GET /api/projects/ shows (phc_…).';

/** @throws ServiceError not_authenticated, authentication_failed */
export function projectOfToken(store: Store, token: string | null): Project {
  if (token === null || token === '') {
    throw new ServiceError('not_authenticated', `The request names no project token. Send it as "api_key". ${WHERE}`);
  }
  if (token.startsWith('phx_')) {
    throw new ServiceError(
      'authentication_failed',
      `This is a personal API key; events are sent with the project token. ${WHERE}`,
    );
  }
  if (token.length > LIMIT.api_token_chars || !/^[\x21-\x7e]+$/.test(token)) {
    throw new ServiceError('authentication_failed', `The project token is malformed. ${WHERE}`);
  }
  const project = store.projects.byToken(token);
  if (!project) throw new ServiceError('authentication_failed', `No project has this token. ${WHERE}`);
  return project;
}
