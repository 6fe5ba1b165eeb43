import type { FastifyInstance } from 'fastify';
import * as bulk from '#contract/cards/bulk-cards.ts';
import * as calls from '#contract/cards/cards.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { bind } from '../../../../http/bind.ts';
import { awaitSync } from '../../../cards/cards/sync-card.ts';
import { changeManyCards } from '../../../cards/cards/change-many-cards.ts';
import { presentCard } from '../../../cards/cards/present.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { setCardGoods, setCardLimit } from './own-choices.ts';
import { takeBackRefused } from './take-back-refused.ts';

/** Limits and goods of cards: each is a rule of the card's own layer. Every change of a card answers with the card as it stands. */
export function limitRoutes(app: FastifyInstance, ctx: Context): void {
  /** Waits for the network and takes a refusal back at once, so that the answer has the card's real state. */
  const answer = async (scope: CompanyScope, cardId: number, choiceId: number) => {
    try {
      await awaitSync(ctx, { changeId: choiceId, timeoutMs: ctx.config.networkTimeoutMs });
    } finally {
      await takeBackRefused(ctx, scope, cardId);
    }
    return { data: presentCard(ctx, await readCard(ctx, scope, cardId)) };
  };

  bind(app, ctx, calls.setCardLimit, async ({ params: { id }, body, session: { userId }, scope }) =>
    answer(scope, id, await setCardLimit(ctx, { scope, userId, cardId: id, ...readLimit(body) })),
  );

  bind(app, ctx, calls.setCardGoods, async ({ params: { id }, body, session: { userId }, scope }) =>
    answer(scope, id, await setCardGoods(ctx, { scope, userId, cardId: id, goodsIds: body.cg_ids })),
  );

  bind(app, ctx, bulk.setManyLimits, async ({ body, session: { userId }, scope }) => ({
    data: await changeManyCards(ctx, body.ids, (cardId) =>
      setCardLimit(ctx, { scope, userId, cardId, ...readLimit(body) }),
    ),
  }));

  bind(app, ctx, bulk.setManyGoods, async ({ body, session: { userId }, scope }) => ({
    data: await changeManyCards(ctx, body.ids, (cardId) =>
      setCardGoods(ctx, { scope, userId, cardId, goodsIds: body.cg_ids }),
    ),
  }));
}

function readLimit({ unit_count: count, unit_type: unit, period, goodsGroups }: LimitBody) {
  return { count, unit, period, goodsGroups };
}

interface LimitBody {
  unit_count: number;
  unit_type: Parameters<typeof setCardLimit>[1]['unit'];
  period: Parameters<typeof setCardLimit>[1]['period'];
  goodsGroups: readonly number[];
}
