import { sql } from 'kysely';
import type { Part } from './checked-part.ts';

/** Checks of what moves between a company and the programme itself: services and corrections. */
export const PROGRAMME_CHECKS = {
  /** A service has moved its sum to the programme, in its company, and nothing else has moved under its name. */
  'charge-not-its-money': () => sql`
    select coalesce(charge.id, money.charge_id) as "chargeId", charge.sum_kopecks as "sumKopecks",
      money.moved as "movedKopecks"
    from service_charge charge
    full join (
      select transfer.subject_id as charge_id, sum(transfer.amount_kopecks)::bigint as moved,
        bool_and(transfer.company_id = charge.company_id and target.kind = 'programme'
          and transfer.kind = case when charge.kind in ('card', 'delivery') then 'card-fee' else 'monthly-fee' end) as fits
      from ledger_transfer transfer
      join ledger_account target on target.id = transfer.to_account_id
      left join service_charge charge on charge.id = transfer.subject_id
      where transfer.subject_kind = 'service-charge'
      group by transfer.subject_id
    ) money on money.charge_id = charge.id
    where charge.id is null or money.fits is not true or money.moved <> charge.sum_kopecks`,
  /** Each card that an order pays for has been charged its price, once. */
  'card-not-its-fee': () => sql`
    select card.id as "cardId", card.price_kopecks as "priceKopecks", charge.sum_kopecks as "chargedKopecks"
    from card left join service_charge charge on charge.card_id = card.id and charge.company_id = card.company_id
    where coalesce(card.price_kopecks, 0) <> coalesce(charge.sum_kopecks, 0)`,
  /** A correction has moved its sum once, in its direction, between unallocated funds and the programme. */
  'correction-not-its-money': ({ of }: Part) => sql`
    select correction.id as "correctionId", correction.sum_kopecks as "sumKopecks", money.moved as "movedKopecks"
    from correction
    left join lateral (
      select count(*) as transfers, coalesce(sum(case source.kind when 'programme' then 1 else -1 end
          * transfer.amount_kopecks), 0)::bigint as moved,
        coalesce(bool_and(transfer.kind = 'correction' and transfer.company_id = correction.company_id
          and (source.kind, target.kind) in (('programme', 'unallocated'), ('unallocated', 'programme'))), true) as fits
      from ledger_transfer transfer
      join ledger_account source on source.id = transfer.from_account_id
      join ledger_account target on target.id = transfer.to_account_id
      where transfer.subject_kind = 'correction' and transfer.subject_id = correction.id
    ) money on true
    where (not money.fits or money.transfers <> 1 or money.moved <> case correction.direction
        when 'to-client' then correction.sum_kopecks else -correction.sum_kopecks end)
      and ${of('correction', sql`correction.id`)}`,
  /** An open dispute has its sum on hold, an ended one has nothing there, and nothing else has moved under its name. */
  'dispute-not-its-money': () => sql`
    select coalesce(dispute.id, money.dispute_id) as "disputeId", dispute.held_kopecks as "heldKopecks",
      money.held as "movedKopecks", money.rest as "restKopecks"
    from dispute
    full join (
      select transfer.subject_id as dispute_id,
        coalesce(sum(amount_kopecks) filter (where transfer.kind = 'hold-disputed'), 0)::bigint as held,
        sum(case transfer.kind when 'hold-disputed' then amount_kopecks else -amount_kopecks end)::bigint as rest,
        bool_and(transfer.company_id = disputed.company_id and (transfer.kind, source.kind, target.kind) in (
          ('hold-disputed', 'dispute-reserve', 'dispute-hold'), ('release-disputed', 'dispute-hold', 'dispute-reserve'))) as fits
      from ledger_transfer transfer
      join ledger_account source on source.id = transfer.from_account_id
      join ledger_account target on target.id = transfer.to_account_id
      left join dispute disputed on disputed.id = transfer.subject_id
      where transfer.subject_kind = 'dispute'
      group by transfer.subject_id
    ) money on money.dispute_id = dispute.id
    where coalesce(dispute.held_kopecks, 0) <> coalesce(money.held, 0) or money.fits is false or dispute.id is null
      or coalesce(money.rest, 0) <> case when dispute.ended_at is null then coalesce(dispute.held_kopecks, 0) else 0 end`,
  /** The money on hold for a company's disputes is that of its open ones, and as much is set aside. */
  'hold-not-its-disputes': () => sql`
    select account.company_id as "companyId", account.kind, account.balance_kopecks as "balanceKopecks",
      coalesce(sum(dispute.held_kopecks), 0)::bigint as "heldKopecks"
    from ledger_account account
    left join dispute on dispute.company_id = account.company_id and dispute.ended_at is null
    where account.kind in ('dispute-hold', 'dispute-reserve')
    group by account.id having account.balance_kopecks <> coalesce(sum(dispute.held_kopecks), 0)
      * case account.kind when 'dispute-hold' then 1 else -1 end`,
  'transfer-without-a-correction': ({ of }: Part) => sql`
    select transfer.id as "transferId", transfer.subject_id as "correctionId" from ledger_transfer transfer
    where (transfer.subject_kind = 'correction' or transfer.kind = 'correction') and ${of('transfer', sql`transfer.id`)}
      and not exists (select from correction
        where transfer.subject_kind = 'correction' and correction.id = transfer.subject_id)`,
};
