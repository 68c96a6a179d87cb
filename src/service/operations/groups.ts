/** Lists and renames group types. Groups are what people belong to (organisations, teams). */

import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { type GroupType, GroupTypeSchema } from '../../model/saved/project.ts';
import { operation } from '../contract/operation.ts';
import { groupTypeWords } from '../words/group_types.ts';

export const listGroupTypes = operation({
  name: 'list_group_types',
  title: 'List group types',
  description:
    'The kinds of groups that events belong to besides people, as organization or team, by index. Use a group_type as aggregation_group_type of a trend or funnel to count groups. They come with the events; at most five. Example: {}.',
  routes: [{ method: 'GET', path: '/groups_types/' }],
  tool: true,
  scope: 'group:read',
  effect: 'read',
  shareable: true,
  input: z.object({}),
  output: z.array(GroupTypeSchema),
  text: groupTypesText,
  handle: (context) => context.service.store.groups.types(context.project.id),
});

const NAME = z.string().max(LIMIT.name_chars).nullable().optional();

const Renaming = z.object({
  group_type: z.string().optional().describe('Which type, by its name: organization'),
  group_type_index: z.int().optional().describe('Or which type, by its index'),
  name_singular: NAME.describe('What one is called: "company"; null for none'),
  name_plural: NAME.describe('What several are called: "companies"; null for none'),
});

const RenameInput = z.object({
  ...Renaming.shape,
  rows: z
    .array(Renaming)
    .max(LIMIT.groups_per_project)
    .optional()
    .describe('Several at once: [{"group_type":"team","name_plural":"squads"}]'),
});

const RenameOutput = z.object({
  /** The renamed type; null if `rows` renamed several. */
  group_type: GroupTypeSchema.nullable(),
  group_types: z.array(GroupTypeSchema),
});

export const renameGroupType = operation({
  name: 'rename_group_type',
  title: 'Rename a group type',
  description:
    'Sets what a group type is called. Example: {"group_type":"organization","name_singular":"company","name_plural":"companies"}.',
  routes: [
    { method: 'PATCH', path: '/groups_types/update_metadata/', list_as: 'rows', present: presentRenamed, csv: true },
  ],
  tool: true,
  scope: 'group:write',
  effect: 'update',
  input: RenameInput,
  output: RenameOutput,
  text: (renamed) => groupTypesText(answered(renamed)),
  table: (renamed) => ({
    columns: ['group_type', 'group_type_index', 'name_singular', 'name_plural'],
    rows: answered(renamed).map((type) => [
      type.group_type,
      type.group_type_index,
      type.name_singular,
      type.name_plural,
    ]),
  }),
  handle(context, { rows, ...one }) {
    const { groups } = context.service.store;
    return context.service.store.transaction(() => {
      const types = groups.types(context.project.id);
      // All are found before one is renamed: a refusal names the types as they stay.
      const found = (rows ?? [one]).map((row) => ({ index: findType(types, row), names: namesOf(row) }));
      const renamed = found.map(({ index, names }) => groups.rename(context.project.id, index, names));
      return { group_type: rows ? null : (renamed[0] ?? null), group_types: groups.types(context.project.id) };
    });
  },
});

/** A single object is answered with one object, a list with the whole list. */
function presentRenamed(output: z.output<typeof RenameOutput>): GroupType | GroupType[] {
  return output.group_type ?? output.group_types;
}

function answered(output: z.output<typeof RenameOutput>): GroupType[] {
  return output.group_type ? [output.group_type] : output.group_types;
}

/** The names to set: one that was not sent stays. */
function namesOf({ name_singular, name_plural }: z.output<typeof Renaming>) {
  return {
    ...(name_singular === undefined ? {} : { name_singular }),
    ...(name_plural === undefined ? {} : { name_plural }),
  };
}

function findType(types: readonly GroupType[], row: z.output<typeof Renaming>): number {
  const known = types.map(groupTypeWords).join(', ') || 'none yet; they come with the events';
  if (row.group_type === undefined && row.group_type_index === undefined) {
    throw invalid('group_type', `Say which: group_type or group_type_index. Group types: ${known}.`, 'required');
  }
  const named = types.find(({ group_type }) => group_type === row.group_type);
  const index = row.group_type_index ?? named?.group_type_index;
  const found = types.find(({ group_type_index }) => group_type_index === index);
  // Clients send rows of the list back with both, so what agrees is right.
  if (found && named && found !== named)
    throw invalid(
      'group_type_index',
      `${quoted(named.group_type)} has the index ${named.group_type_index}, not ${index}: send one of the two.`,
    );
  if (found) return found.group_type_index;
  const attr = row.group_type_index === undefined ? 'group_type' : 'group_type_index';
  throw invalid(attr, `There is no such group type. Group types: ${known}.`, 'does_not_exist');
}

function groupTypesText(types: readonly GroupType[]): string {
  if (types.length === 0) return 'No group types: no event has named a group ($groups) yet.';
  return types.map(groupTypeLine).join('\n');
}

function groupTypeLine({ group_type, group_type_index, name_singular, name_plural }: GroupType): string {
  const names = [name_singular || group_type, name_plural || group_type].map((name) => quoted(name));
  return `${group_type_index} ${quoted(group_type)}: one ${names[0]}, several ${names[1]}`;
}
