import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/cards/cards.ts';
import * as bulk from '#contract/cards/bulk-cards.ts';
import { setBlockByKey } from '#contract/companies/keys.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { requestedFormat } from '../../../http/pages/requested-format.ts';
import { bind } from '../../../http/bind.ts';
import { tableFile } from '../../../lib/tables/table-file.ts';
import { CARD_COLUMNS } from './card-columns.ts';
import { changeManyCards } from './change-many-cards.ts';
import { changeCardStatus } from './change-card-status.ts';
import { listShownCards } from './cards.ts';
import { presentCard, presentGoodsGroups } from './present.ts';
import { readCard } from './read-card.ts';
import { setCardComment } from './set-card-comment.ts';

/** Every change of a card answers with the card as it stands afterwards. Limits and goods are rules: `fleet/rules/limits/limit-routes.ts`. */
export function cardRoutes(app: FastifyInstance, ctx: Context): void {
  const answer = async (scope: CompanyScope, cardId: number) => ({
    data: presentCard(ctx, await readCard(ctx, scope, cardId)),
  });

  bind(app, ctx, calls.listCards, async ({ query, scope, request }) => {
    const rows = await listShownCards(ctx, scope, {
      partnerId: query.partner_id,
      statusId: query.status_id,
      driverId: query.driver_id,
      vehicleId: query.vehicle_id,
      groupId: query.group_id,
      isEmpty: query.empty,
      search: query.search,
    });
    const format = requestedFormat(request);
    return format
      ? tableFile(format, { name: 'cards', title: 'Карты', columns: CARD_COLUMNS, rows })
      : { data: rows };
  });

  bind(app, ctx, calls.readCard, ({ params, scope }) => answer(scope, params.id));

  bind(app, ctx, calls.listGoodsGroups, async () => ({ data: presentGoodsGroups() }));

  bind(app, ctx, calls.changeCardStatus, async ({ params, session, scope }) => {
    await changeCardStatus(ctx, { scope, userId: session.userId, cardId: params.id });
    return answer(scope, params.id);
  });

  bind(app, ctx, setBlockByKey, async ({ params, body, session, scope }) => {
    const { userId } = session;
    await changeCardStatus(ctx, {
      scope,
      userId,
      cardId: params.id,
      blocked: body.blocked,
      repeats: 'ignored',
    });
    return answer(scope, params.id);
  });

  bind(app, ctx, calls.setCardComment, async ({ params, body, scope }) => {
    await setCardComment(ctx, { scope, cardId: params.id, comment: body.comment });
    return answer(scope, params.id);
  });

  bind(app, ctx, bulk.changeManyStatuses, async ({ body, session, scope }) => ({
    data: await changeManyCards(ctx, body.ids, async (cardId) => {
      await changeCardStatus(ctx, { scope, userId: session.userId, cardId, blocked: body.blocked });
      return null;
    }),
  }));
}
