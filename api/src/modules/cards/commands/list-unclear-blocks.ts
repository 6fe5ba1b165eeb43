import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE, type OperationTypeId, SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { toCases, MAX_CASES, type CaseRow } from './cases.ts';

export const BLOCKS: readonly OperationTypeId[] = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];

/**
 * Lists blocks of all companies requested before this moment. A block that waits for its turn is not listed: the
 * network has not received it.
 */
export async function listUnclearBlocks(db: Db, askedBefore: Date) {
  const found = await rows(
    db,
    sql<CaseRow & { type_id: OperationTypeId }>`
      select operation.id, operation.created_at as since, operation.type_id, operation.attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, word.said, word.heard_at, count(*) over () as total
      from operation
      join company on company.id = operation.company_id
      join card on card.id = operation.card_id
      join partner on partner.id = operation.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join network_word word on word.operation_id = operation.id
      where operation.status_id = ${OPERATION_STATUS.inProgress} and operation.type_id = any(${BLOCKS}::int[])
        and operation.attempts > 0 and operation.created_at <= ${askedBefore}
      order by operation.created_at desc, operation.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, (row) => ({ typeId: row.type_id }));
}
