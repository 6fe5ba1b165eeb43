import { sql, type RawBuilder } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { DOCUMENT_PDF } from '../pdf/document-pdf-store.ts';
import {
  CHAIN_START,
  evidenceHash,
  type EvidenceAct,
  type EvidenceRecord,
  type EvidenceRow,
} from './evidence.ts';

/**
 * Appends records to their company's chain, in the transaction of the decision. Others who append wait. Sets the
 * records' places.
 */
export async function appendEvidence(
  tx: Db,
  companyId: number,
  records: readonly Omit<EvidenceRecord, 'place'>[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into document_evidence_end (company_id, place, hash) values (${companyId}, 0, ${CHAIN_START})
    on conflict do nothing`.execute(tx);
  const end = await getOnlyRow(
    tx,
    sql<{ place: number; hash: Buffer }>`
      select place, hash from document_evidence_end where company_id = ${companyId} for no key update`,
  );
  let { place, hash } = end;
  for (const input of records) {
    place += 1;
    const record: EvidenceRecord = { place, ...input };
    const text = JSON.stringify(record);
    const previousHash = hash;
    hash = evidenceHash(previousHash, text);
    await sql`
      insert into document_evidence (company_id, place, document_id, act, at, record, previous_hash, hash)
      values (${companyId}, ${place}, ${record.document.id}, ${record.act}, ${record.at}::timestamptz, ${text},
        ${previousHash}, ${hash})`.execute(tx);
  }
  await sql`
    update document_evidence_end set place = ${place}, hash = ${hash} where company_id = ${companyId}`.execute(
    tx,
  );
}

/** The decisions about a document, in order. */
export function listEvidence(
  db: Db,
  args: { companyId: number; documentId: number },
): Promise<EvidenceRow[]> {
  return select(db, sql`company_id = ${args.companyId} and document_id = ${args.documentId}`);
}

/** A company's whole chain, in order. */
export function readChain(db: Db, companyId: number): Promise<EvidenceRow[]> {
  return select(db, sql`company_id = ${companyId}`);
}

async function select(db: Db, condition: RawBuilder<unknown>): Promise<EvidenceRow[]> {
  const found = await rows(
    db,
    sql<{
      company_id: number;
      place: number;
      document_id: number;
      act: EvidenceAct;
      at: Date;
      record: string;
      previous_hash: Buffer;
      hash: Buffer;
    }>`
      select company_id, place, document_id, act, at, record, previous_hash, hash
      from document_evidence where ${condition} order by company_id, place`,
  );
  return found.map((row) => ({
    companyId: row.company_id,
    place: row.place,
    documentId: row.document_id,
    act: row.act,
    at: row.at,
    text: row.record,
    previousHash: row.previous_hash,
    hash: row.hash,
  }));
}

export async function readChainEnds(db: Db): Promise<{ companyId: number; place: number; hash: Buffer }[]> {
  const found = await rows(
    db,
    sql<{ company_id: number; place: number; hash: Buffer }>`
      select company.id as company_id, coalesce(chain.place, 0) as place, coalesce(chain.hash, ${CHAIN_START}) as hash
      from company left join document_evidence_end chain on chain.company_id = company.id
      where chain.company_id is not null
        or exists (select from document_evidence evidence where evidence.company_id = company.id)
      order by company.id`,
  );
  return found.map((row) => ({ companyId: row.company_id, place: row.place, hash: row.hash }));
}

export interface DocumentState {
  /** Null if the PDF was not made yet, so there can be no decision about the document. */
  sha256: string | null;
  /** Hash of the figures from which its PDF was made, or null if it had a file from the beginning. */
  figures: string | null;
  receivedAt: Date | null;
  objectedAt: Date | null;
}

/** A company's documents as they are now, to compare with their evidence. */
export async function readDocumentStates(db: Db, companyId: number): Promise<Map<number, DocumentState>> {
  const found = await rows(
    db,
    sql<{
      id: number;
      sha256: string | null;
      received_at: Date | null;
      objected_at: Date | null;
      figures: string | null;
    }>`
      select document.id, file.sha256, document.received_at, document.objected_at,
        (select sha256 from stored_file where id = document.figures_id) as figures
      from month_document document ${DOCUMENT_PDF}
      where document.company_id = ${companyId}`,
  );
  return new Map(
    found.map((row) => [
      row.id,
      {
        sha256: row.sha256,
        figures: row.figures,
        receivedAt: row.received_at,
        objectedAt: row.objected_at,
      },
    ]),
  );
}

/** Documents marked as confirmed without evidence: those of the demonstration, or tampering. */
export async function countUnprovenDocuments(db: Db): Promise<number> {
  const row = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*) as count from month_document document
      where (document.received_at is not null or document.objected_at is not null)
        and not exists (select from document_evidence evidence where evidence.document_id = document.id)`,
  );
  return row.count;
}

export interface SigningTerms {
  company: EvidenceRecord['company'];
  agreement: EvidenceRecord['agreement'];
}

/** The company, and the agreement under which it signs. */
export async function findSigningTerms(db: Db, companyId: number): Promise<SigningTerms> {
  const row = await firstRow(
    db,
    sql<{
      inn: string;
      title: string;
      version: number | null;
      sha256: string | null;
      terms_accepted_at: Date | null;
    }>`
      select company.inn, company.title, terms.version, terms.sha256, company.terms_accepted_at
      from company left join terms_version terms on terms.version = company.terms_version
      where company.id = ${companyId}`,
  );
  if (!row) throw new Error(`no company ${companyId}`);
  return {
    company: { id: companyId, inn: row.inn, title: row.title },
    agreement:
      row.version === null || row.sha256 === null
        ? null
        : {
            version: row.version,
            sha256: row.sha256,
            acceptedAt: row.terms_accepted_at?.toISOString() ?? null,
          },
  };
}
