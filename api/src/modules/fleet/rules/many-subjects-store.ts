import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { GROUP_OF_CARD, TRUCK_OF_CARD } from '../vehicles/vehicle-groups.ts';
import { namePerson } from './groups.ts';

export interface GroupCards {
  id: number;
  title: string;
  cards: number;
  /** Cards with rules of their own. */
  own: number;
  partnerIds: number[];
}

/** Returns the given groups that belong to the company, with the cards that are in them now. */
export function describeGroups(
  db: Db,
  scope: CompanyScope,
  groupIds: readonly number[],
): Promise<GroupCards[]> {
  return rows(
    db,
    sql<GroupCards>`
      select vehicle_group.id, vehicle_group.title, count(card.id)::int as cards,
        count(layer.subject_id)::int as own,
        coalesce(array_agg(distinct card.partner_id) filter (where card.id is not null), '{}') as "partnerIds"
      from vehicle_group
      left join (
        select card.id, card.company_id, card.partner_id, ${GROUP_OF_CARD} as group_id from card ${TRUCK_OF_CARD}
        where card.company_id = ${scope.companyId}
      ) card on card.group_id = vehicle_group.id
      left join rule_layer layer on layer.company_id = card.company_id and layer.layer = 'card'
        and layer.subject_id = card.id and layer.rules <> '[]'
      where vehicle_group.company_id = ${scope.companyId} and vehicle_group.id = any (${[...groupIds]}::bigint[])
      group by vehicle_group.id, vehicle_group.title order by vehicle_group.title`,
  );
}

export interface SubjectState {
  /** The card or group; 0 for all cards. */
  id: number;
  /** True while a change still has to be sent to a network. */
  waiting: boolean;
  /** Reason why a change could not be sent. */
  problem: string | null;
}

/** Lists how far the cards of these subjects are with their rules at their networks. */
export function listSubjectStates(
  db: Db,
  scope: CompanyScope,
  about: { layer: string; ids: readonly number[]; now: Date },
): Promise<SubjectState[]> {
  const group = sql`(select ${GROUP_OF_CARD} from card ${TRUCK_OF_CARD}
    where card.company_id = rule_card.company_id and card.id = rule_card.card_id)`;
  const subject =
    { card: sql`rule_card.card_id`, group, profile: sql`0::bigint` }[about.layer] ?? sql`0::bigint`;
  return rows(
    db,
    sql<SubjectState>`
      select id, bool_or(due) as waiting, min(problem) as problem from (
        select ${subject} as id, due_at is not null and due_at <= ${about.now} as due, problem from rule_card
        where company_id = ${scope.companyId}
      ) stood
      where id = any (${[...about.ids]}::bigint[]) group by id`,
  );
}

/** Lists when and by whom these were changed last, by subject. */
export async function listLastChanges(
  db: Db,
  scope: CompanyScope,
  about: { layer: string; ids: readonly number[] },
): Promise<Map<number, { at: Date; by: string }>> {
  const found = await rows(
    db,
    sql<{ id: number; at: Date; by: string }>`
      select layer.subject_id as id, layer.changed_at as at,
        ${namePerson('author')} as by
      from rule_layer layer join app_user author on author.id = layer.changed_by
      where layer.company_id = ${scope.companyId} and layer.layer = ${about.layer}
        and layer.subject_id = any (${[...about.ids]}::bigint[])`,
  );
  return new Map(found.map(({ id, at, by }) => [id, { at, by }]));
}
