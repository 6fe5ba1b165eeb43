import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/money/corrections.ts';
import type { unclearMovement } from '#contract/money/corrections.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listUnclearMovements } from '../../cards/commands/unclear-movements.ts';
import { UNCLEAR_AFTER_SECONDS, type UnclearMovement } from '../../cards/commands/unclear-movement.ts';
import { settleMovement } from './settle-movement.ts';
import type { z } from 'zod';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';

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

function presentUnclearMovement(item: UnclearMovement): z.input<typeof unclearMovement> {
  return {
    id: item.id,
    to_card: item.typeId === OPERATION_TYPE.topUp,
    sum: toRubles(item.sum),
    created_at: item.createdAt.toISOString(),
    company: item.company,
    card: { id: item.card.id, card_number: item.card.number },
    partner: item.partner,
    attempts: item.attempts,
    last_word: item.lastWord && { said: item.lastWord.text, heard_at: item.lastWord.heardAt.toISOString() },
  };
}
