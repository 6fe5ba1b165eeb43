import { TestRunner, type RunnerTask, type RunnerTestSuite } from 'vitest';

declare global {
  /** Returns whether the mistake of this number is on in this process. The switches ask it. */
  var isMutantOn: (number: number) => boolean;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Numbers of the mistakes whose code the file has run. */
    reached?: number[];
  }
}

/** The number of the mistake that is on; 0 for none. */
let active = 0;
/** Numbers of the mistakes that a test of this process has caught. */
const caught = new Set<number>();
const reached = new Set<number>();

globalThis.isMutantOn = (number) => {
  reached.add(number);
  return number === active;
};

/**
 * Runs the tests of many mistakes in one process. A file comes as `….test.ts?mutant=7`, and the rest of a mistake's tests
 * are left out after its first failure.
 */
export default class MutationRunner extends TestRunner {
  override importFile(filepath: string, source: 'collect' | 'setup'): unknown {
    if (source === 'setup') return super.importFile(filepath, source);
    const [file = '', number] = filepath.split('?mutant=');
    active = Number(number ?? 0);
    reached.clear();
    return caught.has(active) ? undefined : super.importFile(file, source);
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    if (caught.has(active)) task.mode = 'skip';
    await super.onBeforeRunTask(task);
  }

  override onAfterRunTask(task: RunnerTask): void {
    recordFailure(task);
    super.onAfterRunTask(task);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    recordFailure(suite);
    if ('filepath' in suite) suite.meta.reached = [...reached];
    await super.onAfterRunSuite(suite);
  }
}

function recordFailure({ result }: RunnerTask): void {
  if (result?.state === 'fail' && active > 0) caught.add(active);
}
