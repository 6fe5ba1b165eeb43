import { sql, type RawBuilder } from 'kysely';

/**
 * Joins to a `company` and its unallocated `account` when the oldest unpaid part of the credit in use was taken
 * (`began.posted_at`). Payments pay its oldest use first, and what comes back from a card or a network takes back the
 * latest: the debt began with the last movement before which all payments since would have sufficed. All that was moved since
 * is read, so `only` may leave out those for whom it is known.
 */
export const indebtedSinceOf = (only: RawBuilder<unknown>) => sql`
  left join ledger_account bank on bank.company_id = company.id and bank.kind = 'bank'
  left join lateral (
    select posted_at from (
      select transfer.id, transfer.posted_at, entry.balance_before_kopecks + coalesce(sum(entry.amount_kopecks)
        filter (where bank.id in (transfer.from_account_id, transfer.to_account_id))
        over (order by entry.transfer_id desc rows unbounded preceding), 0) as covered
      from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
      where entry.account_id = account.id and account.balance_kopecks < 0 and ${only}
    ) movement
    where covered >= 0 order by id desc limit 1
  ) began on true`;

export const indebtedSince = indebtedSinceOf(sql`true`);
