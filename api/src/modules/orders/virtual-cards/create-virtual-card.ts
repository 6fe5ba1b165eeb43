import type { PartnerId } from '#contract/ids.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { MAX_VIRTUAL_CARDS_DAY } from '#contract/orders/virtual-cards.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { carryOutOnce, type RequestKey } from '../../../http/request-key.ts';
import type { Session } from '../../../http/session.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { requireDriver } from '../../cards/drivers/drivers.ts';
import { assertDelegatedSum } from '../../companies/delegations/assert-delegated-sum.ts';
import { assertFitsLayer, assertKnown } from '../../fleet/rules/assert-known.ts';
import { findVehicle, NO_VEHICLE } from '../../fleet/vehicles/vehicles.ts';
import { issuesVirtualCards } from '../../programme/partners/network-at-pump.ts';
import { listOfferedPartners } from '../../programme/partners/partners.ts';
import { NO_VIRTUAL, type ChosenItem } from '../orders/choose-items.ts';
import { issueAtOnce, placeVirtualOrder } from '../orders/place-virtual-order.ts';
import { countSetupsInTurn, findCardSetup, insertCardSetup } from './card-setups.ts';
import { setUpCard } from './set-up-card.ts';

const DAY_MS = 86_400_000;

export interface VirtualCardOrder {
  scope: CompanyScope;
  session: Session;
  partnerId: PartnerId;
  comment: string;
  vehicleId: number | null;
  driverId: number | null;
  rules: Rule[] | null;
  requestKey: RequestKey | null;
  ip: string;
}

/**
 * Orders a virtual card, has it issued and sets it up, without staff and without a delivery. Returns the card, or null
 * where its network has not answered yet: then the loop sets it up. Refuses: `partner_id`, `vehicle_id`, `driver_id`,
 * `rules`; 409 a company that staff do not know, or too many cards.
 */
export async function createVirtualCard(
  ctx: Context,
  order: VirtualCardOrder,
): Promise<{ orderId: number; cardId: number | null }> {
  const { scope, session, partnerId } = order;
  const made = await carryOutOnce<ChosenItem, { orderId: number; itemId: number }>(ctx, order.requestKey, {
    async check() {
      const item = await chooseVirtualItem(ctx, partnerId);
      assertDelegatedSum(session, item.cardPrice);
      assertKnown(ctx, order.rules ?? []);
      assertFitsLayer('card', order.rules ?? []);
      return item;
    },
    open: (_item, work) => ctx.db.inCompany(scope, work),
    async write(tx, item, now) {
      const { companyId } = scope;
      const { userId } = session;
      await assertRoom(tx, companyId, now);
      await assertOwn(tx, order);
      const placed = await placeVirtualOrder(tx, { companyId, userId, item, ip: order.ip, now });
      await insertCardSetup(tx, { ...order, itemId: placed.itemId, companyId, userId, now });
      return placed;
    },
  });
  return { orderId: made.orderId, cardId: await issueAndSetUp(ctx, { ...made, partnerId }) };
}

/** Today's price of one virtual card of a network. Refuses (400 on `partner_id`) a network that issues none. */
export async function chooseVirtualItem(ctx: Context, partnerId: PartnerId): Promise<ChosenItem> {
  const partners = await listOfferedPartners(ctx, ctx.db.system, moscowDay(ctx.clock.now()));
  const partner = partners.find(({ id }) => id === partnerId);
  if (!partner) throw fieldRefusal('partner_id', 'Такой сети нет');
  if (!partner.active || !issuesVirtualCards(ctx, partnerId)) throw fieldRefusal('partner_id', NO_VIRTUAL);
  return { partnerId, count: 1, isVirtual: true, cardPrice: partner.cardPrice };
}

/** Asks the network for the card and sets it up. Returns null where it is not issued yet. */
export async function issueAndSetUp(
  ctx: Context,
  { itemId, partnerId }: { itemId: number; partnerId: PartnerId },
): Promise<number | null> {
  await issueAtOnce(ctx, { itemId, partnerId });
  const setup = await findCardSetup(ctx.db.system, itemId);
  if (!setup || setup.cardId === null) return null;
  await setUpCard(ctx, setup);
  return setup.cardId;
}

/** Refuses (409) more cards than a company may make within 24 hours. */
export async function assertRoom(tx: Db, companyId: number, now: Date): Promise<void> {
  const count = await countSetupsInTurn(tx, companyId, new Date(now.getTime() - DAY_MS));
  if (count >= MAX_VIRTUAL_CARDS_DAY)
    throw conflict(`За сутки выпускается не больше ${MAX_VIRTUAL_CARDS_DAY} виртуальных карт`);
}

async function assertOwn(tx: Db, { scope, vehicleId, driverId }: VirtualCardOrder): Promise<void> {
  const vehicle = vehicleId === null ? null : await findVehicle(tx, scope, vehicleId);
  if (vehicleId !== null && (!vehicle || vehicle.isRemoved)) throw fieldRefusal('vehicle_id', NO_VEHICLE);
  if (driverId !== null) await requireDriver(tx, scope, driverId);
}
