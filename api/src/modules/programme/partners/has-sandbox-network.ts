import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** Whether any company ever made a sandbox: its network is there from then on. */
export async function hasSandboxNetwork(db: Db): Promise<boolean> {
  return (
    (await firstRow(db, sql<{ id: number }>`select id from partner where id = ${SANDBOX_NETWORK}`)) !== null
  );
}
