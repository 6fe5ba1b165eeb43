import type { FastifyInstance } from 'fastify';
import { endNetworkClaim } from '#contract/fuel/network-claims.ts';
import * as lineCalls from '#contract/fuel/network-invoice-lines.ts';
import * as calls from '#contract/fuel/network-invoices.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { sumBonusesOfNetworks, sumPaidToNetworks } from '../../money/bank/network-payments.ts';
import { listSuppliers, setSupplier } from '../../programme/partners/suppliers.ts';
import { acceptInvoice, removeInvoice } from './accept-invoice.ts';
import { canAskAgain, compareAgain, decideLines } from './decide-lines.ts';
import { pageOfLines, sumGroups } from './invoice-line-store.ts';
import { loadInvoice, previewInvoice } from './load-invoice.ts';
import { endClaim, findClaim, listOpenClaims, sumDisputed } from './network-claims.ts';
import { pageOfInvoices, requireInvoice, sumInvoices } from './network-invoices.ts';
import { listOtherInvoices } from './repeated-line-store.ts';
import {
  presentClaim,
  presentInvoice,
  presentInvoiceFile,
  presentLine,
  presentPreview,
  presentSupplier,
} from './present.ts';

export function networkInvoiceRoutes(app: FastifyInstance, ctx: Context): void {
  const today = () => moscowDay(ctx.clock.now());

  bind(app, ctx, calls.previewNetworkInvoice, async ({ body, file }) => {
    const { partner_id: partnerId, from, to } = body;
    return { data: presentPreview(await previewInvoice(ctx, { file, partnerId, from, to })) };
  });

  bind(app, ctx, calls.loadNetworkInvoice, async ({ body, file, session, requestKey }) => {
    const { partner_id: partnerId, date: datedOn, ...invoice } = body;
    const by = { staffId: session.userId, requestKey };
    return { data: presentInvoice(await loadInvoice(ctx, { ...invoice, partnerId, datedOn, file, ...by })) };
  });

  bind(app, ctx, calls.listNetworkInvoices, async ({ query }) => {
    const { page, perPage, partner_id: partnerId, state } = query;
    const filter = { partnerId, state };
    const found = await pageOfInvoices(ctx.db.system, { filter, page, perPage, today: today() });
    return {
      data: found.invoices.map(presentInvoice),
      meta: {
        ...toPagination({ page, perPage }, found.total),
        networks: await presentSuppliers(ctx, today()),
      },
    };
  });

  bind(app, ctx, calls.readNetworkInvoice, async ({ params }) => {
    const invoice = await requireInvoice(ctx.db.system, params.id, today());
    const known = {
      groups: await sumGroups(ctx.db.system, params.id),
      claim: await findClaim(ctx.db.system, params.id),
      disputed: await sumDisputed(ctx.db.system, params.id),
      asksAgain: canAskAgain(ctx, invoice.partner.id),
      others: await listOtherInvoices(ctx.db.system, params.id),
    };
    return { data: presentInvoiceFile(invoice, known) };
  });

  bind(app, ctx, lineCalls.listNetworkInvoiceLines, async ({ params, query }) => {
    const { page, perPage, ...filter } = query;
    await requireInvoice(ctx.db.system, params.id, today());
    const found = await pageOfLines(ctx.db.system, { invoiceId: params.id, filter, page, perPage });
    return { data: found.lines.map(presentLine), meta: toPagination({ page, perPage }, found.total) };
  });

  bind(app, ctx, lineCalls.decideNetworkInvoiceLines, async ({ params, body, session }) => {
    const { decision, note, lines, group } = body;
    const decided = await decideLines(ctx, {
      invoiceId: params.id,
      which: group === undefined ? { ids: lines ?? [] } : { group },
      decision,
      note,
      staffId: session.userId,
    });
    return { data: { decided } };
  });

  bind(app, ctx, calls.compareNetworkInvoice, async ({ params }) => ({
    data: presentInvoice(await compareAgain(ctx, params.id)),
  }));

  bind(app, ctx, calls.acceptNetworkInvoice, async ({ params, body, session }) => ({
    data: presentInvoice(
      await acceptInvoice(ctx, { invoiceId: params.id, claim: body.claim, staffId: session.userId }),
    ),
  }));

  bind(app, ctx, endNetworkClaim, async ({ params, body, session }) => ({
    data: presentClaim(await endClaim(ctx, { claimId: params.id, ...body, staffId: session.userId })),
  }));

  bind(app, ctx, calls.removeNetworkInvoice, async ({ params, body }) => {
    await removeInvoice(ctx, { invoiceId: params.id, note: body.note });
    return { data: {} };
  });

  bind(app, ctx, calls.setNetworkSupplier, async ({ params, body }) => {
    const { inn = null, payment_days: paymentDays = null } = body;
    await setSupplier(ctx, { partnerId: params.id, inn, paymentDays });
    return { data: { partner_id: params.id, inn, payment_days: paymentDays } };
  });
}

async function presentSuppliers(ctx: Context, today: string): Promise<calls.NetworkSupplier[]> {
  const db = ctx.db.system;
  const paid = await sumPaidToNetworks(db, today);
  const bonuses = await sumBonusesOfNetworks(db, today);
  const billed = await sumInvoices(db, today);
  const claims = await listOpenClaims(db);
  return (await listSuppliers(db)).map((supplier) =>
    presentSupplier(supplier, {
      billed: billed.find(({ partnerId }) => partnerId === supplier.partnerId),
      paid: paid.get(supplier.partnerId),
      bonuses: bonuses.get(supplier.partnerId),
      claims: claims.filter(({ partnerId }) => partnerId === supplier.partnerId),
      asksAgain: canAskAgain(ctx, supplier.partnerId),
    }),
  );
}
