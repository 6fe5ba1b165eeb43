import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders.ts';
import * as staffCalls from '#contract/staff.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { listPartners } from './list-partners.ts';
import { updatePartner } from './partner-store.ts';
import { presentPartner } from './present.ts';

export function partnerRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listPartners, async () => {
    const partners = await listPartners(ctx.db.system);
    return { data: partners.map(presentPartner) };
  });

  bind(app, ctx, staffCalls.updatePartner, async ({ params, body }) => {
    const change = { id: params.id, active: body.active, cardPrice: body.card_price };
    const partner = await updatePartner(ctx.db.system, change);
    if (!partner) throw notFound('Сеть не найдена');
    return { data: presentPartner(partner) };
  });
}
