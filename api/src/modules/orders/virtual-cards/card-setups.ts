import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** Choices for a virtual card that its network has issued, or will. */
export interface CardSetup {
  itemId: number;
  companyId: number;
  userId: number;
  comment: string;
  vehicleId: number | null;
  driverId: number | null;
  /** Rules of the card's own layer; null: those of its group and company alone. */
  rules: Rule[] | null;
  /** The issued card, or null while there is none. */
  cardId: number | null;
  /** The lost card that it replaces. */
  oldCardId: number | null;
  setUpAt: Date | null;
}

const SELECT = sql`
  select setup.item_id as "itemId", setup.company_id as "companyId", setup.asked_by as "userId", setup.comment,
    setup.vehicle_id as "vehicleId", setup.driver_id as "driverId", setup.rules, setup.set_up_at as "setUpAt",
    replacement.old_card_id as "oldCardId",
    (select min(card.id) from card where card.request_item_id = setup.item_id) as "cardId"
  from card_setup setup left join card_replacement replacement on replacement.item_id = setup.item_id`;

export async function insertCardSetup(
  tx: Db,
  setup: Pick<
    CardSetup,
    'itemId' | 'companyId' | 'userId' | 'comment' | 'vehicleId' | 'driverId' | 'rules'
  > & {
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into card_setup (item_id, company_id, asked_by, asked_at, comment, vehicle_id, driver_id, rules)
    values (${setup.itemId}, ${setup.companyId}, ${setup.userId}, ${setup.now}, ${setup.comment}, ${setup.vehicleId},
      ${setup.driverId}, ${setup.rules && JSON.stringify(setup.rules)}::jsonb)`.execute(tx);
}

export function findCardSetup(db: Db, itemId: number): Promise<CardSetup | null> {
  return firstRow(db, sql<CardSetup>`${SELECT} where setup.item_id = ${itemId}`);
}

/** Lists the setups whose card is issued and not set up yet, oldest first. */
export function listWaitingSetups(db: Db, max: number): Promise<CardSetup[]> {
  return rows(
    db,
    sql<CardSetup>`${SELECT} where setup.set_up_at is null
      and exists (select from card where card.request_item_id = setup.item_id) order by setup.item_id limit ${max}`,
  );
}

/** A card of an order of virtual cards, for which nothing was chosen. */
export type BareCard = Pick<CardSetup, 'companyId' | 'userId'> & { cardId: number };

/** Lists the virtual cards that orders have brought since, not set up yet and with no choice of goods, oldest first. */
export function listBareCards(db: Db, { since, max }: { since: Date; max: number }): Promise<BareCard[]> {
  return rows(
    db,
    sql<BareCard>`
      select card.id as "cardId", card.company_id as "companyId", request.author_id as "userId"
      from card_request_item item
      join card on card.request_item_id = item.id and card.company_id = item.company_id
      join card_request request on request.id = item.request_id and request.company_id = item.company_id
      where item.is_virtual and item.issued_at > ${since} and card.status_id = ${CARD_STATUS.notSetUp}
        and not exists (select from card_setup setup where setup.item_id = item.id)
        and not exists (
          select from card_change change where change.company_id = card.company_id and change.card_id = card.id)
      order by card.id limit ${max}`,
  );
}

export async function markSetUp(db: Db, { itemId, now }: { itemId: number; now: Date }): Promise<void> {
  await sql`update card_setup set set_up_at = ${now} where item_id = ${itemId} and set_up_at is null`.execute(
    db,
  );
}

/** Counts the virtual cards that a company has asked for since a moment. Another request waits until this one ends. */
export async function countSetupsInTurn(tx: Db, companyId: number, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('virtual-cards'), hashtext(${String(companyId)}))`.execute(
    tx,
  );
  const { count } = await getOnlyRow(
    tx,
    sql<{ count: number }>`
      select count(*)::int as count from card_setup where company_id = ${companyId} and asked_at > ${since}`,
  );
  return count;
}
