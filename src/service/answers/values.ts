/** The values that properties have most often, counted where questions are computed: there may be very many. */
import type { ValuesNumbers, ValuesQuery } from '../../model/question/values.ts';
import type { ProjectContext } from '../contract/context.ts';

/** Of each key, in their order. @throws ServiceError cancelled, timeout, busy */
export function valuesOf({ service, project, signal }: ProjectContext, query: ValuesQuery): Promise<ValuesNumbers> {
  return service.computing.running.wait(project.id, null, signal, (leave) =>
    service.computing.numbers(project, { kind: 'values', query }, leave),
  );
}
