import type { FastifyInstance } from 'fastify';
import * as corrections from '#contract/corrections.ts';
import * as calls from '#contract/bank.ts';
import type { Context } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { assignPayment } from './assign-payment.ts';
import { correctPayment } from './correct-payment.ts';
import { loadStatement } from './load-statement.ts';
import { listPayments } from './payment-store.ts';
import { presentPayment, presentRequisites } from './present.ts';

export function bankRoutes(app: FastifyInstance, ctx: Context): void {
  const { operator } = ctx.config;

  bind(app, ctx, calls.loadBankStatement, async ({ file, session, requestKey }) => {
    const asked = { file, staffId: session.userId, requestKey };
    const { needsReview, ...counts } = await loadStatement(ctx, asked);
    return { data: { ...counts, needs_review: needsReview } };
  });

  bind(app, ctx, calls.readRequisites, async () => ({ data: presentRequisites(operator) }));

  bind(app, ctx, calls.listPayments, async ({ query }) => {
    const payments = await listPayments(ctx.db.system, { state: query.state });
    return { data: payments.map((payment) => presentPayment(payment, operator.invoicePrefix)) };
  });

  bind(app, ctx, calls.assignPayment, async ({ params, body, session, requestKey }) => {
    const payment = await assignPayment(ctx, {
      paymentId: params.id,
      companyId: body.company_id,
      invoiceId: body.invoice_id ?? null,
      staffId: session.userId,
      requestKey,
    });
    return { data: presentPayment(payment, operator.invoicePrefix) };
  });

  bind(app, ctx, corrections.correctPayment, async ({ params, body, session, from, requestKey }) => {
    const payment = await correctPayment(ctx, {
      paymentId: params.id,
      companyId: body.company_id ?? null,
      invoiceId: body.invoice_id ?? null,
      reason: body.reason,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
    });
    return { data: presentPayment(payment, operator.invoicePrefix) };
  });
}
