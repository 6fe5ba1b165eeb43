import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { Contradiction } from './contradiction.ts';

export type ContradictionKind = Contradiction['kind'];

/** Stores a word once, however often it is heard; false when it is known. */
export async function insertContradiction(
  db: Db,
  heard: Contradiction & {
    partnerId: PartnerId;
    subject: string;
    companyId: number | null;
    cardNumber: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { rows: added } = await sql`
    insert into network_contradiction (partner_id, kind, subject, company_id, card_number, ours, word, heard_at)
    values (${heard.partnerId}, ${heard.kind}, ${heard.subject}, ${heard.companyId}, ${heard.cardNumber},
      ${heard.ours && JSON.stringify(heard.ours)}::jsonb, ${JSON.stringify(heard.word)}::jsonb, ${heard.now})
    on conflict do nothing returning id`.execute(db);
  return added.length > 0;
}
