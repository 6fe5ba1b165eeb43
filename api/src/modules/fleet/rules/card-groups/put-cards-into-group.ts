import { recordChange } from '../../../../audit/write-trace.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { notFound } from '../../../../errors.ts';
import { putIntoGroup } from '../../../cards/cards/cards.ts';
import { groupsOfCards } from '../../vehicles/vehicle-groups.ts';
import { lockFleet } from '../../vehicles/lock-fleet.ts';
import { findGroup, ownCards } from '../groups.ts';
import { markDue } from '../rule-card-store.ts';
import { lockRules } from '../rule-store.ts';

/** Number of cards that an audit row names. */
const MAX_TARGETS = 50;

/**
 * Puts cards into a group, or out of theirs, and has their rules checked at once. Returns how many have changed.
 * Refuses: 404 another company's card or group.
 */
export function putCardsIntoGroup(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; cardIds: readonly number[]; groupId: number | null },
): Promise<number> {
  const { scope, userId, groupId } = args;
  const cardIds = [...new Set(args.cardIds)];
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    // A group that is being removed takes no more cards.
    await lockFleet(tx, scope);
    await lockRules(tx, scope.companyId);
    if ((await ownCards(tx, scope, cardIds)).length < cardIds.length) throw notFound('Карта не найдена');
    const group = groupId === null ? null : await findGroup(tx, scope, groupId);
    if (groupId !== null && !group) throw notFound('Группа не найдена');
    const before = await groupsOfCards(tx, scope, cardIds);
    const changed = await putIntoGroup(tx, scope, { cardIds, groupId });
    await markDue(tx, scope.companyId, { cardIds: changed, userId, now });
    recordChange(tx, {
      targets: changed.slice(0, MAX_TARGETS).map((id) => ({ kind: 'card', id })),
      before: { groups: [...new Set(changed.flatMap((id) => before.get(id) ?? []))] },
      after: { groupId, cards: changed.length },
    });
    return changed.length;
  });
}
