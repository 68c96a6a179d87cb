/** New filters: eight kinds in turn, with other values each time. */
import { seeded } from '../../src/base/random.ts';
import type { Dialect } from './sql.ts';
import { BROWSERS, CITIES_PER_COUNTRY, COUNTRIES, PLANS, SECTIONS, SLUGS } from './vocabulary.ts';

export interface Filter {
  readonly properties: readonly Readonly<Record<string, unknown>>[];
  readonly sql: (dialect: Dialect) => string;
}

type Kind = (number: number) => Filter;

const KINDS: readonly Kind[] = [
  (number) => {
    const value = Math.round(4000 + number * 3) / 10;
    return { properties: [{ key: 'load_ms', operator: 'lt', value }], sql: () => `load_ms < ${value}` };
  },
  (number) => {
    const value = wordsOf(number);
    const properties = [{ key: '$current_url', operator: 'icontains', value: value.toUpperCase() }];
    return { properties, sql: () => `url ilike '%${value}%'` };
  },
  (number) => {
    const random = seeded(number);
    const value = Array.from({ length: 60 }, () => {
      const country = COUNTRIES[random.below(COUNTRIES.length)];
      return `${country} city ${random.below(CITIES_PER_COUNTRY)}`;
    });
    const texts = value.map((city) => `'${city}'`).join(', ');
    return { properties: [{ key: '$geoip_city_name', value }], sql: () => `city in (${texts})` };
  },
  (number) => {
    const [min, max] = [(1_000 + number) / 10_000, (6_000 + number) / 10_000];
    const properties = [
      { key: 'scroll', operator: 'gte', value: min },
      { key: 'scroll', operator: 'lt', value: max },
    ];
    return { properties, sql: () => `scroll >= ${min} and scroll < ${max}` };
  },
  (number) => {
    const plan = PLANS[number % PLANS.length] as string;
    const most = (9_000 - number) / 10_000;
    const properties = [
      { key: 'plan', type: 'person', operator: 'is_not', value: plan },
      { key: 'scroll', operator: 'lt', value: most },
    ];
    return { properties, sql: () => `(person_plan is null or person_plan <> '${plan}') and scroll < ${most}` };
  },
  (number) => {
    const section = SECTIONS[number % SECTIONS.length] as string;
    const pattern = `^/(${section}|blog|products)/[${'bcdefg'[Math.floor(number / 10) % 6]}-z].*${number % 10}[0-9]*$`;
    return {
      properties: [{ key: '$pathname', operator: 'regex', value: pattern }],
      sql: ({ matches }) => matches('path', pattern),
    };
  },
  (number) => {
    const [times, least] = [5 + (number % 11), (1_200 + number) / 10];
    const key = `properties.load_ms + properties.depth * ${times} > ${least}`;
    return { properties: [{ type: 'hogql', key }], sql: () => `load_ms + depth * ${times} > ${least}` };
  },
  (number) => {
    const least = (1_100 + number) / 100;
    const browser = BROWSERS[number % BROWSERS.length]?.[0] as string;
    const properties = [
      { key: '$os_version', operator: 'gt', value: least },
      { key: 'utm_campaign', operator: 'is_not_set' },
      { key: '$browser', operator: 'is_not', value: [browser] },
    ];
    return {
      properties,
      sql: ({ number: read }) =>
        `${read('system_version')} > ${least} and campaign is null and browser <> '${browser}'`,
    };
  },
];

/** `question`: its number. */
export function filterOf(question: number, round: number): Filter {
  const kind = KINDS[round % KINDS.length] as Kind;
  return kind(question + 61 * Math.floor(round / KINDS.length));
}

/** Two adjacent words of some addresses. */
export function wordsOf(number: number): string {
  const word = (at: number): string => SLUGS[at % SLUGS.length] as string;
  return `${word(number)}-${word(Math.floor(number / SLUGS.length) + number * 3)}`;
}
