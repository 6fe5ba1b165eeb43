import type { FastifyInstance } from 'fastify';
import { toRubles } from '#contract/kopecks.ts';
import * as calls from '#contract/companies/sandbox.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { createWebhook } from '../../companies/webhooks/create-webhook.ts';
import { removeWebhook } from '../../companies/webhooks/webhooks.ts';
import { invoiceNumber } from '../../money/invoices/invoices.ts';
import { advanceTestClock } from './advance-test-clock.ts';
import { makeTestDecline, makeTestPurchase } from './make-test-purchase.ts';
import { payTestInvoice } from './pay-test-invoice.ts';
import { readState, requireOwnSandbox } from './sandbox.ts';
import { silenceTestNetwork } from './silence-test-network.ts';

/** Routes by which a sandbox's key simulates events there. */
export function sandboxKeyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readSandboxState, async ({ scope }) => ({
    data: await readState(ctx, await requireOwnSandbox(ctx, scope)),
  }));

  bind(app, ctx, calls.makeTestPurchase, async ({ body, scope }) => {
    const { external_id: externalIdInput = null, offline: isOffline = false } = body;
    const input = { ...toFuelling(scope, body), externalId: externalIdInput, isOffline };
    const { at, externalId, sum, declined } = await makeTestPurchase(ctx, input);
    return {
      data: {
        sold: declined === null,
        external_id: externalId,
        at: at.toISOString(),
        sum: toRubles(sum),
        declined,
      },
    };
  });

  bind(app, ctx, calls.makeTestDecline, async ({ body, scope }) => {
    const { code, reason } = body;
    const at = await makeTestDecline(ctx, { ...toFuelling(scope, body), code, reason });
    return { data: { at: at.toISOString() } };
  });

  bind(app, ctx, calls.payTestInvoice, async ({ body, scope, session: { userId }, requestKey }) => {
    const paid = await payTestInvoice(ctx, { scope, userId, sum: body.sum, requestKey });
    const { invoiceId, serial, sum, unallocated } = paid;
    const number = invoiceNumber(ctx.programme.today().invoicePrefix, serial);
    return {
      data: { invoice_id: invoiceId, number, sum: toRubles(sum), unallocated: toRubles(unallocated) },
    };
  });

  bind(app, ctx, calls.silenceTestNetwork, async ({ body: { silent }, scope }) => {
    await silenceTestNetwork(ctx, { scope, silent });
    return { data: { silent } };
  });

  bind(app, ctx, calls.advanceTestClock, async ({ body, scope }) => {
    await advanceTestClock(ctx, { scope, to: new Date(body.to) });
    return { data: { now: (await requireOwnSandbox(ctx, scope)).clockAt.toISOString() } };
  });

  bind(app, ctx, calls.createTestWebhook, async ({ body, scope, session: { userId } }) => ({
    data: await createWebhook(ctx, { ...body, scope, userId }),
  }));

  bind(app, ctx, calls.removeTestWebhook, async ({ params: { id }, scope }) => {
    await removeWebhook(ctx, { scope }, id);
    return { data: { id } };
  });
}

interface FuellingInput {
  card_id: number;
  goods_id: number;
  litres: number;
  unit_price: Parameters<typeof toRubles>[0];
  station: string;
}

function toFuelling(scope: CompanyScope, input: FuellingInput) {
  const { card_id: cardId, goods_id: goodsId, litres: centilitres, unit_price: unitPrice, station } = input;
  return { scope, cardId, goodsId, centilitres, unitPrice, station };
}
