import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fuel/pump-development.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { bind } from '../http/bind.ts';
import { answerSms } from '../modules/fuel/pump/answer-sms.ts';
import { sellAtPump } from './sell-at-pump.ts';

/** The simulated pump, and SMS from drivers' phones: routes of a development machine. */
export function pumpDevelopmentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.receiveDriverSms, async ({ body }) => ({
    data: { answered: await answerSms(ctx, body) },
  }));

  bind(app, ctx, calls.fuelAtSimulatedPump, async ({ body }) => {
    if (!ctx.simulated) throw notFound('Имитации сетей нет: запустите с DEMO=1 или SIMULATED_NETWORKS=added');
    const sold = await sellAtPump(ctx, ctx.simulated, {
      shown: calls.readShown(body),
      stationId: body.station_id,
      goodsId: body.goods_id,
      centilitres: body.litres,
      fault: body.fault,
    });
    return {
      data: {
        request_id: sold.requestId,
        approved: sold.approved,
        reason: sold.reason,
        state: sold.state,
        litres: sold.centilitres / 100,
        sum: toRubles(kopecks(sold.sum)),
      },
    };
  });
}
