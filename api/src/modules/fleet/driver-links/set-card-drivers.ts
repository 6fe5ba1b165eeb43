import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { assertNotInMaintenance } from '../../cards/cards/policy.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { replaceDrivers } from '../../cards/drivers/driver-cards.ts';
import { createDriverLink } from './create-driver-link.ts';
import { findDriverOnCard, listOpenLinks, lockCard } from './driver-links.ts';

export interface CardMove {
  scope: CompanyScope;
  cardId: number;
  /** All drivers of the card from now on. */
  driverIds: readonly number[];
  /** Those who get a new link. */
  linkTo: readonly number[];
  by: number;
  /** The portal's public address. */
  site: string;
}

interface MovedCard {
  links: { driverId: number; url: string; sent: boolean }[];
  /** The move that takes this one back. */
  before: Pick<CardMove, 'driverIds' | 'linkTo'>;
}

/**
 * Moves a card to drivers, then sends them its link. The links of those who leave it stop in the same transaction, and so do
 * their codes for a filling. Refuses: 404 another company's card or driver, `link_to`.
 */
export async function setCardDrivers(ctx: Context, move: CardMove): Promise<MovedCard> {
  const { scope, cardId, by, site } = move;
  const driverIds = [...new Set(move.driverIds)];
  const linkTo = [...new Set(move.linkTo)];
  const card = await readCard(ctx, scope, cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  const before = await ctx.db.inCompany(scope, async (tx) => {
    await lockCard(tx, scope, cardId);
    const open = await listOpenLinks(tx, scope, cardId);
    const previous = await replaceDrivers(tx, scope, { cardId, driverIds, now: ctx.clock.now() });
    for (const driverId of linkTo) {
      const driver = await findDriverOnCard(tx, scope, { cardId, driverId });
      if (driver === null) throw fieldRefusal('link_to', 'Ссылку получает водитель этой карты');
      if (driver.phone === null) throw fieldRefusal('link_to', 'У водителя не указан телефон');
    }
    recordChange(tx, {
      targets: [{ kind: 'card', id: cardId }],
      before: { driverIds: previous },
      after: { driverIds },
    });
    const lost = open.map(({ driver }) => driver.id).filter((id) => !driverIds.includes(id));
    return { driverIds: previous, linkTo: lost };
  });
  const links = [];
  for (const driverId of linkTo) {
    const { url, sent } = await createDriverLink(ctx, { scope, cardId, driverId, by, site });
    links.push({ driverId, url, sent });
  }
  return { links, before };
}
