import type { FastifyInstance } from 'fastify';
import { downloadPaymentOrder } from '#contract/papers/exchange.ts';
import * as calls from '#contract/money/money.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import { issueInvoice } from './issue-invoice.ts';
import { listInvoices } from './search-invoices.ts';
import { presentInvoice } from './present.ts';
import { readInvoicePayment } from './invoice-payments.ts';
import { printInvoice } from './print-invoice.ts';
import { printPaymentOrder } from './payment-order.ts';

const PDF = 'application/pdf';

export function invoiceRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.downloadInvoiceForSum, async ({ query, session, scope }) => {
    const invoice = await issueInvoice(ctx, { scope, userId: session.userId, sum: query.sum });
    return { ...(await printInvoice(ctx, scope, invoice)), mime: PDF, inline: query.print };
  });

  bind(app, ctx, calls.listInvoices, async ({ query, scope }) => {
    const { invoices, page, total, totalPages, toPay } = await listInvoices(ctx, scope, query);
    const { invoicePrefix } = ctx.programme.today();
    return {
      data: invoices.map((invoice) => presentInvoice(invoice, invoicePrefix)),
      meta: {
        pagination: { total_pages: totalPages, current_page: page, total },
        to_pay: { ...toPay, sum: toRubles(toPay.sum) },
      },
    };
  });

  bind(app, ctx, calls.downloadInvoice, async ({ params, query, scope }) => {
    const invoice = await requireInvoice(ctx, scope, params.id);
    return { ...(await printInvoice(ctx, scope, invoice)), mime: PDF, inline: query.print };
  });

  bind(app, ctx, downloadPaymentOrder, async ({ params, scope }) =>
    printPaymentOrder(ctx, scope, await requireInvoice(ctx, scope, params.id)),
  );

  bind(app, ctx, calls.readInvoicePayment, async ({ params, scope }) => {
    const invoice = await requireInvoice(ctx, scope, params.id);
    return { data: await readInvoicePayment(ctx, scope, invoice) };
  });
}

async function requireInvoice(ctx: Context, scope: CompanyScope, id: number): Promise<Invoice> {
  const own = { companyId: scope.companyId, id };
  const invoice = await ctx.db.inCompany(scope, (tx) => findInvoice(tx, own));
  if (!invoice) throw notFound('Счёт не найден');
  return invoice;
}
