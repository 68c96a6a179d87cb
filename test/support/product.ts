/** A whole product in a temporary folder: real SQLite, real engine, real doors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseUuid } from '../../src/base/uuid.ts';
import type { Scope } from '../../src/model/scope.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { createKey } from '../../src/service/access/keys.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService, type RunningService, type ServiceOptions } from '../../src/service/service.ts';
import { emptyDatabase } from './empty.ts';

/** A fresh folder, removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Product {
  readonly service: RunningService;
  readonly path: string;
  /** Text of a new key with these scopes. */
  key(scopes: readonly Scope[], project_ids?: readonly number[] | null): string;
  /** Closes the service early; otherwise it is closed when the test is over. */
  close(): Promise<void>;
}

export function temporaryProduct(options: Partial<ServiceOptions> = {}): Product {
  const path = options.path ?? emptyDatabase(join(temporaryFolder(), 'test.db'));
  const service = openService({ ...options, path });
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await service.close();
  };
  onTestFinished(close);
  return {
    service,
    path,
    close,
    key: (scopes, project_ids = null) =>
      createKey(service, { user_id: localOwner(service).user.id, label: 'test', scopes, project_ids }).value,
  };
}

let made = 0;

/** An event item with an id of its own. */
export function event(
  name: string,
  distinct_id: string,
  timestamp: string,
  properties: Record<string, unknown> = {},
): IngestItem {
  const uuid = parseUuid(`00000000-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`)!;
  return { kind: 'event', event: { event: name, distinct_id, timestamp_ms: Date.parse(timestamp), uuid, properties } };
}
