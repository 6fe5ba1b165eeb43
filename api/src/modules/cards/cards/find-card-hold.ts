import { sql } from 'kysely';
import type { HoldKind } from '#contract/blocks.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { CardHold } from './card-hold.ts';

/** What keeps a card blocked, of this kind or of any; null when nothing does. The caller holds the card's lock. */
export async function findCardHold(
  db: Db,
  cardId: number,
  kind: HoldKind | null = null,
): Promise<CardHold | null> {
  return firstRow(
    db,
    sql<CardHold>`
      select kind, reason, held_at as since from card_hold
      where card_id = ${cardId} and ended_at is null and (${kind}::text is null or kind = ${kind}::text)
      order by kind desc limit 1`,
  );
}
