import { CARD_BLOCKED_BY_PROGRAMME } from '#contract/companies/blocks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest, notAllowed, notFound } from '../../../errors.ts';
import { assertNotBlocked } from '../../companies/companies/companies.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { findCardHold } from '../../cards/cards/card-holds.ts';
import { assertNotInMaintenance } from '../../cards/cards/policy.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import { counted } from '#contract/values/counted.ts';
import { readClosing, turnCard } from './maintain-rules.ts';
import { insertOpening, lockRuleCard, setDue } from './rule-card-store.ts';

const MINUTES = ['минуту', 'минуты', 'минут'] as const;

/**
 * Opens a card that is closed by default. The wish is stored together with the command to the network; `maintainCardRules`
 * closes the card when the time is over, also after a restart.
 */
export async function openCard(
  ctx: Context,
  args: {
    scope: CompanyScope;
    /** Null when the driver opens it from the driver page. */ userId: number | null;
    cardId: number;
    minutes: number;
  },
): Promise<void> {
  const { scope, userId, cardId, minutes } = args;
  const { partnerId, companyId } = await readCard(ctx, scope, cardId);
  await assertNotInMaintenance(ctx, partnerId);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + minutes * 60_000);
  await ctx.db.inSystem(async (tx) => {
    await assertNotBlocked(tx, companyId);
    const { refused = [] } = (await lockRuleCard(tx, cardId)) ?? {};
    const card = await lockAnyCard(tx, cardId);
    if (!card || card.companyId !== scope.companyId) throw notFound('Карта не найдена');
    if (await findCardHold(tx, cardId, 'staff')) throw notAllowed(CARD_BLOCKED_BY_PROGRAMME);
    const { effective } = await readClosing(ctx, tx, card, refused);
    const max = effective.find(({ rule }) => rule.kind === 'on_request')?.rule.value;
    if (typeof max !== 'number') throw badRequest('Эта карта не закрыта по умолчанию: открывать её не нужно');
    if (minutes > max) throw badRequest(`Эту карту открывают не дольше чем на ${counted(max, MINUTES)}`);
    await insertOpening(tx, { companyId, cardId, userId, now, until });
    const { closing } = await readClosing(ctx, tx, card, refused);
    if (closing) throw badRequest(closing.reason);
    await turnCard(ctx, tx, card, null);
    await setDue(tx, cardId, { dueAt: until, problem: null });
    recordChange(tx, { companyId, targets: [{ kind: 'card', id: cardId }], after: { minutes } });
  });
}
