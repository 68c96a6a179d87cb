/** The values that properties have most often, of events or of persons. */
import { has } from '../base/bitmap.ts';
import type { ValueCount, ValuesNumbers, ValuesQuery } from '../model/values.ts';
import { textAt } from './column.ts';
import { topTexts } from './dataset/top_values.ts';
import type { Dataset } from './dataset.ts';
import { livingPersons } from './predicate.ts';

export function computeValues(query: ValuesQuery, view: Dataset): ValuesNumbers {
  const valuesOf = query.owner === 'event' ? view.topValues.bind(view, query.event) : personValues(view);
  return query.keys.map((key) => {
    view.checkpoint();
    return valuesOf(key, query);
  });
}

function personValues(view: Dataset): (key: string, wanted: ValuesQuery) => ValueCount[] {
  const living = livingPersons(view);
  return (key, wanted) => {
    const column = view.personColumn(key);
    const persons = view.actorCount({ kind: 'person' });
    const texts = function* (): Iterable<string | null> {
      for (let person = 0; person < persons; person++) if (has(living, person)) yield textAt(column, person);
    };
    return topTexts(texts(), wanted);
  };
}
