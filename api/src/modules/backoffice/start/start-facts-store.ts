import { sql } from 'kysely';
import type { ProgrammePart } from '#contract/programme/requisites.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** Facts of the database about the way of a programme to its first client. */
export interface StartFacts {
  clients: number;
  stations: number;
  tariffs: number;
  /** Networks that are switched on. */
  activeNetworks: readonly number[];
  /** Networks whose card price staff have entered. */
  pricedNetworks: readonly number[];
  /** Parts of the programme that staff have entered. */
  enteredParts: readonly ProgrammePart[];
  hasContacts: boolean;
  /** Staff have published an agreement over the first one. */
  hasOwnTerms: boolean;
  /** The database has sent a piece of its log to an archive since this moment. */
  isArchived: boolean;
}

export function readStartFacts(db: Db, since: Date): Promise<StartFacts> {
  return getOnlyRow(
    db,
    sql<StartFacts>`
      select
        (select count(*) from company where not exists (
          select from sandbox where sandbox.company_id = company.id))::int as clients,
        (select count(*) from station)::int as stations,
        (select count(*) from tariff)::int as tariffs,
        coalesce((select array_agg(id) from partner where active), '{}') as "activeNetworks",
        coalesce((select array_agg(distinct partner_id) from card_price), '{}') as "pricedNetworks",
        coalesce((select array_agg(distinct part) from programme_value where entered_by is not null), '{}')
          as "enteredParts",
        exists (select from operator_contacts) as "hasContacts",
        exists (select from terms_version where published_by is not null) as "hasOwnTerms",
        coalesce((select last_archived_time > ${since} from pg_stat_archiver), false) as "isArchived"`,
  );
}

/** Lists when each owner got the role; null: at the start of the portal, by its configuration. */
export async function listOwners(db: Db): Promise<(Date | null)[]> {
  const found = await rows(
    db,
    sql<{ given_at: Date | null }>`
      select (
        select given_at from staff_role_change where user_id = owner.id and role is not null order by id desc limit 1
      ) as given_at
      from app_user owner where owner.staff_role = 'owner'`,
  );
  return found.map(({ given_at: givenAt }) => givenAt);
}
