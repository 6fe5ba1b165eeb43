import { TestRunner, type RunnerTask } from 'vitest';

declare global {
  /** The number of the mistake that is on in this process; 0 for none. */
  var activeMutant: number;
}

/** Numbers of the mistakes that a test of this process has caught. */
const caught = new Set<number>();

/**
 * Runs the tests of many mistakes in one process. A file comes as `….test.ts?mutant=7`, and the rest of a mistake's tests
 * are left out after its first failure.
 */
export default class MutationRunner extends TestRunner {
  override importFile(filepath: string, source: 'collect' | 'setup'): unknown {
    if (source === 'setup') return super.importFile(filepath, source);
    const [file = '', number] = filepath.split('?mutant=');
    globalThis.activeMutant = Number(number ?? 0);
    return caught.has(globalThis.activeMutant) ? undefined : super.importFile(file, source);
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    if (caught.has(globalThis.activeMutant)) task.mode = 'skip';
    await super.onBeforeRunTask(task);
  }

  override onAfterRunTask(task: RunnerTask): void {
    if (task.result?.state === 'fail' && globalThis.activeMutant > 0) caught.add(globalThis.activeMutant);
    super.onAfterRunTask(task);
  }
}
