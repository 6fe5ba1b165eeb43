import { sql } from 'kysely';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** Requests by asker or by reason: how many, with which outcome, and how long the answers took. */
export interface Tally {
  name: string;
  asked: number;
  approved: number;
  declined: number;
  /** Requests without an answer. */
  expired: number;
  /** Half of the answers came sooner. Null means that there was none. */
  median_minutes: number | null;
}

const MAX_TALLIED = 100;
const COUNTS = sql`
  count(*)::int as asked,
  count(*) filter (where state in ('approved', 'used') or (state = 'lapsed' and verdict_at is not null))::int as approved,
  count(*) filter (where state = 'declined')::int as declined,
  count(*) filter (where state = 'lapsed' and verdict_at is null)::int as expired,
  round((percentile_cont(0.5) within group (order by extract(epoch from verdict_at - asked_at)) / 60)::numeric, 1)::float8
    as median_minutes`;
/** A proposal of the portal counts when a user has taken it up. */
const COUNTED = sql`(one.asked_by is not null or one.verdict_at is not null)`;

export function tallyReasons(db: Db, { companyId }: CompanyScope): Promise<Tally[]> {
  return rows(
    db,
    sql<Tally>`
      select reason as name, ${COUNTS} from rule_exception one where one.company_id = ${companyId} and ${COUNTED}
      group by reason order by asked desc, reason limit ${MAX_TALLIED}`,
  );
}

/** Counts by the driver who had the card at the time of the request. */
export function tallyDrivers(db: Db, { companyId }: CompanyScope): Promise<Tally[]> {
  return rows(
    db,
    sql<Tally>`
      select concat_ws(' ', driver.surname, driver.name) as name, ${COUNTS}
      from rule_exception one
      join driver_on_card on driver_on_card.company_id = one.company_id and driver_on_card.card_id = one.card_id
        and driver_on_card.since <= one.asked_at and (driver_on_card.until is null or driver_on_card.until > one.asked_at)
      join driver on driver.id = driver_on_card.driver_id
      where one.company_id = ${companyId} and ${COUNTED}
      group by driver.id order by asked desc, driver.id limit ${MAX_TALLIED}`,
  );
}
