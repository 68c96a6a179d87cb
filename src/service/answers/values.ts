/** The most frequent values of properties, counted in the computing thread since there may be many. */
import type { ValuesNumbers, ValuesQuery } from '../../model/question/values.ts';
import type { ProjectContext } from '../contract/context.ts';

/** Per key, in the given order. @throws ServiceError cancelled, timeout, busy */
export function valuesOf({ service, project, signal }: ProjectContext, query: ValuesQuery): Promise<ValuesNumbers> {
  return service.computing.running.wait(project.id, null, signal, (leave) =>
    service.computing.numbers(project, { kind: 'values', query }, leave),
  );
}
