import type { FastifyInstance } from 'fastify';
import { allCalls } from '#contract/calls.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { normalizePhone } from '#contract/values/phone.ts';
import { payAtEmbeddedBank as payAtEmbeddedBankCall } from '#contract/money/bank-feeds.ts';
import * as calls from '#contract/system.ts';
import type { Context } from '../context.ts';
import { fieldRefusal, notFound } from '../errors.ts';
import { findGoods } from '../gateways/fuel-network/goods.ts';
import { payAtEmbeddedBank } from '../modules/money/bank-feeds/pay-at-embedded-bank.ts';
import { judgeSale } from '../modules/fleet/declines/judge-sale.ts';
import { recordDecline } from '../modules/fleet/declines/declines.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { bind } from '../http/bind.ts';
import { isMovable } from '../lib/clock.ts';
import { pumpDevelopmentRoutes } from './pump-development-routes.ts';
import { edmDevelopmentRoutes } from './edm-development-routes.ts';

const CALL_NAMES = new Set(allCalls.map(({ name }) => name));

/** Routes of a development machine (docs/calls.md 8); they exist only when no provider sends the messages. */
export function developmentRoutes(app: FastifyInstance, ctx: Context): void {
  const { outbox, simulated, stagedFailures, clock } = ctx;
  if (!outbox || !stagedFailures) return;
  edmDevelopmentRoutes(app, ctx);
  pumpDevelopmentRoutes(app, ctx);

  bind(app, ctx, calls.listOutboxMessages, async ({ query }) => ({
    data: outbox.messages(query.phone ? (normalizePhone(query.phone) ?? query.phone) : undefined),
  }));

  bind(app, ctx, calls.stageFailure, async ({ body }) => {
    if (!CALL_NAMES.has(body.call)) throw fieldRefusal('call', 'Такого вызова нет');
    stagedFailures.stage(body);
    return { data: { call: body.call, times: body.times } };
  });

  bind(app, ctx, calls.moveClock, async ({ body }) => {
    if (!isMovable(clock)) throw notFound('Часы этого портала идут сами');
    clock.advanceSeconds(body.seconds);
    return { data: { now: clock.now().toISOString() } };
  });

  bind(app, ctx, payAtEmbeddedBankCall, async ({ file }) => ({ data: await payAtEmbeddedBank(ctx, file) }));

  bind(app, ctx, calls.fuelAtSimulatedNetwork, async ({ body }) => {
    if (!simulated) throw notFound('Имитации сетей нет: запустите с DEMO=1 или SIMULATED_NETWORKS=added');
    const cardNumber = body.card_number.replace(/\s/g, '');
    const fuelled = await simulated.fuel(
      { ...body, card_number: cardNumber, litres: body.litres / 100, unit_price: toRubles(body.unit_price) },
      (sale) => judgeSale(ctx, sale),
    );
    if (fuelled.outcome === 'refused') {
      const { code, reason } = fuelled;
      await recordDecline(ctx, {
        cardNumber,
        at: body.at === undefined ? ctx.clock.now() : new Date(body.at),
        code,
        reason,
        station: body.address,
        goods: findGoods(body.goods_id) ?? null,
        centilitres: body.litres,
        sumKopecks: Math.round((body.litres * body.unit_price) / 100),
      });
      const declined = { code, reason };
      return { data: { external_id: body.external_id ?? '', sold: false, sum: 0, reason, declined } };
    }
    // The purchase is booked before this call returns.
    await pollNetwork(ctx, fuelled.partnerId);
    const { externalId, sumKopecks } = fuelled.sale;
    return {
      data: { external_id: externalId, sold: true, sum: toRubles(kopecks(sumKopecks)), reason: null },
    };
  });
}
