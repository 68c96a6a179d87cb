/** Test files, and a product that imports them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { must } from '../../src/base/assert.ts';
import type { MappedOptions } from '../../src/cli/files/mapping.ts';
import { importInto, lookAt } from '../../src/cli/importing/import.ts';
import type { FileCounts, Imported } from '../../src/cli/importing/import_counts.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { computeTrend } from './operations.ts';
import { type Product, temporaryFolder, temporaryProduct } from './product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

export interface ImportTest {
  readonly product: Product;
  readonly folder: string;
  /** Writes a file into the folder, or into one inside of it. */
  write(name: string, content: string | Uint8Array): string;
  /** One import of these files. */
  takeAll(paths: readonly string[], options?: TakeOptions): Promise<Imported>;
  /** The counts of one file. @throws Error with the file's failure */
  take(path: string, options?: TakeOptions): Promise<FileCounts>;
  /** How often events that fit these filters happened, asked as every caller asks. */
  count(event: string, properties?: readonly unknown[]): Promise<number>;
}

type TakeOptions = MappedOptions & { readonly source?: string; readonly signal?: AbortSignal };

export function importTest(options: Partial<ServiceOptions> = {}): ImportTest {
  const folder = temporaryFolder();
  const product = temporaryProduct({ now: () => NOW, ...options });
  const { service } = product;
  const takeAll = async (paths: readonly string[], given: TakeOptions = {}): Promise<Imported> =>
    importInto(service, await lookAt(paths, given), { reject: join(folder, 'rejects'), ...given });
  return {
    product,
    folder,
    write(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    takeAll,
    async take(path, given) {
      const counts = must((await takeAll([path], given)).files[0], 'the file’s counts');
      if (counts.failure !== null) throw new Error(counts.failure);
      return counts;
    },
    async count(event, properties = []) {
      const body = { events: [{ id: event, properties }], date_from: 'all', display: 'BoldNumber', refresh: true };
      const answer = (await call(service, localOwner(service), computeTrend, body)) as {
        result: readonly { aggregated_value: number }[];
      };
      return answer.result[0]!.aggregated_value;
    },
  };
}

export function ndjson(...rows: unknown[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}

export function happened(event: string, distinct_id: string, more: Record<string, unknown> = {}) {
  return { event, distinct_id, timestamp: '2026-03-09T10:00:00Z', ...more };
}

export function rejected(path: string): { file: string; line: number; reason: string; text: unknown }[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
