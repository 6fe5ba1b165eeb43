import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { splitTests } from '../../scripts/split-tests.ts';

const root = path.join(import.meta.dirname, '../..');
const { withDatabase, withoutDatabase } = splitTests(root);

/** The tests of the back end, one file at a time, each ended by its first failure. */
export default defineConfig({
  root,
  test: {
    include: [...withDatabase, ...withoutDatabase],
    globalSetup: ['api/src/testing/global-setup.ts'],
    setupFiles: ['scripts/fix-property-seed.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
  },
});
