import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { MonthPaper } from './month-papers.ts';
import type { WrittenCompany } from './write-company.ts';

/** Publishes the documents of the months to the company; its second colleague confirmed the confirmed ones. */
export async function writePapers(
  tx: Db,
  company: WrittenCompany,
  papers: readonly MonthPaper[],
): Promise<void> {
  const readerId = company.userIds[1] ?? company.userIds[0];
  for (const paper of papers) {
    const { file } = paper;
    await sql`
      with stored as (
        insert into stored_file (company_id, sha256, name, mime, size_bytes, created_at)
        values (${company.id}, ${file.sha256}, ${file.name}, 'application/pdf', ${file.sizeBytes}, ${paper.publishedAt})
        returning id
      )
      insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, file_id, published_at, received_at, received_by,
        objection, objected_at, objected_by)
      select ${company.id}, ${paper.partnerId}, ${paper.month}, 'upd', ${paper.title}, ${paper.sum}::bigint, ${paper.vat}::bigint,
        stored.id, ${paper.publishedAt}::timestamptz,
        ${paper.receivedAt}::timestamptz, ${paper.receivedAt && readerId}::bigint, ${paper.objection?.text ?? null}::text,
        ${paper.objection?.at ?? null}::timestamptz, ${paper.objection && readerId}::bigint
      from stored`.execute(tx);
  }
}
