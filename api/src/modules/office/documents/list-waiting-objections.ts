import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';
import { DISPUTED, disputedOf, type DisputedJson } from './disputed-store.ts';
import type { AnswerRow, DisputedOperation } from './document.ts';
import { WAITS } from './objection-store.ts';

/** A client's objection that nobody of the staff has read yet (agreement 8.3). */
export interface WaitingObjection extends Matter {
  title: string;
  /** `YYYY-MM` */
  month: string;
  comment: string;
  /** What it is about. */
  operations: DisputedOperation[];
  /** Of the file that it was made of. */
  rows: readonly AnswerRow[];
  /** Whom to answer. */
  author: { name: string; phone: string } | null;
}

interface ObjectionRow extends MatterRow {
  title: string;
  month: string;
  comment: string;
  operations: DisputedJson[];
  rows: AnswerRow[] | null;
  author_name: string;
  author_phone: string | null;
}

export async function listWaitingObjections(db: Db) {
  const found = await rows(
    db,
    sql<ObjectionRow>`
      select document.id, document.objected_at as since, 0 as attempts, document.title, document.month,
        document.objection as comment, ${DISPUTED} as operations, document.objected_rows as rows, partner.id as partner_id, partner.title as partner_title,
        company.id as company_id, company.inn, company.title as company_title, null as card_number,
        null as said, null as heard_at, author.phone as author_phone,
        concat_ws(' ', author.lastname, author.firstname) as author_name, count(*) over () as total
      from month_document document
      join company on company.id = document.company_id
      join partner on partner.id = document.partner_id
      left join app_user author on author.id = document.objected_by
      where document.objection is not null and ${WAITS}
      order by document.objected_at desc, document.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(
    found,
    ({ title, month, comment, operations, rows: said, author_name: name, author_phone: phone }) => ({
      title,
      month,
      comment,
      operations: disputedOf(operations),
      rows: said ?? [],
      author: phone === null ? null : { name: name.trim(), phone },
    }),
  );
}
