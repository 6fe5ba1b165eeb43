import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

/**
 * A company that belongs to nobody: without an INN, without people, and never a client, so that what goes over those
 * passes it by (decision 89). Its name says what it is wherever it is seen after all.
 */
export async function insertSandboxCompany(tx: Db, parentId: number, now: Date): Promise<number> {
  const { id } = await onlyRow(
    tx,
    sql<{ id: number }>`
      insert into company (title, legal_form, created_at)
      select 'Песочница: ' || title, legal_form, ${now} from company where id = ${parentId} returning id`,
  );
  return id;
}
