/** Names for a question's lines, unique within it. */
import type { Entity } from '../../model/question/query.ts';
import type { TrendEntity } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { filterWords } from './filters.ts';
import { mathWords } from './maths.ts';
import { named } from './names.ts';

/** Name of a line in full, and in the shortest form that is unique. */
export interface LineWords {
  readonly whole: string;
  readonly short: string;
}

export function trendLines(context: ProjectContext, entities: readonly TrendEntity[]): LineWords[] {
  return distinct(
    entities.map((entity) => {
      const math = mathWords(context, entity);
      const plain = entityName(entity);
      // Custom names are shown unchanged.
      const short = entity.custom_name === null && entities.length > 1 ? `${plain} (${math})` : plain;
      return { short, whole: conditioned(context, entity, `${entityWords(entity)} (${math})`) };
    }),
  );
}

/** Names of funnel steps and retention targets, which have no math. */
export function eventLines(context: ProjectContext, entities: readonly Entity[]): LineWords[] {
  return distinct(
    entities.map((entity) => ({
      short: entityName(entity),
      whole: conditioned(context, entity, entityWords(entity)),
    })),
  );
}

function entityName(entity: Entity): string {
  const { custom_name, name } = entity;
  if (custom_name !== null) return named(custom_name);
  return isEverything(entity) ? 'all events' : named(name);
}

/** If the custom name is different, adds the event or action it stands for. */
function entityWords(entity: Entity): string {
  const { id, type, name, custom_name } = entity;
  if (type === 'actions') return `action ${id} ${named(custom_name ?? name)}`;
  const shown = entityName(entity);
  const own = id === null ? eventsText(entity) : named(String(id));
  return shown === own ? own : `${shown} = ${own}`;
}

function isEverything({ id, type, matches }: Entity): boolean {
  return id === null && type === 'events' && matches.some(({ event }) => event === null);
}

/** Name of a line without an event of its own: a group of events, or all events. */
function eventsText({ matches }: Entity): string {
  const names = matches.map(({ event }) => (event === null ? 'all events' : named(event)));
  return [...new Set(names)].join(' or ');
}

function conditioned(context: ProjectContext, { filters_sent }: Entity, words: string): string {
  const filters = filterWords(context, filters_sent);
  return filters === null ? words : `${words} where ${filters}`;
}

/** Lines with equal short names get their full names. If these are equal too, they get numbers. */
function distinct(lines: readonly LineWords[]): LineWords[] {
  const told = lines.map((line) => ({ ...line, short: isAlone(lines, line) ? line.short : line.whole }));
  return told.map((line, at) => {
    const before = told.slice(0, at).filter(({ short }) => short === line.short).length;
    return before === 0 ? line : { ...line, short: `${line.short} no. ${before + 1}` };
  });
}

function isAlone(lines: readonly LineWords[], { short }: LineWords): boolean {
  return lines.filter((line) => line.short === short).length === 1;
}
