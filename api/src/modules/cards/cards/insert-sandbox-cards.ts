import { sql } from 'kysely';
import { CARD_STATUS, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { NETWORK_GOODS } from '../../../gateways/fuel-network/goods.ts';

/** Adds cards of a sandbox: open, and paying for everything. Returns their ids, in the order of their numbers. */
export async function insertSandboxCards(
  tx: Db,
  made: { companyId: number; numbers: readonly string[]; itemId?: number; now: Date },
): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      insert into card (company_id, partner_id, card_number, status_id, goods_ids, is_virtual, request_item_id, created_at)
      select ${made.companyId}::bigint, ${SANDBOX_NETWORK}::int, said.number, ${CARD_STATUS.active}::int,
        ${NETWORK_GOODS.map(({ id }) => id)}::int[], true, ${made.itemId ?? null}::bigint, ${made.now}::timestamptz
      from unnest(${made.numbers}::text[]) with ordinality as said (number, place) order by said.place
      returning id`,
  );
  return found.map(({ id }) => id);
}
