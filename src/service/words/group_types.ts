/** Group types as they are named in texts, and the one that is meant where none is named. */
import { quoted } from '../../base/visible.ts';
import { invalid } from '../../model/error.ts';
import type { GroupType } from '../../model/saved/project.ts';

/** With all that arguments ask for: the name, the index, and what people may call it. */
export function groupTypeWords({ group_type, group_type_index, name_singular, name_plural }: GroupType): string {
  const shown = [...new Set([name_singular, name_plural])].filter((name) => name && name !== group_type);
  const as = shown.length === 0 ? '' : `, shown as ${shown.map((name) => quoted(String(name))).join(', ')}`;
  return `${quoted(group_type)} (${group_type_index}${as})`;
}

/**
 * The only group type there is. `attr`: the argument that names one by its index.
 * @throws ServiceError naming the whole argument if there is not exactly one
 */
export function onlyGroupType(types: readonly Pick<GroupType, 'group_type' | 'group_type_index'>[], attr: string) {
  const [only] = types;
  if (only !== undefined && types.length === 1) return only.group_type_index;
  const argument = attr.split('__').at(-1) ?? attr;
  const choices = types.map(({ group_type, group_type_index: at }) => `"${argument}": ${at} for ${quoted(group_type)}`);
  const help = only === undefined ? 'This project has no groups yet.' : `Send ${choices.join(', or ')}.`;
  throw invalid(attr, `The group type is required. ${help}`, 'required');
}
