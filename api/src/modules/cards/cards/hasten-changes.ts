import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { SILENT_WORD } from '../commands/unclear-movement.ts';

/** A silent network answers again: what met with its silence, or was held back because of it, is due now. */
export async function hastenChanges(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update card_change set next_attempt_at = ${args.now} where id in (
      select change.id from card_change change join card on card.id = change.card_id
      where change.state = 'waiting' and change.claimed_until is null and change.next_attempt_at > ${args.now}
        and card.partner_id = ${args.partnerId}
        and (change.attempts = 0 or starts_with(change.network_said, ${SILENT_WORD}))
      order by change.id for no key update of change skip locked
    )`.execute(db);
}
