/**
 * `npm run mutants -- --in service,http --count 80 --seed 1`: can the tests fail? Copies the checkout, makes random small
 * wrong changes to those rooms of `src`, and runs for each the tests that come past it, until one fails. What no test
 * notices is printed. `--tests test/service,test/http` says which tests may notice; without it
 * those of all rooms that service and http are used by.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../src/base/random.ts';
import { type Mutant, mutantsOf, withAsleep } from './mutate.ts';

type Chosen = Mutant & { readonly number: number };

const ROOT = resolve(import.meta.dirname, '..', '..');
/** Not those that take long, or read the sources as text and so see every mutant, asleep or not. */
const TESTS = [
  'service',
  'http',
  'mcp',
  'cli',
  'store',
  'chart',
  'sql',
  'faces.test.ts',
  'table.test.ts',
  'evals.test.ts',
];
/** Per run of tests; a mutant that has not ended by then is noticed, too. */
const RUN_MS = 600_000;
/** Run first: those that come past fewest mutants, so are most about this one. */
const FIRST_FILES = 6;

const { values } = parseArgs({
  options: {
    in: { type: 'string', default: 'service,http' },
    tests: { type: 'string', default: TESTS.map((name) => `test/${name}`).join(',') },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Files of tests tried against a mutant, at most. */
    most: { type: 'string', default: '1000' },
  },
});

/** Each place of those rooms is equally likely; none lies within another. */
function choose(rooms: readonly string[], count: number, seed: number): Chosen[] {
  const places = rooms
    .flatMap((room) =>
      readdirSync(join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' }).map((n) => join('src', room, n)),
    )
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')));
  console.log(`${places.length} places in ${rooms.join(', ')}`);
  const random = seeded(seed);
  const chosen: Chosen[] = [];
  while (chosen.length < Math.min(count, places.length)) {
    const [place] = places.splice(random.below(places.length), 1) as [Mutant];
    const is_free = chosen.every(
      ({ path, start, end }) => path !== place.path || place.end <= start || end <= place.start,
    );
    if (is_free) chosen.push({ ...place, number: chosen.length });
  }
  return chosen;
}

/** The checkout, with all mutants asleep in it. */
function copyWith(mutants: readonly Chosen[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const left = new Set(['node_modules', '.git', 'bench', 'site', 'coverage']);
  for (const name of readdirSync(ROOT)) {
    if (!left.has(name))
      cpSync(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, own] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    writeFileSync(join(folder, path), withAsleep(readFileSync(join(ROOT, path), 'utf8'), own));
  }
  // Setup files run anew for each file of tests, so they know which it is.
  writeFileSync(
    join(folder, 'test', 'mutants', 'setup.ts'),
    `import { expect } from 'vitest';
     const path = expect.getState().testPath;
     globalThis.__test_file = path;
     process.env.MUTANT_TEST = path;`,
  );
  writeFileSync(
    join(folder, 'mutants.config.ts'),
    `import { defineConfig } from 'vitest/config';
     import configured from './vitest.config.ts';
     const { test } = configured({ mode: 'test' });
     export default defineConfig({ test: { ...test, setupFiles: [...test.setupFiles, 'test/mutants/setup.ts'] } });`,
  );
  return folder;
}

interface Ran {
  readonly has_ended: boolean;
  /** Files with a failed test. */
  readonly failed: readonly string[];
  readonly passed: number;
}

async function runTests(
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
  ...more: string[]
): Promise<Ran> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    '--reporter=json',
    `--outputFile=${report}`,
    '--config=mutants.config.ts',
    ...more,
  ];
  const preload = `--import=${join(folder, 'test', 'mutants', 'asleep.mjs')}`;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: preload, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const timer = setTimeout(
    () => process.kill(-child.pid!, 'SIGKILL'),
    env['MUTANT'] === undefined ? 20 * RUN_MS : RUN_MS,
  );
  await new Promise((done) => child.once('close', done));
  clearTimeout(timer);
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string; assertionResults: unknown[] }[];
    };
    const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(folder, name));
    return { has_ended: true, failed, passed: testResults.length - failed.length };
  } catch {
    return { has_ended: false, failed: [], passed: 0 };
  }
}

/** Which files of tests come past each mutant: told by one run in which all sleep. */
async function pastEach(folder: string, mutants: readonly Chosen[]): Promise<{ past: string[][]; broken: string[] }> {
  const notes = join(folder, 'notes');
  writeFileSync(notes, '');
  const { failed } = await runTests(folder, values.tests.split(','), { MUTANT_NOTES: notes });
  const past = mutants.map((): string[] => []);
  for (const line of readFileSync(notes, 'utf8').split('\n')) {
    const [number = '', ...rest] = line.split(' ');
    const file = rest.join(' ');
    if (file !== '') past[Number(number)]?.push(relative(folder, file));
  }
  return {
    past: past.map((files) => [...new Set(files)].filter((file) => !failed.includes(file))),
    broken: [...failed],
  };
}

async function main(): Promise<void> {
  const mutants = choose(values.in.split(','), Number(values.count), Number(values.seed));
  const folder = copyWith(mutants);
  try {
    const began = performance.now();
    const { past, broken } = await pastEach(folder, mutants);
    console.log(
      `all asleep: ${((performance.now() - began) / 1000).toFixed(0)} s, failing: ${broken.join(' ') || 'none'}`,
    );
    // What is made while a file loads is met only by the first test of a process, but may be noticed by all.
    const everywhere = [...new Set(past.flat())];
    const met = new Map(everywhere.map((file) => [file, past.filter((files) => files.includes(file)).length]));
    const counts = { noticed: 0, unnoticed: 0, 'never met': 0 };
    for (const mutant of mutants) {
      const files = (mutant.is_loaded ? everywhere : past[mutant.number]!)
        .toSorted((a, b) => met.get(a)! - met.get(b)!)
        .slice(0, Number(values.most));
      const noticed = await noticedBy(folder, mutant, files);
      const verdict = noticed !== null ? 'noticed' : files.length === 0 ? 'never met' : 'unnoticed';
      counts[verdict]++;
      console.log(
        `${mutant.number} ${verdict}${noticed === null ? '' : ` by ${noticed}`}: ${mutant.path}:${mutant.line}`,
      );
      if (noticed === null)
        console.log(
          `    ${oneLine(mutant.before)}  ->  ${oneLine(mutant.after) || '(dropped)'}   [${files.length} files]`,
        );
    }
    const share = (100 * counts.noticed) / mutants.length;
    console.log(`${counts.noticed} of ${mutants.length} noticed (${share.toFixed(0)} %)`, counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first file of tests that fails; null where none does. */
async function noticedBy(folder: string, mutant: Chosen, files: readonly string[]): Promise<string | null> {
  for (const some of [files.slice(0, FIRST_FILES), files.slice(FIRST_FILES)]) {
    if (some.length === 0) continue;
    const { has_ended, failed } = await runTests(folder, some, { MUTANT: String(mutant.number) }, '--bail=1');
    if (!has_ended) return 'a test that never ends';
    if (failed.length > 0) return failed[0]!;
  }
  return null;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160);
}

await main();
