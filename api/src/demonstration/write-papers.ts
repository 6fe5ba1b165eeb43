import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../db/database.ts';
import type { DemonstrationPayment, MonthPaper } from './month-papers.ts';

/** The company, if it has no documents yet: a process may have died between the two. */
export async function findPaperless(db: Db, inn: string): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from company
      where inn = ${inn} and not exists (select from month_document document where document.company_id = company.id)`,
  );
  return row?.id ?? null;
}

/** What the company has paid, oldest first. */
export async function listPaid(db: Db, companyId: number): Promise<DemonstrationPayment[]> {
  const paid = await rows(
    db,
    sql<{ number: string; dated_on: string; sum_kopecks: number }>`
      select number, dated_on, sum_kopecks from bank_payment
      where company_id = ${companyId} and state in ('credited', 'assigned') order by dated_on, id`,
  );
  return paid.map((row) => ({ number: row.number, dateIso: row.dated_on, sum: kopecks(row.sum_kopecks) }));
}

/** Publishes the documents of the months to the company; its second colleague confirmed the confirmed ones. */
export async function writePapers(tx: Db, companyId: number, papers: readonly MonthPaper[]): Promise<void> {
  for (const paper of papers) {
    const { figures } = paper;
    await sql`
      with stored as (
        insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
        values (${companyId}, ${figures.sha256}, ${`Данные документов за ${paper.month}.json.gz`}, 'application/gzip',
          ${figures.sizeBytes}, ${paper.publishedAt})
        returning id
      ), reader as (
        select id from app_user where company_id = ${companyId} order by id offset 1 limit 1
      )
      insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, dated_on, object_until, figures_id,
        published_at, received_at, received_by, objection, objected_at, objected_by)
      select ${companyId}, ${paper.partnerId}, ${paper.month}, 'upd', ${paper.title}, ${paper.sum}::bigint, ${paper.vat}::bigint,
        ${paper.dateIso}::date, ${paper.objectUntil}::date, stored.id, ${paper.publishedAt}::timestamptz, ${paper.receivedAt}::timestamptz,
        case when ${paper.receivedAt}::timestamptz is not null then (select id from reader) end,
        ${paper.objection?.text ?? null}::text, ${paper.objection?.at ?? null}::timestamptz,
        case when ${paper.objection?.text ?? null}::text is not null then (select id from reader) end
      from stored`.execute(tx);
  }
}
