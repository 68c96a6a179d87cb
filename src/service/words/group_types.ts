/** Group types as they are named in texts. */
import { quoted } from '../../base/visible.ts';
import type { GroupType } from '../../model/saved/project.ts';

/** With all that arguments ask for: the name, the index, and what people may call it. */
export function groupTypeWords({ group_type, group_type_index, name_singular, name_plural }: GroupType): string {
  const shown = [...new Set([name_singular, name_plural])].filter((name) => name && name !== group_type);
  const as = shown.length === 0 ? '' : `, shown as ${shown.map((name) => quoted(String(name))).join(', ')}`;
  return `${quoted(group_type)} (${group_type_index}${as})`;
}
