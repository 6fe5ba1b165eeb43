import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { assertDelegatedSum } from '../../companies/delegations/assert-delegated-sum.ts';
import { carryOutOnce, type RequestKey } from '../../../http/request-key.ts';
import type { Session } from '../../../http/session.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { spendCode } from '../../messaging/sms-codes/check-code.ts';
import { mayRuleApprove } from './approve-first-order.ts';
import {
  checkOrderCode,
  chooseItems,
  readDeliveryPrice,
  sumOfOrder,
  type ItemInput,
} from './choose-items.ts';
import { assertOwnInn, type OrderMade } from './create-order.ts';
import { findOrder, lockOrder, updateOrder, type Address, type Recipient } from './order-store.ts';
import { canEdit } from './policy.ts';

export interface OrderEdit {
  scope: CompanyScope;
  userId: number;
  session: Session;
  orderId: number;
  sms: string;
  inn: string | undefined;
  addSum: Kopecks | undefined;
  items: readonly ItemInput[];
  /** Left as it was where it is not sent. */
  address: Address | undefined;
  recipient: Recipient | undefined;
  requestKey: RequestKey | null;
  ip: string;
}

/**
 * Changes an order that is not yet approved or rejected (spec section 4): its items become exactly these, at today's
 * prices. Refuses: 404 another company's, 409 approved or rejected; `item`, `inn`, `sms`.
 */
export function editOrder(ctx: Context, edit: OrderEdit): Promise<OrderMade> {
  const { scope, orderId } = edit;
  const { companyId } = scope;
  return carryOutOnce(ctx, edit.requestKey, {
    async check() {
      const order = await ctx.db.inCompany(scope, (tx) => findOrder(tx, scope, orderId));
      if (!order) throw notFound('Заявка не найдена');
      assertEditable(order);
      assertOwnInn(edit.inn, (await findCompany(ctx.db.system, companyId))?.inn ?? '');
      const items = await chooseItems(ctx, edit.items);
      const deliveryPrice = await readDeliveryPrice(ctx, companyId, items);
      assertDelegatedSum(edit.session, sumOfOrder({ items, deliveryPrice }, edit.addSum));
      return { items, deliveryPrice, codeId: await checkOrderCode(ctx, edit, { items, deliveryPrice }) };
    },
    open: (_checked, work) => ctx.db.inCompany(scope, work),
    async write(tx, { items, deliveryPrice, codeId }, now) {
      const locked = await lockOrder(tx, { id: orderId, companyId });
      const before = await findOrder(tx, scope, orderId);
      if (!locked || !before) throw notFound('Заявка не найдена');
      assertEditable(locked);
      await spendCode(tx, codeId, now);
      await updateOrder(tx, { ...edit, id: orderId, companyId, items, deliveryPrice });
      if (mayRuleApprove(ctx, { items, addSum: edit.addSum ?? kopecks(0) }))
        await enqueueJob(tx, 'approve-first-order', { companyId }, { key: `first-order:${companyId}` });
      // The request stores its first author and its last contents. Only this event has each change and its author.
      await recordEvent(tx, {
        at: now,
        what: 'order-edited',
        userId: edit.userId,
        companyId,
        ip: edit.ip,
        details: {
          orderId,
          revision: locked.revision + 1,
          from: toAuditedContents(before.items, before.address),
          to: toAuditedContents(items, edit.address ?? before.address),
        },
      });
      return { orderId, companyId };
    },
  });
}

function toAuditedContents(items: readonly { partnerId: number; count: number }[], address: Address) {
  return { cards: items.map(({ partnerId, count }) => ({ partnerId, count })), address };
}

function assertEditable(order: Parameters<typeof canEdit>[0]): void {
  if (!canEdit(order)) throw conflict('Заявка уже рассмотрена, изменить её нельзя');
}
