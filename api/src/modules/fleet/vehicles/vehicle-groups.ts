import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

export interface VehicleGroup {
  id: number;
  title: string;
  /** Number of trucks in the group. */
  vehicles: number;
}

/** The company's groups by title. */
export function listVehicleGroups(db: Db, scope: CompanyScope): Promise<VehicleGroup[]> {
  return rows(
    db,
    sql<VehicleGroup>`
      select vehicle_group.id, vehicle_group.title, count(vehicle.id)::int as vehicles from vehicle_group
      left join vehicle on vehicle.group_id = vehicle_group.id and vehicle.removed_at is null
      where vehicle_group.company_id = ${scope.companyId}
      group by vehicle_group.id order by vehicle_group.title`,
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
export async function insertVehicleGroup(tx: Db, scope: CompanyScope, title: string): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      insert into vehicle_group (company_id, title)
      select ${scope.companyId}::bigint, ${title}::text
      where not exists (
        select from vehicle_group where company_id = ${scope.companyId} and lower(title) = lower(${title}::text))
      on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** `taken` when another one has the title. */
export async function renameVehicleGroup(
  tx: Db,
  scope: CompanyScope,
  { groupId, title }: { groupId: number; title: string },
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
      update vehicle_group set title = ${title} where id = ${groupId} and company_id = ${scope.companyId} returning id`,
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

/** The group of the truck that the company's card is on now; null when it is on none, or the truck in no group. */
export function groupOfCard(
  tx: Db,
  scope: CompanyScope,
  cardId: number,
): Promise<{ groupId: number; title: string } | null> {
  return firstRow(
    tx,
    sql<{ groupId: number; title: string }>`
      select vehicle_group.id as "groupId", vehicle_group.title from card_on_vehicle
      join vehicle on vehicle.id = card_on_vehicle.vehicle_id
      join vehicle_group on vehicle_group.id = vehicle.group_id
      where card_on_vehicle.company_id = ${scope.companyId} and card_on_vehicle.card_id = ${cardId}
        and card_on_vehicle.until is null`,
  );
}

/** The groups of the trucks that these cards are on now, by card; one that is in none is not in it. */
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

/** The same of cards of several companies, each named with its card. */
export async function groupsOfAnyCards(
  tx: Db,
  cards: readonly { companyId: number; cardId: number }[],
): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    sql<{ cardId: number; groupId: number }>`
      select riding.card_id as "cardId", vehicle.group_id as "groupId"
      from unnest(${encodeBigints(cards.map((card) => card.companyId))}::bigint[], ${encodeBigints(cards.map((card) => card.cardId))}::bigint[])
        as asked (company_id, card_id)
      join card_on_vehicle riding on riding.company_id = asked.company_id and riding.card_id = asked.card_id
        and riding.until is null
      join vehicle on vehicle.id = riding.vehicle_id and vehicle.company_id = riding.company_id
      where vehicle.group_id is not null`,
  );
  return new Map(found.map(({ cardId, groupId }) => [cardId, groupId]));
}
