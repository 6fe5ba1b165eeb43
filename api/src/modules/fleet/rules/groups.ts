import { sql, type RawBuilder } from 'kysely';
import type { CardStatusId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { GROUP_OF_CARD, TRUCK_OF_CARD } from '../vehicles/vehicle-groups.ts';
import { selectBudgetHold } from '../../cards/cards/card-holds.ts';
import type { StoredRule } from './purchase/decide.ts';

/** Returns null when the company has no such group of trucks. */
export function findGroup(
  db: Db,
  scope: CompanyScope,
  groupId: number,
): Promise<{ id: number; title: string } | null> {
  return firstRow(
    db,
    sql<{ id: number; title: string }>`
      select id, title from vehicle_group where id = ${groupId} and company_id = ${scope.companyId}`,
  );
}

/** The networks of the company's cards. */
export async function networksOfCompany(db: Db, scope: CompanyScope): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ partner_id: number }>`select distinct partner_id from card where company_id = ${scope.companyId}`,
  );
  return found.map((row) => row.partner_id);
}

/** A card that rules of a wider layer are over. */
export interface RuledCard {
  id: number;
  companyId: number;
  partnerId: number;
  statusId: CardStatusId;
}

const RULED_CARD = sql`id, company_id as "companyId", partner_id as "partnerId", status_id as "statusId"`;

/** Returns the given cards that belong to the company. */
export async function ownCards(db: Db, scope: CompanyScope, ids: readonly number[]): Promise<RuledCard[]> {
  return rows(
    db,
    sql<RuledCard>`
      select ${RULED_CARD} from card
      where company_id = ${scope.companyId} and id = any(${[...ids]}::bigint[]) order by id`,
  );
}

/** All cards of the company. */
export function listOwnCards(db: Db, scope: CompanyScope): Promise<RuledCard[]> {
  return rows(
    db,
    sql<RuledCard>`select ${RULED_CARD} from card where company_id = ${scope.companyId} order by id`,
  );
}

interface RuledGroup {
  id: number;
  title: string;
  vehicles: number;
  cards: number;
  /** Its cards that a spent budget closes. */
  stopped: number;
  rules: StoredRule[];
}

/** The company's groups with their own rules, by title. */
export function listGroups(db: Db, scope: CompanyScope): Promise<RuledGroup[]> {
  return rows(
    db,
    sql<RuledGroup>`
      select vehicle_group.id, vehicle_group.title, coalesce(layer.rules, '[]') as rules,
        (select count(*)::int from vehicle
          where vehicle.group_id = vehicle_group.id and vehicle.company_id = ${scope.companyId} and removed_at is null) as vehicles,
        (select count(*)::int from card ${TRUCK_OF_CARD}
          where card.company_id = ${scope.companyId} and ${GROUP_OF_CARD} = vehicle_group.id) as cards,
        (select count(*)::int from card ${TRUCK_OF_CARD}
          where card.company_id = ${scope.companyId} and ${GROUP_OF_CARD} = vehicle_group.id
            and exists (${selectBudgetHold})) as stopped
      from vehicle_group
      left join rule_layer layer on layer.company_id = vehicle_group.company_id and layer.layer = 'group'
        and layer.subject_id = vehicle_group.id
      where vehicle_group.company_id = ${scope.companyId} order by vehicle_group.title`,
  );
}

export function listNetworkTitles(db: Db): Promise<{ id: number; title: string }[]> {
  return rows(db, sql<{ id: number; title: string }>`select id, title from partner order by id`);
}

/** Selects «Анна Котова» from the `app_user` with this alias. A user whose name was removed is «Сотрудник». */
export function namePerson(alias: string): RawBuilder<string> {
  const part = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`coalesce(nullif(concat_ws(' ', ${part('firstname')}, ${part('lastname')}), ''), 'Сотрудник')`;
}
