import { defineConfig } from 'vitest/config';

/** Functions of what they are given: one process runs all of these files, which saves a start and warm code for each. */
const PURE = ['test/base/**/*.test.ts', 'test/chart/**/*.test.ts', 'test/engine/**/*.test.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: 'build/assets.mjs',
    setupFiles: mode === 'explore' ? [] : ['test/support/seed.ts'],
    // The bound is generous because CI machines have two noisy cores; a test that needs it is a bug.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: PURE } },
    ],
  },
}));
