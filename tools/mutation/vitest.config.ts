import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { splitTests } from '../../scripts/split-tests.ts';

declare global {
  /** Returns the text of a file with a mistake; null for every other file. */
  var loadMutant: ((id: string) => string | null) | undefined;
}

const root = path.join(import.meta.dirname, '../..');
const { withDatabase, withoutDatabase } = splitTests(root);

/** The tests of the back end, one file at a time. `mutate.ts` says which file has a mistake. */
export default defineConfig({
  root,
  plugins: [{ name: 'mutate', enforce: 'pre', load: (id) => globalThis.loadMutant?.(id) ?? null }],
  test: {
    include: [...withDatabase, ...withoutDatabase],
    globalSetup: ['api/src/testing/global-setup.ts'],
    setupFiles: ['scripts/fix-property-seed.ts'],
    // A text with a mistake must not be stored under the name of the file without it.
    fsModuleCache: false,
    pool: 'forks',
    maxWorkers: 1,
    // The files of a stage share their imports, which take longer than most tests. The first failure settles the mistake.
    isolate: false,
    bail: 1,
    // A mistake may let a test wait for ever.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
  },
});
