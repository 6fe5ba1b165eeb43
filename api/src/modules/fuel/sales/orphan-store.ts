import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { MOST_MATTERS, type MatterRow } from '../../cards/commands/matter.ts';

type OrphanRow = MatterRow & { external_id: string; reason: string; event: unknown };

/** The company is that of the card, if the card is known by now. */
export function orphansWhere(db: Db, condition: ReturnType<typeof sql>): Promise<OrphanRow[]> {
  return rows(
    db,
    sql<OrphanRow>`
      select orphan.id, orphan.seen_at as since, orphan.tries as attempts, orphan.external_id, orphan.reason, orphan.event,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, orphan.event ->> 'cardNumber' as card_number, null as said, null as heard_at,
        count(*) over () as total
      from network_orphan orphan
      join partner on partner.id = orphan.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join card on card.partner_id = orphan.partner_id and card.card_number = orphan.event ->> 'cardNumber'
      left join company on company.id = card.company_id
      where orphan.booked_at is null and orphan.closed_at is null and ${condition}
      order by orphan.id desc limit ${MOST_MATTERS}`,
  );
}

export interface Orphan {
  partnerId: PartnerId;
  externalId: string;
  isIllegible: boolean;
  reason: string;
  bookedAt: Date | null;
  closedAt: Date | null;
  sum: Kopecks;
}

export async function markOrphanClosed(
  tx: Db,
  args: { id: number; staffId: number; reason: string; now: Date },
): Promise<void> {
  await sql`
    update network_orphan set closed_at = ${args.now}, closed_by = ${args.staffId}, close_reason = ${args.reason}
    where id = ${args.id}`.execute(tx);
}

/** Which of these events a person has closed. */
export async function listClosedEvents(
  tx: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<Set<string>> {
  const { rows: found } = await sql<{ external_id: string }>`
    select external_id from network_orphan
    where partner_id = ${args.partnerId} and external_id = any(${args.externalIds}::text[]) and closed_at is not null`.execute(
    tx,
  );
  return new Set(found.map((row) => row.external_id));
}
