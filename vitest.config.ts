import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'build/assets.mjs',
    setupFiles: mode === 'explore' ? [] : ['test/support/seed.ts'],
    // The bound is generous because CI machines have two noisy cores; a test that needs it is a bug.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // Files share two processes, which saves a third of the time: imports, and code that is warm. Tests close what they open.
    isolate: false,
  },
}));
