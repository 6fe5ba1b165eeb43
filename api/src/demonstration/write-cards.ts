import { sql } from 'kysely';
import { getOnlyRow, rows, type Db } from '../db/database.ts';
import type { RegistryCompany } from '../gateways/company-registry/company-registry.ts';
import { BEGINNING_OF_TIME } from '../modules/cards/drivers/drivers.ts';
import { writtenRegistry } from '../modules/orders/orders/registry-answer.ts';
import type { CompanyPlan, PlannedPerson } from './plan.ts';

/** Writes the card requests of a company; returns their items' ids by index of the request and partner: `3:2`. */
export async function writeRequests(
  tx: Db,
  companyId: number,
  { requests, people }: CompanyPlan,
  userIds: readonly number[],
  known: RegistryCompany,
): Promise<Map<string, number>> {
  const { address } = known;
  const itemIds = new Map<string, number>();
  for (const [index, request] of requests.entries()) {
    const recipient = people[0] as PlannedPerson;
    const { id } = await getOnlyRow(
      tx,
      sql<{ id: number }>`
        insert into card_request (company_id, author_id, status_id, city, street, house, recipient_firstname,
          recipient_lastname, reject_reason, registry, created_at, approved_at)
        values (${companyId}, ${userIds[request.author]}, ${request.statusId}, ${address.city}, ${address.street},
          ${address.house}, ${recipient.firstname}, ${recipient.lastname}, ${request.rejectReason ?? null},
          ${writtenRegistry(known, request.at)}::jsonb, ${request.at},
          ${request.issuedAt})
        returning id`,
    );
    for (const { partnerId, count, issueRefusal } of request.items) {
      const item = await getOnlyRow(
        tx,
        sql<{ id: number }>`
          insert into card_request_item (company_id, request_id, partner_id, cards_cnt, card_price_kopecks, issued_at,
            issue_refusal)
          select ${companyId}::bigint, ${id}::bigint, partner.id, ${count}::int, partner.card_price_kopecks,
            ${request.issuedAt}::timestamptz, ${issueRefusal ?? null}::text
          from partner where partner.id = ${partnerId}
          returning id`,
      );
      itemIds.set(`${index}:${partnerId}`, item.id);
    }
  }
  return itemIds;
}

/** Writes the cards that came from those items, and their drivers; returns their ids in the order of the plan. */
export async function writeCards(
  tx: Db,
  companyId: number,
  { cards }: CompanyPlan,
  known: { itemIds: Map<string, number>; driverIds: readonly number[] },
): Promise<number[]> {
  // Text, because an array of arrays has to be a rectangle.
  const list = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;
  const written = await rows(
    tx,
    sql<{ id: number; card_number: string }>`
      insert into card (company_id, partner_id, card_number, status_id, is_virtual, comment, group_id, goods_ids,
        limit_count, limit_unit, limit_period, limit_goods_groups, request_item_id, created_at)
      select ${companyId}::bigint, partner_id, number, status_id, is_virtual, comment, group_id, goods_ids::int[],
        limit_count, limit_unit, limit_period, limit_goods_groups::int[], item_id, created_at
      from unnest(
        ${cards.map((card) => card.partnerId)}::int[], ${cards.map((card) => card.number)}::text[],
        ${cards.map((card) => card.statusId)}::int[], ${cards.map((card) => card.isVirtual)}::boolean[],
        ${cards.map((card) => card.comment)}::text[], ${cards.map((card) => card.groupId)}::bigint[],
        ${cards.map((card) => list(card.goodsIds))}::text[], ${cards.map((card) => card.limit?.count ?? null)}::bigint[],
        ${cards.map((card) => card.limit?.unit ?? null)}::text[], ${cards.map((card) => card.limit?.period ?? null)}::text[],
        ${cards.map((card) => list(card.limit?.goodsGroups ?? []))}::text[],
        ${cards.map((card) => known.itemIds.get(`${card.request}:${card.partnerId}`) ?? null)}::bigint[],
        ${cards.map((card) => card.createdAt)}::timestamptz[]
      ) with ordinality as input (partner_id, number, status_id, is_virtual, comment, group_id, goods_ids, limit_count,
        limit_unit, limit_period, limit_goods_groups, item_id, created_at, place)
      order by place
      returning id, card_number`,
  );
  const ids = new Map(written.map((row) => [row.card_number, row.id]));
  const cardIds = cards.map((card) => ids.get(card.number) as number);
  const pairs = cards.flatMap((card, index) =>
    card.drivers.map((driver) => ({ cardId: cardIds[index], driverId: known.driverIds[driver] })),
  );
  await sql`
    with put as (
      insert into card_driver (card_id, driver_id, company_id)
      select card_id, driver_id, ${companyId}::bigint
      from unnest(${pairs.map((pair) => pair.cardId)}::bigint[], ${pairs.map((pair) => pair.driverId)}::bigint[])
        as input (card_id, driver_id)
      returning card_id, driver_id, company_id
    )
    insert into driver_on_card (company_id, card_id, driver_id, since)
    select put.company_id, card_id, driver_id, ${BEGINNING_OF_TIME}::timestamptz from put`.execute(tx);
  return cardIds;
}
