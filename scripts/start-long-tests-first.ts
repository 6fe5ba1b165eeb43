import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Most of its time it waits for programs that it starts, so it runs beside all others instead of after them. */
const LONG = 'tools/restore-drill/restore-drill.test.ts';

export class LongTestsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith(LONG);
    return [...sorted.filter(isLong), ...sorted.filter((specification) => !isLong(specification))];
  }
}
