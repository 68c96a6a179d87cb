/** Asks the product questions, through its gate. */
import { localOwner } from '../src/service/access/authenticate.ts';
import { call } from '../src/service/gate/call.ts';
import { operationNamed } from '../src/service/operations/index.ts';
import type { RunningService } from '../src/service/service.ts';
import type { Question, Rows } from './question.ts';

/** The computation itself: `refresh` bypasses cached results. Operations without a cache do not accept it. */
export function ask(
  service: RunningService,
  { operation, body }: Pick<Question, 'operation' | 'body'>,
): Promise<never> {
  const input = operation.startsWith('compute_') ? { ...body, refresh: true } : body;
  return callNamed(service, operation, input);
}

export async function callNamed(service: RunningService, name: string, input: Record<string, unknown>): Promise<never> {
  const operation = operationNamed(name);
  return (await call(service, localOwner(service), operation, input)) as never;
}

export async function answer(service: RunningService, question: Question): Promise<Rows> {
  return question.rows(await ask(service, question));
}
