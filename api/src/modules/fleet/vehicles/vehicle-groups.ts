import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

export interface VehicleGroup {
  id: number;
  title: string;
  /** Code under which the company's accountants book what the group spends. Empty: none. */
  costCentre: string;
  /** Number of trucks in the group. */
  vehicles: number;
  /** Number of cards: those put into it, and those on its trucks that were put into no other. */
  cards: number;
}

/** The group of `card` now (decision 185): the one that it was put into, else that of its truck. Needs `TRUCK_OF_CARD`. */
export const GROUP_OF_CARD = sql`coalesce(card.group_id, truck_of_card.group_id)`;
/** Joins the truck that `card` is on now. */
export const TRUCK_OF_CARD = sql`
  left join card_on_vehicle now_on on now_on.company_id = card.company_id and now_on.card_id = card.id and now_on.until is null
  left join vehicle truck_of_card on truck_of_card.company_id = card.company_id and truck_of_card.id = now_on.vehicle_id`;

/** The company's groups by title. */
export function listVehicleGroups(db: Db, scope: CompanyScope): Promise<VehicleGroup[]> {
  return rows(
    db,
    sql<VehicleGroup>`
      select vehicle_group.id, vehicle_group.title, vehicle_group.cost_centre as "costCentre",
        (select count(*)::int from vehicle where vehicle.company_id = vehicle_group.company_id
          and vehicle.group_id = vehicle_group.id and vehicle.removed_at is null) as vehicles,
        coalesce(held.cards, 0) as cards
      from vehicle_group
      left join (
        select ${GROUP_OF_CARD} as group_id, count(*)::int as cards from card ${TRUCK_OF_CARD}
        where card.company_id = ${scope.companyId} group by 1
      ) held on held.group_id = vehicle_group.id
      where vehicle_group.company_id = ${scope.companyId} order by vehicle_group.title`,
  );
}

/** Lists the group of each truck and its period within the two moments, with removed trucks. */
export function listGroupsThen(
  db: Db,
  { companyId }: CompanyScope,
  { from, until }: { from: Date; until: Date },
): Promise<{ vehicleId: number; groupId: number | null; from: Date; until: Date }[]> {
  return rows(
    db,
    sql<{ vehicleId: number; groupId: number | null; from: Date; until: Date }>`
      with stay as (
        select vehicle_id, group_id, until from vehicle_left_group where company_id = ${companyId}
        union all select id, group_id, 'infinity' from vehicle where company_id = ${companyId}
      ), span as (
        select vehicle_id, group_id, until,
          coalesce(lag(until) over (partition by vehicle_id order by until), '-infinity') as since
        from stay
      )
      select vehicle_id as "vehicleId", group_id as "groupId", greatest(since, ${from}::timestamptz) as from,
        least(until, ${until}::timestamptz) as until
      from span where since < ${until}::timestamptz and until > ${from}::timestamptz order by 1, 3`,
  );
}

/** Returns null when the company already has a group of this title, in whatever case. */
export async function insertVehicleGroup(
  tx: Db,
  scope: CompanyScope,
  { title, costCentre = '' }: { title: string; costCentre?: string },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle_group (company_id, title, cost_centre)
      select ${scope.companyId}::bigint, ${title}::text, ${costCentre}::text
      where not exists (
        select from vehicle_group where company_id = ${scope.companyId} and lower(title) = lower(${title}::text))
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** An absent cost centre stays. `taken` when another one has the title. */
export async function renameVehicleGroup(
  tx: Db,
  scope: CompanyScope,
  { groupId, title, costCentre }: { groupId: number; title: string; costCentre?: string | undefined },
): Promise<'done' | 'none' | 'taken'> {
  const other = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from vehicle_group where company_id = ${scope.companyId} and lower(title) = lower(${title}::text)
        and id <> ${groupId}`,
  );
  if (other) return 'taken';
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update vehicle_group set title = ${title}, cost_centre = coalesce(${costCentre ?? null}::text, cost_centre)
      where id = ${groupId} and company_id = ${scope.companyId} returning id`,
  );
  return row ? 'done' : 'none';
}

/** Its trucks stay, without a group, also in their history. Returns false when the company has no such group. */
export async function deleteVehicleGroup(tx: Db, scope: CompanyScope, groupId: number): Promise<boolean> {
  await sql`update vehicle set group_id = null where company_id = ${scope.companyId} and group_id = ${groupId}`.execute(
    tx,
  );
  await sql`
    update vehicle_left_group set group_id = null
    where company_id = ${scope.companyId} and group_id = ${groupId}`.execute(tx);
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from vehicle_group where id = ${groupId} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

export async function hasVehicleGroup(tx: Db, scope: CompanyScope, groupId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from vehicle_group where id = ${groupId} and company_id = ${scope.companyId} for key share`,
  );
  return row !== null;
}

/** The card's group now (decision 185); null when it is in none. */
export async function groupOfCard(
  tx: Db,
  { companyId }: CompanyScope,
  cardId: number,
): Promise<{ groupId: number; title: string } | null> {
  return firstRow(
    tx,
    sql<{ groupId: number; title: string }>`
      select vehicle_group.id as "groupId", vehicle_group.title from card ${TRUCK_OF_CARD}
      join vehicle_group on vehicle_group.company_id = card.company_id and vehicle_group.id = ${GROUP_OF_CARD}
      where card.company_id = ${companyId} and card.id = ${cardId}`,
  );
}

/** The groups of these cards now, by card; a card in no group is left out. */
export function groupsOfCards(
  tx: Db,
  { companyId }: CompanyScope,
  cardIds: readonly number[],
): Promise<Map<number, number>> {
  return groupsOfAnyCards(
    tx,
    cardIds.map((cardId) => ({ companyId, cardId })),
  );
}

/** Finds the groups of cards of several companies, each named with its card. */
export async function groupsOfAnyCards(
  tx: Db,
  cards: readonly { companyId: number; cardId: number }[],
): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    sql<{ cardId: number; groupId: number }>`
      select card.id as "cardId", ${GROUP_OF_CARD} as "groupId"
      from unnest(${encodeBigints(cards.map((card) => card.companyId))}::bigint[], ${encodeBigints(cards.map((card) => card.cardId))}::bigint[])
        as asked (company_id, card_id)
      join card on card.company_id = asked.company_id and card.id = asked.card_id ${TRUCK_OF_CARD}
      where ${GROUP_OF_CARD} is not null`,
  );
  return new Map(found.map(({ cardId, groupId }) => [cardId, groupId]));
}

/** The company's cards that are in these groups now. */
export async function cardsOfGroups(
  db: Db,
  { companyId }: CompanyScope,
  groupIds: readonly number[],
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select card.id from card ${TRUCK_OF_CARD}
      where card.company_id = ${companyId} and ${GROUP_OF_CARD} = any(${[...groupIds]}::bigint[]) order by card.id`,
  );
  return found.map(({ id }) => id);
}
