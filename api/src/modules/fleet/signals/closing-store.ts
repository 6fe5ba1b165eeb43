import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** Which signals have closed their card, and which keep it closed. */

export async function markClosing(
  tx: Db,
  scope: CompanyScope,
  { ids, closing }: { ids: readonly number[]; closing: 'closed' | 'unable' },
): Promise<void> {
  await sql`
    update fleet_signal set closing = ${closing}
    where company_id = ${scope.companyId} and id = any(${[...ids]}::bigint[])`.execute(tx);
}

/** The card of a signal; `closes` while this signal counts among those that keep it closed. */
export function findClosing(
  db: Db,
  scope: CompanyScope,
  id: number,
): Promise<{ cardId: number; closes: boolean } | null> {
  return firstRow(
    db,
    sql<{ cardId: number; closes: boolean }>`
      select card_id as "cardId", closing is not distinct from 'closed' as closes from fleet_signal
      where id = ${id} and company_id = ${scope.companyId}`,
  );
}

/** Lets these go: the one signal, or all of its card. True where none keeps the card closed any more. */
export async function letGo(
  tx: Db,
  scope: CompanyScope,
  { cardId, id }: { cardId: number; id: number | null },
): Promise<boolean> {
  await sql`
    update fleet_signal set closing = 'opened'
    where company_id = ${scope.companyId} and card_id = ${cardId} and closing = 'closed'
      and (${id}::bigint is null or id = ${id})`.execute(tx);
  const left = await rows(
    tx,
    sql<{ id: number }>`
      select id from fleet_signal
      where company_id = ${scope.companyId} and card_id = ${cardId} and closing = 'closed' limit 1`,
  );
  return left.length === 0;
}
