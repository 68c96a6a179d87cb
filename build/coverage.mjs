/**
 * What a run of the tests with coverage has counted, by rooms of `src`, barest first; with a room's name (`store/people`)
 * its files. CONTRIBUTING says how to run them so.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [only = null] = process.argv.slice(2);

const summary = JSON.parse(readFileSync(join(ROOT, 'coverage', 'coverage-summary.json'), 'utf8'));
const files = Object.entries(summary)
  .filter(([path]) => path !== 'total')
  .map(([path, { lines, branches }]) => ({ path: relative(join(ROOT, 'src'), path), lines, branches }));

const shown =
  only === null
    ? Map.groupBy(files, ({ path }) => dirname(path))
    : Map.groupBy(
        files.filter(({ path }) => dirname(path) === only),
        ({ path }) => path,
      );
const rows = [...shown].map(([name, parts]) => ({
  name,
  lines: share(parts.map(({ lines }) => lines)),
  branches: share(parts.map(({ branches }) => branches)),
  unrun: parts.reduce((sum, { lines }) => sum + lines.total - lines.covered, 0),
}));

console.log(`| ${only === null ? 'room' : 'file'} | lines % | branches % | lines not run |`);
console.log('|---|---|---|---|');
for (const { name, lines, branches, unrun } of rows.sort((one, other) => one.lines - other.lines))
  console.log(`| \`${name}\` | ${lines.toFixed(0)} | ${branches.toFixed(0)} | ${unrun} |`);

/** In percent; nothing to count is all. */
function share(counts) {
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return total === 0 ? 100 : (counts.reduce((sum, { covered }) => sum + covered, 0) / total) * 100;
}
