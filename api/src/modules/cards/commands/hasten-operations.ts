import { sql } from 'kysely';
import { OPERATION_STATUS, type PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { SILENT_WORD } from './unclear-movement.ts';

/** A silent network answers again: what met with its silence, or was held back because of it, is due now. */
export async function hastenOperations(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update operation set next_attempt_at = ${args.now} where id in (
      select operation.id from operation left join network_word word on word.operation_id = operation.id
      where operation.partner_id = ${args.partnerId} and operation.status_id = ${OPERATION_STATUS.inProgress}
        and operation.next_attempt_at > ${args.now}
        and (operation.attempts = 0 or starts_with(word.said, ${SILENT_WORD}))
      order by operation.id for no key update of operation skip locked
    )`.execute(db);
}
