import type { AskableKind } from '#contract/unsettled.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { retryFailedJob } from './failed-job-store.ts';
import { enqueueSync } from '../../cards/cards/enqueue-sync.ts';
import { findChange } from '../../cards/cards/find-change.ts';
import { findClosing } from '../documents/find-closing.ts';
import { blockDebtorAgain } from '../../fuel/sales/block-debtor-again.ts';
import { DATED_AHEAD, UNKNOWN_CARD } from '../../fuel/sales/orphan-reason.ts';
import { CHANGE_ENDED } from '../../cards/cards/finish-block.ts';
import { findOperation } from '../../networks/commands/find-operation.ts';
import { findOrphan } from '../../fuel/sales/find-orphan.ts';
import { markOrphanDue } from '../../fuel/sales/mark-orphan-due.ts';
import { findRefusedDebtor } from '../../fuel/sales/find-refused-debtor.ts';
import { BLOCKS } from '../../networks/commands/unclear-block.ts';
import { isAwaited } from '../../orders/orders/item.ts';
import { findItem } from '../../orders/orders/find-item.ts';

/** Does now what would be done later anyway: the same job, or the same pass of a loop. Asking twice changes nothing. */
export function askAgain(ctx: Context, kind: AskableKind, id: number): Promise<void> {
  return ASK[kind](ctx, id);
}

const ASK: Record<AskableKind, (ctx: Context, id: number) => Promise<void>> = {
  async block(ctx, operationId) {
    const operation = await findOperation(ctx.db.system, operationId);
    if (!operation || !BLOCKS.includes(operation.typeId)) throw notFound('Операция не найдена');
    if (operation.statusId !== OPERATION_STATUS.inProgress) throw conflict(CHANGE_ENDED);
    const key = `operation:${operationId}`;
    const { partnerId } = operation;
    await enqueueJob(ctx.db.system, 'carry-out-operation', { operationId, partnerId }, { key });
  },
  async choice(ctx, changeId) {
    const found = await findChange(ctx.db.system, changeId);
    if (!found) throw notFound('Изменение не найдено');
    if (found.state !== 'waiting') throw conflict(CHANGE_ENDED);
    await enqueueSync(ctx.db.system, found.change);
  },
  async order(ctx, itemId) {
    const item = await findItem(ctx.db.system, itemId);
    if (!item?.askedAt) throw notFound('Заказ карт не найден');
    if (!isAwaited(item)) throw conflict(CHANGE_ENDED);
    const { partnerId } = item;
    await enqueueJob(ctx.db.system, 'issue-cards', { itemId, partnerId }, { key: `request-item:${itemId}` });
  },
  async debtor(ctx, cardId) {
    const asked = await ctx.db.inSystem((tx) =>
      blockDebtorAgain(tx, { cardId, clock: ctx.clock, find: () => findRefusedDebtor(tx, cardId) }),
    );
    if (!asked) throw conflict('Карту уже блокируют, она заблокирована, или долга больше нет');
  },
  async sale(ctx, orphanId) {
    const orphan = await findOrphan(ctx.db.system, orphanId);
    if (!orphan || orphan.isIllegible) throw notFound('Запись не найдена');
    if (orphan.bookedAt || orphan.closedAt) throw conflict('Запись уже проведена или закрыта');
    if (orphan.reason === UNKNOWN_CARD)
      throw conflict('Продажа будет проведена сама, как только появится её карта');
    if (orphan.reason === DATED_AHEAD)
      throw conflict('Продажа будет проведена сама, когда до её времени останутся сутки');
    await markOrphanDue(ctx.db.system, orphanId, ctx.clock.now());
  },
  async closing(ctx, closingId) {
    const found = await findClosing(ctx.db.system, closingId);
    if (!found) throw notFound('Закрытие месяца не найдено');
    if (!found.failed) throw conflict('Документы этого месяца уже сделаны или ещё делаются');
    const { month } = found;
    await enqueueJob(ctx.db.system, 'close-month', { month }, { key: `close-month:${month}` });
  },
  async job(ctx, jobId) {
    if (!(await retryFailedJob(ctx.db.system, jobId)))
      throw conflict('Эта задача уже выполнена, или её выполняют снова');
  },
};
