import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { SILENT_WORD } from '../../cards/commands/unclear-movement.ts';

/** A silent network answers again: what met with its silence, or was held back because of it, is due now. */
export async function hastenItems(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update card_request_item set next_attempt_at = ${args.now}
    where partner_id = ${args.partnerId} and issued_at is null and next_attempt_at > ${args.now}
      and (attempts = 0 or starts_with(network_said, ${SILENT_WORD}))`.execute(db);
}
