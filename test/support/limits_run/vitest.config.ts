/** A run of tests of its own, for `test/limits.test.ts`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: import.meta.dirname, include: ['tries.ts'], globalSetup: ['../limits_tried.ts'] },
});
