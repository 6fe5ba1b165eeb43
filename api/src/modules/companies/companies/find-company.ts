import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { CompanyRecord } from './company.ts';
import { COLUMNS, recordOf, type CompanyRow } from './company-store.ts';

export async function findCompany(db: Db, companyId: number): Promise<CompanyRecord | null> {
  const row = await firstRow(db, sql<CompanyRow>`select ${COLUMNS} from company where id = ${companyId}`);
  return row && recordOf(row);
}
