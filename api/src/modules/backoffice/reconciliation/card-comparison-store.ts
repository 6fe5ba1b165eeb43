import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { rows } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { CardDifference } from './card-difference.ts';

/** Result of the comparison of one of our cards. */
export interface ComparedCard {
  companyId: number;
  cardId: number;
  /** The difference, or null if there is none. */
  difference: CardDifference | null;
  /** The network's balance of the card. Zero when the network does not know the card. */
  networkKopecks: number;
}

/** Numbers of cards that come before others and were not compared since `before`, the longest uncompared first. */
export async function listDueCards(
  db: Db,
  { partnerId, before, max }: { partnerId: number; before: Date; max: number },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ number: string }>`
      select card.card_number as number from card_comparison compared join card on card.id = compared.card_id
      -- Without one there is nothing to compare (card-books-store.ts), and it would be due for ever.
      join ledger_account account on account.card_id = card.id
      where compared.partner_id = ${partnerId} and compared.is_due
        and (compared.compared_at is null or compared.compared_at < ${before})
      order by compared.compared_at nulls first limit ${max}`,
  );
  return found.map((item) => item.number);
}

/** A card that differs comes first the next time again, until it agrees. */
export async function storeCompared(
  tx: Db,
  { partnerId, at, compared }: { partnerId: number; at: Date; compared: readonly ComparedCard[] },
): Promise<void> {
  if (compared.length === 0) return;
  await sql`
    insert into card_comparison (company_id, card_id, partner_id, compared_at, is_due, difference, network_kopecks)
    select company_id, card_id, ${partnerId}::int, ${at}::timestamptz, difference is not null, difference, network_kopecks
    from unnest(
      ${encodeBigints(compared.map((comparedCard) => comparedCard.companyId))}::bigint[], ${encodeBigints(compared.map((comparedCard) => comparedCard.cardId))}::bigint[],
      ${compared.map((comparedCard) => comparedCard.difference && JSON.stringify(comparedCard.difference))}::jsonb[],
      ${encodeBigints(compared.map((comparedCard) => comparedCard.networkKopecks))}::bigint[]
    ) as found (company_id, card_id, difference, network_kopecks)
    on conflict (company_id, card_id) do update set partner_id = excluded.partner_id, compared_at = excluded.compared_at,
      is_due = excluded.is_due, difference = excluded.difference, network_kopecks = excluded.network_kopecks`.execute(
    tx,
  );
}

/** They are compared before others. The time of their last comparison does not change. */
export async function markDue(
  tx: Db,
  partnerId: number,
  cards: readonly { companyId: number; cardId: number }[],
): Promise<void> {
  if (cards.length === 0) return;
  await sql`
    insert into card_comparison (company_id, card_id, partner_id, is_due)
    select company_id, card_id, ${partnerId}::int, true
    from unnest(${encodeBigints(cards.map((card) => card.companyId))}::bigint[], ${encodeBigints(cards.map((card) => card.cardId))}::bigint[])
      as due (company_id, card_id)
    on conflict (company_id, card_id) do update set is_due = true where not card_comparison.is_due`.execute(
    tx,
  );
}

/** Returns the open differences of these networks' cards, the oldest first, at most `max` of each kind. */
export async function listCardDifferences(
  db: Db,
  partnerIds: readonly number[],
  max: number,
): Promise<CardDifference[]> {
  const found = await rows(
    db,
    sql<{ difference: CardDifference }>`
      select difference from (
        select difference, row_number() over (partition by difference ->> 'kind' order by compared_at, card_id) as place
        from card_comparison
        where is_due and difference is not null and partner_id = any(${[...partnerIds]}::int[])
      ) standing
      where place <= ${max} order by difference ->> 'kind', place`,
  );
  return found.map((item) => item.difference);
}

/** The money of a network's compared cards on both sides. What waits or is not booked yet counts as it will end. */
export interface ComparedSide {
  partnerId: number;
  cards: number;
  networkKopecks: number;
  /** The network's money minus ours. */
  differenceKopecks: number;
}

/** Returns both sides of the cards that were compared since a moment, network by network. */
export function listComparedSides(
  db: Db,
  { partnerIds, since }: { partnerIds: readonly number[]; since: Date },
): Promise<ComparedSide[]> {
  return rows(
    db,
    sql<ComparedSide>`
      select partner_id as "partnerId", count(*)::int as cards, sum(network_kopecks)::float8 as "networkKopecks",
        coalesce(sum(case difference ->> 'kind'
          when 'card-not-its-network' then (difference -> 'details' ->> 'differenceKopecks')::bigint
          when 'card-unknown-to-network' then 0 - (difference -> 'details' ->> 'balanceKopecks')::bigint
        end), 0)::float8 as "differenceKopecks"
      from card_comparison
      where partner_id = any(${[...partnerIds]}::int[]) and compared_at >= ${since} and network_kopecks is not null
      group by partner_id order by partner_id`,
  );
}
