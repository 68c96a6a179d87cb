/** A log for products that are tested. A test that looks at some of its lines says `{ ...SILENT, warn }`. */
import type { Log } from '../../src/base/log.ts';

export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {}, dropped: () => 0 };
