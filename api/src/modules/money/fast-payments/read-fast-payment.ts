import type { EndpointData } from '#contract/endpoint.ts';
import type { readFastPayment as endpoint } from '#contract/money/fast-payments.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { qrSquares } from '../../../lib/pdf/pdf-qr.ts';
import { findInvoice } from '../invoices/invoices.ts';
import { findLastOrder, type FastPaymentOrder } from './fast-payments.ts';

type Presented = EndpointData<typeof endpoint>;

/** Returns whether an invoice can be paid by СБП here, and the outcome of the last order for it. */
export async function readFastPayment(
  ctx: Context,
  scope: CompanyScope,
  invoiceId: number,
): Promise<Presented> {
  return ctx.db.inCompany(scope, async (tx) => {
    const invoice = await findInvoice(tx, { companyId: scope.companyId, id: invoiceId });
    if (!invoice) throw notFound('Счёт не найден');
    const order = await findLastOrder(tx, scope, invoiceId);
    return presentFastPayment(ctx, order);
  });
}

export function presentFastPayment(ctx: Context, order: FastPaymentOrder | null): Presented {
  return { available: ctx.fastPayments !== null, order: order && presentOrder(order, ctx.clock.now()) };
}

/** An expired link is not shown, even if the bank has not reported it yet. */
function presentOrder(order: FastPaymentOrder, now: Date): NonNullable<Presented['order']> {
  const isOver = order.state === 'waiting' && order.expiresAt <= now;
  const { link } = order;
  return {
    id: order.id,
    state: isOver ? 'expired' : order.state,
    sum: toRubles(order.sum),
    expires_at: order.expiresAt.toISOString(),
    credited: order.isCredited,
    receipt: order.receipt,
    link: order.state === 'waiting' && !isOver ? link : null,
    qr: order.state === 'waiting' && !isOver && link ? qrSquares(link) : null,
  };
}
