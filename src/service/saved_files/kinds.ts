/** The five kinds of saved things: the contents of their files, and the operations that write them. */
import type { z } from 'zod';
import { canonical, isObject, listOf } from '../../base/json.ts';
import { formatIso } from '../../base/time.ts';
import { invalid } from '../../model/error.ts';
import { InsightWrite, titleOf } from '../../model/saved/insight.ts';
import type { Tile } from '../../store/types/dashboards.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, StoringStep } from '../contract/operation.ts';
import { isShortId } from '../insights/find.ts';
import { cleanTags, createInsight } from '../insights/write.ts';
import { createAction, updateAction } from '../operations/actions.ts';
import { createAnnotation, updateAnnotation } from '../operations/annotations.ts';
import { COHORTS_AT_ONCE } from '../operations/cohorts.ts';
import { createDashboardOperation, updateDashboardOperation } from '../operations/dashboards.ts';
import { createInsightOperation, updateInsightOperation } from '../operations/insight_writes.ts';
import { EVERY } from '../pages/page.ts';
import { clockOf } from '../resolve/dates/clock.ts';
import { parseDate } from '../resolve/dates/dates.ts';
import { inputError } from '../words/input_error.ts';
import { membersWithReferences, type Rename } from './references.ts';

export type Content = Readonly<Record<string, unknown>>;

/** How to recognise a thing in another database: by id, else by name. */
export interface Marks {
  readonly id: string | null;
  readonly name: string | null;
}

/** A saved thing with the content of its file, except that it refers to others by id. */
export interface SavedRow {
  readonly id: number;
  readonly title: string;
  readonly content: Content;
}

export interface SavedKind {
  /** Folder of the kind's files. References use its singular. */
  readonly folder: 'actions' | 'cohorts' | 'insights' | 'dashboards' | 'annotations';
  /** Fields that a file may have. */
  readonly fields: readonly string[];
  /** All rows that are not removed, ordered by id. */
  rows(context: ProjectContext): SavedRow[];
  marks(content: Content, context: ProjectContext): Marks;
  references(content: Content, rename: Rename): Content;
  /** Whether a field's stored value equals the wanted one. */
  isSame(there: Content, wanted: Content, field: string): boolean;
  /** Returns the new id. @throws ServiceError naming the field */
  create(context: ProjectContext, content: Content): number;
  /** @throws ServiceError naming the field */
  update(context: ProjectContext, id: number, content: Content, there: Content): void;
  /** A soft delete. */
  remove(context: ProjectContext, id: number): void;
}

/** What most kinds have in common. */
function kindOf(create: Operation, update: Operation): Omit<SavedKind, 'folder' | 'rows'> {
  return {
    fields: Object.keys(create.input.shape),
    marks: ({ name }) => ({ id: null, name: typeof name === 'string' && name !== '' ? name : null }),
    references: membersWithReferences,
    isSame,
    create: (context, content) => perform(create, context, content),
    update: (context, id, content) => void perform(update, context, { ...content, id }),
    remove: (context, id) => void perform(update, context, { id, deleted: true }),
  };
}

function isSame(there: Content, wanted: Content, field: string): boolean {
  const known = there[field] ?? null;
  const value = wanted[field] ?? null;
  // No description is kept as an empty one, except of insights.
  return canonical(known) === canonical(field === 'description' && known === '' ? (value ?? '') : value);
}

/** As tags are kept: people write them in any case. */
function withTags(content: Content): Content {
  const { tags } = content;
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
    ? { ...content, tags: cleanTags(tags) }
    : content;
}

/** Synchronous, because it runs within the caller's transaction. */
function perform(operation: Operation, context: ProjectContext, input: Content): number {
  const made = operation.handle(context, parsed(operation.input, input));
  if (made instanceof Promise) throw new Error(`${operation.name} takes its time, and a transaction has none`);
  if (made instanceof StoringStep) return made.store().id;
  return (made as { id: number }).id;
}

function parsed<T extends z.ZodType>(schema: T, input: Content): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw inputError(result.error);
  return result.data;
}

const ACTIONS: SavedKind = {
  ...kindOf(createAction, updateAction),
  folder: 'actions',
  rows: ({ service, project }) =>
    service.store.actions.list(project.id, EVERY).rows.map(({ id, name, description, tags, steps }) => ({
      ...{ id, title: name },
      content: { name, description, tags, steps },
    })),
};

const COHORT = kindOf(COHORTS_AT_ONCE.create, COHORTS_AT_ONCE.update);
const COHORTS: SavedKind = {
  ...COHORT,
  folder: 'cohorts',
  rows(context) {
    const { cohorts, people } = context.service.store;
    const { id: project_id } = context.project;
    return cohorts.list(project_id, EVERY).rows.map(({ id, name, description, is_static, filters }) => {
      const members = (): string[] => people.distinctTexts(project_id, cohorts.members(project_id, id)).sort();
      const content = { name, description, is_static, ...(is_static ? { distinct_ids: members() } : { filters }) };
      return { id, title: name, content };
    });
  },
  // Static cohorts only grow, so further members do not matter.
  isSame(there, wanted, field) {
    if (field !== 'distinct_ids') return isSame(there, wanted, field);
    const members = new Set(listOf(there[field]));
    return listOf(wanted[field]).every((id) => members.has(id));
  },
  // `is_static` cannot change, so it is not sent again.
  update: (context, id, { is_static: _is_static, ...content }, there) => COHORT.update(context, id, content, there),
};

const INSIGHT = kindOf(createInsightOperation, updateInsightOperation);
const INSIGHTS: SavedKind = {
  ...INSIGHT,
  folder: 'insights',
  fields: [...INSIGHT.fields, 'short_id'],
  rows: ({ service, project }) =>
    service.store.insights.list(project.id, EVERY).rows.map((row) => ({
      id: row.id,
      title: titleOf(row) ?? row.short_id,
      content: insightContent(row),
    })),
  marks: (content, context) => ({ ...INSIGHT.marks(content, context), id: shortIdOf(content) }),
  isSame: (there, wanted, field) => field === 'short_id' || isSame(there, withTags(wanted), field),
  // Keeps the short id, which links and texts use; also if the insight is restored.
  create(context, content) {
    const short_id = shortIdOf(content);
    if (short_id === null) return INSIGHT.create(context, content);
    const removed = context.service.store.insights.byShortId(context.project.id, short_id);
    if (removed === undefined) return createInsight(context, parsed(InsightWrite, content), short_id).id;
    INSIGHT.update(context, removed.id, { ...content, deleted: false }, {});
    return removed.id;
  },
};

function shortIdOf({ short_id = null }: Content): string | null {
  if (short_id === null) return null;
  if (typeof short_id === 'string' && isShortId(short_id)) return short_id;
  throw invalid('short_id', 'Expected eight to twelve letters and digits. Leave it out for a new one.');
}

function insightContent(row: InsightRow): Content {
  const { short_id, name, derived_name, description, tags, saved, favorited, order, filters, query } = row;
  return { short_id, name, derived_name, description, tags, saved, favorited, order, filters, query };
}

const DASHBOARD = kindOf(createDashboardOperation, updateDashboardOperation);
const DASHBOARDS: SavedKind = {
  ...DASHBOARD,
  folder: 'dashboards',
  rows({ service, project }) {
    const { dashboards } = service.store;
    return dashboards.list(project.id, EVERY).rows.map(({ id, name, description, tags, pinned, filters }) => {
      const tiles = dashboards.tilesOn(id).filter((tile) => tile.deleted !== true);
      const content = { name, description, tags, pinned, filters, tiles: tiles.map(tileContent) };
      return { id, title: name, content };
    });
  },
  references: (content, rename) => ({
    ...DASHBOARD.references(content, rename),
    ...('tiles' in content ? { tiles: tilesOf(content).map((tile) => namedTile(tile, rename)) } : {}),
  }),
  isSame: (there, wanted, field) =>
    field === 'tiles' ? isShown(tilesOf(there), tilesOf(wanted)) : isSame(there, withTags(wanted), field),
  // Files have all tiles, but the operation takes only changed ones.
  update(context, id, content, there) {
    if (!('tiles' in content)) return DASHBOARD.update(context, id, content, there);
    const tiles = changedTiles(context.service.store.dashboards.tilesOn(id), tilesOf(content));
    return DASHBOARD.update(context, id, { ...content, tiles }, there);
  },
};

/** Whether all of these tiles are there, and no others. What a file does not say of one may be anything. */
function isShown(there: readonly Content[], wanted: readonly Content[]): boolean {
  const left = [...there];
  for (const tile of wanted) {
    const at = left.findIndex((one) => Object.keys(tile).every((field) => isSame(one, tile, field)));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

/** Texts have no identity except their content, so a text with new content is another text. */
function changedTiles(there: readonly Tile[], wanted: readonly Content[]): Content[] {
  const texts = there.filter(({ text }) => text !== null);
  const named = wanted.map((tile) => {
    const at = texts.findIndex(({ text }) => text === textOf(tile));
    return at < 0 ? tile : { ...tile, id: texts.splice(at, 1)[0]!.id };
  });
  const kept = new Set(wanted.map(({ insight }) => insight));
  const insights = there.filter(({ insight_id }) => insight_id !== null && !kept.has(insight_id));
  return [...named, ...[...insights, ...texts].map(({ id }) => ({ id, deleted: true }))];
}

function textOf({ text }: Content): unknown {
  return isObject(text) ? text['body'] : undefined;
}

function tileContent({ insight_id, text, order, color, layouts, show_description }: Tile): Content {
  const shown = text === null ? { insight: insight_id } : { text: { body: text } };
  return { ...shown, order, color, layouts, ...(show_description === null ? {} : { show_description }) };
}

function tilesOf(content: Content): Content[] {
  return listOf(content['tiles']).map((tile) => {
    if (!isObject(tile)) return { insight: tile };
    const body = textOf(tile);
    return typeof body === 'string' ? { ...tile, text: { body: body.trim() } } : tile;
  });
}

function namedTile(tile: Content, rename: Rename): Content {
  return 'insight' in tile ? { ...tile, insight: rename('insight', tile['insight']) } : tile;
}

const ANNOTATIONS: SavedKind = {
  ...kindOf(createAnnotation, updateAnnotation),
  folder: 'annotations',
  rows: ({ service, project }) =>
    service.store.annotations.list(project.id, EVERY).rows.map(({ id, content, date_ms }) => {
      const date_marker = formatIso(date_ms);
      return { id, title: `${date_marker.slice(0, 10)} ${content}`, content: { date_marker, content } };
    }),
  // Annotations have no name, so date and text identify them.
  marks: ({ date_marker, content }, context) => ({
    id: null,
    name: `${momentOf(context, date_marker)} ${String(content).trim()}`,
  }),
  isSame: (there, wanted, field) => ['date_marker', 'content'].includes(field) || isSame(there, wanted, field),
};

/** People write a date in any form. What is no date is refused when it is written. */
function momentOf(context: ProjectContext, date_marker: unknown): string {
  const date = typeof date_marker === 'string' ? parseDate(date_marker, clockOf(context)) : null;
  return date === null ? String(date_marker) : formatIso(date.ms);
}

/** In the order of references: a kind may refer to earlier kinds. Cohorts and actions refer to each other. */
export const SAVED_KINDS: readonly SavedKind[] = [ACTIONS, COHORTS, INSIGHTS, DASHBOARDS, ANNOTATIONS];
