import { sql } from 'kysely';

/**
 * What an `operation`, a done top-up, has paid of its card's shortfall; null for nothing. Until the card is credited again, what
 * pays is the top-up's. Of two that come within the seconds before a repayment the later one is said to pay, and not
 * more than it brought.
 */
export const REPAID = sql`(
  select least(sum(cover.amount_kopecks), operation.sum_kopecks)::bigint
  from ledger_transfer settle
  join ledger_entry entry on entry.account_id = settle.to_account_id and entry.transfer_id > settle.id
    and entry.transfer_id < coalesce((
      select later.transfer_id from ledger_entry later
      where later.account_id = settle.to_account_id and later.transfer_id > settle.id and later.amount_kopecks > 0
      order by later.transfer_id limit 1
    ), 9223372036854775807)
  join ledger_transfer cover on cover.id = entry.transfer_id and cover.kind = 'cover-purchase'
  where settle.subject_kind = 'operation' and settle.subject_id = operation.id and settle.kind = 'settle-transfer'
  having count(*) > 0
)`;
