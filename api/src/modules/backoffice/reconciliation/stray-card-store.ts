import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { CardMoney } from '../../../gateways/fuel-network/fuel-network.ts';

/**
 * Stores cards that a network's list has and that are not ours. They are checked by their numbers before they are
 * reported.
 */
export async function recordStrays(tx: Db, partnerId: number, cards: readonly CardMoney[]): Promise<void> {
  if (cards.length === 0) return;
  await sql`
    insert into stray_card (partner_id, card_number, balance_kopecks)
    select ${partnerId}::int, number, balance
    from unnest(${cards.map((card) => card.cardNumber)}::text[], ${encodeBigints(cards.map((card) => card.balanceKopecks))}::bigint[])
      as input (number, balance)
    on conflict do nothing`.execute(tx);
}

/** Returns those not checked since `before`. */
export async function listStrays(
  db: Db,
  { partnerId, before, max }: { partnerId: number; before: Date; max: number },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ number: string }>`
      select card_number as number from stray_card
      where partner_id = ${partnerId} and (looked_at is null or looked_at < ${before})
      order by looked_at nulls first limit ${max}`,
  );
  return found.map((item) => item.number);
}

/** A card that has become ours, is gone, or has no money any more is none of these. */
export async function storeStrays(
  tx: Db,
  checked: { partnerId: number; at: Date; numbers: readonly string[]; left: readonly CardMoney[] },
): Promise<void> {
  const { partnerId, at, numbers, left } = checked;
  await sql`
    delete from stray_card where partner_id = ${partnerId} and card_number = any(${[...numbers]}::text[])
      and card_number <> all(${left.map((cardMoney) => cardMoney.cardNumber)}::text[])`.execute(tx);
  await sql`
    update stray_card set balance_kopecks = input.balance, looked_at = ${at}
    from unnest(${left.map((cardMoney) => cardMoney.cardNumber)}::text[], ${encodeBigints(left.map((cardMoney) => cardMoney.balanceKopecks))}::bigint[])
      as input (number, balance)
    where partner_id = ${partnerId} and card_number = input.number`.execute(tx);
}

/** Returns those that were checked and exist, at most `max` of a network. */
export async function listStandingStrays(
  db: Db,
  partnerIds: readonly number[],
  max: number,
): Promise<{ partnerId: number; cardNumber: string; balanceKopecks: number }[]> {
  return rows(
    db,
    sql<{ partnerId: number; cardNumber: string; balanceKopecks: number }>`
      select partner.id as "partnerId", stray.card_number as "cardNumber", stray.balance_kopecks as "balanceKopecks"
      from unnest(${[...partnerIds]}::int[]) as partner (id)
      cross join lateral (
        select card_number, balance_kopecks from stray_card
        where partner_id = partner.id and looked_at is not null order by card_number limit ${max}) stray
      order by partner.id, stray.card_number`,
  );
}
