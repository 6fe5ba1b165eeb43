import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/corrections.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listUnclearMovements } from '../../cards/commands/unclear-movements.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../cards/commands/unclear-movement.ts';
import { presentUnclearMovement } from './present.ts';
import { settleMovement } from './settle-movement.ts';

export function settlementRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listUnclearMovements, async () => {
    const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
    return { data: (await listUnclearMovements(ctx.db.system, askedBefore)).map(presentUnclearMovement) };
  });

  bind(app, ctx, calls.settleMovement, async ({ params, body, session, from, requestKey, confirmedBy }) => {
    await settleMovement(ctx, {
      operationId: params.id,
      ...body,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
      confirmedBy,
    });
    return { data: { id: params.id, executed: body.executed } };
  });
}
