import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { CompanyBlock } from './company-block.ts';

/** Blocks a client, or sets it to work again (null). The caller has locked its money. */
export async function setCompanyBlock(tx: Db, companyId: number, block: CompanyBlock | null): Promise<void> {
  await sql`
    update company set blocked_at = ${block?.since ?? null}::timestamptz, blocked_reason = ${block?.reason ?? null}::text,
      blocked_by = ${block?.byId ?? null}::bigint
    where id = ${companyId}`.execute(tx);
}
