import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../db/database.ts';
import type { DemonstrationPayment, MonthlyDocument } from './monthly-documents.ts';

/** The company, if it has no documents yet: a process may have died between the two. */
export async function findCompanyWithoutDocuments(db: Db, inn: string): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from company
      where inn = ${inn} and not exists (select from month_document document where document.company_id = company.id)`,
  );
  return row?.id ?? null;
}

/** Lists the company's payments, oldest first. */
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
export async function writeDocuments(
  tx: Db,
  companyId: number,
  documents: readonly MonthlyDocument[],
): Promise<void> {
  for (const document of documents) {
    const { figures } = document;
    await sql`
      with stored as (
        insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
        values (${companyId}, ${figures.sha256}, ${`Данные документов за ${document.month}.json.gz`}, 'application/gzip',
          ${figures.sizeBytes}, ${document.publishedAt})
        returning id
      ), reader as (
        select id from app_user where company_id = ${companyId} order by id offset 1 limit 1
      )
      insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, dated_on, object_until, figures_id,
        published_at, received_at, received_by, objection, objected_at, objected_by)
      select ${companyId}, ${document.partnerId}, ${document.month}, 'upd', ${document.title}, ${document.sum}::bigint, ${document.vat}::bigint,
        ${document.dateIso}::date, ${document.objectUntil}::date, stored.id, ${document.publishedAt}::timestamptz, ${document.receivedAt}::timestamptz,
        case when ${document.receivedAt}::timestamptz is not null then (select id from reader) end,
        ${document.objection?.text ?? null}::text, ${document.objection?.at ?? null}::timestamptz,
        case when ${document.objection?.text ?? null}::text is not null then (select id from reader) end
      from stored`.execute(tx);
  }
}
