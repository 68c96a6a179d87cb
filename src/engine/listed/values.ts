/** Most frequent values of properties, of events or of persons. */
import type { ValuesNumbers, ValuesQuery } from '../../model/question/values.ts';
import type { Dataset } from '../frame/dataset.ts';

export function computeValues(query: ValuesQuery, view: Dataset): ValuesNumbers {
  return query.keys.map((key) => {
    view.checkpoint();
    return view.topValues(query, key, query);
  });
}
