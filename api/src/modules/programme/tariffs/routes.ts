import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/tariffs.ts';
import { toRubles } from '#contract/kopecks.ts';
import { listPartners } from '#contract/orders/orders.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { listPricedPartners } from '../partners/partners.ts';
import { presentPartner } from '../partners/present.ts';
import { listRecentGoods } from './assert-may-start.ts';
import { createTariff } from './create-tariff.ts';
import { endTariff } from './end-tariff.ts';
import { presentPreview, presentTariff, presentTariffs } from './present.ts';
import { findServiceFees } from './service-fees.ts';
import { previewTariff } from './tariff-preview.ts';
import { listTariffRecords, listTariffsInForce, toTariff } from './tariffs.ts';

export function tariffRoutes(app: FastifyInstance, ctx: Context): void {
  // The networks that a client orders of, with the price of a delivery by his tariff.
  bind(app, ctx, listPartners, async ({ session }) => {
    const day = moscowDay(ctx.clock.now());
    const partners = await listPricedPartners(ctx.db.system, day);
    const companyId = session?.company?.id ?? null;
    const { delivery } = findServiceFees(await listTariffsInForce(ctx.db.system), {
      companyId,
      day,
    });
    return {
      data: partners.map((partner) => presentPartner(ctx, partner)),
      meta: { delivery_price: toRubles(delivery) },
    };
  });

  bind(app, ctx, calls.listTariffs, async () => {
    const today = moscowDay(ctx.clock.now());
    const records = await listTariffRecords(ctx.db.system);
    return {
      data: presentTariffs(records, today),
      meta: { goods: await listRecentGoods(ctx.db.system, ctx.clock.now()) },
    };
  });

  bind(app, ctx, calls.createTariff, async ({ body, session, from }) => {
    const tariff = { ...toTariff(body), note: body.note };
    const record = await createTariff(ctx, { tariff, staffId: session.userId, ip: from.ip });
    return { data: presentTariff(record, moscowDay(ctx.clock.now())) };
  });

  bind(app, ctx, calls.previewTariff, async ({ body }) => ({
    data: presentPreview(await previewTariff(ctx, toTariff(body))),
  }));

  bind(app, ctx, calls.endTariff, async ({ params, body, session, from }) => {
    const record = await endTariff(ctx, {
      tariffId: params.id,
      lastDay: body.last_day,
      reason: body.reason,
      staffId: session.userId,
      ip: from.ip,
    });
    return { data: presentTariff(record, moscowDay(ctx.clock.now())) };
  });
}
