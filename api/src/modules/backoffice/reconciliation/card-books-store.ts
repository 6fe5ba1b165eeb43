import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';

/** Data of a card in our books, with everything that only its network or only the books know. */
export interface CardBooks {
  cardId: number;
  companyId: number;
  cardNumber: string;
  balanceKopecks: number;
  /** The network has taken this much more from the card than our books have (docs/money.md, "Fuel bought while …"). */
  shortfallKopecks: number;
  /** Movements that wait for the network. */
  waiting: { requestId: string; toCard: boolean; sumKopecks: number }[];
  /** Reported and not yet booked: sales below zero, refunds above. */
  unbookedKopecks: number;
}

interface Row {
  card_id: number;
  company_id: number;
  card_number: string;
  balance_kopecks: number;
  shortfall_kopecks: number;
  waiting: CardBooks['waiting'];
  unbooked: number;
}

/** An event from a network's feed that may not be booked yet. */
export interface Unread {
  externalId: string;
  cardNumber: string;
  /** Below zero for a sale. */
  effectKopecks: number;
}

/** Every card of a network, or those named, as of one moment. */
export async function listCardBooks(
  db: Db,
  args: { partnerId: number; numbers: readonly string[] | null; unread: readonly Unread[] },
): Promise<CardBooks[]> {
  const { partnerId, unread } = args;
  const found = await rows(
    db,
    sql<Row>`
      with input as (
        select external_id, card_number, effect from unnest(
          ${unread.map((item) => item.externalId)}::text[], ${unread.map((item) => item.cardNumber)}::text[],
          ${unread.map((item) => item.effectKopecks)}::bigint[]) as event (external_id, card_number, effect)
        union
        select external_id, event ->> 'cardNumber',
          case event ->> 'kind' when 'sale' then -1 else 1 end * (event ->> 'sumKopecks')::bigint
        from network_orphan where partner_id = ${partnerId} and booked_at is null and closed_at is null
      ), unbooked as (
        select card_number, sum(effect)::bigint as effect from input
        where not exists (select from operation
          where operation.partner_id = ${partnerId} and operation.external_id = input.external_id)
        group by card_number
      )
      select card.id as card_id, card.company_id, card.card_number, account.balance_kopecks + coalesce((
          -- On hold with us, still on the card at its network.
          select sum(held_kopecks) from authorisation
          where authorisation.card_id = card.id and authorisation.state = 'approved'), 0)::bigint as balance_kopecks, card.shortfall_kopecks,
        coalesce(unbooked.effect, 0)::bigint as unbooked,
        coalesce((
          select json_agg(json_build_object('requestId', operation.network_request_id,
            'toCard', operation.type_id = ${OPERATION_TYPE.topUp}, 'sumKopecks', operation.sum_kopecks))
          from operation where operation.card_id = card.id and operation.status_id = ${OPERATION_STATUS.inProgress}
            and operation.type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout})), '[]') as waiting
      from card join ledger_account account on account.card_id = card.id
      left join unbooked on unbooked.card_number = card.card_number
      where card.partner_id = ${partnerId}
        and (${args.numbers === null} or card.card_number = any(${args.numbers ?? []}::text[]))
      order by card.id`,
  );
  return found.map((row) => ({
    cardId: row.card_id,
    companyId: row.company_id,
    cardNumber: row.card_number,
    balanceKopecks: row.balance_kopecks,
    shortfallKopecks: row.shortfall_kopecks,
    waiting: row.waiting,
    unbookedKopecks: row.unbooked,
  }));
}
