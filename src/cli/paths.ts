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

/** The folder of this package: a checkout, or where it is installed. */
export function packageRoot(): string {
  return resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
}

/** What starts this program under any Node. */
export function launcher(): string {
  return join(packageRoot(), 'bin', 'insights-mcp.js');
}
