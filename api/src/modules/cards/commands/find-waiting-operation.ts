import { sql } from 'kysely';
import { OPERATION_STATUS, type OperationTypeId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** The operation of these types that waits for the network on this card, if any. */
export async function findWaitingOperation(
  tx: Db,
  args: { cardId: number; typeIds: readonly OperationTypeId[] },
): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from operation
      where card_id = ${args.cardId} and status_id = ${OPERATION_STATUS.inProgress} and type_id = any(${args.typeIds}::int[])
      limit 1`,
  );
  return row?.id ?? null;
}
