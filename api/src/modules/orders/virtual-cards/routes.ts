import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders/virtual-cards.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { presentCard } from '../../cards/cards/present.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { createVirtualCard } from './create-virtual-card.ts';
import { makeBlockProof } from './make-block-proof.ts';
import { presentReplacement } from './present.ts';
import { replaceCard } from './replace-card.ts';
import { findLastBlock, findReplacement } from './replacements.ts';

export function virtualCardRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createVirtualCard, async ({ body, scope, session, requestKey, from }) => {
    const { orderId, cardId } = await createVirtualCard(ctx, {
      scope,
      session,
      partnerId: body.partner_id,
      comment: body.comment ?? '',
      vehicleId: body.vehicle_id ?? null,
      driverId: body.driver_id ?? null,
      rules: body.rules ?? null,
      requestKey,
      ip: from.ip,
    });
    const card = cardId === null ? null : presentCard(ctx, await readCard(ctx, scope, cardId));
    return { data: { order_id: orderId, card } };
  });

  bind(app, ctx, calls.replaceCard, async ({ params, scope, session, requestKey, from }) => {
    const order = { scope, session, cardId: params.id, requestKey, ip: from.ip };
    await replaceCard(ctx, order);
    return { data: await readShown(ctx, scope, params.id) };
  });

  bind(app, ctx, calls.readReplacement, async ({ params, scope }) => {
    await readCard(ctx, scope, params.id);
    return { data: await findShown(ctx, scope, params.id) };
  });

  bind(app, ctx, calls.downloadBlockProof, async ({ params, scope }) => ({
    ...(await makeBlockProof(ctx, scope, params.id)),
    mime: 'application/pdf',
  }));
}

function findShown(ctx: Context, scope: CompanyScope, cardId: number) {
  return ctx.db.inCompany(scope, async (tx) => {
    const found = await findReplacement(tx, scope, cardId);
    return found && presentReplacement(found, await findLastBlock(tx, scope, found.oldCard.id));
  });
}

async function readShown(ctx: Context, scope: CompanyScope, cardId: number) {
  const shown = await findShown(ctx, scope, cardId);
  if (!shown) throw new Error(`card ${cardId} has no replacement`);
  return shown;
}
