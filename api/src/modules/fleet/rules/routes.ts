import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fleet/rules.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { groupOfCard } from '../vehicles/vehicle-groups.ts';
import { maintainCardRules } from './maintain-rules.ts';
import { openCard } from './open-card.ts';
import {
  layerSentence,
  presentBudget,
  presentCardRules,
  presentChange,
  presentOpening,
  presentOutlooks,
  presentRules,
} from './present.ts';
import { showCardRules } from './purchase/read-rules-of-cards.ts';
import { showGroupRules, showGroups, showProfileRules } from './shown-layers.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { listChanges } from './rule-store.ts';
import { previewRules } from './preview-rules.ts';
import { setRules } from './set-rules.ts';
import { undoRules } from './undo-rules.ts';
import { wouldPass } from './purchase/would-pass.ts';

export function ruleRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readCardRules, async ({ params, scope }) => ({
    data: presentCardRules(await showCardRules(ctx, scope, params.id)),
  }));

  bind(app, ctx, calls.setCardRules, async ({ params, body, scope, session: { userId } }) => {
    await readCard(ctx, scope, params.id);
    await setRules(ctx, { scope, userId, layer: 'card', subjectIds: [params.id], rules: body.rules });
    // The loop would maintain the card a moment later. The call does so at once, so that the caller sees the result.
    await maintainCardRules(ctx, params.id);
    return { data: presentCardRules(await showCardRules(ctx, scope, params.id)) };
  });

  bind(app, ctx, calls.readProfileRules, async ({ scope }) => ({
    data: presentRules(await showProfileRules(ctx, scope)),
  }));

  bind(app, ctx, calls.setProfileRules, async ({ body, scope, session: { userId } }) => {
    await setRules(ctx, { scope, userId, layer: 'profile', subjectIds: [0], rules: body.rules });
    return { data: presentRules(await showProfileRules(ctx, scope)) };
  });

  bind(app, ctx, calls.listRuleGroups, async ({ scope }) => {
    const groups = await showGroups(ctx, scope);
    return {
      data: groups.map(({ group, budgets, ...shown }) => ({
        ...group,
        budgets: budgets.map(presentBudget),
        sentence: layerSentence(shown.rules, shown.names),
        effective: presentRules(shown).effective,
      })),
    };
  });

  bind(app, ctx, calls.readGroupRules, async ({ params, scope }) => {
    const { group, ...shown } = await showGroupRules(ctx, scope, params.id);
    return { data: { ...presentRules(shown), group } };
  });

  bind(app, ctx, calls.setGroupRules, async ({ params, body, scope, session: { userId } }) => {
    await showGroupRules(ctx, scope, params.id);
    await setRules(ctx, { scope, userId, layer: 'group', subjectIds: [params.id], rules: body.rules });
    const { group, ...shown } = await showGroupRules(ctx, scope, params.id);
    return { data: { ...presentRules(shown), group } };
  });

  bind(app, ctx, calls.previewProfileRules, async ({ body, scope }) => ({
    data: presentOutlooks(await previewRules(ctx, { scope, groupId: null, rules: body.rules })),
  }));

  bind(app, ctx, calls.previewGroupRules, async ({ params, body, scope }) => ({
    data: presentOutlooks(await previewRules(ctx, { scope, groupId: params.id, rules: body.rules })),
  }));

  bind(app, ctx, calls.listRuleChanges, async ({ query, scope }) => {
    const { card_id: cardId = null, limit } = query;
    if (cardId !== null) await readCard(ctx, scope, cardId);
    const { changes, names } = await ctx.db.inCompany(scope, async (tx) => {
      const group = cardId === null ? null : await groupOfCard(tx, scope, cardId);
      const request = { cardId, groupId: group?.groupId ?? null, limit };
      return { changes: await listChanges(tx, scope.companyId, request), names: await ruleNames(tx) };
    });
    return { data: changes.map((change) => presentChange(change, names)) };
  });

  bind(app, ctx, calls.undoRuleChange, async ({ params, scope, session: { userId } }) => ({
    data: await undoRules(ctx, { scope, userId, changeId: params.id }),
  }));

  bind(app, ctx, calls.wouldPass, async ({ params, body, scope }) => {
    const { station_id: stationId, goods_id: goodsId, litres: centilitres } = body;
    const reasons = await wouldPass(ctx, { scope, cardId: params.id, stationId, goodsId, centilitres });
    return { data: { passes: reasons.length === 0, reasons } };
  });

  bind(app, ctx, calls.openCard, async ({ params, body, scope, session: { userId } }) => {
    await openCard(ctx, { scope, userId, cardId: params.id, minutes: body.minutes });
    const { opening } = await showCardRules(ctx, scope, params.id);
    return { data: presentOpening(opening ?? { state: 'open', until: null, minutes: body.minutes }) };
  });
}
