import { configDefaults, defineConfig } from 'vitest/config';
import { drillsLeftOut } from './scripts/choose-drills.ts';
import { splitTests } from './scripts/split-tests.ts';
import { LongTestsFirst } from './scripts/start-long-tests-first.ts';

// Dates are shown in Moscow time in every zone of the machine; a test that passes in UTC shows that no code uses the machine's zone.
process.env.TZ = 'UTC';

const { withDatabase, withoutDatabase } = splitTests(import.meta.dirname);

/** Runs whole linters over the published document. */
const LINTS_OF_DOCUMENT = 'contract/src/published-openapi.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // The files of one worker share their imports: nothing here has state in a module, and a run takes half the time.
    isolate: false,
    exclude: [...configDefaults.exclude, ...drillsLeftOut()],
    sequence: { sequencer: LongTestsFirst },
    // Limit for hanging tests. A shared machine can be ten times as slow as measured, and the run is still right.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC' },
    setupFiles: ['scripts/fix-property-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: [...withDatabase, 'tools/simulation/run-steps.test.ts'],
          globalSetup: ['api/src/testing/global-setup.ts'],
        },
      },
      {
        // These need no database, so running one of them alone starts none. `npm run test:fast` runs them and the web's.
        extends: true,
        test: {
          name: 'logic',
          include: [...withoutDatabase, 'contract/**/*.test.ts'],
          exclude: [LINTS_OF_DOCUMENT],
        },
      },
      {
        // These start programs: shells, generators, servers of their own.
        extends: true,
        test: {
          name: 'rest',
          include: [
            LINTS_OF_DOCUMENT,
            '{scripts,ops}/**/*.test.ts',
            'tools/{bench,cluster,mutation,restore-drill}/**/*.test.ts',
            'tools/simulation/{history,piece,shrink}.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/stand-in-browser.ts'],
        },
      },
    ],
  },
});
