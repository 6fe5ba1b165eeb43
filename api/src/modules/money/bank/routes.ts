import type { FastifyInstance } from 'fastify';
import * as corrections from '#contract/money/corrections.ts';
import * as advances from '#contract/money/advance-returns.ts';
import * as calls from '#contract/money/bank.ts';
import * as refunds from '#contract/money/network-refunds.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listReturns } from './returns/advance-returns.ts';
import { assignPayment } from './assign-payment.ts';
import { bookAdvanceReturn } from './returns/book-advance-return.ts';
import { compareBank } from './balances/compare-bank.ts';
import { correctPayment } from './correct-payment.ts';
import { dismissAdvanceReturn } from './returns/decide-return.ts';
import { loadBankFile } from './load-bank-file.ts';
import { withLookAlikes } from './look-alikes.ts';
import { findNamedInvoices } from './named-invoices.ts';
import { pageOfPayments } from './payment-list-store.ts';
import type { Payment } from './payment.ts';
import {
  presentAdvanceReturn,
  presentBalance,
  presentFinding,
  presentPayment,
  presentRequisites,
} from './present.ts';
import { bookNetworkRefund, undoNetworkRefund } from './returns/network-refunds.ts';
import { reopenAdvanceReturn } from './returns/reopen-advance-return.ts';
import { setPaymentAside } from './set-payment-aside.ts';

type PresentedPayment = ReturnType<typeof presentPayment>;

/** A year of days of one account, and more than any screen shows. */
const MAX_BALANCES = 400;

export function bankRoutes(app: FastifyInstance, ctx: Context): void {
  const present = async (payments: readonly Payment[]) => {
    const { invoicePrefix } = ctx.programme.today();
    const named = await findNamedInvoices(ctx.db.system, payments, invoicePrefix);
    return (await withLookAlikes(ctx.db.system, payments)).map((payment) =>
      presentPayment(payment, named.get(payment.id) ?? [], invoicePrefix),
    );
  };
  const presentOne = async (payment: Payment) => (await present([payment]))[0] as PresentedPayment;

  bind(app, ctx, calls.loadBankStatement, async ({ file, session, requestKey }) => {
    const request = { file, staffId: session.userId, requestKey };
    const { needsReview, ...counts } = await loadBankFile(ctx, request);
    return { data: { ...counts, needs_review: needsReview } };
  });

  bind(app, ctx, calls.readRequisites, async () => ({ data: presentRequisites(ctx.programme.today()) }));

  bind(app, ctx, calls.listPayments, async ({ query, session }) => {
    const { page, perPage } = query;
    const { payments, total } = await pageOfPayments(ctx.db.system, { ...query, callerId: session.userId });
    const pagination = { total_pages: Math.max(1, Math.ceil(total / perPage)), current_page: page, total };
    return { data: await present(payments), meta: { pagination } };
  });

  bind(app, ctx, calls.assignPayment, async ({ params, body, session, requestKey, confirmedBy }) => {
    const payment = await assignPayment(ctx, {
      paymentId: params.id,
      companyId: body.company_id,
      invoiceId: body.invoice_id ?? null,
      shares: (body.invoices ?? []).map(({ id, sum }) => ({ invoiceId: id, sum })),
      staffId: session.userId,
      confirmedBy,
      requestKey,
    });
    return { data: await presentOne(payment) };
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
    return { data: await presentOne(payment) };
  });

  bind(app, ctx, calls.setPaymentAside, async ({ params, body, session, from, requestKey }) => {
    const input = { paymentId: params.id, ...body, staffId: session.userId, ip: from.ip, requestKey };
    return { data: await presentOne(await setPaymentAside(ctx, input)) };
  });

  bind(
    app,
    ctx,
    refunds.bookNetworkRefund,
    async ({ params, body, confirmedBy, session, from, requestKey }) => {
      const { partner_id: partnerId, kind, claim_id: claimId = null, note } = body;
      const by = { staffId: session.userId, ip: from.ip, confirmedBy, requestKey };
      return {
        data: await presentOne(
          await bookNetworkRefund(ctx, { paymentId: params.id, partnerId, kind, claimId, note, ...by }),
        ),
      };
    },
  );

  bind(
    app,
    ctx,
    refunds.undoNetworkRefund,
    async ({ params, body, confirmedBy, session, from, requestKey }) => {
      const by = { staffId: session.userId, ip: from.ip, confirmedBy, requestKey };
      return {
        data: await presentOne(await undoNetworkRefund(ctx, { paymentId: params.id, ...body, ...by })),
      };
    },
  );

  bind(app, ctx, calls.listBankBalances, async () => {
    const { compared, differences } = await compareBank(ctx.db.system);
    const newest = compared.toSorted((a, b) => b.balance.to.localeCompare(a.balance.to));
    return {
      data: newest.slice(0, MAX_BALANCES).map(presentBalance),
      meta: { findings: differences.toReversed().map(presentFinding) },
    };
  });

  bind(app, ctx, advances.listAdvanceReturns, async ({ query }) => {
    const returns = await listReturns(ctx.db.system, { state: query.state });
    return { data: returns.map(presentAdvanceReturn) };
  });

  bind(app, ctx, advances.bookAdvanceReturn, async ({ params, session, from, requestKey, confirmedBy }) => {
    const input = { returnId: params.id, staffId: session.userId, ip: from.ip, requestKey, confirmedBy };
    return { data: presentAdvanceReturn(await bookAdvanceReturn(ctx, input)) };
  });

  bind(app, ctx, advances.dismissAdvanceReturn, async ({ params, body, session, from, requestKey }) => {
    const { reason } = body;
    const input = { returnId: params.id, reason, staffId: session.userId, ip: from.ip, requestKey };
    return { data: presentAdvanceReturn(await dismissAdvanceReturn(ctx, input)) };
  });

  bind(
    app,
    ctx,
    corrections.reopenAdvanceReturn,
    async ({ params, body, session, from, requestKey, confirmedBy }) => {
      const staffId = session.userId;
      const input = { returnId: params.id, ...body, staffId, ip: from.ip, requestKey, confirmedBy };
      return { data: presentAdvanceReturn(await reopenAdvanceReturn(ctx, input)) };
    },
  );
}
