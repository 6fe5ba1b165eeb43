import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { isUnread } from './is-unread.ts';
import { mattersOf, MOST_MATTERS, type MatterRow } from './matter.ts';
import type { Contradiction } from './contradiction.ts';
import type { ContradictionKind } from './contradiction-store.ts';

/** Those of a kind that nobody has read. */
export async function listContradictions<Kind extends ContradictionKind>(db: Db, kind: Kind) {
  type Sides = Pick<Extract<Contradiction, { kind: Kind }>, 'ours' | 'word'>;
  const found = await rows(
    db,
    sql<MatterRow & Sides & { subject: string }>`
      select heard.id, heard.heard_at as since, heard.subject, heard.ours, heard.word, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, heard.card_number, null as said, null as heard_at, count(*) over () as total
      from network_contradiction heard
      join partner on partner.id = heard.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join company on company.id = heard.company_id
      where heard.kind = ${kind} and ${isUnread(kind, 'heard.id', 'heard.heard_at')}
      order by heard.heard_at desc, heard.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ subject, ours, word }) => ({ subject, ours, word }));
}
