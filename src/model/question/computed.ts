/** Query and numbers of each kind. They are the same whether the engine computes them or ClickHouse. */
import type { Counted } from './counted.ts';
import type { EventsNumbers, EventsQuery } from './events.ts';
import type { PeopleNumbers, PeopleQuery } from './people.ts';
import type { PropertiesNumbers, PropertiesQuery, ValuesNumbers, ValuesQuery } from './values.ts';

/** Insights, and what is computed as numbers only. */
export interface Computed extends Counted {
  people: [PeopleQuery, PeopleNumbers];
  events: [EventsQuery, EventsNumbers];
  values: [ValuesQuery, ValuesNumbers];
  properties: [PropertiesQuery, PropertiesNumbers];
}
