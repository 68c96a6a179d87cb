/** Where things are on this machine. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../model/error.ts';

export function defaultDatabase(): string {
  return join(homedir(), '.insights-mcp', 'insights.db');
}

/** The absolute path, its folder made. @throws ServiceError when the folder cannot be made */
export function prepareDatabase(path: string): string {
  if (path === ':memory:') return path;
  const absolute = resolve(path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
  } catch (error) {
    throw new ServiceError('invalid_input', `The folder of ${absolute} cannot be made. Name another file with --db.`, {
      cause: error,
    });
  }
  return absolute;
}

/** The program's own entry: src/main.ts in a checkout, dist/main.js in an installed package. */
export function entryPoint(): string {
  const here = fileURLToPath(import.meta.url);
  return join(dirname(here), '..', here.endsWith('.ts') ? 'main.ts' : 'main.js');
}
