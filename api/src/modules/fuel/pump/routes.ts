import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointBody } from '#contract/endpoint.ts';
import * as calls from '#contract/fuel/authorisations.ts';
import { readShown } from '#contract/fuel/pump-development.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { listStandInCards } from '../authorisations/asked-cards.ts';
import type { FuelQuestion } from '../authorisations/authorisations.ts';
import { authoriseFuel } from '../authorisations/authorise-fuel.ts';
import type { FuelAnswer } from '../authorisations/fuel-answer.ts';
import { releaseFuel } from '../authorisations/release-fuel.ts';
import { reportFilling } from '../authorisations/report-filling.ts';
import { requireCallingNetwork } from './calling-network.ts';
import { bookEarlySettlement, settleFuel } from './settle-fuel.ts';

/** A network's servers call from few addresses for all its pumps. */
const CALLS_PER_MINUTE = 200_000;
const STAND_IN_PAGE = 1000;

/** Calls of a network that asks before it sells. */
export function networkRoutes(app: FastifyInstance, ctx: Context): void {
  const settings = {
    perMinute: CALLS_PER_MINUTE,
    admit: (request: FastifyRequest) => void requireCallingNetwork(ctx, request),
  };

  bind(
    app,
    ctx,
    calls.authoriseFuel,
    async ({ body, request }) => {
      const partnerId = requireCallingNetwork(ctx, request);
      const answer = await authoriseFuel(ctx, {
        partnerId,
        requestId: body.request_id,
        shown: requireShown(body),
        station: body.station,
        pump: body.pump ?? null,
        goodsId: body.goods,
        centilitres: body.litres ?? null,
        sum: body.sum ?? null,
      });
      if (answer.isSettled) await bookEarlySettlement(ctx, { partnerId, requestId: body.request_id });
      return { data: presentAnswer(answer) };
    },
    settings,
  );

  bind(
    app,
    ctx,
    calls.settleFuel,
    async ({ body, request }) => {
      const partnerId = requireCallingNetwork(ctx, request);
      const { card_number: card, station, goods } = body;
      const unauthorised =
        card && station && goods !== undefined
          ? { cardNumber: card.replace(/\s/g, ''), station, goodsId: goods }
          : null;
      const settled = await settleFuel(ctx, {
        partnerId,
        requestId: body.request_id,
        centilitres: body.litres,
        sum: body.sum,
        at: body.at === undefined ? null : new Date(body.at),
        unauthorised,
      });
      return {
        data: { state: settled.state, litres: settled.centilitres / 100, sum: toRubles(settled.sum) },
      };
    },
    settings,
  );

  bind(
    app,
    ctx,
    calls.releaseFuel,
    async ({ body, request }) => {
      const partnerId = requireCallingNetwork(ctx, request);
      return { data: { state: await releaseFuel(ctx, { partnerId, requestId: body.request_id }) } };
    },
    settings,
  );

  bind(
    app,
    ctx,
    calls.reportFilling,
    async ({ body, request }) => {
      const partnerId = requireCallingNetwork(ctx, request);
      const input = { partnerId, requestId: body.request_id, centilitres: body.litres };
      return { data: { state: await reportFilling(ctx, input) } };
    },
    settings,
  );

  bind(
    app,
    ctx,
    calls.readStandIn,
    async ({ query, request }) => {
      const partnerId = requireCallingNetwork(ctx, request);
      const litres = ctx.config.standInLitres;
      const page = { partnerId, after: query.after, max: STAND_IN_PAGE };
      const cards = litres === 0 ? [] : await listStandInCards(ctx.db.system, page);
      return { data: { litres, cards, next: cards.length < STAND_IN_PAGE ? null : (cards.at(-1) ?? null) } };
    },
    settings,
  );
}

function presentAnswer(answer: FuelAnswer) {
  return {
    approved: answer.state === 'approved',
    most_litres: answer.maxCentilitres / 100,
    most_sum: toRubles(kopecks(answer.maxKopecks)),
    hold_until: answer.holdUntil.toISOString(),
    ...(answer.reason !== null && { reason: answer.reason }),
  };
}

/** Reads what the driver has shown: one of the three. */
function requireShown(body: EndpointBody<typeof calls.authoriseFuel>): FuelQuestion['shown'] {
  const shown = readShown(body);
  if (!shown) throw fieldRefusal('card_number', 'Укажите карту, код или QR: что-то одно');
  return shown;
}
