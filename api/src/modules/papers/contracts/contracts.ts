import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { ContractFacts } from './contract-facts.ts';

/** An edition of a client's contract, or an additional agreement to it. It is one of the client's documents. */
interface ContractEdition {
  edition: number;
  /** Number of the additional agreement to the edition, from 1; 0: the edition itself. */
  agreement: number;
  /** `YYYY-MM-DD`. */
  datedOn: string;
  documentId: number;
  signedAt: Date | null;
}

/** A client's contract; `editions` are latest first. */
export interface ClientContract {
  number: string;
  editions: ContractEdition[];
}

/** «ТК-000012». */
export function formatContractNumber(number: number): string {
  return `ТК-${String(number).padStart(6, '0')}`;
}

export async function findContract(db: Db, scope: CompanyScope): Promise<ClientContract | null> {
  const found = await rows(
    db,
    sql<ContractEdition & { number: number }>`
      select numbered.number, edition.edition, edition.agreement, edition.dated_on::text as "datedOn",
        edition.document_id as "documentId", document.received_at as "signedAt"
      from contract_number numbered
      join contract_edition edition on edition.company_id = numbered.company_id
      join month_document document on document.id = edition.document_id and document.company_id = edition.company_id
      where numbered.company_id = ${scope.companyId}
      order by edition.edition desc, edition.agreement desc`,
  );
  const [latest] = found;
  if (!latest) return null;
  return {
    number: formatContractNumber(latest.number),
    editions: found,
  };
}

/** The newest edition of a contract with its newest additional agreement. Days are `YYYY-MM-DD`. */
export interface LatestEdition {
  edition: number;
  /** Number of the newest agreement; 0: the edition has none. */
  agreement: number;
  /** Day and document of the agreement, or of the edition where it has none. */
  datedOn: string;
  documentId: number;
  /** Facts in force: those of the agreement where there is one. */
  facts: ContractFacts;
  /** Day and document of the edition itself. */
  editionDatedOn: string;
  editionDocumentId: number;
}

export function findLatestEdition(db: Db, companyId: number): Promise<LatestEdition | null> {
  return firstRow(
    db,
    sql<LatestEdition>`
      select latest.edition, latest.agreement, latest.dated_on::text as "datedOn", latest.document_id as "documentId",
        latest.facts, whole.dated_on::text as "editionDatedOn", whole.document_id as "editionDocumentId"
      from contract_edition latest
      join contract_edition whole on whole.company_id = latest.company_id and whole.edition = latest.edition
        and whole.agreement = 0
      where latest.company_id = ${companyId} order by latest.edition desc, latest.agreement desc limit 1`,
  );
}

/**
 * Returns the number of a client's contract; a client that has none gets the next one. The caller has locked the client.
 * Of two clients at the same time the second one waits, so that no number is skipped and none is given twice.
 */
export async function ensureContractNumber(tx: Db, companyId: number): Promise<number> {
  const known = await firstRow(
    tx,
    sql<{ number: number }>`select number from contract_number where company_id = ${companyId}`,
  );
  if (known) return known.number;
  const { number } = await getOnlyRow(
    tx,
    sql<{ number: number }>`
      update contract_numbering set last_number = last_number + 1 returning last_number as number`,
  );
  await sql`insert into contract_number (company_id, number) values (${companyId}, ${number})`.execute(tx);
  return number;
}

export async function insertEdition(
  tx: Db,
  input: {
    companyId: number;
    edition: number;
    agreement?: number;
    documentId: number;
    datedOn: string;
    facts: ContractFacts;
    userId: number | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into contract_edition (company_id, edition, agreement, document_id, dated_on, facts, made_by, made_at)
    values (${input.companyId}, ${input.edition}, ${input.agreement ?? 0}, ${input.documentId}, ${input.datedOn}::date,
      ${JSON.stringify(input.facts)}::jsonb, ${input.userId}::bigint, ${input.now})`.execute(tx);
}
