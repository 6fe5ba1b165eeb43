import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { splitTests } from '../../scripts/split-tests.ts';

declare global {
  /** Returns the text of a file with its mistakes; null for every other file. */
  var loadMutant: ((id: string) => string | null) | undefined;
}

const root = path.join(import.meta.dirname, '../..');
const { withDatabase, withoutDatabase } = splitTests(root);

/** Runs the files in the order in which `mutate.ts` names them. */
class AsGiven extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(specifications);
  }
}

/** The tests of the back end. `mutate.ts` says which file has which mistakes, and `runner.ts` turns them on. */
export default defineConfig({
  root,
  plugins: [{ name: 'mutate', enforce: 'pre', load: (id) => globalThis.loadMutant?.(id) ?? null }],
  test: {
    include: [...withDatabase, ...withoutDatabase],
    globalSetup: ['api/src/testing/global-setup.ts'],
    setupFiles: ['scripts/fix-property-seed.ts'],
    // A text with a mistake must not be stored under the name of the file without it.
    fsModuleCache: false,
    // Durations with a mistake would order the files of an ordinary run.
    cache: false,
    pool: 'forks',
    maxWorkers: 1,
    // The tests of many mistakes share their imports, which take longer than most tests.
    isolate: false,
    runner: 'tools/mutation/runner.ts',
    sequence: { sequencer: AsGiven },
    // A mistake may let a test wait for ever.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
  },
});
