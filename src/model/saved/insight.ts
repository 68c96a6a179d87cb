/**
 * A saved question in three shapes: as written, as returned in full, and the short form of lists. Fields are in
 * response order.
 */
import { z } from 'zod';
import { isObject, isWithinDepth, jsonBytes } from '../../base/json.ts';
import { keysOf, recordOf } from '../../base/known.ts';
import { readJson } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { INSIGHT_NAMES } from '../question/kind.ts';
import { ResolvedSchema } from '../question/result.ts';
import { UserSchema } from './project.ts';

/**
 * Access levels on the wire. The restriction belongs to the insight: everyone with the scope may edit, except the holder
 * of a link. The privilege belongs to the caller.
 */
export const LEVEL = { everyone_edits: 21, only_collaborators_edit: 37, can_view: 21, can_edit: 37 } as const;

/** Filter for lists: a kind; JSON for any query node except SQL; or SQL. */
export const INSIGHT_FILTERS = [...INSIGHT_NAMES, 'JSON', 'SQL'] as const;

const DashboardTileSchema = z.object({
  id: z.int(),
  dashboard_id: z.int(),
  deleted: z.boolean(),
});

/** Why there is no result; null if there is one. */
const QueryStatusSchema = z.looseObject({
  complete: z.boolean(),
  error: z.boolean(),
  error_message: z.string().nullable(),
});
export type QueryStatus = z.infer<typeof QueryStatusSchema>;

const TEXT = z.string().nullable();

export const InsightSchema = z.looseObject({
  id: z.int().describe('Number of the insight'),
  short_id: z.string().describe('Eight letters and digits; stands for the id everywhere'),
  name: TEXT,
  derived_name: TEXT,
  filters: z.unknown(),
  query: z.unknown(),
  order: z.int().nullable(),
  deleted: z.boolean(),
  dashboards: z.array(z.int()),
  dashboard_tiles: z.array(DashboardTileSchema),
  last_refresh: TEXT,
  cache_target_age: TEXT,
  next_allowed_client_refresh: TEXT,
  result: z.unknown(),
  hasMore: z.boolean().nullable(),
  columns: z.array(z.unknown()).nullable(),
  created_at: z.string(),
  created_by: UserSchema.nullable(),
  description: TEXT,
  updated_at: z.string(),
  tags: z.array(z.string()),
  favorited: z.boolean(),
  saved: z.boolean(),
  last_modified_at: z.string(),
  last_modified_by: UserSchema.nullable(),
  is_sample: z.boolean(),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
  timezone: TEXT,
  is_cached: z.boolean(),
  query_status: QueryStatusSchema.nullable(),
  hogql: TEXT,
  types: z.array(z.unknown()).nullable(),
  resolved: ResolvedSchema.nullable(),
});
export type Insight = z.infer<typeof InsightSchema>;

/** What an insight is called: its name, else that of its question; null if it has neither. */
export function titleOf({
  name,
  derived_name,
}: {
  readonly name?: string | null | undefined;
  readonly derived_name?: string | null | undefined;
}): string | null {
  return name || derived_name || null;
}

/** Stands for the insight in answers that have the shape of one without being about one. */
export function noInsight(): Readonly<Record<keyof typeof InsightSchema.shape, null>> {
  return recordOf(keysOf(InsightSchema.shape), () => null);
}

export const BasicInsightSchema = z.object({
  id: z.int(),
  short_id: z.string(),
  name: TEXT,
  derived_name: TEXT,
  filters: z.unknown(),
  query: z.unknown(),
  dashboards: z.array(z.int()),
  dashboard_tiles: z.array(DashboardTileSchema),
  description: TEXT,
  last_refresh: TEXT,
  refreshing: z.boolean(),
  saved: z.boolean(),
  tags: z.array(z.string()),
  updated_at: z.string(),
  created_by: UserSchema.nullable(),
  created_at: z.string(),
  last_modified_at: z.string(),
  favorited: z.boolean(),
});
export type BasicInsight = z.infer<typeof BasicInsightSchema>;

/** A page of a list. `next` and `previous` are addresses, null at the ends and outside HTTP. */
export function paginated<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.int().describe('How many there are in all'),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** Any JSON that is small and shallow. */
function smallJson(value: unknown): boolean {
  if (value === undefined) return true;
  return isWithinDepth(value, LIMIT.json_depth) && jsonBytes(value) <= LIMIT.filters_bytes;
}

const TOO_LARGE = `Ensure this field has no more than ${LIMIT.filters_bytes} bytes of JSON, nested at most ${LIMIT.json_depth} levels deep.`;
const QUERY_FORM = 'Expected a query node: an object with a "kind", or null.';

function isQueryNode(value: unknown): boolean {
  return value === undefined || value === null || isObject(value);
}

const TagSchema = z.string().max(LIMIT.tag_chars);

/** What clients may write; all fields are optional, others (id, created_at, …) are ignored. */
export const InsightWrite = z.object({
  name: z.string().max(LIMIT.name_chars).nullable().optional().describe('Title, as people will look for it'),
  derived_name: z.string().max(LIMIT.name_chars).nullable().optional().describe('Fallback title made by a program'),
  description: z.string().max(LIMIT.description_chars).nullable().optional().describe('What it tells, for people'),
  filters: z.preprocess(readJson, z.unknown().refine(smallJson, TOO_LARGE)).optional().meta({
    type: 'object',
    description:
      'The question: {"insight":"TRENDS","events":[{"id":"sign up"}],"date_from":"-7d"}; the other keys are the arguments of the tool that computes its kind',
  }),
  query: z
    .preprocess(readJson, z.unknown().refine(isQueryNode, QUERY_FORM).refine(smallJson, TOO_LARGE))
    .optional()
    .meta({
      type: 'object',
      description: 'Another form of the question: a query node with a "kind"; filters is simpler',
    }),
  tags: z.array(TagSchema).max(LIMIT.tags).optional().describe('Labels; the whole list, in lower case'),
  favorited: z.boolean().optional().describe('Mark as a favourite'),
  saved: z.boolean().optional().describe('Show among the saved insights'),
  order: z.int().nullable().optional().describe('Place in the list, smallest first'),
  deleted: z.boolean().optional().describe('true removes it softly, false brings it back'),
  dashboards: z.array(z.int()).optional().describe('Deprecated: ids of all dashboards that show it'),
});
export type InsightWrite = z.output<typeof InsightWrite>;
