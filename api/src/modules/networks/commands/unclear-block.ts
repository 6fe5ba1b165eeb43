import { OPERATION_TYPE, type OperationTypeId } from '#contract/ids.ts';
import type { UnclearMatter } from './unclear-matter.ts';

/** A block or unblock that its network has not answered. */
export interface UnclearBlock extends UnclearMatter {
  typeId: OperationTypeId;
}

export const BLOCKS: readonly OperationTypeId[] = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];
