/** `insights-mcp audit`: the audit log of all projects. */

import { formatIso } from '../base/time.ts';
import { visible } from '../base/visible.ts';
import { openedAt } from './shell/opened.ts';
import { print } from './shell/output.ts';

export async function audit(options: {
  readonly db: string;
  readonly limit: number;
  readonly json: boolean;
}): Promise<void> {
  const service = openedAt(options);
  try {
    const { limit } = options;
    const rows = service.store.audit.list({ project_id: null, with_global: true, before: null, limit });
    const told = rows.map(({ at_ms, user_id: _user_id, ...row }) => ({ at: formatIso(at_ms), ...row }));
    const lines = told.map(({ at, project_id, key_id, action, target, fields }) =>
      [
        at,
        key_id === null ? 'owner' : `key ${key_id}`,
        project_id === null ? '-' : `project ${project_id}`,
        action,
        visible(target ?? '-'),
        fields.join(','),
      ].join('  '),
    );
    print(options, told, lines.join('\n') || 'Nothing was changed yet.');
  } finally {
    await service.close();
  }
}
