import { sql } from 'kysely';
import { getOnlyRow, rows } from '../db/database.ts';
import type { TestApi } from './api.ts';

/** Returns a digest of all rows of a company by table. */
export async function readAllRows(api: TestApi, companyId: number): Promise<Record<string, string>> {
  const { system } = api.ctx.db;
  const tables = await rows(
    system,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname <> 'session' and has_table_privilege('magistral_system', c.oid, 'select') order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { digest } = await getOnlyRow(
      system,
      sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
        from ${sql.table(name)} t where company_id = ${companyId}`,
    );
    digests[name] = digest;
  }
  return digests;
}
