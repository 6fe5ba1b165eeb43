import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/purchase-terms.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listSoldGoods } from '../tariffs/tariffs.ts';
import { createPurchaseTerm } from './create-purchase-term.ts';
import { endPurchaseTerm } from './end-purchase-term.ts';
import { presentPreview, presentPurchaseTerm, presentPurchaseTerms } from './present.ts';
import { previewPurchaseTerm } from './preview-purchase-term.ts';
import { listPurchaseTermRecords, toPurchaseTerm } from './purchase-terms.ts';

export function purchaseTermRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listPurchaseTerms, async () => {
    const now = ctx.clock.now();
    const since = new Date(now.getTime() - GOODS_DAYS * 86_400_000);
    const records = await listPurchaseTermRecords(ctx.db.system);
    return {
      data: presentPurchaseTerms(records, moscowDay(now)),
      meta: { goods: await listSoldGoods(ctx.db.system, since) },
    };
  });

  bind(app, ctx, calls.createPurchaseTerm, async ({ body, session, from }) => {
    const term = { ...toPurchaseTerm(body), note: body.note };
    const record = await createPurchaseTerm(ctx, { term, staffId: session.userId, ip: from.ip });
    return { data: presentPurchaseTerm(record, moscowDay(ctx.clock.now())) };
  });

  bind(app, ctx, calls.previewPurchaseTerm, async ({ body }) => ({
    data: presentPreview(await previewPurchaseTerm(ctx, toPurchaseTerm(body))),
  }));

  bind(app, ctx, calls.endPurchaseTerm, async ({ params, body, session, from }) => {
    const record = await endPurchaseTerm(ctx, {
      termId: params.id,
      lastDay: body.last_day,
      reason: body.reason,
      staffId: session.userId,
      ip: from.ip,
    });
    return { data: presentPurchaseTerm(record, moscowDay(ctx.clock.now())) };
  });
}

/** Number of days whose sold goods are suggested when a term is entered. */
const GOODS_DAYS = 90;
