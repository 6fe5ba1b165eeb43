import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type MatterRow } from '../../cards/commands/matter.ts';
import { REFUSED } from './refused-debtor-store.ts';

/** All of these, for the staff: since the first refusal, with the reason of the last. */
export async function listRefusedDebtors(db: Db) {
  const found = await rows(
    db,
    sql<MatterRow>`
      select card.id, refusals.since, refusals.count as attempts, partner.id as partner_id, partner.title as partner_title,
        company.id as company_id, company.inn, company.title as company_title, card.card_number,
        last.reason as said, last.finished_at as heard_at, count(*) over () as total
      from ${REFUSED}
      join company on company.id = card.company_id
      join partner on partner.id = card.partner_id and partner.id <> ${SANDBOX_NETWORK}
      order by refusals.since desc, card.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, () => ({}));
}
