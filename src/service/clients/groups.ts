/** The groups of a type, page by page. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { operation } from '../contract/operation.ts';
import { addressOf, limitField } from '../pages/page.ts';
import { see } from '../words/operation_names.ts';

const Group = z.object({
  group_type_index: z.int(),
  group_key: z.string(),
  group_properties: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});

export const listGroups = operation({
  name: 'list_groups',
  title: 'List groups',
  description: 'The groups of a type of which something was told, by key, with their properties.',
  routes: [{ method: 'GET', path: '/groups/' }],
  tool: false,
  scope: 'group:read',
  effect: 'read',
  input: z.object({
    group_type_index: z.int().describe('Of which type, by its index'),
    limit: limitField,
    cursor: z.string().optional().describe('Key of the last group of the page before, as `next` says it'),
  }),
  output: z.object({ next: z.string().nullable(), previous: z.null(), results: z.array(Group) }),
  text: ({ results }) => results.map(({ group_key }) => quoted(group_key)).join('\n') || 'None.',
  handle({ service, project, url }, { group_type_index, limit = LIMIT.page_default, cursor = '' }) {
    const { groups } = service.store;
    if (groups.types(project.id)[group_type_index] === undefined) {
      const text = `There is no group type ${group_type_index}. ${see('list_group_types')} lists those there are.`;
      throw invalid('group_type_index', text, 'does_not_exist');
    }
    const found = groups.list(project.id, group_type_index, { after: cursor, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return {
      next: found.length > limit ? addressOf(url, { cursor: shown.at(-1)?.key ?? '' }) : null,
      previous: null,
      results: shown.map(({ type_index, key, properties, created_at_ms }) => ({
        group_type_index: type_index,
        group_key: key,
        group_properties: properties,
        created_at: formatIso(created_at_ms),
      })),
    };
  },
});
