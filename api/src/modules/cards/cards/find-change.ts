import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { changeOf, type ChangeRow } from './card-change-store.ts';
import type { CardChange, CardChangeState } from './card-change.ts';

/** A choice, whatever its state. */
export async function findChange(
  db: Db,
  id: number,
): Promise<{
  change: CardChange;
  state: CardChangeState;
  createdAt: Date;
  claimedUntil: Date | null;
} | null> {
  const row = await firstRow(
    db,
    sql<ChangeRow & { state: CardChangeState; created_at: Date; claimed_until: Date | null }>`
      select change.id, change.company_id, change.card_id, card.card_number, card.partner_id, change.kind, change.wanted,
        change.before, change.request_id, change.attempts, change.state, change.created_at, change.claimed_until
      from card_change change join card on card.id = change.card_id where change.id = ${id}`,
  );
  return (
    row && {
      change: changeOf(row),
      state: row.state,
      createdAt: row.created_at,
      claimedUntil: row.claimed_until,
    }
  );
}
