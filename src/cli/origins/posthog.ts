/** PostHog: batch exports of events and of people (JSON lines, Parquet), both as its API lists them, and its lists as CSV. */
import { put } from '../../base/json.ts';
import { hasAll, type Origin, objectOf, present, textOf, type Values } from './origin.ts';
import type { Seen } from './seen.ts';

const PROPERTIES = 'properties.';

export const posthog: Origin = {
  title: 'PostHog',
  recognises: (row) =>
    isPerson(row) ||
    isListed(row) ||
    (hasAll(row, 'event', 'distinct_id', 'timestamp') &&
      ['person_properties', 'elements_chain', 'elements', 'person'].some((name) => hasAll(row, name)) &&
      (hasAll(row, 'properties') || Object.keys(row).some((name) => name.startsWith(PROPERTIES)))),
  itemsOf: (row, seen) => (isPerson(row) ? personOf(row, seen) : isListed(row) ? [listedOf(row)] : eventOf(row, seen)),
};

/** In lists saved as CSV, columns are named by expressions: pattern of the expression -> name of the field. */
const COLUMNS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/-- Url \/ Screen$/, `${PROPERTIES}$current_url`],
  [/^\*\.(?=.)/, ''],
];

/** Renames expressions to the fields that they hold. */
function plainNames(row: Values): Values {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) put(plain, plainName(name), value);
  return plain;
}

function plainName(name: string): string {
  const [pattern, plain = name] = COLUMNS.find(([one]) => one.test(name)) ?? [];
  if (pattern === undefined) return name;
  return plain === '' ? name.replace(pattern, '') : plain;
}

/** Whether it is a row of the people's export, which has one for each distinct id. */
function isPerson(row: Values): boolean {
  return hasAll(row, 'distinct_id', 'person_id', 'properties') && !hasAll(row, 'event');
}

/** Whether it is a person as lists of its API have them. */
function isListed(row: Values): boolean {
  return hasAll(row, 'distinct_ids', 'properties', 'created_at', 'uuid') && Array.isArray(row['distinct_ids']);
}

function listedOf({ distinct_ids, properties, created_at }: Values): Values {
  return { type: 'person', distinct_ids, properties: objectOf(properties), ...present({ created_at }) };
}

/** Whoever was deleted there is exported once more, without properties, to say so. */
function personOf(row: Values, seen: Seen): Values[] {
  if (isSaid(row['is_deleted'])) return [];
  const distinct_id = textOf(row['distinct_id']);
  const properties = objectOf(row['properties']);
  const told = seen.person(`person ${textOf(row['person_id'])}`, distinct_id, properties);
  const created_at = textOf(row['created_at']);
  // A person with one id and no properties exists, too.
  const lines = told.length > 0 ? told : [{ type: 'person', distinct_ids: [distinct_id] }];
  return lines.map((line) => ({ ...line, ...present({ created_at }) }));
}

function isSaid(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1';
}

function eventOf(given_row: Values, seen: Seen): Values[] {
  const row = plainNames(given_row);
  const distinct_id = textOf(row['distinct_id']);
  const person = objectOf(row['person']);
  const person_id = textOf(row['person_id']) ?? textOf(person['id']) ?? textOf(person['uuid']);
  const about = { ...objectOf(row['person_properties']), ...objectOf(person['properties']) };
  const properties = propertiesOf(row);
  const elements_chain = textOf(row['elements_chain']);
  return [
    {
      event: row['event'],
      distinct_id,
      timestamp: row['timestamp'],
      ...present({ uuid: row['uuid'] ?? row['id'] }),
      properties: {
        ...properties,
        ...present({
          $ip: properties['$ip'] ?? row['ip'],
          $elements_chain: properties['$elements_chain'] ?? elements_chain,
        }),
      },
      ...given('$set', objectOf(row['set'])),
      ...given('$set_once', objectOf(row['set_once'])),
    },
    ...(person_id === undefined ? [] : seen.person(`person ${person_id}`, distinct_id, about)),
  ];
}

function given(name: string, members: Values): Values {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

/** Lists saved as CSV have a column for each property. */
function propertiesOf(row: Values): Record<string, unknown> {
  const properties = { ...objectOf(row['properties']) };
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith(PROPERTIES) && value !== '') put(properties, name.slice(PROPERTIES.length), value);
  }
  return properties;
}
