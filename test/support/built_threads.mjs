/**
 * Preloaded where tests run, and in the threads that they start, some two hundred a run. Those of the product run the program
 * that was built (`built_program.ts`), which starts in half the time of its sources. `test/commands.test.ts` starts them from
 * sources.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const program = process.env.TESTED_PROGRAM;

/** Of the sources' entry; undefined for what is no thread of the product. */
function builtEntry(entry) {
  const file = join(dirname(program), `${basename(entry, '.ts')}.js`);
  return /\/src\/.+\.ts$/.test(entry) && existsSync(file) ? pathToFileURL(file).href : undefined;
}

if (!isMainThread && program !== undefined) {
  let is_entry = true;
  registerHooks({
    resolve(specifier, context, next) {
      const built = is_entry ? builtEntry(specifier) : undefined;
      is_entry = false;
      return next(built ?? specifier, context);
    },
  });
}
