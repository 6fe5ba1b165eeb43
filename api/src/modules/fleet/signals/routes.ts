import type { FastifyInstance } from 'fastify';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import * as signalCalls from '#contract/fleet/signal-actions.ts';
import * as calls from '#contract/fleet/signals.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { findDuty, listChoices, listOwners } from './choice-store.ts';
import { judgeSignal } from './judge-signal.ts';
import { openAfterSignal } from './open-after-signal.ts';
import { presentRules, presentSignal } from './present.ts';
import { requireOwner, setSignalOwner, setSignalRule, tryRule } from './signal-rules.ts';
import { findSignal, listFillingPage, listSignalPage } from './signal-list-store.ts';
import { countByRule, countOpen, takeSignal } from './signal-store.ts';

const DECIDED = 'Решение по этому сигналу уже есть';

export function signalRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listSignals, async ({ query, scope, session: { userId } }) => {
    const { page, perPage, owner, sort = 'weight', upTo = null, by = 'signal', ...filter } = query;
    const listPage = by === 'filling' ? listFillingPage : listSignalPage;
    const ownerId = owner === 'me' ? userId : owner === 'nobody' ? null : owner;
    return ctx.db.inCompany(scope, async (tx) => {
      const request = { ...filter, ownerId, userId, sort, upTo, page, perPage };
      const { found, total, upTo: newest } = await listPage(tx, scope, request);
      const open = await countOpen(tx, scope, userId);
      return {
        data: found.map((signalRow) => presentSignal(signalRow, userId)),
        meta: {
          pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total },
          up_to: newest,
          open: {
            mine: open.mine,
            all: open.all,
            fillings: open.fillings,
            stake: toRubles(kopecks(open.stake)),
          },
          owner: await findDuty(tx, scope),
          people: await listOwners(tx, scope),
          rules: presentRules(await listChoices(tx, scope), await countByRule(tx, scope)),
        },
      };
    });
  });

  const shown = async (scope: CompanyScope, id: number, userId: number) => {
    const found = await ctx.db.inCompany(scope, (tx) => findSignal(tx, scope, id));
    if (!found) throw notFound('Такого сигнала нет');
    return { data: presentSignal(found, userId) };
  };

  bind(app, ctx, calls.ownSignal, async ({ params: { id }, body, scope, session: { userId } }) => {
    await shown(scope, id, userId);
    const taken = { id, userId, assigned: false, filling: body.filling ?? false };
    if (!(await ctx.db.inCompany(scope, (tx) => takeSignal(tx, scope, taken)))) throw conflict(DECIDED);
    return shown(scope, id, userId);
  });

  bind(app, ctx, signalCalls.assignSignal, async ({ params: { id }, body, scope, session: { userId } }) => {
    await shown(scope, id, userId);
    await ctx.db.inCompany(scope, async (tx) => {
      await requireOwner(tx, scope, body.owner_id);
      const filling = body.filling ?? false;
      if (!(await takeSignal(tx, scope, { id, userId: body.owner_id, assigned: true, filling })))
        throw conflict(DECIDED);
    });
    return shown(scope, id, userId);
  });

  bind(app, ctx, calls.judgeSignal, async ({ params: { id }, body, scope, session: { userId } }) => {
    await judgeSignal(ctx, { ...body, filling: body.filling ?? false, id, scope, userId });
    return shown(scope, id, userId);
  });

  bind(app, ctx, signalCalls.openAfterSignal, async ({ params: { id }, scope, session: { userId } }) => {
    await openAfterSignal(ctx, { scope, id, userId });
    return shown(scope, id, userId);
  });

  bind(app, ctx, signalCalls.setSignalRule, async ({ params: { key }, body, scope }) => ({
    data: await setSignalRule(ctx, scope, { key, action: body.deed, ownerId: body.owner_id }),
  }));

  bind(app, ctx, signalCalls.setSignalOwner, async ({ body, scope }) => ({
    data: await setSignalOwner(ctx, scope, body.owner_id),
  }));

  bind(app, ctx, calls.trySignalRule, async ({ params: { key }, body, scope }) => ({
    data: await tryRule(ctx, scope, { key, ...body }),
  }));
}
