import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { findOperation } from '../../cards/commands/operations.ts';
import { BLOCKS, listUnclearBlocks } from '../../cards/commands/list-unclear-blocks.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import type { Askable, CaseKind, Settleable } from '../../cards/commands/cases.ts';
import { settleBlock } from './settle-block.ts';

/** «Блокировки карт»: a block or unblock that its network has not answered. */
export const blockCase = {
  list: listDescribed(listUnclearBlocks, ({ typeId }) => ({
    asked: typeId === OPERATION_TYPE.blocking ? 'Блокировка карты' : 'Разблокировка карты',
    deeds: ['ask', 'executed', 'not-executed'],
  })),
  askAgain,
  settle: settleBlock,
} satisfies CaseKind & Askable & Settleable;

async function askAgain(ctx: Context, operationId: number): Promise<void> {
  const operation = await findOperation(ctx.db.system, operationId);
  if (!operation || !BLOCKS.includes(operation.typeId)) throw notFound('Операция не найдена');
  if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(CHANGE_ENDED);
  const key = `operation:${operationId}`;
  const { partnerId } = operation;
  await enqueueJob(ctx.db.system, 'carry-out-operation', { operationId, partnerId }, { key });
}
