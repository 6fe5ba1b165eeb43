import type { FastifyInstance } from 'fastify';
import { EXCEPTION_REPLACED, EXCEPTION_STATE } from '#contract/fleet/exceptions.ts';
import * as calls from '#contract/fleet/exceptions.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { notFound } from '../../../../errors.ts';
import { bind } from '../../../../http/bind.ts';
import { findGoods } from '../../../../gateways/fuel-network/goods.ts';
import { askException } from './ask-exception.ts';
import { countExceptions, findExceptions, type ExceptionRow } from './exception-store.ts';
import { tallyDrivers, tallyReasons } from './exception-tally-store.ts';
import { approveException, declineException } from './approve-exception.ts';
import { formatRaises } from '../purchase/raise-rules.ts';

/** Beyond any list, and PostgreSQL takes no larger number. */
const MAX_ID = 2_000_000_000;

export function exceptionRoutes(app: FastifyInstance, ctx: Context): void {
  const shown = async (scope: CompanyScope, id: number) => {
    const [found] = await ctx.db.inCompany(scope, (tx) =>
      findExceptions(tx, scope, { id, limit: 1, offset: 0 }),
    );
    if (!found) throw notFound('Просьба не найдена');
    return { data: presentException(found) };
  };

  bind(app, ctx, calls.listExceptions, async ({ query: { state, vehicleId, page, perPage }, scope }) =>
    ctx.db.inCompany(scope, async (tx) => {
      const offset = Math.min((page - 1) * perPage, MAX_ID);
      const found = await findExceptions(tx, scope, { state, vehicleId, limit: perPage, offset });
      const total = await countExceptions(tx, scope, { state, vehicleId });
      return {
        data: found.map(presentException),
        meta: {
          pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total },
          by_reason: await tallyReasons(tx, scope),
          by_driver: await tallyDrivers(tx, scope),
        },
      };
    }),
  );

  bind(app, ctx, calls.askException, async ({ body, scope, session: { userId } }) => {
    const { decline_id: declineId = null, card_id: cardId = null, goods_id: goodsId = null } = body;
    const { litres: centilitres = null, reason } = body;
    return shown(
      scope,
      await askException(ctx, { scope, userId, declineId, cardId, goodsId, centilitres, reason }),
    );
  });

  bind(app, ctx, calls.approveException, async ({ params: { id }, body, scope, session: { userId } }) => {
    const until = body.until === undefined ? null : new Date(body.until);
    await approveException(ctx, { scope, userId, id, until, sumKopecks: body.sum ?? null });
    return shown(scope, id);
  });

  bind(app, ctx, calls.declineException, async ({ params: { id }, body, scope, session: { userId } }) => {
    await declineException(ctx, { scope, userId, id, reason: body.reason });
    return shown(scope, id);
  });
}

function presentException(row: ExceptionRow) {
  return {
    id: row.id,
    card_id: row.card_id,
    card_number: row.card_number,
    decline_id: row.decline_id,
    state: row.state,
    title: row.is_replaced ? EXCEPTION_REPLACED : EXCEPTION_STATE[row.state].title,
    reason: row.reason,
    rules: row.rules,
    asks: row.asks,
    raises: formatRaises(row),
    litres: row.centilitres / 100,
    sum: toSum(row.sum_kopecks),
    plate: row.plate,
    driver: row.driver,
    station: row.station,
    goods: row.goods_id === null ? null : (findGoods(row.goods_id)?.title ?? null),
    price: toSum(row.price_kopecks),
    cost: toSum(row.cost_kopecks),
    asked_at: row.asked_at.toISOString(),
    asked_by: row.asked_by,
    owner: row.owner,
    due_at: row.due_at.toISOString(),
    turn: row.turn,
    awaited: row.awaited,
    escalated: row.escalated_at !== null,
    until: row.until?.toISOString() ?? null,
    verdict_reason: row.verdict_reason,
  };
}

function toSum(value: number | null): number | null {
  return value === null ? null : toRubles(kopecks(value));
}
