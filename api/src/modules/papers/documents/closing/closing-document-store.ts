import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';
import type { DocumentPlan } from './closing-documents.ts';
import type { PlannedReturn } from '../returns/plan-returns.ts';
import type { DocumentEdition } from './frozen-figures.ts';

/** Documents of a company and month, and the stored figures that all of them are made from. */
export interface ClosingDocuments {
  companyId: number;
  month: string;
  /** Date printed on the documents, `YYYY-MM-DD`. */
  dateIso: string;
  objectUntil: string;
  figures: { sha256: string; sizeBytes: number };
  plans: readonly DocumentPlan[];
  /** УКД for fuel of closed months that was given back, published with the documents. */
  returns: readonly PlannedReturn[];
}

/** Publishes the documents, each once. Valid ones stay as they are. Returns the new ones. */
export async function insertClosingDocuments(
  tx: Db,
  closing: ClosingDocuments,
  now: Date,
): Promise<{ id: number; cardIds: readonly number[] }[]> {
  const { companyId, month, plans } = closing;
  if (plans.length === 0) return [];
  const figuresId = await insertStoredFile(tx, {
    companyId,
    ...closing.figures,
    name: `Данные документов за ${month}.json.gz`,
    mime: 'application/gzip',
    userId: null,
    now,
  });
  const made = await rows(
    tx,
    sql<{ id: number; title: string }>`
      insert into month_document (company_id, partner_id, month, title, kind, sum_kopecks, vat_kopecks,
        dated_on, object_until, figures_id, lines, published_at)
      select ${companyId}, planned.partner_id, ${month}, planned.title, planned.kind, planned.sum, planned.vat,
        ${closing.dateIso}::date, ${closing.objectUntil}::date, ${figuresId}::bigint, planned.lines, ${now}
      from unnest(${plans.map(({ partnerId }) => partnerId)}::bigint[], ${plans.map(({ title }) => title)}::text[],
        ${plans.map(({ kind }) => kind)}::text[], ${plans.map(({ total }) => total?.sum ?? null)}::bigint[],
        ${plans.map(({ total }) => total?.vat ?? null)}::bigint[], ${plans.map(({ lines }) => lines)}::int[])
        with ordinality as planned (partner_id, title, kind, sum, vat, lines, place)
      order by planned.place
      on conflict (company_id, partner_id, month, kind) where kind is not null and withdrawn_at is null do nothing
      returning id, title`,
  );
  const documents = made.map(({ id, title }) => ({ id, plan: plans.find((plan) => plan.title === title) }));
  await insertNamedAdvances(
    tx,
    companyId,
    documents.flatMap(({ id, plan }) =>
      (plan?.advances ?? []).map((advance) => ({ documentId: id, advanceId: advance.id, sum: advance.sum })),
    ),
  );
  return documents.map(({ id, plan }) => ({ id, cardIds: plan?.cardIds ?? [] }));
}

/** Stores which advances a УПД names: the books find the УПД of an advance by it. */
async function insertNamedAdvances(
  tx: Db,
  companyId: number,
  named: readonly { documentId: number; advanceId: number; sum: Kopecks }[],
): Promise<void> {
  if (named.length === 0) return;
  await sql`
    insert into upd_advance (company_id, document_id, advance_id, gross_kopecks)
    select ${companyId}, document_id, advance_id, gross
    from unnest(${named.map(({ documentId }) => documentId)}::bigint[], ${named.map(({ advanceId }) => advanceId)}::bigint[],
      ${named.map(({ sum }) => sum)}::bigint[]) as named (document_id, advance_id, gross)`.execute(tx);
}

/** The documents of a month whose earlier ones were withdrawn. The next one of their network and kind is the next edition. */
export function listEditions(db: Db, companyId: number, month: string): Promise<DocumentEdition[]> {
  return rows(
    db,
    sql<DocumentEdition>`
      select kind, partner_id as "partnerId", count(*) + 1 as edition from month_document
      where company_id = ${companyId} and month = ${month} and kind is not null and withdrawn_at is not null
      group by kind, partner_id order by kind, partner_id`,
  );
}
