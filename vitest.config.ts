import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';

// Test processes, and the threads and programs they start by the hundred, find each other's compiled code.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

function withRandomCases(): string[] {
  const paths = globSync('test/**/*.test.ts', { cwd: import.meta.dirname });
  return paths.filter((path) => readFileSync(join(import.meta.dirname, path), 'utf8').includes("from 'fast-check'"));
}

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'explore' ? withRandomCases() : ['test/**/*.test.ts'],
    globalSetup: [
      // Compares at the end, which comes in the other order: what it throws keeps no other from tidying up.
      ...(mode === 'explore' ? [] : ['test/support/limits_tried.ts']),
      'test/support/stuck_files.ts',
      'build/assets.mjs',
      'test/support/memory_folder.ts',
      'test/support/built_program.ts',
    ],
    setupFiles: [
      'test/support/equal.ts',
      'test/support/sizes.ts',
      ...(mode === 'explore' ? [] : ['test/support/seed.ts']),
    ],
    // The bound is generous because CI machines have two noisy cores; a test that needs it is a bug.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than CI has cores: a tenth of the time is spent waiting, for a slow client or a page that is painted.
    maxWorkers: 3,
    // Tests make much that lives for a moment: with more room for it a tenth of their CPU time is saved.
    execArgv: [
      '--max-semi-space-size=64',
      `--import=${pathToFileURL(join(import.meta.dirname, 'test/support/built_threads.mjs'))}`,
    ],
    expect: { poll: { interval: 10 } },
    // Files share two processes, which saves a third of the time: imports, and code that is warm. Tests close what they open.
    isolate: false,
    // By content: what was transformed once is not transformed again, neither for the next run.
    fsModuleCache: true,
  },
}));
