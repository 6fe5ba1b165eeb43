import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../db/database.ts';
import { isUnread } from './acknowledgement-store.ts';
import type { AnswerOurs, AnswerWord, ResaleOurs, SaleFacts } from './contradiction.ts';
import { mattersOf, MOST_UNCLEAR, type UnclearMatter, type UnclearRow } from './unclear-matter.ts';

/** What the books have, and what a network has said against it, by the kind of the contradiction. */
export type Contradiction =
  | { kind: 'answer'; ours: AnswerOurs; word: AnswerWord }
  | { kind: 'resale'; ours: ResaleOurs; word: SaleFacts }
  | { kind: 'stray'; ours: null; word: AnswerWord };

export type ContradictionKind = Contradiction['kind'];

/** A contradiction in the staff's list. */
export type HeardContradiction = UnclearMatter & { subject: string };

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

/** Those of a kind that nobody has read. */
export async function listContradictions<Kind extends ContradictionKind>(db: Db, kind: Kind) {
  type Sides = Pick<Extract<Contradiction, { kind: Kind }>, 'ours' | 'word'>;
  const found = await rows(
    db,
    sql<UnclearRow & Sides & { subject: string }>`
      select heard.id, heard.heard_at as since, heard.subject, heard.ours, heard.word, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, heard.card_number, null as said, null as heard_at, count(*) over () as total
      from network_contradiction heard
      join partner on partner.id = heard.partner_id
      left join company on company.id = heard.company_id
      where heard.kind = ${kind} and ${isUnread(kind, 'heard.id', 'heard.heard_at')}
      order by heard.heard_at desc, heard.id desc limit ${MOST_UNCLEAR}`,
  );
  return mattersOf(found, ({ subject, ours, word }) => ({ subject, ours, word }));
}

export function findContradiction(db: Db, kind: ContradictionKind, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select ${isUnread(kind, 'heard.id', 'heard.heard_at')} as waits, heard.company_id
      from network_contradiction heard where heard.id = ${id} and heard.kind = ${kind}`,
  );
}
