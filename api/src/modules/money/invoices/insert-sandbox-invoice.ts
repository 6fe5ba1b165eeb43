import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';
import type { Invoice } from './invoice.ts';

/** An invoice of a sandbox, paid wholly: it takes no number of the programme's own. */
export async function insertSandboxInvoice(
  tx: Db,
  { companyId }: CompanyScope,
  said: { sum: Kopecks; issuedOn: string; userId: number; now: Date },
): Promise<Invoice> {
  const row = await onlyRow(
    tx,
    sql<InvoiceRow>`
      insert into invoice (company_id, serial, sum_kopecks, paid_kopecks, issued_on, due_on, created_by, created_at)
      overriding system value
      values (${companyId}, nextval('sandbox_invoice_serial'), ${said.sum}, ${said.sum}, ${said.issuedOn}::date,
        ${said.issuedOn}::date, ${said.userId}, ${said.now})
      returning ${COLUMNS}`,
  );
  return recordOf(row);
}
