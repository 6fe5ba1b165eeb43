import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { chooseGoods } from '../../cards/cards/choose-goods.ts';
import { goodsOfPartner } from '../../cards/cards/network-abilities.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { setCardComment } from '../../cards/cards/set-card-comment.ts';
import { attachDriver, detachDriver } from '../../cards/drivers/driver-cards.ts';
import { putCardsIntoGroup } from '../../fleet/rules/card-groups/put-cards-into-group.ts';
import { copyCardRules } from '../../fleet/rules/copy-card-rules.ts';
import { maintainCardRules } from '../../fleet/rules/maintain-rules.ts';
import { readCardRules } from '../../fleet/rules/purchase/read-rules-of-cards.ts';
import { setRules } from '../../fleet/rules/set-rules.ts';
import { setCardVehicle } from '../../fleet/vehicles/card-vehicles.ts';
import { markSetUp, type BareCard, type CardSetup } from './card-setups.ts';

type IssuedSetup = CardSetup & { cardId: number };

/**
 * Sets an issued virtual card up: comment, truck, driver, rules, then the goods that its rules allow, which activate it. A
 * replacement takes all of these from the lost card. Each step may run again. A step that is refused, such as a truck that
 * was removed meanwhile, is left out and logged.
 */
export async function setUpCard(ctx: Context, setup: CardSetup): Promise<void> {
  const { cardId } = setup;
  if (cardId === null || setup.setUpAt !== null) return;
  const issued = { ...setup, cardId };
  await (setup.oldCardId === null ? takeChoices(ctx, issued) : takeFromOldCard(ctx, issued, setup.oldCardId));
  await activateCard(ctx, issued);
  await markSetUp(ctx.db.system, { itemId: setup.itemId, now: ctx.clock.now() });
}

async function takeChoices(ctx: Context, setup: IssuedSetup): Promise<void> {
  const { cardId, userId, comment, driverId, vehicleId, rules } = setup;
  const scope = mintCompanyScope(setup.companyId);
  const step = makeStep(ctx, cardId);
  if (comment !== '') await step(() => setCardComment(ctx, { scope, cardId, comment }));
  if (driverId !== null) await step(() => attachDriver(ctx, { scope, cardId, driverId }));
  if (vehicleId !== null) await step(() => setCardVehicle(ctx, { scope, cardId, vehicleId }));
  if (rules) await step(() => setRules(ctx, { scope, userId, layer: 'card', subjectIds: [cardId], rules }));
}

/** The lost card leaves its truck and drivers, so that they have the new one alone. Its rules stay on it as well. */
async function takeFromOldCard(ctx: Context, setup: IssuedSetup, oldCardId: number): Promise<void> {
  const { cardId, userId } = setup;
  const scope = mintCompanyScope(setup.companyId);
  const step = makeStep(ctx, cardId);
  const old = await readCard(ctx, scope, oldCardId);
  if (old.comment !== '') await step(() => setCardComment(ctx, { scope, cardId, comment: old.comment }));
  for (const { id: driverId } of old.drivers) {
    await step(() => attachDriver(ctx, { scope, cardId, driverId }));
    await step(() => detachDriver(ctx, { scope, cardId: oldCardId, driverId }));
  }
  if (old.vehicle) {
    const vehicleId = old.vehicle.id;
    await step(() => setCardVehicle(ctx, { scope, cardId: oldCardId, vehicleId: null }));
    await step(() => setCardVehicle(ctx, { scope, cardId, vehicleId }));
  }
  const groupId = old.ownGroupId;
  if (groupId !== null)
    await step(() => putCardsIntoGroup(ctx, { scope, userId, cardIds: [cardId], groupId }));
  await step(() => copyCardRules(ctx, { scope, userId, fromId: oldCardId, toId: cardId }));
}

/** Chooses the goods that the card's rules allow, or all that its network sells. The choice activates the card. */
export async function activateCard(ctx: Context, { cardId, companyId, userId }: BareCard): Promise<void> {
  const scope = mintCompanyScope(companyId);
  const { partnerId, statusId } = await readCard(ctx, scope, cardId);
  if (statusId === CARD_STATUS.notSetUp) {
    const sold = goodsOfPartner(ctx, partnerId).map(({ id }) => id);
    const at = ctx.clock.now();
    await ctx.db.inCompany(scope, async (tx) => {
      const { effective } = await readCardRules(tx, scope, { cardId, at });
      const found = effective.find(({ rule }) => rule.kind === 'goods');
      const allowed = sold.filter((id) => (found?.rule.value as readonly number[] | undefined)?.includes(id));
      const goods =
        found && allowed.length > 0
          ? { goodsIds: allowed, source: found.layer }
          : { goodsIds: sold, source: 'none' as const };
      await chooseGoods(ctx, tx, { scope, userId, cardId }, goods);
    });
  }
  await maintainCardRules(ctx, cardId);
}

function makeStep(ctx: Context, cardId: number) {
  return async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      ctx.log.warn({ cardId, reason: error.message }, 'a part of a virtual card’s setup was refused');
    }
  };
}
