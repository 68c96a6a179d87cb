/** Most frequent values of properties, of events or of persons; which properties events have. */
import type { PropertiesNumbers, PropertiesQuery, ValuesNumbers, ValuesQuery } from '../../model/question/values.ts';
import type { Dataset } from '../frame/dataset.ts';

export function computeValues(query: ValuesQuery, view: Dataset): ValuesNumbers {
  return query.keys.map((key) => {
    view.checkpoint();
    return view.topValues(query, key, query);
  });
}

export function computeProperties({ event, keys }: PropertiesQuery, view: Dataset): PropertiesNumbers {
  return keys.filter((key) => {
    view.checkpoint();
    return view.isOnEvents(event, key);
  });
}
