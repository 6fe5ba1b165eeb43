import { sql } from 'kysely';

/**
 * The time of a payment, in or out, is the bank's own day, for a transfer joined with `BANK_DOCUMENTS`, unless that
 * day is still to come. Everything else, a correction too, counts on the day when it was made.
 */
export const BANK_AT = sql`
  least((case transfer.request_id
    when 'bank:' || payment.document_key then payment.credited_on
    when 'bank:' || returned.document_key || ':return' then returned.debited_on
    end)::timestamp at time zone 'Europe/Moscow', transfer.posted_at)`;

/** Joins a transfer with the bank's own document. */
export const BANK_DOCUMENTS = sql`
  left join bank_payment payment on transfer.subject_kind = 'bank-payment' and payment.id = transfer.subject_id
  left join advance_return returned on transfer.subject_kind = 'advance-return' and returned.id = transfer.subject_id`;
