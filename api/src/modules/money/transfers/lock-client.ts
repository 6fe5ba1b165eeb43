import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/**
 * True for a company of the programme, which then cannot leave it before the transaction ends. Like a foreign key, it
 * holds up nothing but the leaving.
 */
export async function lockClient(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from company where id = ${companyId} and client_since is not null for key share`,
  );
  return row !== null;
}
